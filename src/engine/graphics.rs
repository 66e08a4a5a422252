//! What an agent thinks, in the graphics language of GoGui and HexGui.

use std::fmt::Write;

use crate::{
    agent::Choice,
    board::{Move, Position},
    rules::{Colour, Turns},
};

/// Shades, labels and a line of text. Shades are relative to the best cell,
/// so that even 26×26 cells with equal chances can be told from taken ones.
pub fn picture(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let mut text = String::new();
    let best = choice.scores.iter().map(|(_, score)| *score).fold(f64::MIN_POSITIVE, f64::max);
    for (i, (cell, score)) in choice.scores.iter().enumerate() {
        let word = if i == 0 { "INFLUENCE" } else { "" };
        let _ = write!(text, "{word} {} {:.3}", cell.name(size), (score / best).clamp(0.0, 1.0));
    }
    let visited = choice.visits.iter().filter(|(_, visits)| *visits > 0);
    for (i, (cell, visits)) in visited.enumerate() {
        let word = if i == 0 { "\nLABEL" } else { "" };
        let _ = write!(text, "{word} {} {visits}", cell.name(size));
    }
    let _ = write!(text, "\nTEXT {colour} {}", choice.mv.name(size));
    if let Some(value) = choice.value {
        let _ = write!(text, ", {:.1} %", 100.0 * value);
    }
    for (name, number) in &choice.counters {
        let digits = if number.fract() == 0.0 { 0 } else { 3 };
        let _ = write!(text, ", {name} {number:.digits$}");
    }
    text
}

/// A block of live graphics: the expected moves, and the picture.
pub fn live_block(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let mut text = "gogui-gfx:\nuct\nVAR".to_owned();
    let known = match position.rules().turns {
        Turns::Alternating => choice.variation.len(),
        // Who moves after the next move, only the coin knows.
        Turns::Random => 1,
    };
    let mut mover = colour;
    for mv in choice.variation.iter().take(known) {
        let letter = if mover == Colour::Black { 'B' } else { 'W' };
        let _ = write!(text, " {letter} {}", mv.name(size));
        // After a swap of sides the same colour is to move.
        mover = if *mv == Move::SwapSides { mover } else { mover.other() };
    }
    let _ = write!(text, "\n{}\n\n", picture(choice, position, colour));
    text
}

/// The expected moves, the next one first.
pub fn variation(choice: &Choice, position: &Position) -> String {
    let moves = if choice.variation.is_empty() { &[choice.mv][..] } else { &choice.variation };
    let names = moves.iter().filter(|mv| **mv != Move::Resign).map(|mv| mv.name(position.size()));
    names.collect::<Vec<_>>().join(" ")
}
