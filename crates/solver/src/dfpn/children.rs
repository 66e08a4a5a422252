//! The static analysis of a position by connections and inferior cells, and the moves that the
//! search then chooses from.

use kring_board::Topology;

use super::{DfpnWorker, deadlines::Deadlines};
use crate::{
    INFINITE,
    bits::Bits,
    connections::{Win, slower},
    graph::NO_MOVE,
    orientation::{BitPosition, Orientation},
    table::DfpnEntry,
};

/// Widening: the best move and this share of the rest are considered together. On the torus
/// must-play regions are larger, and a smaller share takes fewer positions.
const WIDENING: f64 = 0.25;
const WIDENING_ON_TORUS: f64 = 0.15;

/// A position with dead and captured cells filled in, and the captured cells.
pub struct DfpnNode<B> {
    pub filled: BitPosition<B>,
    pub captured: [B; 2],
    /// The proof and disproof numbers of the moves searched so far.
    pub numbers: Vec<(u8, u32, u32)>,
    pub deadlines: Deadlines<B>,
}

/// A move and the numbers of the position after it, from the side to move there.
#[derive(Clone, Copy)]
pub struct DfpnChild<B> {
    pub cell: u8,
    pub stones: BitPosition<B>,
    turned: Orientation,
    pub phi: u32,
    pub delta: u32,
}

impl<B: Bits> DfpnWorker<'_, B> {
    /// Solves a new position by its connections, or finds the moves that may win and the carriers
    /// that refute the others.
    pub(super) fn analyse(&mut self, entry: &mut DfpnEntry<B>) {
        let stones = entry.stones;
        let all = self.shared.graphs[0].all;
        let (filled, captured) = self.shared.fill(stones);
        let mover = stones.mover;
        let other = 1 - stones.mover;
        let own = filled.of[mover];
        let enemy = filled.of[other];
        let reach = self.connections[mover].build(own, enemy, true);
        let win = reach.semis.iter().min_by_key(|win| win.needs());
        if let Some(win) = win.or(reach.full.as_ref()) {
            return entry.solve(true, win.carrier | captured[mover], win.race, win.key);
        }
        let reach = self.connections[other].build(enemy, own, false);
        if let Some(win) = &reach.full {
            return entry.solve(false, win.carrier | captured[other], win.race, win.key);
        }
        let mut threats = reach.semis.clone();
        threats.sort_unstable_by_key(Win::needs);
        let mut moves = all & !own & !enemy;
        let mut used = captured[other];
        for threat in threats {
            if !moves.within(threat.carrier) {
                moves &= threat.carrier;
                used |= threat.carrier;
                entry.race = slower(entry.race, threat.race);
            }
        }
        let (vulnerable, needed) = self.shared.inferior.vulnerable(filled.of, mover, moves);
        (entry.set, entry.used) = (moves & !vulnerable, used | needed);
    }

    /// The moves considered now. Refuted moves are removed from the set of the entry; a winning
    /// one solves it.
    pub fn children(&self, node: &DfpnNode<B>, entry: &mut DfpnEntry<B>) -> Vec<DfpnChild<B>> {
        let mut children = Vec::with_capacity(8);
        let mut listed =
            entry.moves.into_iter().take_while(|&cell| cell != NO_MOVE).map(usize::from);
        let mut left = entry.set;
        let is_torus = self.shared.graphs[0].geometry.topology() == Topology::Torus;
        let share = if is_torus { WIDENING_ON_TORUS } else { WIDENING };
        while let Some(cell) = listed.find(|&cell| left.has(cell)).or_else(|| left.cells().next()) {
            if self.child(node, entry, cell, &mut children) {
                return children;
            }
            left &= entry.set & !B::one(cell);
            children.retain(|child: &DfpnChild<B>| entry.set.has(usize::from(child.cell)));
            let wanted = 1 + (entry.set.len() as f64 * share).ceil() as usize;
            if children.len() >= wanted {
                break;
            }
        }
        if children.is_empty() {
            entry.solve(false, entry.used, entry.race, NO_MOVE);
        }
        children
    }

    /// Adds a move with its numbers; returns whether it wins.
    fn child(
        &self,
        node: &DfpnNode<B>,
        entry: &mut DfpnEntry<B>,
        cell: usize,
        children: &mut Vec<DfpnChild<B>>,
    ) -> bool {
        let (after, turned) = self.shared.orientations.first(node.filled.after(cell));
        if children.iter().any(|child| child.stones == after) {
            // Equivalent by symmetry: one move is enough.
            return false;
        }
        let mut child = DfpnChild { cell: cell as u8, stones: after, turned, phi: 1, delta: 1 };
        let stored = self.shared.table.get(after);
        if let Some(stored) = &stored
            && stored.wins().is_some()
        {
            self.apply(node, entry, &child, stored);
            return entry.wins() == Some(true);
        }
        if let Some(&(_, phi, delta)) = node.numbers.iter().find(|stored| stored.0 == child.cell) {
            (child.phi, child.delta) = (phi, delta);
        }
        if let Some(stored) = stored {
            if stored.work > 0 {
                (child.phi, child.delta) = (stored.phi, stored.delta);
            }
            // A virtual loss: numbers are higher where other threads search.
            let loss = (1 + child.delta / 16).saturating_mul(stored.busy.into());
            child.delta = child.delta.saturating_add(loss).min(INFINITE - 1);
        }
        children.push(child);
        false
    }

    /// Applies a solved move to the position: it wins, or its refutation restricts the other moves.
    pub(super) fn apply(
        &self,
        node: &DfpnNode<B>,
        entry: &mut DfpnEntry<B>,
        child: &DfpnChild<B>,
        found: &DfpnEntry<B>,
    ) {
        let orientations = &self.shared.orientations;
        let Some(refuted) = found.wins() else { return };
        let carrier = orientations.set(orientations.back(child.turned), found.set);
        if refuted {
            let graph = &self.shared.graphs[0];
            let late = node.deadlines.late(graph, node.filled, found.race);
            entry.set &= (carrier | late) & !B::one(child.cell.into());
            entry.used |= carrier;
            entry.race = slower(entry.race, found.race);
        } else {
            let captured = node.captured[node.filled.mover];
            let carrier = carrier | captured | B::one(child.cell.into());
            let race = found.race.map(|moves| moves.saturating_add(moves.min(1)));
            entry.solve(true, carrier, race, child.cell);
        }
    }
}

/// The most promising move, and the `delta` of the second.
pub fn best<B: Bits>(children: &[DfpnChild<B>]) -> (DfpnChild<B>, u32) {
    let mut best = children[0];
    let mut second = INFINITE;
    for child in &children[1..] {
        if child.delta < best.delta {
            second = best.delta;
            best = *child;
        } else {
            second = second.min(child.delta);
        }
    }
    (best, second)
}
