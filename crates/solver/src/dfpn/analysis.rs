//! The static analysis of a position by connections and inferior cells.

use super::DfpnWorker;
use crate::{bits::Bits, connections::Win, table::DfpnEntry};

impl<B: Bits> DfpnWorker<'_, B> {
    /// Solves a new position by its connections, or finds the moves that may win and the carriers
    /// that refute the others.
    pub(super) fn analyse(&mut self, entry: &mut DfpnEntry<B>) {
        let stones = entry.stones;
        let all = self.shared.graphs[0].all;
        // A win that depends on speed proves nothing about other positions.
        let needs = |win: &Win<B>| if win.exclusive { win.carrier } else { all };
        let (filled, captured) = self.shared.fill(stones);
        let (mover, other) = (stones.to_move(), 1 - stones.to_move());
        let (own, enemy) = (filled.of[mover], filled.of[other]);
        let reach = self.connections[mover].build(own, enemy, true);
        let win = reach.semis.iter().min_by_key(|win| needs(win).len());
        if let Some(win) = win.or(reach.full.as_ref()) {
            return entry.solve(true, needs(win) | captured[mover], win.key);
        }
        let reach = self.connections[other].build(enemy, own, false);
        if let Some(win) = &reach.full {
            return entry.solve(false, needs(win) | captured[other], win.key);
        }
        let mut threats = reach.semis.clone();
        threats.sort_unstable_by_key(|threat| needs(threat).len());
        let (mut moves, mut used) = (all & !own & !enemy, captured[other]);
        for threat in threats {
            if !moves.within(threat.carrier) {
                moves &= threat.carrier;
                used |= needs(&threat);
            }
        }
        let (vulnerable, needed) = self.shared.inferior.vulnerable(filled.of, mover, moves);
        (entry.set, entry.used) = (moves & !vulnerable, used | needed);
    }
}
