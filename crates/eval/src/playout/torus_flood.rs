//! The floods of both colours on the torus, 16 boards at once.

use kring_board::{Colour, Size};

use super::{
    lane_flood::LaneFlood,
    lanes::{LANES, LaneRow, LaneSet, RowWord},
};

/// The number of boards. Each has two lanes: black's among the lower half, white's among the upper.
pub(super) const BOARDS: usize = 16;

/// Boards with neighbouring lanes in the same flood.
const TOGETHER: usize = if LANES < BOARDS { LANES } else { BOARDS };

/// Floods 16 boards for both colours. White's boards are transposed.
pub(super) struct TorusFlood<T> {
    /// One for both colours if the board is square, otherwise one for each. If they have fewer
    /// lanes than there are boards, several for each colour.
    floods: Vec<LaneFlood<T>>,
    /// Each colour's cells, row by row, and the length of a row.
    cells: [Vec<u16>; 2],
    widths: [usize; 2],
    /// For each cell, the boards on which black has it.
    black: Vec<u64>,
    /// The bit of each board. A constant would be split into scalar code, lane by lane.
    bits: [u16; BOARDS],
}

/// The work that is compiled for each register size.
pub(super) enum FloodTask {
    Load(BitExtract),
    /// Finds the lanes on which the colour can have a ring: it crosses two copies of the board.
    Join,
    /// Finds the lanes, of those given, on which the colour certainly has a ring. The last flood
    /// must have joined them.
    Rings(LaneSet),
}

impl<T: RowWord> TorusFlood<T> {
    pub fn new(size: Size) -> TorusFlood<T> {
        let columns = size.columns();
        let rows = size.rows();
        let of_each = BOARDS / TOGETHER;
        let mut floods: Vec<_> = (0..of_each).map(|_| LaneFlood::new(columns, rows)).collect();
        if columns != rows || LANES < 2 * BOARDS {
            floods.extend((0..of_each).map(|_| LaneFlood::new(rows, columns)));
        }
        TorusFlood {
            floods,
            cells: [
                (0..size.cells() as u16).collect(),
                (0..size.cells()).map(|at| (at % rows * columns + at / rows) as u16).collect(),
            ],
            widths: [columns, rows],
            black: vec![0; size.cells()],
            bits: std::array::from_fn(|board| 1 << board),
        }
    }

    /// The flood of a colour's board, and its lane there.
    fn place(&self, colour: usize, board: usize) -> (usize, usize) {
        let lane = colour * BOARDS + board;
        if LANES < BOARDS {
            (lane / LANES, lane % LANES)
        } else {
            (colour % self.floods.len(), lane)
        }
    }

    /// The stones of a colour's board among others, and its lane.
    pub fn stones(&mut self, colour: Colour, board: usize) -> (&mut [LaneRow<T>], usize) {
        let (flood, lane) = self.place(colour.index(), board);
        (&mut self.floods[flood].stones, lane)
    }

    /// Places full boards, 16 at most: `black` gives, for each cell, the boards on which black
    /// has it. The boards of the mask take the lanes in turn.
    pub fn load(&mut self, black: &[u64], mask: u64) {
        self.black.copy_from_slice(black);
        self.run(FloodTask::Load(BitExtract::new(mask)));
    }

    /// Runs a task with the largest registers of the processor.
    pub fn run(&mut self, task: FloodTask) -> LaneSet {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor supports AVX-512BW and AVX-512VL, as detected above.
            return unsafe { self.run_avx512(task) };
        } else if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor supports AVX2, as detected above.
            return unsafe { self.run_avx2(task) };
        }
        self.run_with(task)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw")]
    fn run_avx512(&mut self, task: FloodTask) -> LaneSet {
        self.run_with(task)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&mut self, task: FloodTask) -> LaneSet {
        self.run_with(task)
    }

    #[inline(always)]
    fn run_with(&mut self, task: FloodTask) -> LaneSet {
        let mut lanes = 0;
        match task {
            FloodTask::Load(extract) => {
                extract.apply(&mut self.black);
                self.load_lanes();
            }
            FloodTask::Join => {
                for (i, flood) in self.floods.iter_mut().enumerate() {
                    lanes |= flood.joined() << first_lane(i);
                }
            }
            FloodTask::Rings(wanted) => {
                for (i, flood) in self.floods.iter_mut().enumerate() {
                    let wanted = wanted >> first_lane(i) & ALL;
                    if wanted != 0 {
                        lanes |= flood.rings(wanted) << first_lane(i);
                    }
                }
            }
        }
        lanes
    }

    /// Places the boards into their lanes.
    #[inline(always)]
    fn load_lanes(&mut self) {
        let bits = self.bits;
        for colour in 0..2 {
            let flip = if colour == 0 { 0 } else { !0 };
            let rows = self.cells[colour].chunks_exact(self.widths[colour]);
            for (y, cells) in rows.enumerate() {
                let mut words = [T::NONE; BOARDS];
                for &cell in cells.iter().rev() {
                    let stones = self.black[usize::from(cell)] as u16 ^ flip;
                    for l in 0..BOARDS {
                        words[l] = words[l].plus(words[l]) | T::from(stones & bits[l] != 0);
                    }
                }
                for (i, words) in words.as_chunks::<TOGETHER>().0.iter().enumerate() {
                    let (flood, lane) = self.place(colour, i * TOGETHER);
                    self.floods[flood].stones[y].0[lane..][..TOGETHER].copy_from_slice(words);
                }
            }
        }
    }
}

/// All lanes of a flood.
const ALL: LaneSet = LaneSet::MAX >> (LaneSet::BITS as usize - LANES);

/// The number of a flood's first lane.
#[inline(always)]
fn first_lane(flood: usize) -> usize {
    if LANES < BOARDS { flood * LANES } else { 0 }
}

/// Moves the bits of a word that are in a mask to its low end, like the instruction PEXT.
pub(super) struct BitExtract {
    mask: u64,
    /// The bits that move by 1, 2, 4, 8, 16 and 32 positions.
    moves: [u64; 6],
}

impl BitExtract {
    pub fn new(mask: u64) -> BitExtract {
        let mut extract = BitExtract { mask, moves: [0; 6] };
        if mask & mask.wrapping_add(1) == 0 {
            return extract;
        }
        // The distance of each bit is the number of lower bits that are not in the mask. It is
        // applied binary digit by binary digit.
        let mut left = mask;
        let mut gaps = !mask << 1;
        for (i, moves) in extract.moves.iter_mut().enumerate() {
            // The bits with an odd number of gaps below.
            let odd = (0..6).fold(gaps, |all, step| all ^ all << (1 << step));
            *moves = odd & left;
            left = (left ^ *moves) | *moves >> (1 << i);
            gaps &= !odd;
        }
        extract
    }

    #[inline(always)]
    pub fn apply(&self, words: &mut [u64]) {
        for word in &mut *words {
            *word &= self.mask;
        }
        for (i, &moves) in self.moves.iter().enumerate().filter(|(_, moves)| **moves != 0) {
            for word in &mut *words {
                let moved = *word & moves;
                *word = (*word ^ moved) | moved >> (1 << i);
            }
        }
    }
}
