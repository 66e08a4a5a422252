//! The moves of a choice with their values, for analyses in every format. Agents that search have
//! candidates; for the others these follow from their scores. A legal swap is added.

use kring_board::{CellSet, Colour, Move, Position};

use crate::{
    agent::{Candidate, Choice},
    choose::in_order,
};

impl Candidate {
    /// A move that was not searched, with this number of visits.
    pub fn unsearched(mv: Move, visits: u64, win_rate: f64, prior: f64) -> Candidate {
        let variation = vec![mv];
        let variation_visits = vec![visits];
        Candidate { mv, visits, win_rate, prior, variation, variation_visits }
    }

    /// Whether it is one of the two kinds of swap.
    pub fn is_swap(&self) -> bool {
        matches!(self.mv, Move::SwapPieces | Move::SwapSides)
    }

    /// The lower confidence bound of its win rate: 1.96 standard errors below it, as if visits were
    /// independent games. With few visits it can be negative. The value of a swap follows from
    /// those of the cells, so it is as certain as all visits of the search (`total`) make it.
    pub fn lower_bound(&self, total: u64) -> f64 {
        let visits = if self.is_swap() { total } else { self.visits };
        let variance = self.win_rate * (1.0 - self.win_rate) / visits.max(1) as f64;
        self.win_rate - 1.96 * variance.max(0.0).sqrt()
    }
}

impl Choice {
    /// The allowed moves, the best first. If the agent has no candidates, they follow from its
    /// scores. A legal swap is one of the moves, unless only some cells are allowed.
    pub fn considered(
        &self,
        position: &Position,
        colour: Colour,
        allowed: Option<&CellSet>,
    ) -> Vec<Candidate> {
        if !self.candidates.is_empty() {
            return self.candidates.clone();
        }
        let mut moves = self.scored_cells(allowed);
        if let Some(swap) = position.swap(colour).filter(|_| allowed.is_none()) {
            let is_chosen = self.mv == swap;
            // A swap exchanges the chances of both sides.
            let value = self.value.map_or(0.5, |value| if is_chosen { value } else { 1.0 - value });
            insert_swap(&mut moves, Candidate::unsearched(swap, 0, value, 0.0), is_chosen);
        }
        if let Some(chosen) =
            moves.first_mut().filter(|first| self.variation.first() == Some(&first.mv))
        {
            chosen.variation_visits = vec![chosen.visits; self.variation.len()];
            chosen.variation.clone_from(&self.variation);
        }
        moves
    }

    fn scored_cells(&self, allowed: Option<&CellSet>) -> Vec<Candidate> {
        let is_allowed = |mv: &Move| {
            let cell = mv.cell();
            cell.is_some_and(|cell| allowed.is_none_or(|allowed| allowed.contains(cell)))
        };
        let scores = self.scores.iter().map(|(cell, score)| (Move::Cell(*cell), *score));
        let mut scores: Vec<(Move, f64)> = scores.filter(|(mv, _)| is_allowed(mv)).collect();
        if scores.is_empty() && is_allowed(&self.mv) {
            scores.push((self.mv, 1.0));
        }
        let sum: f64 = scores.iter().map(|(_, score)| score).sum();
        // The agent's own move comes first, whatever its scores are.
        let is_chosen = |mv: Move| mv == self.mv;
        let order = in_order(scores.len(), |a, b| {
            let a = scores[a];
            let b = scores[b];
            is_chosen(b.0).cmp(&is_chosen(a.0)).then(b.1.total_cmp(&a.1))
        });
        let candidate = |number: usize| {
            let (mv, score) = scores[number];
            let win_rate = match self.value {
                Some(value) if is_chosen(mv) => value,
                Some(_) => score,
                None => 0.5,
            };
            let prior = if sum > 0.0 { score / sum } else { 0.0 };
            Candidate::unsearched(mv, 1, win_rate.clamp(0.0, 1.0), prior)
        };
        order.into_iter().map(candidate).collect()
    }
}

/// Inserts the swap among the cells: first if it is chosen, otherwise after the best cell, before
/// the first one with a lower win rate.
pub(crate) fn insert_swap(cells: &mut Vec<Candidate>, swap: Candidate, is_chosen: bool) {
    let is_worse = |cell: &Candidate| cell.win_rate < swap.win_rate;
    let place = cells.iter().skip(1).position(is_worse).map_or(cells.len(), |at| at + 1);
    cells.insert(if is_chosen { 0 } else { place }, swap);
}
