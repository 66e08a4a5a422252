//! Finds who closes the first ring on the torus, by a search over the order of
//! play, many boards at once.
//!
//! A probe looks at a board after some of its plies. If just one colour can
//! have a ring there, the search has found the winner; otherwise it goes on
//! earlier (both can) or later (none can). The boards are packed into one batch
//! of bits; the fewer they are, the more times are probed at once.

use super::packing::{Packing, Squeeze};
use crate::{
    board::{Cell, CellSet, Geometry},
    eval::{BitFlood, BoardBatch},
    rules::{Colour, Size},
};

/// Fewer boards are faster replayed stone by stone.
pub(super) const FEWEST: usize = 6;

/// So many probes are made at once.
const PROBES: usize = 128;

/// One turn: a colour takes one of two cells, the one that it has; or each
/// colour takes the cell where it has it.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub colours: [bool; 2],
    pub cells: [Cell; 2],
}

/// Finds the first ring.
pub(super) struct RingSearch {
    floods: [BitFlood<2>; 2],
    turns: Vec<Turn>,
    boards: Vec<Board>,
    /// Black's cells on the packed boards at the end of the game.
    black: Vec<u128>,
    /// The same with a bit for each probe.
    full: Vec<u128>,
    /// Each colour's stones, one bit for each probe.
    stones: [Vec<BoardBatch<2>>; 2],
    /// For each number of plies, the probes that are made then.
    times: Vec<u128>,
}

/// A board whose first ring is searched.
#[derive(Clone, Copy)]
struct Board {
    /// Its number among the packed boards.
    number: usize,
    /// The most plies after which no colour can have a ring, as far as
    /// known, and the fewest after which both can.
    none: usize,
    both: usize,
    decided: Option<Decided>,
}

/// Only one colour can have a ring after so many plies, by a group that ends
/// on this cell of the last row.
#[derive(Clone, Copy)]
struct Decided {
    colour: usize,
    time: usize,
    end: usize,
}

impl RingSearch {
    pub fn new(geometry: &Geometry) -> RingSearch {
        let cells = geometry.size().cells();
        RingSearch {
            floods: Colour::ALL.map(|colour| BitFlood::new(geometry, colour, 1)),
            turns: Vec::new(),
            boards: Vec::new(),
            black: vec![0; cells],
            full: vec![0; cells],
            stones: [vec![[0; 2]; cells], vec![[0; 2]; cells]],
            times: Vec::new(),
        }
    }

    /// The boards, of those given, that black wins, and those whose winner is
    /// not found; `black` are black's cells at the end, `taken` those that were
    /// taken before the first turn.
    pub fn black_wins<const W: usize>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
        taken: &CellSet,
        turns: impl Iterator<Item = Turn>,
    ) -> [BoardBatch<W>; 2] {
        self.turns.clear();
        self.turns.extend(turns);
        let [mut wins, mut unknown] = [[0; W]; 2];
        let mut packing = Packing::new(boards);
        while packing.count() > 0 {
            for (packed, cell) in self.black.iter_mut().zip(black) {
                *packed = packing.pack(cell);
            }
            self.search(packing.count(), taken);
            let [won, found] = self.confirm(taken);
            packing.unpack(won, &mut wins);
            packing.unpack(!found, &mut unknown);
            packing = packing.next();
        }
        [wins, unknown]
    }

    /// Searches the first rings of so many packed boards.
    fn search(&mut self, count: usize, taken: &CellSet) {
        let both = self.turns.len();
        let board = |number| Board { number, none: 0, both, decided: None };
        self.boards.clear();
        self.boards.extend((0..count).map(board));
        let is_open = |board: &Board| board.decided.is_none() && board.none + 1 < board.both;
        loop {
            let mut open: Vec<Board> = self.boards.iter().copied().filter(is_open).collect();
            if open.len() < FEWEST {
                return;
            }
            self.probe(&mut open, taken);
            open.iter().for_each(|board| self.boards[board.number] = *board);
        }
    }

    /// Probes boards at as many times as there is room for. Probe k of board i
    /// has bit number k·(number of boards) + i.
    fn probe(&mut self, boards: &mut [Board], taken: &CellSet) {
        let count = boards.len();
        let most = PROBES / count;
        self.times.clear();
        self.times.resize(self.turns.len() + 1, 0);
        for (i, board) in boards.iter().enumerate() {
            (0..most).for_each(|k| self.times[board.time(k, most)] |= 1 << (k * count + i));
        }
        self.lay(boards, most, taken);
        let can =
            [0, 1].map(|colour: usize| join(self.floods[colour].joined(&self.stones[colour], 0)));
        let [one, both] = [can[0] ^ can[1], can[0] & can[1]];
        for (i, board) in boards.iter_mut().enumerate() {
            let is_in = |set: u128, k: usize| set >> (k * count + i) & 1 != 0;
            let time = |k: usize| board.time(k, most);
            if let Some(k) = (0..most).rfind(|&k| is_in(one, k)) {
                let colour = usize::from(is_in(can[1], k));
                let ends = self.floods[colour].ends();
                let end = ends.iter().position(|&cell| is_in(join(cell), k)).unwrap_or(0);
                board.decided = Some(Decided { colour, time: time(k), end });
                continue;
            }
            let first = (0..most).find(|&k| is_in(both, k));
            let none = first.unwrap_or(most).checked_sub(1).map(time);
            (board.none, board.both) = (none.unwrap_or(board.none), first.map_or(board.both, time));
        }
    }

    /// Makes sure that the colours that can have a ring have one; returns the
    /// boards that black wins, and those whose winner is sure.
    fn confirm(&mut self, taken: &CellSet) -> [u128; 2] {
        let mut boards = std::mem::take(&mut self.boards);
        boards.retain(|board| board.decided.is_some());
        if boards.is_empty() {
            return [0; 2];
        }
        let mut ends = [[[0; 2]; Size::MAX as usize]; 2];
        self.times.clear();
        self.times.resize(self.turns.len() + 1, 0);
        for (i, Decided { colour, time, end }) in
            boards.iter().filter_map(|b| b.decided).enumerate()
        {
            self.times[time] |= 1 << i;
            ends[colour][end][i / 64] |= 1 << (i % 64);
        }
        self.lay(&boards, 1, taken);
        let sure = [0, 1].map(|colour: usize| {
            let flood = &mut self.floods[colour];
            let width = flood.ends().len();
            let rings = join(flood.rings(&self.stones[colour], &ends[colour][..width]));
            let number = |(i, board): (usize, &Board)| (rings >> i & 1) << board.number;
            boards.iter().enumerate().map(number).fold(0, |all, bit| all | bit)
        });
        self.boards = boards;
        [sure[0], sure[0] | sure[1]]
    }

    /// Lays the stones of so many probes of each board.
    fn lay(&mut self, boards: &[Board], probes: usize, taken: &CellSet) {
        let squeeze = Squeeze::new(boards.iter().fold(0, |all, board| all | 1 << board.number));
        let repeat = (0..probes).fold(0, |all, k| all | 1u128 << (k * boards.len()));
        let all = self.times.iter().fold(0, |all, now| all | now);
        for (full, &black) in self.full.iter_mut().zip(&self.black) {
            *full = squeeze.of(black).wrapping_mul(repeat);
        }
        let [black, white] = &mut self.stones;
        black.fill([0; 2]);
        white.fill([0; 2]);
        for cell in taken.iter().map(Cell::index) {
            black[cell] = split(self.full[cell] & all);
            white[cell] = split(!self.full[cell] & all);
        }
        // The probes that are made later than the turn.
        let mut later = all;
        for (turn, now) in self.turns.iter().zip(&self.times) {
            later &= !now;
            for cell in turn.cells.map(Cell::index) {
                if turn.colours[0] {
                    black[cell] = split(self.full[cell] & later);
                }
                if turn.colours[1] {
                    white[cell] = split(!self.full[cell] & later);
                }
            }
        }
    }
}

impl Board {
    /// When a probe is made, of `most`. Most first rings are closed near the end.
    fn time(&self, probe: usize, most: usize) -> usize {
        let low = if self.none == 0 { self.both * 4 / 5 } else { self.none };
        let share = (self.both - low) as u32 * (probe as u32 + 1) / (most as u32 + 1);
        let time = low + share as usize;
        time.clamp(self.none + 1, self.both - 1)
    }
}

fn join([low, high]: BoardBatch<2>) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

fn split(word: u128) -> BoardBatch<2> {
    [word as u64, (word >> 64) as u64]
}
