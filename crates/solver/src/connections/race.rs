//! Rings that are faster than the opponent's. On the torus both colours can have a ring, and the
//! first one wins.
//!
//! A colour that follows a full connection with a carrier of k cells completes its ring after at
//! most k / 2 own moves, and with a semi connection after (k + 1) / 2, wherever the opponent
//! plays. This is true for neighbours. AND adds disjoint carriers; a key is one more move and one
//! more cell; and OR adds at least one cell to the largest of its carriers. If no reply is
//! needed, the colour fills the key of some part: like a reply, that saves one later move. So the
//! ring counts if the opponent cannot complete another one by then.

use super::{
    Connections,
    rings::{KINDS, least_moves},
    wins::Win,
};
use crate::{bits::Bits, graph::Winding};

/// Wins that count because they are fast.
#[derive(Clone, Debug, Default)]
pub struct RingRace<B> {
    own: B,
    other: B,
    with_the_move: bool,
    /// The minimum number of moves that the opponent needs for a ring of each kind.
    least: [Option<usize>; KINDS],
    full: Option<Win<B>>,
    semis: Vec<Win<B>>,
}

impl<B: Bits> Connections<'_, B> {
    /// Begins a race in which the opponent may have a ring of its own.
    pub(super) fn begin_race(&mut self, own: B, other: B, with_the_move: bool) {
        self.race = RingRace { own, other, with_the_move, ..RingRace::default() };
    }

    /// Records a diagonal ring if it is fast enough; returns it if speed does not matter, because
    /// the opponent can have none of this kind.
    pub(super) fn note_race(
        &mut self,
        mut win: Win<B>,
        is_full: bool,
        kind: usize,
    ) -> Option<Win<B>> {
        let RingRace { own, other, with_the_move, .. } = self.race;
        let find = || least_moves(self.graph, [own, other], kind, usize::MAX);
        let least = *self.race.least[kind].get_or_insert_with(find);
        // Proofs have no such rule.
        if least == usize::MAX && self.history.is_none() {
            return Some(win);
        }
        let moves = (win.carrier.len() + usize::from(!is_full)) / 2;
        // Without the move, the opponent has made the same number of moves when the colour
        // makes its last one.
        if moves + usize::from(!with_the_move) > least {
            return None;
        }
        win.race[kind] = moves.max(1) as u8;
        if is_full {
            self.race.full.get_or_insert(win);
        } else if !self.race.semis.iter().any(|semi| semi.carrier.within(win.carrier)) {
            self.race.semis.push(win);
        }
        None
    }

    /// Adds these wins where the others do not decide.
    pub(super) fn end_race(&mut self) {
        if self.reach.full.is_none() {
            self.reach.full = self.race.full;
        }
        for win in std::mem::take(&mut self.race.semis) {
            self.note_win(win);
        }
    }

    pub(super) fn across_and_along(&self, winding: Winding) -> (i32, i32) {
        let windings = &self.graph.windings;
        windings.across_and_along(windings.rounds(winding))
    }
}
