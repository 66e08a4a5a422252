//! The verdict on each move from the searches of a review.

use kring_board::{Colour, Move, Position};

use super::MoveReview;
use super::notes::with_colours;
use super::plan::{MoveWorth, PlannedMove, PlannedTurn, ReviewPlan, side_after};

const LONGEST: usize = 12;

/// Another move counts as better only if it gains more than this: at 99.9 % all good moves are
/// equal.
const LEAST: f64 = 0.0005;

impl ReviewPlan {
    /// The review of the next turn, once all its searches are done.
    pub fn next_review(&mut self) -> Option<MoveReview> {
        let turn = self.turns.get(self.reported)?;
        let review = match &turn.played {
            None => self.last_review(turn)?,
            Some(played) => self.review(turn, played)?,
        };
        self.reported += 1;
        Some(review)
    }

    fn review(&self, turn: &PlannedTurn, played: &PlannedMove) -> Option<MoveReview> {
        let chance = self.chance(turn.colour, played)?;
        let mut best = (played, chance);
        for other in turn.others.as_ref()? {
            let found = self.chance(turn.colour, other)?;
            if found > best.1.max(chance + LEAST) {
                best = (other, found);
            }
        }
        Some(MoveReview {
            number: self.first + self.reported,
            colour: turn.colour,
            played: Some((played.mv, chance)),
            best: best.0.mv,
            best_chance: best.1,
            variation: self.variation(turn, best.0),
        })
    }

    /// The review of the position at the end of an undecided game.
    fn last_review(&self, turn: &PlannedTurn) -> Option<MoveReview> {
        let id = turn.search?;
        let choice = self.searches[id].found.as_ref()?;
        Some(MoveReview {
            number: self.first + self.reported,
            colour: turn.colour,
            played: None,
            best: choice.mv,
            best_chance: choice.value.unwrap_or(0.5),
            variation: legal_part(self.searched_position(id), &choice.variation),
        })
    }

    /// The mover's chance after a move; none before its searches are done.
    fn chance(&self, mover: Colour, played: &PlannedMove) -> Option<f64> {
        let black = match &played.worth {
            MoveWorth::Decided(black) => *black,
            MoveWorth::Searched(searches) => {
                let black = |&id: &usize| {
                    let search = &self.searches[id];
                    let value = search.found.as_ref()?.value.unwrap_or(0.5);
                    Some(if search.colour == Colour::Black { value } else { 1.0 - value })
                };
                let chances: Vec<f64> = searches.iter().map(black).collect::<Option<_>>()?;
                chances.iter().sum::<f64>() / chances.len() as f64
            }
        };
        let is_black = side_after(mover, played.mv) == Colour::Black;
        Some(if is_black { black } else { 1.0 - black })
    }

    /// A move and the principal variation after it. After a toss of the coin there is none.
    fn variation(&self, turn: &PlannedTurn, best: &PlannedMove) -> Vec<Move> {
        let Some(id) = turn.search else { return Vec::new() };
        let mut moves = vec![best.mv];
        if let MoveWorth::Searched(searches) = &best.worth
            && let [after] = searches[..]
            && let Some(choice) = &self.searches[after].found
        {
            moves.extend(&choice.variation);
        }
        legal_part(self.searched_position(id), &moves)
    }
}

/// The longest legal prefix of a variation.
fn legal_part(position: Position, moves: &[Move]) -> Vec<Move> {
    with_colours(position, moves).take(LONGEST).map(|(_, mv)| mv).collect()
}
