//! The position as the network sees it: planes of numbers from the mover's side.

use super::layers::PLANES;
use crate::{
    board::{CellSet, Position},
    rules::{Colour, Size, Topology},
};

/// The network's input: the stones, and who moves. A small copy of these, so
/// that a search can collect positions and evaluate several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    pub(super) mover: Colour,
    /// The mover's stones and the opponent's.
    pub(super) stones: [CellSet; 2],
}

impl Input {
    /// The position as this colour sees it when it is to move.
    pub fn new(position: &Position, mover: Colour) -> Input {
        Input { mover, stones: [*position.stones(mover), *position.stones(mover.other())] }
    }

    /// These stones as this colour sees them when it is to move.
    pub fn of_stones(mover: Colour, own: CellSet, other: CellSet) -> Input {
        Input { mover, stones: [own, other] }
    }

    /// The colour that the evaluation is for.
    pub fn mover(&self) -> Colour {
        self.mover
    }
}

/// A board as one colour sees it: the mover connects top and bottom, so
/// white's board is transposed. Around it lies a margin of one place, which
/// holds the cells of the other side where the board wraps and zeros where it
/// ends. So a tap of a convolution is at the same distance from every cell.
pub(super) struct View {
    /// Cells across and down.
    size: [usize; 2],
    /// Places in a row, margin included.
    stride: usize,
    /// Places in all.
    places: usize,
    /// The place of each cell of the board, in the board's own order.
    cells: Box<[u32]>,
    /// The places of the margin that repeat a cell, each with the cell's place.
    seams: Box<[(u32, u32)]>,
    /// The planes of the empty board at each place.
    empty: Box<[f32]>,
}

impl View {
    /// The board as this mover sees it. Zeros fill the board up to whole tiles
    /// of so many cells along a side.
    pub fn new(size: Size, topology: Topology, mover: Colour, tile: usize) -> View {
        let (columns, rows) = (size.columns(), size.rows());
        let wraps = (topology.wraps_columns(), topology.wraps_rows());
        let (width, height, (across, down)) = match mover {
            Colour::Black => (columns, rows, wraps),
            Colour::White => (rows, columns, (wraps.1, wraps.0)),
        };
        let stride = width.next_multiple_of(tile) + 2;
        let place = |x: usize, y: usize| ((y + 1) * stride + x + 1) as u32;
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let cells = cells.map(|(x, y)| match mover {
            Colour::Black => place(x, y),
            Colour::White => place(y, x),
        });
        let mut view = View {
            size: [width, height],
            stride,
            places: stride * (height.next_multiple_of(tile) + 2),
            cells: cells.collect(),
            seams: seams((width, across), (height, down), stride),
            empty: Box::default(),
        };
        let mut empty = vec![0.0; view.places * PLANES];
        for y in 0..height {
            for x in 0..width {
                let edges = [
                    !down && y == 0,
                    !down && y == height - 1,
                    !across && x == 0,
                    !across && x == width - 1,
                ];
                let fixed =
                    edges.into_iter().chain([down, across]).map(|on| f32::from(u8::from(on)));
                let first = place(x, y) as usize * PLANES;
                empty[first + 2..first + PLANES]
                    .iter_mut()
                    .zip(fixed)
                    .for_each(|(to, on)| *to = on);
            }
        }
        view.wrap_margins(&mut empty, PLANES);
        view.empty = empty.into();
        view
    }

    /// Places in all.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The place of each cell of the board, in the board's own order.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// How far each of the nine taps is from its cell: row by row, as the
    /// weights are stored.
    pub fn taps(&self) -> [isize; 9] {
        std::array::from_fn(|tap| {
            (tap as isize / 3 - 1) * self.stride as isize + tap as isize % 3 - 1
        })
    }

    /// Copies the cells along the seams into the margin. Where the board ends,
    /// the margin stays as it was: zero.
    pub fn wrap_margins<T: Copy>(&self, values: &mut [T], channels: usize) {
        for &(to, from) in &self.seams {
            let from = from as usize * channels;
            values.copy_within(from..from + channels, to as usize * channels);
        }
    }

    /// Cells across and down, as the mover sees them.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Places in a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The planes of the empty board at a place.
    pub fn planes(&self, place: usize) -> &[f32] {
        &self.empty[place * PLANES..][..PLANES]
    }

    /// The number of the cell at each place: in the margin, of the cell that
    /// it repeats.
    pub fn cells_at(&self) -> Vec<Option<u16>> {
        let mut cells = vec![None; self.places];
        for (cell, &place) in (0..).zip(&self.cells) {
            cells[place as usize] = Some(cell);
        }
        self.wrap_margins(&mut cells, 1);
        cells
    }
}

/// The places of the margin that repeat a cell, with the place of that cell.
fn seams(
    (width, across): (usize, bool),
    (height, down): (usize, bool),
    stride: usize,
) -> Box<[(u32, u32)]> {
    let inside = |at: usize, length: usize| (1..=length).contains(&at);
    let source = |at: usize, length: usize, wraps: bool| match at {
        0 if wraps => Some(length),
        at if inside(at, length) => Some(at),
        _ if wraps && at == length + 1 => Some(1),
        _ => None,
    };
    let places = (0..height + 2).flat_map(|y| (0..width + 2).map(move |x| (x, y)));
    let margin = places.filter(|&(x, y)| !(inside(x, width) && inside(y, height)));
    let place = |x: usize, y: usize| (y * stride + x) as u32;
    margin
        .filter_map(|(x, y)| {
            Some((place(x, y), place(source(x, width, across)?, source(y, height, down)?)))
        })
        .collect()
}
