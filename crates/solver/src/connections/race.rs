//! Rings that are faster than the opponent's. On the torus both colours can have a ring, and the
//! first one wins.
//!
//! A colour that follows a full connection with a carrier of k cells completes its ring after at
//! most k / 2 own moves, and with a semi connection after (k + 1) / 2, wherever the opponent
//! plays. This is true for neighbours. AND adds disjoint carriers; a key is one more move and one
//! more cell; and OR adds at least one cell to the largest of its carriers. If no reply is
//! needed, the colour fills the key of some part: like a reply, that saves one later move. So the
//! ring counts if the opponent cannot complete another one by then.

use super::{Connections, wins::Win};
use crate::{bits::Bits, graph::Winding};

/// Wins that count because they are fast.
#[derive(Clone, Debug, Default)]
pub struct RingRace<B> {
    /// The maximum number of own moves of such a win.
    most: usize,
    full: Option<Win<B>>,
    semis: Vec<Win<B>>,
}

impl<B: Bits> Connections<'_, B> {
    /// Begins a race in which the opponent may have a ring of its own.
    pub(super) fn begin_race(&mut self, own: B, other: B, with_the_move: bool) {
        self.race = RingRace::default();
        if !self.all_rings {
            // Without the move, the opponent has made the same number of moves when the colour
            // makes its last one.
            let moves = self.least_moves(own, other);
            self.race.most = if with_the_move { moves } else { moves.saturating_sub(1) };
        }
    }

    /// Records a ring that does not exclude a ring of the opponent.
    pub(super) fn note_race(&mut self, win: Win<B>, is_full: bool) {
        let moves = (win.carrier.len() + usize::from(!is_full)) / 2;
        if moves > self.race.most {
            return;
        }
        let win = Win { exclusive: false, ..win };
        if is_full {
            self.race.full.get_or_insert(win);
        } else if !self.race.semis.iter().any(|semi| semi.carrier.within(win.carrier)) {
            self.race.semis.push(win);
        }
    }

    /// Adds these wins where the others do not decide. They do not carry over to other positions.
    pub(super) fn end_race(&mut self) {
        if self.reach.full.is_none() {
            self.reach.full = self.race.full;
        }
        for win in std::mem::take(&mut self.race.semis) {
            self.note_win(win);
        }
    }

    /// The minimum number of moves that the opponent needs for a ring.
    ///
    /// A ring crosses the seam. It can be followed from a cell right behind the seam such that it
    /// never returns over the seam there: a closed walk that goes round makes progress, so it
    /// leaves each line behind for good at some point.
    fn least_moves(&self, own: B, other: B) -> usize {
        let open = self.graph.all & !own;
        let is_behind = |cell: &usize| {
            self.graph.arcs[*cell].iter().any(|&(_, winding)| self.across_and_along(winding).0 < 0)
        };
        let starts = open.cells().filter(is_behind);
        starts.map(|start| self.moves_round(start, open, other)).min().unwrap_or(usize::MAX)
    }

    /// The empty cells on the shortest ring from this cell on, or fewer if it goes round more
    /// than twice.
    fn moves_round(&self, start: usize, open: B, stones: B) -> usize {
        // After zero, one and two times round the board.
        let mut reached = [B::one(start), B::EMPTY, B::EMPTY];
        let mut moves = usize::from(!stones.has(start));
        loop {
            let mut next = self.steps(&reached);
            while self.add(&mut reached, &next, stones) {
                next = self.steps(&reached);
            }
            if next[1].has(start) || next[2].has(start) || next[3].meets(open) {
                return moves;
            }
            if !self.add(&mut reached, &next, open) {
                return usize::MAX;
            }
            moves += 1;
        }
    }

    /// Adds the allowed ones of the next cells; returns whether any are new.
    fn add(&self, reached: &mut [B; 3], next: &[B; 4], allowed: B) -> bool {
        let before = *reached;
        for (cells, next) in reached.iter_mut().zip(next) {
            *cells |= *next & allowed;
        }
        *reached != before
    }

    /// The neighbours of the cells, by times round the board.
    fn steps(&self, from: &[B; 3]) -> [B; 4] {
        let mut next = [B::EMPTY; 4];
        for (round, cells) in from.iter().enumerate() {
            for &(to, winding) in cells.cells().flat_map(|cell| &self.graph.arcs[cell]) {
                let (across, _) = self.across_and_along(winding);
                if let Some(round) = round.checked_add_signed(across as isize) {
                    next[round] |= B::one(usize::from(to));
                }
            }
        }
        next
    }

    pub(super) fn across_and_along(&self, winding: Winding) -> (i32, i32) {
        let windings = &self.graph.windings;
        windings.across_and_along(windings.rounds(winding))
    }
}
