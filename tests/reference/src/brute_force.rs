//! The winner of a small board by a search of all games.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position, Rules, Size, chance};

/// The empty board of a variant, with the seed 0.
///
/// # Panics
/// If there is no such variant or size.
pub fn empty(variant: &str, columns: usize, rows: usize) -> Position {
    let rules: Rules = variant.parse().unwrap();
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 0))
}

/// Whether the colour to move wins with best play.
pub fn wins(position: &mut Position, colour: Colour, known: &mut HashMap<u64, bool>) -> bool {
    let key = position.hash_for(colour);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
    let win = cells.into_iter().any(|cell| {
        position.play_unchecked(colour, cell);
        let win = match position.winner() {
            Some(winner) => winner == colour,
            None => !wins(position, colour.other(), known),
        };
        position.undo();
        win
    });
    known.insert(key, win);
    win
}
