//! Conversion between solved table entries and the records of a store.

use kring_board::{Cell, Colour};

use crate::{
    SolvedPosition,
    bits::Bits,
    orientation::BitPosition,
    table::{DfpnEntry, DfpnTable, NO_MOVE},
};

/// The record of a solved entry.
pub fn record<B: Bits>(entry: &DfpnEntry<B>) -> SolvedPosition {
    let to_move = Colour::ALL[entry.stones.to_move()];
    let wins = entry.wins() == Some(true);
    let best = Some(entry.moves[0]).filter(|&cell| wins && cell != NO_MOVE);
    SolvedPosition {
        stones: entry.stones.of.map(Bits::wide),
        to_move,
        winner: if wins { to_move } else { to_move.other() },
        carrier: entry.set.wide(),
        best: best.map(|cell| Cell(cell.into())),
        work: entry.work.into(),
    }
}

/// Adds a solved position to a table.
pub fn learn<B: Bits>(table: &DfpnTable<B>, solved: &SolvedPosition) {
    let of = solved.stones.map(B::narrow);
    let stones = BitPosition { of, mover: solved.to_move.index() as u8 };
    let wins = solved.to_move == solved.winner;
    let best = solved.best.map_or(NO_MOVE, |cell| cell.index() as u8);
    let mut entry = DfpnEntry::new(stones);
    entry.solve(wins, B::narrow(solved.carrier), best);
    entry.work = solved.work.clamp(1, u32::MAX.into()) as u32;
    table.update(stones, |old| old.learn(&entry));
}
