//! What a position is worth to the player of a colour, without the tree of a search.

use kring_agents::{RawEvaluation, Task};
use kring_board::{Cell, Colour, Position};

use super::{Ask, Session};
use crate::gtp::failure::CommandResult;

/// Whether there is nothing to choose. Agents must not be asked then.
pub(crate) fn is_settled(position: &Position, colour: Colour) -> bool {
    position.winner().is_some() || position.legal_cells(colour).is_empty()
}

/// The cell with the largest number; the first of equals.
pub(crate) fn best(numbers: Vec<(Cell, f64)>) -> Option<(Cell, f64)> {
    numbers.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

impl Session {
    /// Policy and value of the position: from the agent's network in one of its eight views, or from
    /// a search if it has none. The value of a decided game is its result. The swap is ignored: the
    /// network does not model it, so the search does not see it either.
    pub(crate) fn evaluate(&self, ask: Ask<'_>, view: usize) -> CommandResult<RawEvaluation> {
        let colour = ask.colour;
        let position = self.position();
        let factory = &self.players[colour.index()].factory;
        let mut evaluation = match factory.raw_evaluation(position, colour, view) {
            Some(evaluation) => evaluation,
            None if is_settled(position, colour) => RawEvaluation { win: 0.5, policy: Vec::new() },
            None => self.searched(ask)?,
        };
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
        Ok(evaluation)
    }

    /// The evaluation of a search that does not see a swap.
    fn searched(&self, Ask { colour, stop, .. }: Ask<'_>) -> CommandResult<RawEvaluation> {
        let unswapped = self.without_open_swap()?;
        let position = unswapped.as_ref().unwrap_or(self.position());
        let mut rng = self.question_rng(position, colour);
        let limits = self.limits(colour, stop);
        let task = Task { limits, ..Task::new(position, colour, &mut rng) };
        let choice = self.players[colour.index()].think(task)?;
        Ok(RawEvaluation { win: choice.value.unwrap_or(0.5), policy: choice.scores })
    }

    /// The position in a game without the swap rule, if a swap is legal now or after the next move.
    fn without_open_swap(&self) -> CommandResult<Option<Position>> {
        let position = self.position();
        let matters = Colour::ALL
            .into_iter()
            .any(|colour| position.swap(colour).is_some() || position.can_be_swapped(colour));
        matters.then(|| self.unswapped()).transpose()
    }
}
