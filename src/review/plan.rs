//! Which searches a review needs.

use std::collections::VecDeque;

use kring_agents::Choice;
use kring_board::{Colour, Move, Position, Rules, Turns};

/// So many first moves are searched that a swap may answer.
const EVEN: usize = 4;

/// A position: the game after so many moves, set-ups included, and perhaps another
/// move than the next one. Positions are made when they are needed: all of them
/// together can be large.
#[derive(Clone, Copy, PartialEq)]
struct Spot {
    ply: usize,
    other: Option<(Colour, Move)>,
}

/// A search that is needed, or done.
pub(super) struct Search {
    spot: Spot,
    pub colour: Colour,
    pub found: Option<Choice>,
    /// The turn whose best move it names.
    turn: Option<usize>,
}

/// What a position after a move is worth.
#[derive(Clone)]
pub(super) enum Worth {
    /// Black's chance: the game is over.
    Known(f64),
    /// By the searches of those who can be next to move: the mean.
    Searched(Vec<usize>),
}

/// A move of the game.
pub(super) struct Turn {
    pub colour: Colour,
    /// None at the end of the game.
    pub played: Option<Played>,
    /// The search of the position before it; none if the game is over.
    pub search: Option<usize>,
    /// Other moves that may be better, once the search has named them.
    pub others: Option<Vec<Played>>,
}

/// A move, and what it leads to.
pub(super) struct Played {
    pub mv: Move,
    pub worth: Worth,
}

/// The searches of one game.
pub struct Plan {
    /// The end of the game.
    end: Position,
    /// The number of the first move.
    pub(super) first: usize,
    pub(super) turns: Vec<Turn>,
    pub(super) searches: Vec<Search>,
    waiting: VecDeque<usize>,
    /// How many turns have been reported.
    pub(super) reported: usize,
}

impl Plan {
    /// The plan of a game, from this move on (counted from one).
    pub fn new(position: &Position, from: usize) -> Plan {
        let first = from.max(1);
        let mut plan = Plan {
            end: position.clone(),
            first,
            turns: Vec::new(),
            searches: Vec::new(),
            waiting: VecDeque::new(),
            reported: 0,
        };
        let set_up = position.set_up_count();
        let spot = |ply: usize| Spot { ply, other: None };
        for (ply, (colour, mv)) in
            position.moves().enumerate().skip(set_up.saturating_add(first - 1))
        {
            let search = plan.search(spot(ply), colour, Some(plan.turns.len()));
            // Searched as the position before the next move, if it is the same question.
            let worth = plan.worth(spot(ply + 1), (colour, mv), false);
            let played = Some(Played { mv, worth });
            plan.turns.push(Turn { colour, played, search, others: None });
        }
        let is_over = position.winner().is_some() || position.empty_count() == 0;
        let is_part = first <= position.ply() - set_up + 1;
        if let Some(colour) = position.turn().filter(|_| !is_over && is_part) {
            let search = plan.search(spot(position.ply()), colour, Some(plan.turns.len()));
            plan.turns.push(Turn { colour, played: None, search, others: None });
        }
        plan
    }

    /// A position.
    fn position(&self, spot: Spot) -> Position {
        let mut position = self.end.clone();
        while position.ply() > spot.ply && position.undo().is_some() {}
        if let Some((colour, mv)) = spot.other {
            // Candidates are legal.
            let _ = position.play(colour, mv);
        }
        position
    }

    /// The position of a search, with its colour to move.
    pub(super) fn searched_position(&self, id: usize) -> Position {
        let Search { spot, colour, .. } = self.searches[id];
        let mut position = self.position(spot);
        if position.turn() != Some(colour) {
            position.declare(colour);
        }
        position
    }

    /// The search of a position for a colour, which may be there already; none if
    /// there is nothing to search.
    fn search(&mut self, spot: Spot, colour: Colour, turn: Option<usize>) -> Option<usize> {
        // The same position is asked for at once or never again.
        let last = self.searches.len().saturating_sub(2)..self.searches.len();
        let known = last
            .into_iter()
            .find(|&id| self.searches[id].spot == spot && self.searches[id].colour == colour);
        let id = match known {
            Some(id) => id,
            None => {
                let position = self.position(spot);
                if position.winner().is_some() || position.legal_cells(colour).is_empty() {
                    return None;
                }
                self.searches.push(Search { spot, colour, found: None, turn: None });
                self.waiting.push_back(self.searches.len() - 1);
                self.searches.len() - 1
            }
        };
        self.searches[id].turn = turn.or(self.searches[id].turn);
        Some(id)
    }

    /// What a position is worth that this move has led to. Its searches come first if
    /// they are `urgent`: a move waits for nothing else.
    fn worth(&mut self, after: Spot, (mover, mv): (Colour, Move), urgent: bool) -> Worth {
        if let Some(winner) = self.position(after).winner() {
            return Worth::Known(f64::from(u8::from(winner == Colour::Black)));
        }
        let queued = self.waiting.len();
        let movers = next_movers(self.end.rules(), mover, mv);
        let searches: Option<Vec<usize>> =
            movers.iter().map(|colour| self.search(after, *colour, None)).collect();
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
        Some((id, self.searched_position(id), self.searches[id].colour))
    }

    /// How many searches are waiting.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes the result of a search. It can make others necessary.
    pub fn finish(&mut self, id: usize, choice: Choice) {
        let candidates = self.candidates(id, &choice);
        // What is not needed any more can be large.
        let kept =
            Choice { value: choice.value, variation: choice.variation, ..Choice::plain(choice.mv) };
        self.searches[id].found = Some(kept);
        let Search { spot, colour, turn: Some(turn), .. } = self.searches[id] else { return };
        let Some(played) = &self.turns[turn].played else { return };
        let mv = played.mv;
        let is_won = matches!(played.worth, Worth::Known(_)) && mv != Move::Resign;
        let mut others = Vec::new();
        for other in candidates.into_iter().filter(|other| *other != mv && !is_won) {
            let after = Spot { other: Some((colour, other)), ..spot };
            let worth = self.worth(after, (colour, other), true);
            others.push(Played { mv: other, worth });
        }
        self.turns[turn].others = Some(others);
    }

    /// The moves that a search finds best: one; where a swap is on offer the swap and the
    /// best cell; and where the opponent may swap, the most even ones, which are not
    /// those that a search visits most.
    fn candidates(&self, id: usize, choice: &Choice) -> Vec<Move> {
        let (position, colour) = (self.searched_position(id), self.searches[id].colour);
        let legal = position.legal_moves(colour);
        let cells = || choice.candidates.iter().filter(|found| found.mv.cell().is_some());
        let cell = cells().next().map(|candidate| candidate.mv);
        let swap = position.swap(colour);
        let mut moves = vec![choice.mv];
        if swap.is_some() {
            moves.extend(cell.into_iter().chain(swap).filter(|mv| *mv != choice.mv));
        }
        if position.can_be_swapped(colour) {
            // What the swap leaves is at most one half.
            let mut even: Vec<_> = cells().collect();
            even.sort_by(|a, b| b.win_rate.total_cmp(&a.win_rate));
            let even = even.into_iter().map(|candidate| candidate.mv);
            moves.extend(even.filter(|mv| *mv != choice.mv).take(EVEN));
        }
        moves.retain(|mv| legal.contains(mv));
        moves
    }
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
