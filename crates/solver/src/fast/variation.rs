//! The principal variation of a solved position.

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use kring_board::{Cell, Move};

use super::FastSearch;
use crate::{
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    orientation::BitPosition,
    question::SolverQuestion,
    table::{DfpnEntry, NO_MOVE},
};

/// Positions searched for a move of the variation, and when hardly any time is left.
const LINE_POSITIONS: u64 = 200;
const HASTY_POSITIONS: u64 = 4;
const HASTE: Duration = Duration::from_secs(1);

impl<B: Bits> FastSearch<B> {
    /// Entries that the table has lost are searched again, within small limits: the variation may
    /// end before the game does.
    pub(super) fn variation(&mut self, question: &SolverQuestion<'_>) -> Vec<Move> {
        let (mut position, mut colour) = (question.position.clone(), question.to_move);
        let mut variation = Vec::new();
        self.shared.over.store(false, Relaxed);
        while position.winner().is_none() && (variation.is_empty() || !question.is_over()) {
            let (root, turned) = self.shared.orientations.first(BitPosition::of(&position, colour));
            let is_hasty = question.time_left().is_some_and(|left| left < HASTE);
            let most = if is_hasty { HASTY_POSITIONS } else { LINE_POSITIONS };
            let Some(entry) = self.look_up(root, most) else { break };
            let cell = next(&self.shared, root, &entry);
            let back = self.shared.orientations.back(turned);
            let cell = Cell(self.shared.orientations.cell(back, cell) as u16);
            let cell = position.winning_cells(colour).iter().next().unwrap_or(cell);
            position.place(colour, cell);
            variation.push(Move::Cell(cell));
            colour = colour.other();
        }
        variation
    }

    /// The entry of a solved position, after a short search if it is missing.
    fn look_up(&mut self, root: BitPosition<B>, most: u64) -> Option<DfpnEntry<B>> {
        let shared = &self.shared;
        shared.most.store(shared.expanded.load(Relaxed) + most, Relaxed);
        let stored = shared.table.get(root).filter(|entry| entry.wins().is_some());
        stored.or_else(|| DfpnWorker::new(shared, &mut self.orders[0], None).solve(root).ok())
    }
}

/// The next move: one that wins, or the one that was hardest to refute.
fn next<B: Bits>(shared: &DfpnShared<B>, root: BitPosition<B>, entry: &DfpnEntry<B>) -> usize {
    let cell = match entry.wins() {
        Some(true) => Some(entry.moves[0]).filter(|&cell| cell != NO_MOVE).map(usize::from),
        _ => hardest(shared, root),
    };
    // Where connections decide alone, the variation continues inside their carrier.
    let free = shared.graphs[0].all & !root.taken();
    let carrier = entry.set & free;
    cell.unwrap_or_else(|| if carrier.is_empty() { free } else { carrier }.first())
}

/// The losing move that took the most work to refute; `None` where the winner's connections decide.
fn hardest<B: Bits>(shared: &DfpnShared<B>, root: BitPosition<B>) -> Option<usize> {
    let (filled, _) = shared.fill(root);
    let work = |cell: usize| {
        let after = shared.table.get(shared.orientations.first(filled.after(cell)).0);
        after.map_or(0, |after| after.work)
    };
    let cells = (shared.graphs[0].all & !filled.taken()).cells();
    let hardest = cells.map(|cell| (work(cell), cell)).max_by_key(|&(work, _)| work);
    hardest.filter(|&(work, _)| work > 0).map(|(_, cell)| cell)
}
