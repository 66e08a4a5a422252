//! Evaluates each first move, by the network and by random fills.
//!
//! `cargo run --release --example evaluate`

use kring::{
    agents::{AgentSpec, Task},
    board::{
        Cell, Colour, Position, Rules, Size,
        chance::{self, Purpose},
    },
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (size, rules): (Size, Rules) = ("7x7".parse()?, "hex".parse()?);
    let position = Position::new(chance::game(size, rules, 1));
    for text in ["neural evals=400", "random-spot fills=100000"] {
        let spec: AgentSpec = text.parse()?;
        let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
        let choice = spec.build()?.choose(Task::new(&position, Colour::Black, &mut rng));
        println!("{text}: {}, chance {:.2}", choice.mv.name(size), choice.value.unwrap_or(0.5));
        let score = |cell: Cell| choice.scores.iter().find(|(other, _)| *other == cell);
        for y in 0..size.rows() {
            let cells = (0..size.columns()).filter_map(|x| score(Cell::at(size, x, y)?));
            let row: String = cells.map(|(_, score)| format!(" {score:5.3}")).collect();
            println!("{:indent$}{row}", "", indent = 3 * y);
        }
    }
    Ok(())
}
