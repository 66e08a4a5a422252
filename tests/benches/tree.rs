//! The search tree: `cargo bench -p kring-benches --bench tree`. `mcts` with one random game a
//! simulation and no bridges spends most of its time there: it selects from the root down, makes
//! children, and updates results and RAVE counts. An item is one simulation on 11×11.

use divan::{Bencher, counter::ItemsCount};
use kring::{
    agents::{Agent, AgentSpec, Choice, Task},
    board::{
        Colour, Position, Size,
        chance::{self, Purpose},
    },
};

fn main() {
    divan::main();
}

const SIMULATIONS: usize = 20_000;

fn empty_board(variant: &str) -> Position {
    let size = Size::new(11, 11).unwrap();
    Position::new(chance::game(size, variant.parse().unwrap(), 1))
}

fn agent(settings: &str) -> Box<dyn Agent> {
    let spec = format!("mcts sims={SIMULATIONS} games=1 bridges=off {settings}");
    spec.parse::<AgentSpec>().unwrap().build().unwrap()
}

fn choose(agent: &mut dyn Agent, position: &Position, colour: Colour) -> Choice {
    let mut rng = chance::generator(1, Purpose::Agent(colour));
    agent.choose(Task::new(position, colour, &mut rng))
}

/// The first move. `rave=off` visits each move once, and scores moves one by one.
#[divan::bench(args = ["rave=on", "rave=off", "plain=on", "rave=on threads=2"])]
fn first_move(bencher: Bencher, settings: &str) {
    let position = empty_board("hex");
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .with_inputs(|| agent(settings))
        .bench_local_values(|mut agent| choose(&mut *agent, &position, Colour::Black));
}

/// The first move where each node has children of both colours.
#[divan::bench]
fn first_move_under_random_turns(bencher: Bencher) {
    let position = empty_board("random-turn");
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .with_inputs(|| agent(""))
        .bench_local_values(|mut agent| choose(&mut *agent, &position, Colour::Black));
}

/// The second move of the same player, after the two moves that its search expected: the subtree
/// of the position is kept, and the search goes on in it.
#[divan::bench]
fn next_move(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .with_inputs(|| {
            let mut agent = agent("");
            let mut position = empty_board("hex");
            let choice = choose(&mut *agent, &position, Colour::Black);
            position.play(Colour::Black, choice.variation[0]).unwrap();
            position.play(Colour::White, choice.variation[1]).unwrap();
            (agent, position)
        })
        .bench_local_values(|(mut agent, position)| choose(&mut *agent, &position, Colour::Black));
}
