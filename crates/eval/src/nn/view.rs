//! The input of the network: planes of numbers from the mover's side.

use kring_board::{Cell, CellSet, Colour, Position, SeasonMap, Seasons, Size, Symmetry, Topology};

use super::layers::{DUE_PLANES, PLANES};

/// The network's input: the stones, the side to move, and when each season is due. It is a small
/// copy, so that a search can collect positions and evaluate several at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub(super) mover: Colour,
    /// The mover's stones and the opponent's.
    pub(super) stones: [CellSet; 2],
    /// `None` if the game has no seasons.
    pub(super) seasons: Option<DueSeasons>,
}

/// At which of the next moves the empty cells can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueSeasons {
    pub map: SeasonMap,
    /// For each season, the mover's moves in it and the opponent's: bits 0, 1 and 2 for the
    /// player's next, second and third move, bit 3 for any later one of the same round of the
    /// cycle.
    pub due: DueMoves,
}

/// The due moves of the mover and the opponent, for each season.
pub(super) type DueMoves = [[u8; 2]; Seasons::MAX as usize];

/// The due moves in a game without seasons: both players can play everywhere now.
pub(super) const ALWAYS_DUE: DueMoves = [[1; 2]; Seasons::MAX as usize];

impl Input {
    /// The position with this colour to move.
    pub fn new(position: &Position, mover: Colour) -> Input {
        let other = mover.other();
        let seasons = (position.rules().seasons.count() > 1).then(|| {
            let own = position.due_moves(mover);
            let others = position.due_moves(other);
            let bits = |moves: u64| (moves & 7) as u8 | u8::from(moves > 7) << 3;
            let mut due = ALWAYS_DUE;
            (0..due.len()).for_each(|s| due[s] = [bits(own[s]), bits(others[s])]);
            DueSeasons { map: position.game().map().clone(), due }
        });
        Input { mover, stones: [*position.stones(mover), *position.stones(other)], seasons }
    }

    /// These stones with this colour to move, in a game without seasons.
    pub fn of_stones(mover: Colour, own: CellSet, other: CellSet) -> Input {
        Input { mover, stones: [own, other], seasons: None }
    }

    /// The image under a symmetry of the board that keeps the colours. The seasons move with
    /// their cells.
    pub fn image(&self, symmetry: &Symmetry) -> Input {
        let image = |stones: &CellSet| stones.iter().map(|c| symmetry.cell(c)).collect();
        let stones = [image(&self.stones[0]), image(&self.stones[1])];
        let seasons = self.seasons.as_ref().map(|seasons| DueSeasons {
            map: seasons.map.permuted(|cell| symmetry.cell(Cell::unchecked(cell as u16)).index()),
            due: seasons.due,
        });
        Input { mover: self.mover, stones, seasons }
    }
}

/// A board from one colour's view: the mover connects top and bottom, so white's board is
/// transposed. Each cell has a slot. Around the board lies a margin of one slot, which repeats
/// the cells of the other side where the board wraps, and is zero where it ends. So a tap of a
/// convolution is at the same distance from every cell.
pub(super) struct BoardView {
    /// Cells across and down, from the mover's view.
    pub size: [usize; 2],
    /// Slots in a row, margin included.
    pub stride: usize,
    pub slots: usize,
    /// The slot of each cell of the board, in the board's own order.
    pub cells: Box<[u32]>,
    /// The slots of the margin that repeat a cell, each with the cell's slot.
    seams: Box<[(u32, u32)]>,
    /// The planes of the empty board without seasons at each slot.
    pub empty: Box<[f32]>,
}

impl BoardView {
    /// The board from this mover's view, padded with zeros to whole tiles of `tile` cells along a
    /// side.
    pub fn new(size: Size, topology: Topology, mover: Colour, tile: usize) -> BoardView {
        let columns = size.columns();
        let rows = size.rows();
        let wraps = (topology.wraps_columns(), topology.wraps_rows());
        let (width, height, (across, down)) = match mover {
            Colour::Black => (columns, rows, wraps),
            Colour::White => (rows, columns, (wraps.1, wraps.0)),
        };
        let stride = width.next_multiple_of(tile) + 2;
        let slot = |x: usize, y: usize| ((y + 1) * stride + x + 1) as u32;
        let cells = (0..size.cells()).map(|cell| match mover {
            Colour::Black => slot(cell % columns, cell / columns),
            Colour::White => slot(cell / columns, cell % columns),
        });
        let mut view = BoardView {
            size: [width, height],
            stride,
            slots: stride * (height.next_multiple_of(tile) + 2),
            cells: cells.collect(),
            seams: seams((width, across), (height, down), stride),
            empty: Box::default(),
        };
        let mut empty = vec![0.0; view.slots * PLANES];
        for y in 0..height {
            for x in 0..width {
                let fixed = [
                    !down && y == 0,
                    !down && y == height - 1,
                    !across && x == 0,
                    !across && x == width - 1,
                    down,
                    across,
                ];
                let planes = &mut empty[slot(x, y) as usize * PLANES..][..PLANES];
                planes[2..].iter_mut().zip(fixed).for_each(|(to, on)| *to = u8::from(on).into());
                DUE_PLANES.iter().for_each(|&plane| planes[plane] = 1.0);
            }
        }
        view.wrap_margins(&mut empty, PLANES);
        view.empty = empty.into();
        view
    }

    /// The distance of each of the nine taps from its cell: row by row, as the weights are stored.
    pub fn taps(&self) -> [isize; 9] {
        std::array::from_fn(|tap| {
            (tap as isize / 3 - 1) * self.stride as isize + tap as isize % 3 - 1
        })
    }

    /// Copies the cells along the seams into the margin. Where the board ends, the margin stays
    /// zero.
    pub fn wrap_margins<T: Copy>(&self, values: &mut [T], channels: usize) {
        for &(to, from) in &self.seams {
            let from = from as usize * channels;
            values.copy_within(from..from + channels, to as usize * channels);
        }
    }

    /// The index of the cell at each slot: in the margin, of the cell that it repeats.
    pub fn cells_at(&self) -> Vec<Option<u16>> {
        let mut cells = vec![None; self.slots];
        for (cell, &slot) in (0..).zip(&self.cells) {
            cells[slot as usize] = Some(cell);
        }
        self.wrap_margins(&mut cells, 1);
        cells
    }
}

/// The slots of the margin that repeat a cell, with the slot of that cell.
fn seams(
    (width, across): (usize, bool),
    (height, down): (usize, bool),
    stride: usize,
) -> Box<[(u32, u32)]> {
    let source = |at: usize, length: usize, wraps: bool| match at {
        _ if (1..=length).contains(&at) => Some(at),
        0 if wraps => Some(length),
        _ => wraps.then_some(1),
    };
    let slot = |(x, y): (usize, usize)| (y * stride + x) as u32;
    let seam = |(x, y)| {
        let from = (source(x, width, across)?, source(y, height, down)?);
        (from != (x, y)).then(|| (slot((x, y)), slot(from)))
    };
    let slots = (0..(height + 2) * (width + 2)).map(|at| (at % (width + 2), at / (width + 2)));
    slots.filter_map(seam).collect()
}
