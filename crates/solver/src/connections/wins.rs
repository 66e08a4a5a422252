//! Connections that win: of both sides, or of a node with another copy of itself.

use super::{
    ConnectionId, Connections, Strength,
    rings::kind,
    rings::{NO_RACE, RaceMoves, slower},
};
use crate::{
    bits::Bits,
    graph::{GraphNode, ListEnds, ListId, NO_MOVE},
};

#[derive(Clone, Debug, Default)]
pub struct ColourWins<B> {
    /// A win even if the opponent moves first.
    pub full: Option<Win<B>>,
    /// Wins with the move.
    pub semis: Vec<Win<B>>,
}

/// A way to win.
#[derive(Clone, Copy, Debug)]
pub struct Win<B> {
    /// The cells that it may need.
    pub carrier: B,
    /// The first move, or [`NO_MOVE`] if none is needed.
    pub key: GraphNode,
    /// On the torus both can have a ring, and the first one wins: how fast this one is, if it
    /// wins because the opponent is not faster.
    pub race: RaceMoves,
    /// The connection behind it: its list and strength. With strength full and a key, the key is
    /// both ends of a ring. `None`: stones alone, or several wins together.
    pub connection: Option<(ListId, Strength)>,
}

impl<B: Bits> Win<B> {
    /// A win by stones alone.
    pub(super) fn of_stones(race: RaceMoves) -> Win<B> {
        Win { carrier: B::EMPTY, key: NO_MOVE, race, connection: None }
    }

    /// Whether it wins whatever the opponent has elsewhere.
    pub fn is_exclusive(&self) -> bool {
        self.race == NO_RACE
    }

    /// A measure of what it relies on.
    pub fn needs(&self) -> (usize, RaceMoves) {
        (self.carrier.len(), self.race)
    }
}

impl<B: Bits> Connections<'_, B> {
    /// Records a new connection, if it is a win. A semi connection needs its key.
    #[inline]
    pub(super) fn note(&mut self, ends: ListEnds, connection: ConnectionId<B>, key: GraphNode) {
        let ListEnds { a, b, winding } = ends;
        if a != b && !self.graph.is_side(a.min(b)) {
            return;
        }
        let (list, strength, carrier) = connection;
        let mut win = Win { carrier, key, race: NO_RACE, connection: Some((list, strength)) };
        let mut is_full = strength == Strength::Full;
        if a == b && self.is_empty_cell(a) {
            if !is_full {
                // It would need two moves: its key, and the cell itself.
                return;
            }
            is_full = false;
            win.carrier |= B::one(usize::from(a));
            win.key = a;
        }
        if a == b {
            let rounds = self.across_and_along(winding);
            if rounds.1 == 0 {
                return;
            }
            if let Some(kind) = kind(rounds).filter(|_| !self.all_rings) {
                let Some(certain) = self.note_race(win, is_full, kind) else { return };
                win = certain;
            }
        }
        if is_full {
            self.reach.full = Some(win);
        } else {
            self.note_win(win);
        }
    }

    pub(super) fn note_win(&mut self, win: Win<B>) {
        let semis = &mut self.reach.semis;
        let carrier = win.carrier;
        let exclusive = win.is_exclusive();
        if semis.iter().any(|semi| semi.is_exclusive() >= exclusive && semi.carrier.within(carrier))
        {
            return;
        }
        semis.retain(|semi| (semi.is_exclusive() && !exclusive) || !carrier.within(semi.carrier));
        semis.push(win);
        self.common &= carrier;
        if self.common.is_empty() && self.reach.full.is_none() {
            self.reach.full = Some(alternatives(&self.reach.semis));
        }
    }
}

/// A few wins with the move that together are a win without it.
fn alternatives<B: Bits>(semis: &[Win<B>]) -> Win<B> {
    let mut win = Win::<B>::of_stones(NO_RACE);
    let mut common = !B::EMPTY;
    while !common.is_empty() {
        let cost = |semi: &&Win<B>| {
            (
                !semi.is_exclusive(),
                (common & semi.carrier).len(),
                (win.carrier | semi.carrier).len(),
            )
        };
        let useful = semis.iter().filter(|semi| !common.within(semi.carrier));
        let Some(next) = useful.min_by_key(cost) else { break };
        common &= next.carrier;
        win.carrier |= next.carrier;
        win.race = slower(win.race, next.race);
    }
    win
}
