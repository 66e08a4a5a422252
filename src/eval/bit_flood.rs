//! A flood over many boards at once: which of them are connected (bit-parallel).

use crate::{
    board::{Cell, Geometry},
    rules::{Colour, Size},
};

/// A set of boards out of 64·W, one bit for each. A batch of boards has one
/// such value for each cell.
pub type BoardBatch<const W: usize> = [u64; W];

/// The first so many boards of a batch; all of them if it has fewer.
pub fn first_boards<const W: usize>(boards: u64) -> BoardBatch<W> {
    std::array::from_fn(|w| match boards.saturating_sub(64 * w as u64) {
        0 => 0,
        left @ 1..64 => !0 >> (64 - left),
        _ => !0,
    })
}

/// Whether this is the empty set.
#[inline]
pub(super) fn is_none<const W: usize>(boards: &BoardBatch<W>) -> bool {
    boards.iter().fold(0, |all, word| all | word) == 0
}

/// The flood of a colour from its first row to its last, over many boards at
/// once. The rows have one cell of padding at each end, which stays empty, or
/// repeats the other end of the row where the row wraps.
///
/// White's board is transposed. Where a colour's two sides are glued, the board
/// is cut open there; it can be followed by further copies of itself.
pub struct BitFlood<const W: usize> {
    width: usize,
    /// The rows of all copies.
    height: usize,
    wraps: bool,
    /// For each cell of the layout, row by row, the board's cell.
    cells: Box<[u16]>,
    /// The stones of one copy.
    stones: Box<[BoardBatch<W>]>,
    reach: Box<[BoardBatch<W>]>,
}

impl<const W: usize> BitFlood<W> {
    /// For a colour on a board. `copies` are further copies of the board, for a
    /// colour whose sides are glued; elsewhere it must be zero.
    pub fn new(geometry: &Geometry, colour: Colour, copies: usize) -> BitFlood<W> {
        let (size, topology) = (geometry.size(), geometry.topology());
        let (width, height, wraps) = match colour {
            Colour::Black => (size.columns(), size.rows(), topology.wraps_columns()),
            Colour::White => (size.rows(), size.columns(), topology.wraps_rows()),
        };
        let cell = |x: usize, y: usize| match colour {
            Colour::Black => Cell::at(size, x, y),
            Colour::White => Cell::at(size, y, x),
        };
        let cells = (0..height).flat_map(|y| (0..width).filter_map(move |x| cell(x, y)));
        let cells = cells.map(|cell| cell.0).collect();
        let stones = vec![[0; W]; (width + 2) * height].into();
        let height = height * (1 + copies);
        let reach = vec![[0; W]; (width + 2) * height].into();
        BitFlood { width, height, wraps, cells, stones, reach }
    }

    /// The boards on which the stones, given for each cell as `stones ^ flip`,
    /// connect the first row and the last.
    ///
    /// # Panics
    /// If `stones` has fewer cells than the board.
    pub fn joined(&mut self, stones: &[BoardBatch<W>], flip: u64) -> BoardBatch<W> {
        let stride = self.width + 2;
        let rows = self.cells.chunks_exact(self.width).zip(self.stones.chunks_exact_mut(stride));
        for (cells, row) in rows {
            for (stone, &cell) in row[1..].iter_mut().zip(cells) {
                *stone = stones[usize::from(cell)].map(|word| word ^ flip);
            }
        }
        // A path is made of steps down and to the right and of steps up and
        // to the left, so alternate passes follow it piece by piece.
        self.reach[stride..].fill([0; W]);
        self.reach[..stride].copy_from_slice(&self.stones[..stride]);
        self.wrap(0);
        loop {
            (1..self.height).for_each(|y| self.pass_down(y));
            let joined = or_all(&self.reach[(self.height - 1) * stride + 1..][..self.width]);
            let mut changed = [0; W];
            (0..self.height).rev().for_each(|y| self.pass_up(y, &mut changed));
            // Only boards that are still open can go on.
            if (0..W).all(|w| changed[w] & !joined[w] == 0) {
                return joined;
            }
        }
    }

    /// Spreads into a row from the row above and from the left.
    #[inline]
    fn pass_down(&mut self, y: usize) {
        let (width, stride) = (self.width, self.width + 2);
        let stones = &self.stones[y * stride % self.stones.len()..][..stride];
        let (above, below) = self.reach.split_at_mut(y * stride);
        let (above, row) = (&above[(y - 1) * stride..][..stride], &mut below[..stride]);
        let mut left = row[0];
        let cells = row[1..].iter_mut().zip(&stones[1..]).zip(above[1..].iter().zip(&above[2..]));
        for ((cell, stone), (up, up_right)) in cells.take(width) {
            let from: BoardBatch<W> = std::array::from_fn(|w| left[w] | up[w] | up_right[w]);
            left = std::array::from_fn(|w| cell[w] | from[w] & stone[w]);
            *cell = left;
        }
        if self.wraps {
            spread(left, row[1..=width].iter_mut().zip(&stones[1..]));
        }
        self.wrap(y);
    }

    /// Spreads into a row from the row below and from the right.
    #[inline]
    fn pass_up(&mut self, y: usize, changed: &mut BoardBatch<W>) {
        let (width, stride) = (self.width, self.width + 2);
        let stones = &self.stones[y * stride % self.stones.len()..][..stride];
        let (upper, lower) = self.reach.split_at_mut((y + 1) * stride);
        let row = &mut upper[y * stride..][..stride];
        // Below the last row there is nothing but the row's own padding.
        let outside = const { &[[0; W]; Size::MAX as usize + 2] };
        let below = if lower.is_empty() { &outside[..stride] } else { &lower[..stride] };
        let mut right = row[width + 1];
        let downs = below[1..=width].iter().zip(&below[..width]);
        let cells = row[1..=width].iter_mut().zip(&stones[1..=width]).zip(downs);
        for ((cell, stone), (down, down_left)) in cells.rev() {
            let from: BoardBatch<W> = std::array::from_fn(|w| right[w] | down[w] | down_left[w]);
            right = std::array::from_fn(|w| cell[w] | from[w] & stone[w]);
            *changed = std::array::from_fn(|w| changed[w] | right[w] ^ cell[w]);
            *cell = right;
        }
        if self.wraps {
            spread(right, row[1..=width].iter_mut().zip(&stones[1..]).rev());
        }
        self.wrap(y);
    }

    /// Repeats the ends of a row in its padding.
    #[inline]
    fn wrap(&mut self, y: usize) {
        if self.wraps {
            let row = &mut self.reach[y * (self.width + 2)..][..self.width + 2];
            row[0] = row[self.width];
            row[self.width + 1] = row[1];
        }
    }
}

/// Spreads on from the end of a row that wraps, to its beginning and further.
/// A pass must not leave this to the next pass, which is made only if the pass
/// in the other direction changes something.
#[inline]
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

fn or_all<const W: usize>(cells: &[BoardBatch<W>]) -> BoardBatch<W> {
    cells.iter().fold([0; W], |all, cell| std::array::from_fn(|w| all[w] | cell[w]))
}
