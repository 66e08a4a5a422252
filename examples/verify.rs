//! Verifies a published strategy on cylinders of three columns and of five.
//!
//! `cargo run --release --example verify`

use kring::{
    board::{Size, chance},
    literature::{strategy::ThreeRings, verifier::VerifierQuestion},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (columns, rows) in [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (5, 3)] {
        let size = Size::new(columns, rows)?;
        let game = chance::game(size, "cylinder".parse()?, 1);
        let question = VerifierQuestion::new(Box::new(ThreeRings), game)?;
        println!("three-rings on {size}: {}", question.answer(&mut |_, _| ()));
    }
    Ok(())
}
