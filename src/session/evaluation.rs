//! What a position is worth, as shares of its cells.

use kring_agents::RawEvaluation;
use kring_board::{Cell, Colour, Position};

/// Whether there is nothing to choose. Agents must not be asked then.
pub fn is_settled(position: &Position, colour: Colour) -> bool {
    position.winner().is_some() || position.legal_cells(colour).is_empty()
}

/// The cell with the largest number; the first of equals.
pub fn best(numbers: Vec<(Cell, f64)>) -> Option<(Cell, f64)> {
    numbers.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The evaluation with shares that add up to 1, equal ones if it has none, and the result of a
/// decided game as its value.
pub(super) fn normalised(
    mut evaluation: RawEvaluation,
    position: &Position,
    colour: Colour,
) -> RawEvaluation {
    if let Some(winner) = position.winner() {
        evaluation.win = if winner == colour { 1.0 } else { 0.0 };
    }
    let sum: f64 = evaluation.policy.iter().map(|(_, share)| share).sum();
    if sum > 0.0 {
        for (_, share) in &mut evaluation.policy {
            *share /= sum;
        }
    } else {
        let cells = position.legal_cells(colour);
        let share = 1.0 / cells.len().max(1) as f64;
        evaluation.policy = cells.iter().map(|cell| (cell, share)).collect();
    }
    evaluation
}
