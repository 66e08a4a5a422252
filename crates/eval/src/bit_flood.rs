//! A bit-parallel flood: which of many boards are connected.

use kring_board::{Cell, Colour, Geometry, bits::Bits};

/// A set of boards out of 64·W, one bit each. A batch of boards has one such value for each cell.
pub type BoardBatch<const W: usize> = [u64; W];

/// The first `boards` boards of a batch; all of them if it has fewer.
pub fn first_boards<const W: usize>(boards: u64) -> BoardBatch<W> {
    std::array::from_fn(|w| match boards.saturating_sub(64 * w as u64) {
        0 => 0,
        left @ 1..64 => !0 >> (64 - left),
        _ => !0,
    })
}

#[inline]
pub(super) fn is_none<const W: usize>(boards: &BoardBatch<W>) -> bool {
    boards.iter().fold(0, |all, word| all | word) == 0
}

/// The bits of a word, one by one.
pub(super) fn bits(word: u64) -> impl Iterator<Item = u64> {
    word.cells().map(|board| 1 << board)
}

/// The flood of a colour from its first row to its last, over many boards at once. Each row has
/// one padding cell at each end, which stays empty, or repeats the other end of the row where the
/// row wraps.
///
/// White's board is transposed. Where a colour's two sides are glued, the board is cut open
/// there; further copies of it can follow.
pub struct BitFlood<const W: usize> {
    width: usize,
    /// The rows of all copies.
    height: usize,
    wraps: bool,
    /// The board's cell for each cell of the layout, row by row.
    cells: Box<[u16]>,
    stones: Box<[BoardBatch<W>]>,
    reach: Box<[BoardBatch<W>]>,
    /// Whether a row has changed since the row below last read it, and since the row above did.
    changed: Box<[[bool; 2]]>,
}

impl<const W: usize> BitFlood<W> {
    /// A flood for a colour on a board. `copies` is the number of further copies of the board,
    /// for a colour whose sides are glued; elsewhere it must be zero.
    pub fn new(geometry: &Geometry, colour: Colour, copies: usize) -> BitFlood<W> {
        let size = geometry.size();
        let topology = geometry.topology();
        let (width, height, wraps) = match colour {
            Colour::Black => (size.columns(), size.rows(), topology.wraps_columns()),
            Colour::White => (size.rows(), size.columns(), topology.wraps_rows()),
        };
        let transposed = |at: usize| at % width * height + at / width;
        let cell = |at| if colour == Colour::Black { at } else { transposed(at) };
        let cells = (0..size.cells()).map(|at| cell(at) as u16).collect();
        let height = height * (1 + copies);
        let stones: Box<[_]> = vec![[0; W]; (width + 2) * height].into();
        let reach = stones.clone();
        let changed = vec![[false; 2]; height].into();
        BitFlood { width, height, wraps, cells, stones, reach, changed }
    }

    /// The same flood from the last row to the first: of the board rotated by 180°. The layout has
    /// the cells in the opposite order.
    pub(super) fn turned(mut self) -> BitFlood<W> {
        self.cells.reverse();
        self
    }

    /// The cells of the layout, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().map(|cell| Cell::unchecked(*cell))
    }

    /// The boards on which the flood has reached a neighbour of this cell of the layout, or the
    /// cell lies in the first row. Not for boards on which the flood has reached the last row.
    #[inline]
    pub(super) fn touched(&self, cell: usize) -> BoardBatch<W> {
        let stride = self.width + 2;
        let y = cell / self.width;
        let at = cell / self.width * stride + cell % self.width + 1;
        if y == 0 {
            return [!0; W];
        }
        let row = [self.reach[at - 1], self.reach[at + 1]];
        let above = [self.reach[at - stride], self.reach[at - stride + 1]];
        let below = if y + 1 < self.height {
            [self.reach[at + stride], self.reach[at + stride - 1]]
        } else {
            [[0; W]; 2]
        };
        std::array::from_fn(|w| {
            row[0][w] | row[1][w] | above[0][w] | above[1][w] | below[0][w] | below[1][w]
        })
    }

    /// The boards, among some of them, on which the stones, given for each cell as `stones ^ flip`,
    /// connect the first row and the last. Fewer boards are faster.
    ///
    /// # Panics
    /// If `stones` has fewer cells than the board.
    pub fn joined(
        &mut self,
        boards: BoardBatch<W>,
        stones: &[BoardBatch<W>],
        flip: u64,
    ) -> BoardBatch<W> {
        self.load(boards, stones, flip);
        let stride = self.width + 2;
        self.reach[stride..].fill([0; W]);
        self.reach[..stride].copy_from_slice(&self.stones[..stride]);
        self.wrap(0);
        self.changed.fill([false; 2]);
        self.changed[0] = [true, false];
        self.spread()
    }

    /// The boards on which the flood has reached the last row.
    #[inline(always)]
    fn joined_now(&self) -> BoardBatch<W> {
        let last = &self.reach[(self.height - 1) * (self.width + 2) + 1..][..self.width];
        last.iter().fold([0; W], |all, cell| std::array::from_fn(|w| all[w] | cell[w]))
    }

    /// Copies the stones of some boards.
    fn load(&mut self, boards: BoardBatch<W>, stones: &[BoardBatch<W>], flip: u64) {
        let rows = self.stones.chunks_exact_mut(self.width + 2);
        for (cells, row) in self.cells.chunks_exact(self.width).zip(rows) {
            for (stone, &cell) in row[1..].iter_mut().zip(cells) {
                let cell = &stones[usize::from(cell)];
                *stone = std::array::from_fn(|w| (cell[w] ^ flip) & boards[w]);
            }
        }
        let one = self.cells.len() / self.width * (self.width + 2);
        for copy in 1..self.stones.len() / one {
            self.stones.copy_within(..one, copy * one);
        }
    }

    /// Spreads until only boards change on which the last row is reached; returns the boards on
    /// which it is.
    fn spread(&mut self) -> BoardBatch<W> {
        #[cfg(target_arch = "x86_64")]
        if W >= 2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor supports AVX-512F and AVX-512VL, as detected above.
            return unsafe { self.spread_avx512() };
        }
        self.spread_with()
    }

    /// The same with registers of eight words.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn spread_avx512(&mut self) -> BoardBatch<W> {
        self.spread_with()
    }

    #[inline(always)]
    fn spread_with(&mut self) -> BoardBatch<W> {
        let last = self.height - 1;
        // Alternating passes down and up follow a path piece by piece. A row only reads a
        // neighbour that has changed since the last time.
        let mut done = [0; W];
        loop {
            for y in 1..=last {
                if std::mem::take(&mut self.changed[y - 1][0]) && self.pass::<true>(y, &done) {
                    self.changed[y] = [true; 2];
                }
            }
            self.changed[last][0] = false;
            done = self.joined_now();
            for y in (0..last).rev() {
                if std::mem::take(&mut self.changed[y + 1][1]) && self.pass::<false>(y, &done) {
                    self.changed[y] = [true; 2];
                }
            }
            self.changed[0][1] = false;
            if self.changed.iter().all(|changed| !changed[0]) {
                return self.joined_now();
            }
        }
    }

    /// Spreads into a row from the row above (or below); returns whether a board changes that is
    /// not done.
    #[inline(always)]
    fn pass<const DOWN: bool>(&mut self, y: usize, done: &BoardBatch<W>) -> bool {
        let stride = self.width + 2;
        let stones = &self.stones[y * stride..][..stride];
        let first = if DOWN { y - 1 } else { y };
        let (upper, lower) = self.reach[first * stride..][..2 * stride].split_at_mut(stride);
        let changed = if DOWN {
            pass(lower, stones, &upper[1..], &upper[2..], self.wraps, done)
        } else {
            pass(upper, stones, &lower[1..], lower, self.wraps, done)
        };
        if changed {
            self.wrap(y);
        }
        changed
    }

    /// Copies the ends of a row into its padding.
    #[inline(always)]
    fn wrap(&mut self, y: usize) {
        if self.wraps {
            let row = &mut self.reach[y * (self.width + 2)..][..self.width + 2];
            row[0] = row[self.width];
            row[self.width + 1] = row[1];
        }
    }
}

/// Spreads into a row from two cells of another row for each of its cells, and then sideways;
/// returns whether a board changes that is not done.
#[inline(always)]
fn pass<const W: usize>(
    row: &mut [BoardBatch<W>],
    stones: &[BoardBatch<W>],
    one: &[BoardBatch<W>],
    two: &[BoardBatch<W>],
    wraps: bool,
    done: &BoardBatch<W>,
) -> bool {
    let width = row.len() - 2;
    let row = &mut row[1..=width];
    let stones = &stones[1..=width];
    let (mut left, mut changed) = ([0; W], [0; W]);
    for (((cell, stone), one), two) in row.iter_mut().zip(stones).zip(one).zip(two) {
        // The left neighbour comes last, because each cell depends on it.
        let other: BoardBatch<W> = std::array::from_fn(|w| cell[w] | (one[w] | two[w]) & stone[w]);
        left = std::array::from_fn(|w| other[w] | left[w] & stone[w]);
        changed = std::array::from_fn(|w| changed[w] | left[w] ^ cell[w]);
        *cell = left;
    }
    if (0..W).all(|w| changed[w] & !done[w] == 0) {
        return false;
    }
    if wraps {
        spread(left, row.iter_mut().zip(stones));
    }
    let mut right = [0; W];
    for (cell, stone) in row.iter_mut().zip(stones).rev() {
        right = std::array::from_fn(|w| cell[w] | right[w] & stone[w]);
        *cell = right;
    }
    if wraps {
        spread(right, row.iter_mut().zip(stones).rev());
    }
    true
}

/// Continues from the end of a row that wraps to its beginning.
#[inline(always)]
fn spread<'a, const W: usize>(
    end: BoardBatch<W>,
    row: impl Iterator<Item = (&'a mut BoardBatch<W>, &'a BoardBatch<W>)>,
) {
    let mut from = end;
    for (cell, stone) in row {
        from = std::array::from_fn(|w| from[w] & stone[w] & !cell[w]);
        if is_none(&from) {
            return;
        }
        *cell = std::array::from_fn(|w| cell[w] | from[w]);
    }
}
