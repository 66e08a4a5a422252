//! What was found out about a question: who wins, and with which openings.

use kring_board::{Cell, Colour, Move, Position};

use super::{Opening, Question, Verdict};

/// An opening and who wins after it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The opening.
    pub opening: Opening,
    /// The verdict on its question.
    pub verdict: Verdict,
    /// Who wins: the one who had this colour before the opening.
    pub winner: Option<Colour>,
}

impl Answered {
    pub(super) fn new(opening: Opening, verdict: Verdict) -> Answered {
        let winner = verdict.winner.map(|winner| match opening.mv {
            // The colours have changed hands.
            Move::SwapSides => winner.other(),
            _ => winner,
        });
        Answered { opening, verdict, winner }
    }
}

/// What is known about a question.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The question.
    pub question: Question,
    /// Its position.
    pub position: Position,
    /// Who is to move.
    pub to_move: Colour,
    /// The answer. With openings it follows from theirs.
    pub verdict: Verdict,
    /// The openings that were asked for.
    pub openings: Vec<Answered>,
    /// Whether these are all openings, or only those of a part of them.
    pub is_whole: bool,
}

impl Findings {
    /// Whether all that was asked for has an answer.
    pub fn is_complete(&self) -> bool {
        match self.openings.is_empty() && self.is_whole {
            true => self.verdict.winner.is_some(),
            false => self.openings.iter().all(|answered| answered.winner.is_some()),
        }
    }

    /// The winner after an opening on this cell: none if it is unknown or was
    /// not asked for.
    pub fn winner_at(&self, cell: Cell) -> Option<Colour> {
        self.answer_at(cell).and_then(|answered| answered.winner)
    }

    /// The opening on this cell, or one that is the same by symmetry.
    pub fn answer_at(&self, cell: Cell) -> Option<&Answered> {
        let has = |answered: &&Answered| answered.opening.images.contains(&Move::Cell(cell));
        self.openings.iter().find(has)
    }

    /// All moves that win for the colour to move, of those that are known.
    pub fn winning_moves(&self) -> Vec<Move> {
        if self.openings.is_empty() {
            return self.verdict.best.into_iter().collect();
        }
        let wins = |answered: &&Answered| answered.winner == Some(self.to_move);
        let winning = self.openings.iter().filter(wins);
        let mut moves: Vec<Move> =
            winning.flat_map(|answered| answered.opening.images.clone()).collect();
        moves.sort_by_key(|mv| mv.cell());
        moves
    }
}

/// The verdict that follows from those on the openings.
pub(super) fn from_openings(openings: &[Answered], to_move: Colour, is_whole: bool) -> Verdict {
    let winning = openings.iter().find(|answered| answered.winner == Some(to_move));
    let all_lose = openings.iter().all(|answered| answered.winner == Some(to_move.other()));
    let sum = Verdict {
        positions: openings.iter().map(|answered| answered.verdict.positions).sum(),
        time: openings.iter().map(|answered| answered.verdict.time).sum(),
        ..Verdict::default()
    };
    match winning {
        Some(answered) => {
            let line = [answered.opening.mv].into_iter().chain(answered.verdict.line.clone());
            let (winner, best) = (Some(to_move), Some(answered.opening.mv));
            Verdict { winner, best, line: line.collect(), ..sum }.with_numbers(to_move)
        }
        None if all_lose && is_whole => {
            // The longest resistance is the most interesting one.
            let longest = openings.iter().max_by_key(|answered| answered.verdict.positions);
            let line = longest.map_or_else(Vec::new, |answered| {
                [answered.opening.mv].into_iter().chain(answered.verdict.line.clone()).collect()
            });
            let winner = Some(to_move.other());
            Verdict { winner, line, ..sum }.with_numbers(to_move)
        }
        None => Verdict { numbers: numbers(openings).filter(|_| is_whole), ..sum },
    }
}

/// The proof number is the least of the openings' disproof numbers, the
/// disproof number the sum of their proof numbers. What was not searched for
/// takes one position at least.
fn numbers(openings: &[Answered]) -> Option<(u32, u32)> {
    let all = openings.iter().map(|answered| answered.verdict.numbers.unwrap_or((1, 1)));
    let proof = all.clone().map(|(_, disproof)| disproof).min()?;
    Some((proof, all.fold(0u32, |sum, (proof, _)| sum.saturating_add(proof))))
}
