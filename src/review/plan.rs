//! The searches that a review needs.

use std::collections::VecDeque;

use kring_agents::Choice;
use kring_board::{Colour, Move, Position, Rules, Turns};

/// How many of the most even first moves are searched if the opponent may swap.
const EVEN: usize = 4;

/// A position: the game after `ply` moves, with another move instead of the next one if `other` is
/// set. Positions are built on demand, because all of them together can be large.
#[derive(Clone, Copy, PartialEq)]
struct PlannedPosition {
    ply: usize,
    other: Option<(Colour, Move)>,
}

pub(super) struct PlannedSearch {
    at: PlannedPosition,
    pub colour: Colour,
    pub found: Option<Choice>,
    /// The turn whose best move it finds.
    turn: Option<usize>,
}

/// The value of the position after a move.
#[derive(Clone)]
pub(super) enum MoveWorth {
    /// The game is over: black's chance.
    Decided(f64),
    /// The mean of the searches for each colour that can be next to move.
    Searched(Vec<usize>),
}

pub(super) struct PlannedTurn {
    pub colour: Colour,
    /// None at the end of the game.
    pub played: Option<PlannedMove>,
    /// The search of the position before it; none if the game is over.
    pub search: Option<usize>,
    /// Other candidates, once the search has found them; none are there without a search.
    pub others: Option<Vec<PlannedMove>>,
}

/// A move and the value of the position after it.
pub(super) struct PlannedMove {
    pub mv: Move,
    pub worth: MoveWorth,
}

pub struct ReviewPlan {
    end: Position,
    /// The number of the first move.
    pub(super) first: usize,
    pub(super) turns: Vec<PlannedTurn>,
    pub(super) searches: Vec<PlannedSearch>,
    pub(super) waiting: VecDeque<usize>,
    pub(super) reported: usize,
}

impl ReviewPlan {
    pub fn new(position: &Position, from: usize) -> ReviewPlan {
        let first = from.max(1);
        let mut plan = ReviewPlan {
            end: position.clone(),
            first,
            turns: Vec::new(),
            searches: Vec::new(),
            waiting: VecDeque::new(),
            reported: 0,
        };
        let at = |ply: usize| PlannedPosition { ply, other: None };
        for (ply, (colour, mv)) in position.moves().enumerate().skip(first - 1) {
            let search = plan.search(at(ply), colour, true);
            // This is also the search before the next move, if the colour to move is the same.
            let worth = plan.worth(at(ply + 1), (colour, mv), false);
            let played = Some(PlannedMove { mv, worth });
            let others = search.is_none().then(Vec::new);
            plan.turns.push(PlannedTurn { colour, played, search, others });
        }
        let is_over = position.winner().is_some() || position.empty_count() == 0;
        let is_part = first <= position.ply() + 1;
        if let Some(colour) = position.turn().filter(|_| !is_over && is_part) {
            let search = plan.search(at(position.ply()), colour, true);
            plan.turns.push(PlannedTurn { colour, played: None, search, others: None });
        }
        plan
    }

    fn position(&self, at: PlannedPosition) -> Position {
        let mut position = self.end.clone();
        while position.ply() > at.ply && position.undo().is_some() {}
        if let Some((colour, mv)) = at.other {
            // Cannot fail: candidates are legal.
            let _ = position.play(colour, mv);
        }
        position
    }

    /// The position of a search, with its colour to move.
    pub(super) fn searched_position(&self, id: usize) -> Position {
        let PlannedSearch { at, colour, .. } = self.searches[id];
        let mut position = self.position(at);
        position.declare(colour);
        position
    }

    /// The search of a position for a colour, an existing one if there is one; none if there is
    /// nothing to search. `is_turn`: it finds the best move of the next turn of the plan.
    fn search(&mut self, at: PlannedPosition, colour: Colour, is_turn: bool) -> Option<usize> {
        // Only the last two searches can be of the same position.
        let mut last = self.searches.len().saturating_sub(2)..self.searches.len();
        let is_it = |search: &PlannedSearch| search.at == at && search.colour == colour;
        let existing = last.find(|id| is_it(&self.searches[*id]));
        let id = existing.unwrap_or(self.searches.len());
        if existing.is_none() {
            let position = self.position(at);
            if position.winner().is_some() || position.legal_cells(colour).is_empty() {
                return None;
            }
            self.searches.push(PlannedSearch { at, colour, found: None, turn: None });
            self.waiting.push_back(id);
        }
        if is_turn {
            self.searches[id].turn = Some(self.turns.len());
        }
        Some(id)
    }

    /// The value of the position that this move leads to. `urgent` searches go to the front of
    /// the queue, because a review waits for nothing else.
    fn worth(
        &mut self,
        after: PlannedPosition,
        (mover, mv): (Colour, Move),
        urgent: bool,
    ) -> MoveWorth {
        if let Some(winner) = self.position(after).winner() {
            return MoveWorth::Decided(f64::from(u8::from(winner == Colour::Black)));
        }
        let queued = self.waiting.len();
        let movers = next_movers(self.end.rules(), mover, mv);
        let searches: Option<Vec<usize>> =
            movers.iter().map(|colour| self.search(after, *colour, false)).collect();
        if urgent {
            let added = self.waiting.len() - queued;
            self.waiting.rotate_right(added);
        }
        // A full board without a winner.
        searches.map_or(MoveWorth::Decided(0.5), MoveWorth::Searched)
    }

    /// Takes the next waiting search: its number, position and colour.
    pub fn take(&mut self) -> Option<(usize, Position, Colour)> {
        let id = self.waiting.pop_front()?;
        Some((id, self.searched_position(id), self.searches[id].colour))
    }

    /// Stores the result of a search and plans the searches that it makes necessary.
    pub fn finish(&mut self, id: usize, choice: Choice) {
        let candidates = self.candidates(id, &choice);
        // Only the needed parts are kept, because a choice can be large.
        let kept =
            Choice { value: choice.value, variation: choice.variation, ..Choice::new(choice.mv) };
        self.searches[id].found = Some(kept);
        let PlannedSearch { at, colour, turn: Some(turn), .. } = self.searches[id] else { return };
        let Some(played) = &self.turns[turn].played else { return };
        let mv = played.mv;
        let is_won = matches!(played.worth, MoveWorth::Decided(_)) && mv != Move::Resign;
        let mut others = Vec::new();
        for other in candidates.into_iter().filter(|other| *other != mv && !is_won) {
            let after = PlannedPosition { other: Some((colour, other)), ..at };
            let worth = self.worth(after, (colour, other), true);
            others.push(PlannedMove { mv: other, worth });
        }
        self.turns[turn].others = Some(others);
    }

    /// The candidates of a search: its best move; if a swap is legal, also the swap or the best
    /// cell; if the opponent may swap, also the most even moves, which are not the most visited
    /// ones.
    fn candidates(&self, id: usize, choice: &Choice) -> Vec<Move> {
        let position = self.searched_position(id);
        let colour = self.searches[id].colour;
        let legal = position.legal_moves(colour);
        let cells = || choice.candidates.iter().filter(|found| found.mv.cell().is_some());
        let cell = cells().next().map(|candidate| candidate.mv);
        let swap = position.swap(colour);
        let mut moves = vec![choice.mv];
        if swap.is_some() {
            moves.extend(cell.into_iter().chain(swap).filter(|mv| *mv != choice.mv));
        }
        if position.can_be_swapped(colour) {
            // Win rates that allow for the swap are at most one half, so the largest are the most
            // even.
            let mut even: Vec<_> = cells().collect();
            even.sort_by(|a, b| b.win_rate.total_cmp(&a.win_rate));
            let even = even.into_iter().map(|candidate| candidate.mv);
            moves.extend(even.filter(|mv| *mv != choice.mv).take(EVEN));
        }
        moves.retain(|mv| legal.contains(mv));
        moves
    }
}

/// The colours that can be next to move.
fn next_movers(rules: &Rules, mover: Colour, mv: Move) -> Vec<Colour> {
    match rules.turns {
        Turns::Random => Colour::ALL.to_vec(),
        Turns::Alternating => vec![side_after(mover, mv).other()],
    }
}

/// The mover's colour after a move: the other one after a swap of sides.
pub fn side_after(mover: Colour, mv: Move) -> Colour {
    if mv == Move::SwapSides { mover.other() } else { mover }
}
