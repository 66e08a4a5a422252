//! A hundred games between two agents, to compare their strength.
//!
//! `cargo run --release --example self_play`

use kring::{
    agents::{AgentSpec, Networks, Task},
    board::{
        Colour, Position, Rules, Size,
        chance::{self, Purpose},
    },
};

const GAMES: u64 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (size, rules): (Size, Rules) = ("7x7".parse()?, "cylinder".parse()?);
    let players = ["mcts sims=100", "heuristic"];
    let [first, second]: [AgentSpec; 2] = [players[0].parse()?, players[1].parse()?];
    let networks = Networks::default();
    let factories = [first.load(&networks)?, second.load(&networks)?];
    let mut wins = 0;
    for number in 0..GAMES {
        let seed = chance::game_seed(1, number);
        let mut position = Position::new(chance::game(size, rules.clone(), seed));
        // Colours alternate.
        let first_is = if number % 2 == 0 { Colour::Black } else { Colour::White };
        let mut agents =
            Colour::ALL.map(|colour| factories[usize::from(colour != first_is)].build());
        let mut rngs = Colour::ALL.map(|colour| chance::generator(seed, Purpose::Agent(colour)));
        while let (None, Some(colour)) = (position.winner(), position.turn()) {
            let task = Task::new(&position, colour, &mut rngs[colour.index()]);
            let choice = agents[colour.index()].choose(task);
            position.play(colour, choice.mv)?;
        }
        wins += u64::from(position.winner() == Some(first_is));
    }
    println!("{} wins {wins} of {GAMES} games against {}", players[0], players[1]);
    Ok(())
}
