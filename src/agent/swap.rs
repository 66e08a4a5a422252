//! The swap, as those see it who value moves.
//!
//! Who swaps gets what the opponent has: the same board with the colours
//! exchanged, or its mirror image. So a swap needs no search of its own. With
//! alternating turns it is worth exactly what the position is worth to the
//! other, and what follows it is what would have followed without it.

use crate::board::{Cell, Move, Position};

/// What a first move that can be swapped is worth to its player, who would
/// have this chance without the swap: the opponent leaves it the worse half.
pub fn kept(chance: f32) -> f32 {
    chance.min(1.0 - chance)
}

/// A swap, and these expected moves of the same position after it.
pub fn and_then(position: &Position, cells: impl IntoIterator<Item = Cell>) -> Vec<Move> {
    let pieces = position.game().swaps_pieces();
    let image = |cell| if pieces { position.geometry().mirrored(cell) } else { Some(cell) };
    let swap = if pieces { Move::SwapPieces } else { Move::SwapSides };
    let cells = cells.into_iter().map_while(image).map(Move::Cell);
    [swap].into_iter().chain(cells).collect()
}
