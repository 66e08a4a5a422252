//! The first move of a game with swap and random turns.

use kring_board::{Cell, Colour, Position};
use kring_literature::coin::NoCoinValue;
use rand_chacha::ChaCha8Rng;

use super::chances::FillChances;
use crate::time_manager::TimeManager;

/// The share of the fills of a move that each opening gets.
const SHARE: u64 = 8;

/// Whether the colour makes a first move that white may swap, in a game whose best play is known.
pub(super) fn is_opening(position: &Position, colour: Colour) -> bool {
    position.rules().swap
        && colour == Colour::Black
        && position.ply() == 0
        && position.winning_cells(colour).is_empty()
        && NoCoinValue::check(position.rules()).is_ok()
}

/// Replaces the chances of first moves by what they are worth if white swaps where it should.
///
/// Let v be black's chance after the stone and before the next coin, and δ what the coin gains
/// for the colour that it favours. Heads, black moves and has v + δ. Tails, white moves, which
/// leaves black v − δ, or swaps, which leaves it 1 − v. So the stone is worth v, or (1 + δ) / 2
/// if that is less. The strongest stone can be worth less than a weaker one that leaves the next
/// coin more to decide.
pub(super) fn allow_for_swap(
    chances: &mut FillChances,
    position: &Position,
    cells: usize,
    limits: &TimeManager,
    rng: &mut ChaCha8Rng,
) {
    let limits = limits.clone().with_count(Some(limits.count / SHARE), 0);
    let mut by_chance: Vec<&mut (Cell, f64)> = chances.cells.iter_mut().collect();
    by_chance.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut best = 0.5;
    for (cell, chance) in by_chance {
        // No stone is worth more than its chance without the swap.
        if *chance <= best || limits.is_up() {
            break;
        }
        let mut after = position.clone();
        after.place(Colour::Black, *cell);
        let moves = after.empty();
        let exact = FillChances::exact(&after, Colour::Black, &moves, cells, &limits);
        let after = exact.unwrap_or_else(|| {
            FillChances::sampled(&after, Colour::Black, &moves, &limits, rng, None)
        });
        *chance = chance.min((1.0 + after.gain()) / 2.0);
        best = f64::max(best, *chance);
    }
}
