//! Finds the first ring on the torus, by a binary search over the order of play, several boards
//! at once.
//!
//! A probe floods a board after some of its plies. If exactly one colour can have a ring there,
//! that colour is the winner if an exact test confirms it; otherwise the search continues earlier
//! (both can) or later (none can). The fewer boards remain, the more plies of each are probed in a
//! round. Boards that stay undecided are replayed.

use std::iter;

use kring_board::{Colour, Size};

use super::{
    lane_flood::UNROLLED,
    lanes::{LANES, LaneSet, RowWord},
    taken::{BatchTurn, Taken},
    torus_flood::{BOARDS, FloodTask, TorusFlood},
};
use crate::bit_flood::bits;

/// The search for the first ring, with words of some size.
pub(super) trait FindRings {
    /// Begins with no boards.
    fn clear(&mut self);

    /// Adds boards of one word of the batch to those to search: the given ones on which both
    /// colours can have a ring, or all of them if this is known (`are_crossed`). `black` are the
    /// boards of the word on which black has each cell at the end. Returns the boards on which
    /// black can have a ring, and those on which both can.
    fn load(&mut self, word: usize, boards: u64, black: &[u64], are_crossed: bool) -> [u64; 2];

    /// Adds to two sets the boards that black wins among those to search, and those whose winner
    /// is not found.
    fn black_wins(&mut self, turns: &[BatchTurn], sets: [&mut [u64]; 2]);
}

struct RingSearch<T> {
    flood: TorusFlood<T>,
    boards: Vec<ProbedBoard>,
    /// The rows of each board at the end of the game: black's, then white's.
    full: Vec<T>,
    taken: Taken<T>,
}

/// The search on boards of this size.
pub(super) fn ring_search(size: Size) -> Box<dyn FindRings + Send + Sync> {
    // The word must hold a row or a column.
    match size.columns().max(size.rows()) {
        0..=16 => Box::new(RingSearch::<u16>::new(size)),
        _ => Box::new(RingSearch::<u32>::new(size)),
    }
}

/// A board whose first ring is searched.
#[derive(Clone, Copy)]
struct ProbedBoard {
    /// Its word and bit in the batch.
    word: usize,
    bit: u64,
    /// The highest number of plies after which no colour can have a ring, as found so far, and the
    /// lowest after which both can. There is nothing to probe between equal numbers.
    none: usize,
    both: usize,
    winner: Option<Colour>,
}

impl<T: RowWord> FindRings for RingSearch<T> {
    fn clear(&mut self) {
        self.boards.clear();
        self.full.clear();
    }

    fn load(&mut self, word: usize, boards: u64, black: &[u64], are_crossed: bool) -> [u64; 2] {
        let mut can = [0; 2];
        for group in groups(boards) {
            self.flood.load(black, group);
            let joined = if are_crossed { LaneSet::MAX } else { self.flood.run(FloodTask::Join) };
            let [black, both] = [joined, joined & joined >> BOARDS];
            for (lane, bit) in bits(group).enumerate() {
                can[0] |= if black >> lane & 1 != 0 { bit } else { 0 };
                if both >> lane & 1 != 0 {
                    can[1] |= bit;
                    self.boards.push(ProbedBoard { word, bit, none: 0, both: 0, winner: None });
                    for colour in Colour::ALL {
                        let (stones, lane) = self.flood.stones(colour, lane);
                        self.full.extend(stones.iter().map(|row| row.0[lane]));
                    }
                }
            }
        }
        can
    }

    fn black_wins(&mut self, turns: &[BatchTurn], [wins, unknown]: [&mut [u64]; 2]) {
        self.taken.start(turns.len());
        self.boards.iter_mut().for_each(|board| board.both = turns.len());
        let mut open: Vec<usize> = (0..self.boards.len()).collect();
        loop {
            open.retain(|&number| self.boards[number].none + 1 < self.boards[number].both);
            if open.is_empty() {
                break;
            }
            open.chunks(BOARDS).for_each(|numbers| self.probe(numbers, turns));
        }
        for board in &self.boards {
            match board.winner {
                Some(Colour::Black) => wins[board.word] |= board.bit,
                Some(Colour::White) => (),
                None => unknown[board.word] |= board.bit,
            }
        }
    }
}

impl<T: RowWord> RingSearch<T> {
    fn new(size: Size) -> RingSearch<T> {
        RingSearch {
            flood: TorusFlood::new(size),
            boards: Vec::new(),
            full: Vec::new(),
            taken: Taken::new(size),
        }
    }

    /// Probes boards at as many times as there is room for. Probe k of board i has lane k·(number
    /// of boards) + i.
    fn probe(&mut self, numbers: &[usize], turns: &[BatchTurn]) {
        let count = numbers.len();
        let most = BOARDS / numbers.len();
        let mut times = [0; BOARDS];
        for (i, &number) in numbers.iter().enumerate() {
            for (k, time) in self.boards[number].times(most).enumerate() {
                times[k * count + i] = time;
            }
        }
        let earliest = times[..count * most].iter().min();
        earliest.iter().for_each(|&&time| self.taken.go_back_to(time, turns));
        for lane in 0..count * most {
            self.lay(numbers[lane % count], times[lane], lane);
        }
        let joined = self.flood.run(FloodTask::Join);
        let found = self.narrow(numbers, &times[..count * most], joined);
        self.confirm(numbers, found, joined);
    }

    /// Narrows the search by probes at these times, of which some are joined. Returns, for each
    /// board that has one, the lane of the last probe at which exactly one colour can have a ring.
    fn narrow(&mut self, numbers: &[usize], times: &[usize], joined: LaneSet) -> LaneSet {
        let count = numbers.len();
        let mut found = 0;
        let lanes = (1 << times.len()) - 1;
        let [black, white] = [joined & lanes, joined >> BOARDS & lanes];
        // The lanes of the first board.
        let first = (0..times.len()).step_by(count).fold(0, |all, lane| all | 1 << lane);
        for (i, &number) in numbers.iter().enumerate() {
            let [one, both]: [LaneSet; 2] =
                [black ^ white, black & white].map(|set| set & first << i);
            if let Some(lane) = one.checked_ilog2() {
                found |= 1 << lane;
                continue;
            }
            let board = &mut self.boards[number];
            let lane = both.trailing_zeros() as usize;
            if both != 0 {
                board.both = times[lane];
            }
            if let Some(lane) = lane.min(times.len() + i).checked_sub(count) {
                board.none = times[lane];
            }
        }
        found
    }

    /// Confirms that the colours that can have a ring, on at most one lane of each board, do have
    /// one.
    fn confirm(&mut self, numbers: &[usize], found: LaneSet, joined: LaneSet) {
        if found == 0 {
            return;
        }
        let rings = self.flood.run(FloodTask::Rings(joined & (found | found << BOARDS)));
        for lane in bits(found.into()).map(|bit| bit.trailing_zeros() as usize) {
            let board = &mut self.boards[numbers[lane % numbers.len()]];
            let ring = |colour: &Colour| rings >> (colour.index() * BOARDS + lane) & 1 != 0;
            board.winner = Colour::ALL.into_iter().find(ring);
            board.both = board.none;
        }
    }

    /// Places the stones of a board at a time.
    fn lay(&mut self, number: usize, time: usize, lane: usize) {
        let taken = self.taken.at(time);
        let full = &self.full[number * taken.len()..][..taken.len()];
        let mut words = full.as_chunks::<UNROLLED>().0.iter().zip(taken.as_chunks::<UNROLLED>().0);
        for colour in Colour::ALL {
            let (stones, lane) = self.flood.stones(colour, lane);
            let lane = lane % LANES;
            for (rows, (full, taken)) in
                stones.as_chunks_mut::<UNROLLED>().0.iter_mut().zip(&mut words)
            {
                for y in 0..UNROLLED {
                    rows[y].0[lane] = full[y] & taken[y];
                }
            }
        }
    }
}

impl ProbedBoard {
    /// The times of `probes` probes at equal distances. Most first rings are closed near the end.
    fn times(&self, probes: usize) -> impl Iterator<Item = usize> {
        let low = if self.none == 0 { self.both * 4 / 5 } else { self.none };
        let share = ((self.both - low) << 16) as u32 / (probes as u32 + 1);
        let time = move |k| low + ((share * k) >> 16) as usize;
        let earliest = self.none + 1;
        (1..=probes as u32).map(move |k| time(k).max(earliest))
    }
}

/// Groups of up to 16 of these boards.
fn groups(mut left: u64) -> impl Iterator<Item = u64> {
    iter::from_fn(move || {
        let group = bits(left).take(BOARDS).fold(0, |all, bit| all | bit);
        left ^= group;
        (group != 0).then_some(group)
    })
}
