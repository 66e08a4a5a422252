//! The swap, on top of a search without one.
//!
//! The player who may swap the first stone never loses: it swaps a first stone that wins, and after
//! any other stone it wins without a swap. A swap of sides gives the same position to the other
//! player. A swap of pieces is only offered where the game is symmetric for both colours, and gives
//! its mirror image. So one question about the game without a swap decides.

use std::time::Duration;

use kring_board::{Colour, Move, Position};

use super::{Solution, question::numbers};

/// The winner of the position with its swap, if there is one. Calls `ask` at most once, for the
/// position without a swap.
pub(super) fn solve(
    position: &Position,
    to_move: Colour,
    ask: impl FnOnce(&Position, Colour) -> Solution,
) -> Solution {
    if position.can_be_swapped(to_move) {
        return Solution {
            winner: Some(to_move.other()),
            best: None,
            line: Vec::new(),
            positions: 0,
            time: Duration::ZERO,
            numbers: numbers(false),
        };
    }
    let kept = ask(position, to_move);
    let swap = position.swap(to_move).filter(|_| kept.winner == Some(to_move.other()));
    let Some(swap) = swap else { return kept };
    let after = kept.line.iter().map_while(|&mv| match (swap, mv) {
        (Move::SwapPieces, Move::Cell(cell)) => position.geometry().mirrored(cell).map(Move::Cell),
        _ => Some(mv),
    });
    Solution {
        winner: Some(to_move),
        best: Some(swap),
        line: [swap].into_iter().chain(after).collect(),
        numbers: numbers(true),
        ..kept
    }
}
