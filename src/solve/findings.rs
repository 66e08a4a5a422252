//! The findings on a question: the winner, and the openings that win.

use kring_board::{Colour, Move, Position};
use kring_solver::{INFINITE, ProofNumbers};

use super::{OpeningClass, SolveQuestion, SolveVerdict};

/// An opening and the winner after it.
#[derive(Clone, Debug)]
pub struct AnsweredOpening {
    /// The opening.
    pub opening: OpeningClass,
    /// The verdict on its question.
    pub verdict: SolveVerdict,
    /// The winner, by the colour that the player had before the opening.
    pub winner: Option<Colour>,
}

impl AnsweredOpening {
    pub(super) fn new(opening: OpeningClass, verdict: SolveVerdict) -> AnsweredOpening {
        let winner = verdict.winner.map(|winner| match opening.mv {
            // The players have exchanged colours.
            Move::SwapSides => winner.other(),
            _ => winner,
        });
        AnsweredOpening { opening, verdict, winner }
    }
}

/// The findings on a question.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The question.
    pub question: SolveQuestion,
    /// Its position.
    pub position: Position,
    /// The colour to move.
    pub to_move: Colour,
    /// The answer. With openings it follows from their answers.
    pub verdict: SolveVerdict,
    /// The openings that were asked for.
    pub openings: Vec<AnsweredOpening>,
    /// Whether these are all openings, or only those of a shard.
    pub is_whole: bool,
}

impl Findings {
    /// Whether everything that was asked for has an answer.
    pub fn is_complete(&self) -> bool {
        if self.openings.is_empty() && self.is_whole {
            self.verdict.winner.is_some()
        } else {
            self.openings.iter().all(|answered| answered.winner.is_some())
        }
    }

    /// All moves that are known to win for the colour to move.
    pub fn winning_moves(&self) -> Vec<Move> {
        if self.openings.is_empty() {
            return self.verdict.best.into_iter().collect();
        }
        let wins = |answered: &&AnsweredOpening| answered.winner == Some(self.to_move);
        let winning = self.openings.iter().filter(wins);
        let mut moves: Vec<Move> =
            winning.flat_map(|answered| answered.opening.images.clone()).collect();
        moves.sort_by_key(|mv| mv.cell());
        moves
    }
}

/// The verdict that follows from the verdicts on the openings.
pub(super) fn from_openings(
    openings: &[AnsweredOpening],
    to_move: Colour,
    is_whole: bool,
) -> SolveVerdict {
    let winning = openings.iter().find(|answered| answered.winner == Some(to_move));
    let all_lose = openings.iter().all(|answered| answered.winner == Some(to_move.other()));
    let line = |answered: &AnsweredOpening| -> Vec<Move> {
        [answered.opening.mv].into_iter().chain(answered.verdict.line.iter().copied()).collect()
    };
    let sum = SolveVerdict {
        positions: openings.iter().map(|answered| answered.verdict.positions).sum(),
        time: openings.iter().map(|answered| answered.verdict.time).sum(),
        ..SolveVerdict::default()
    };
    match winning {
        Some(answered) => {
            let winner = Some(to_move);
            let best = Some(answered.opening.mv);
            SolveVerdict { winner, best, line: line(answered), ..sum }.with_numbers(to_move)
        }
        None if all_lose && is_whole => {
            // The opening that took the most positions is shown as the longest resistance.
            let longest = openings.iter().max_by_key(|answered| answered.verdict.positions);
            let line = longest.map(line).unwrap_or_default();
            SolveVerdict { winner: Some(to_move.other()), line, ..sum }.with_numbers(to_move)
        }
        None => SolveVerdict { numbers: numbers(openings).filter(|_| is_whole), ..sum },
    }
}

/// The proof number is the least of the openings' disproof numbers, the disproof number the sum
/// of their proof numbers.
fn numbers(openings: &[AnsweredOpening]) -> Option<ProofNumbers> {
    let mut all: Option<ProofNumbers> = None;
    for answered in openings {
        let own = answered.verdict.numbers.unwrap_or(ProofNumbers::UNSEARCHED);
        let others = all.unwrap_or(ProofNumbers { proof: INFINITE, disproof: 0 });
        all = Some(ProofNumbers {
            proof: others.proof.min(own.disproof),
            disproof: others.disproof.saturating_add(own.proof),
        });
    }
    all
}
