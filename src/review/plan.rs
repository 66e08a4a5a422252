//! Which searches a review needs, and what they say together.

use std::collections::VecDeque;

use super::MoveReview;
use crate::{
    agent::Choice,
    board::{Move, Position},
    rules::{Colour, Rules, Turns},
};

/// A variation has at most so many moves.
const LONGEST: usize = 12;

/// A search that is needed, or done.
struct Search {
    position: Position,
    colour: Colour,
    found: Option<Choice>,
    /// The turn whose best move it names.
    turn: Option<usize>,
}

/// What a position after a move is worth.
#[derive(Clone)]
enum Worth {
    /// Black's chance: the game is over.
    Known(f64),
    /// By the searches of those who can be next to move: the mean.
    Searched(Vec<usize>),
}

/// A move of the game.
struct Turn {
    colour: Colour,
    /// None at the end of the game.
    played: Option<Played>,
    /// The search of the position before it; none if the game is over.
    search: Option<usize>,
    /// Other moves that may be better, once the search has named them.
    others: Option<Vec<Played>>,
}

/// A move, and what it leads to.
struct Played {
    mv: Move,
    worth: Worth,
}

/// The searches of one game.
pub struct Plan {
    /// The number of the first move.
    first: usize,
    turns: Vec<Turn>,
    searches: Vec<Search>,
    waiting: VecDeque<usize>,
    /// How many turns have been reported.
    reported: usize,
}

impl Plan {
    /// The plan of a game, from this move on (counted from one).
    pub fn new(position: &Position, from: usize) -> Plan {
        let first = from.max(1);
        let mut plan = Plan {
            first,
            turns: Vec::new(),
            searches: Vec::new(),
            waiting: VecDeque::new(),
            reported: 0,
        };
        let moves: Vec<(Colour, Move)> = position.moves().skip(position.set_up_count()).collect();
        if first > moves.len() + 1 {
            return plan;
        }
        let mut before = position.clone();
        let mut positions = vec![position.clone()];
        for _ in first..=moves.len() {
            before.undo();
            positions.push(before.clone());
        }
        positions.reverse();
        for (at, &(colour, mv)) in moves[first - 1..].iter().enumerate() {
            let search = plan.search_before(&positions[at], colour, Some(at));
            // Searched as the position before the next move, if it is the same question.
            let worth = plan.worth(&positions[at + 1], (colour, mv), false);
            let played = Some(Played { mv, worth });
            plan.turns.push(Turn { colour, played, search, others: None });
        }
        let is_over = position.winner().is_some() || position.empty_count() == 0;
        if let Some(colour) = position.turn().filter(|_| !is_over) {
            let search = plan.search_before(position, colour, Some(plan.turns.len()));
            plan.turns.push(Turn { colour, played: None, search, others: None });
        }
        plan
    }

    /// A search that may be there already: the last that was added have the same
    /// position if the same moves lead to it.
    fn search_before(
        &mut self,
        position: &Position,
        colour: Colour,
        turn: Option<usize>,
    ) -> Option<usize> {
        if position.winner().is_some() || position.legal_cells(colour).is_empty() {
            return None;
        }
        let known = (self.searches.len().saturating_sub(2)..self.searches.len()).find(|&id| {
            let search = &self.searches[id];
            search.colour == colour && search.position.moves().eq(position.moves())
        });
        let id = known.unwrap_or_else(|| {
            let mut position = position.clone();
            if position.turn() != Some(colour) {
                position.declare(colour);
            }
            self.searches.push(Search { position, colour, found: None, turn: None });
            self.waiting.push_back(self.searches.len() - 1);
            self.searches.len() - 1
        });
        if turn.is_some() {
            self.searches[id].turn = turn;
        }
        Some(id)
    }

    /// What a position is worth after this move. Its searches come first if they
    /// are `urgent`: all others before them wait for nothing else.
    fn worth(&mut self, after: &Position, (mover, mv): (Colour, Move), urgent: bool) -> Worth {
        if let Some(winner) = after.winner() {
            return Worth::Known(f64::from(u8::from(winner == Colour::Black)));
        }
        let queued = self.waiting.len();
        let movers = next_movers(after.rules(), mover, mv);
        let searches: Option<Vec<usize>> =
            movers.iter().map(|colour| self.search_before(after, *colour, None)).collect();
        if urgent {
            let added = self.waiting.len() - queued;
            self.waiting.rotate_right(added);
        }
        // A full board that nobody has won.
        searches.map_or(Worth::Known(0.5), Worth::Searched)
    }

    /// The next search that nobody has taken: its number, position and colour.
    pub fn take(&mut self) -> Option<(usize, Position, Colour)> {
        let id = self.waiting.pop_front()?;
        let search = &self.searches[id];
        Some((id, search.position.clone(), search.colour))
    }

    /// How many searches are waiting.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes the result of a search. It can make others necessary.
    pub fn finish(&mut self, id: usize, choice: Choice) {
        self.searches[id].found = Some(choice);
        let Some(turn) = self.searches[id].turn else { return };
        let Some(played) = &self.turns[turn].played else { return };
        let (before, colour, mv) =
            (self.searches[id].position.clone(), self.searches[id].colour, played.mv);
        let is_won = matches!(played.worth, Worth::Known(_)) && mv != Move::Resign;
        let candidates = if is_won { Vec::new() } else { self.candidates(id) };
        let mut others = Vec::new();
        for other in candidates.into_iter().filter(|other| *other != mv) {
            let mut after = before.clone();
            if after.play(colour, other).is_ok() {
                let worth = self.worth(&after, (colour, other), true);
                others.push(Played { mv: other, worth });
            }
        }
        self.turns[turn].others = Some(others);
    }

    /// The moves that a search finds best: one, or where a swap is on offer the swap
    /// and the best cell.
    fn candidates(&self, id: usize) -> Vec<Move> {
        let Search { position, colour, found, .. } = &self.searches[id];
        let Some(choice) = found else { return Vec::new() };
        let legal = position.legal_moves(*colour);
        let cell = choice.candidates.first().map(|candidate| Move::Cell(candidate.cell));
        let swap = position.swap(*colour);
        let mut moves = vec![choice.mv];
        if swap.is_some() {
            moves.extend(cell.into_iter().chain(swap).filter(|mv| *mv != choice.mv));
        }
        moves.retain(|mv| legal.contains(mv));
        moves
    }

    /// The next turn whose searches are all done.
    pub fn next_review(&mut self) -> Option<MoveReview> {
        let turn = self.turns.get(self.reported)?;
        let review = match &turn.played {
            None => self.last_review(turn)?,
            Some(played) => self.review(turn, played)?,
        };
        self.reported += 1;
        Some(review)
    }

    fn review(&self, turn: &Turn, played: &Played) -> Option<MoveReview> {
        let chance = self.chance(turn.colour, played)?;
        let others = match turn.search {
            Some(_) => turn.others.as_ref()?,
            None => &Vec::new(),
        };
        let mut best = (played, chance);
        for other in others {
            let chance = self.chance(turn.colour, other)?;
            if chance > best.1 {
                best = (other, chance);
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

    /// The end of a game that is not over.
    fn last_review(&self, turn: &Turn) -> Option<MoveReview> {
        let search = &self.searches[turn.search?];
        let choice = search.found.as_ref()?;
        Some(MoveReview {
            number: self.first + self.reported,
            colour: turn.colour,
            played: None,
            best: choice.mv,
            best_chance: choice.value.unwrap_or(0.5),
            variation: legal_part(&search.position, &choice.variation),
        })
    }

    /// The chance of who made a move; none before its searches are done.
    fn chance(&self, mover: Colour, played: &Played) -> Option<f64> {
        let black = match &played.worth {
            Worth::Known(black) => *black,
            Worth::Searched(searches) => {
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

    /// A move and what the search after it expects. What comes after a coin is
    /// not known.
    fn variation(&self, turn: &Turn, best: &Played) -> Vec<Move> {
        let expected = match &best.worth {
            Worth::Searched(searches) => match searches[..] {
                [id] => self.searches[id].found.as_ref().map(|choice| &choice.variation[..]),
                _ => None,
            },
            Worth::Known(_) => None,
        };
        let moves: Vec<Move> =
            [best.mv].into_iter().chain(expected.unwrap_or_default().iter().copied()).collect();
        match turn.search {
            Some(id) => legal_part(&self.searches[id].position, &moves),
            None => Vec::new(),
        }
    }
}

/// The moves of a variation as far as they can be played one after the other.
fn legal_part(position: &Position, moves: &[Move]) -> Vec<Move> {
    let mut position = position.clone();
    let can_play = |mv: &Move| {
        let colour = position.turn().filter(|_| position.winner().is_none());
        colour.is_some_and(|colour| position.play(colour, *mv).is_ok())
    };
    moves.iter().copied().take(LONGEST).take_while(can_play).collect()
}

/// Who can be next to move.
fn next_movers(rules: &Rules, mover: Colour, mv: Move) -> Vec<Colour> {
    match (rules.turns, mv) {
        (Turns::Random, _) => Colour::ALL.to_vec(),
        (Turns::Alternating, Move::SwapSides) => vec![mover],
        (Turns::Alternating, _) => vec![mover.other()],
    }
}

/// The colour that a player has after a move: who swaps sides has the other.
pub fn side_after(mover: Colour, mv: Move) -> Colour {
    if mv == Move::SwapSides { mover.other() } else { mover }
}
