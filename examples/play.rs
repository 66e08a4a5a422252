//! A game on a torus: an agent plays black, and white always plays the first legal move.
//!
//! `cargo run --release --example play`

use kring::{
    agents::{AgentSpec, Task},
    board::{
        Colour, Move, Position, Rules, Size,
        chance::{self, Purpose},
    },
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (size, rules): (Size, Rules) = ("5x5".parse()?, "torus".parse()?);
    let mut position = Position::new(chance::game(size, rules, 1));
    let mut agent = "neural evals=50".parse::<AgentSpec>()?.build()?;
    let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
    while let (None, Some(colour)) = (position.winner(), position.turn()) {
        let mv = match colour {
            Colour::Black => agent.choose(Task::new(&position, colour, &mut rng)).mv,
            Colour::White => position.legal_moves(colour)[0],
        };
        position.play(colour, mv)?;
        println!("{colour} {}", mv.name(size));
        if mv == Move::Resign {
            break;
        }
    }
    println!("{position}");
    Ok(())
}
