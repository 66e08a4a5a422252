//! The board from a colour's view: its axis runs down.
//!
//! Black connects the first row and the last, white the first column and the last. Transposing
//! the board turns one into the other, so all searches here have one direction only: *lines*
//! follow each other along the axis, and each line is one word with a bit for each of its cells.

use std::ops::Range;

use kring_board::{Cell, CellSet, Colour, Geometry, Goal, Size, bits::Bits};

/// The distance of a goal that cannot be reached.
pub const UNREACHABLE: u32 = 2 * Size::MAX_CELLS as u32;

/// One bit for each cell, one word for each line.
pub(super) type Lines = [u32; Size::MAX as usize];

/// A board from a colour's view.
#[derive(Clone, Debug)]
pub(super) struct OrientedBoard {
    /// The number of lines, from the colour's first side to its second.
    pub lines: usize,
    /// The number of cells of a line.
    pub width: usize,
    pub goal: Goal,
    pub across: Across,
    /// The line of each cell, and its bit in the line.
    spots: Box<[(u8, u8)]>,
    /// The index step to the same cell of the next line.
    line_step: usize,
    /// The index step to the next cell of a line.
    bit_step: usize,
}

/// The neighbours within a line and in the lines beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    /// All cells of a line.
    pub all: u32,
    last: u32,
    /// 1 if the last cell of a line touches the first.
    closes: u32,
    /// All bits set if a cell and the one before it are different cells. On narrow boards that
    /// wrap, a cell can be on both sides of another; it must be counted once.
    before_differs: u32,
    /// All bits set if the cells before and after another are different cells.
    after_differs: u32,
}

impl Across {
    /// For lines of `width` cells, of which the last touches the first if `closes`.
    fn new(width: usize, closes: bool) -> Across {
        let last = width as u32 - 1;
        let differs = |cells: usize| if width > cells || !closes { !0 } else { 0 };
        Across {
            all: !0 >> (31 - last),
            last,
            closes: u32::from(closes),
            before_differs: differs(1),
            after_differs: differs(2),
        }
    }

    #[inline(always)]
    pub fn after(self, cells: u32) -> u32 {
        (cells << 1 | (cells >> self.last & self.closes)) & self.all
    }

    #[inline(always)]
    pub fn before(self, cells: u32) -> u32 {
        cells >> 1 | (cells & self.closes) << self.last
    }

    #[inline(always)]
    pub fn and_after(self, cells: u32) -> u32 {
        cells | self.after(cells)
    }

    #[inline(always)]
    pub fn and_before(self, cells: u32) -> u32 {
        cells | self.before(cells)
    }

    /// Given cells of the line before, of this line and of the one after: the cells of this line
    /// that each of the six directions leads to.
    #[inline(always)]
    pub fn steps(self, above: u32, here: u32, below: u32) -> [u32; 6] {
        [
            above,
            self.before(above) & self.before_differs,
            self.before(here) & self.before_differs,
            self.after(here) & self.after_differs,
            below,
            self.after(below) & self.before_differs,
        ]
    }

    /// The cells of line `at` that touch a cell of a line.
    pub fn touching(self, line: usize, cell: u32, at: usize) -> u32 {
        let there = |line: usize| if at == line { cell } else { 0 };
        let steps = self.steps(there(line + 1), there(line), there(line - 1));
        steps.into_iter().fold(0, |all, cells| all | cells)
    }
}

impl OrientedBoard {
    pub fn new(geometry: &Geometry, colour: Colour) -> OrientedBoard {
        let size = geometry.size();
        let topology = geometry.topology();
        let columns = size.columns();
        let rows = size.rows();
        let ([lines, width], [line_step, bit_step], closes) = match colour {
            Colour::Black => ([rows, columns], [columns, 1], topology.wraps_columns()),
            Colour::White => ([columns, rows], [1, columns], topology.wraps_rows()),
        };
        let spot = |cell| ((cell / line_step % lines) as u8, (cell / bit_step % width) as u8);
        OrientedBoard {
            lines,
            width,
            goal: geometry.goal(colour),
            across: Across::new(width, closes),
            spots: (0..size.cells()).map(spot).collect(),
            line_step,
            bit_step,
        }
    }

    /// A set of cells as lines.
    pub fn lines_of(&self, cells: &CellSet) -> Lines {
        let mut lines = Lines::default();
        for cell in cells.iter() {
            let (line, bit) = self.spots[cell.index()];
            lines[usize::from(line)] |= 1 << bit;
        }
        lines
    }

    /// The set of cells in these lines.
    pub fn cells_of(&self, lines: &Lines) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for (line, &found) in lines.iter().enumerate().take(self.lines) {
            for bit in bits(found) {
                cells.insert(Cell::unchecked((line * self.line_step + bit * self.bit_step) as u16));
            }
        }
        cells
    }
}

/// The stones from a colour's view: own stones and empty cells.
#[derive(Clone, Copy)]
pub(super) struct OrientedStones<'a> {
    pub oriented: &'a OrientedBoard,
    pub own: Lines,
    pub empty: Lines,
}

impl<'a> OrientedStones<'a> {
    pub fn new(oriented: &'a OrientedBoard, own: &CellSet, enemy: &CellSet) -> OrientedStones<'a> {
        let own = oriented.lines_of(own);
        let mut empty = oriented.lines_of(enemy);
        for (empty, own) in empty.iter_mut().zip(&own).take(oriented.lines) {
            *empty = oriented.across.all & !(*empty | own);
        }
        OrientedStones { oriented, own, empty }
    }

    /// The line where rings begin: the one with the fewest cells that are not the enemy's.
    pub fn start_line(&self) -> usize {
        (0..self.oriented.lines).min_by_key(|&line| self.passable(line)).unwrap_or(0)
    }

    /// The maximum number of windings of a ring that begins on a line.
    pub fn most_windings(&self, start_line: usize) -> usize {
        self.passable(start_line) + 1
    }

    /// The number of cells of a line that are not the enemy's.
    fn passable(&self, line: usize) -> usize {
        (self.own[line] | self.empty[line]).count_ones() as usize
    }
}

/// The board unwrapped along its axis: own stones and empty cells, line by line. An empty line
/// comes before the first and after the last, so that searches can read one line further without
/// a check.
#[derive(Clone, Debug, Default)]
pub(super) struct UnwrappedLines {
    pub own: Vec<u32>,
    pub empty: Vec<u32>,
}

impl UnwrappedLines {
    /// Repeats the lines of the board `copies` times.
    pub fn fill(&mut self, stones: &OrientedStones<'_>, copies: usize) {
        for (to, lines) in [(&mut self.own, &stones.own), (&mut self.empty, &stones.empty)] {
            to.clear();
            to.push(0);
            (0..copies).for_each(|_| to.extend_from_slice(&lines[..stones.oriented.lines]));
            to.push(0);
        }
    }
}

/// The cells that two runs of lines have in common, line by line. Each run is given by its first
/// line and its lines; the second is shifted by some lines.
#[inline]
pub(super) fn common_lines<'a>(
    (first, cells): (usize, &'a [u32]),
    (start, others): (usize, &'a [u32]),
    shift: usize,
) -> impl Iterator<Item = (usize, u32)> + Clone + use<'a> {
    let start = start + shift;
    let begin = first.max(start);
    let cells = cells.get(begin - first..).unwrap_or_default();
    let others = others.get(begin - start..).unwrap_or_default();
    (begin..).zip(cells.iter().zip(others).map(|(a, b)| a & b))
}

/// The cells of a line, one bit number after the other.
#[inline]
pub(super) fn bits(cells: u32) -> impl Iterator<Item = usize> {
    u64::from(cells).cells()
}

/// Several runs of lines in one vector: the levels of a search, or the cells around each group.
#[derive(Clone, Debug, Default)]
pub(super) struct LineRuns {
    /// The first line of each run, and where its lines are in the vector.
    runs: Vec<(usize, Range<usize>)>,
    lines: Vec<u32>,
}

impl LineRuns {
    pub fn clear(&mut self) {
        self.runs.clear();
        self.lines.clear();
    }

    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Adds a run of lines from line `first` on.
    #[inline]
    pub fn push<L>(&mut self, first: usize, lines: impl IntoIterator<Item = L>)
    where
        Vec<u32>: Extend<L>,
    {
        let at = self.lines.len();
        self.lines.extend(lines);
        self.runs.push((first, at..self.lines.len()));
    }

    /// The first line of a run, and its lines; none of a run that does not exist.
    #[inline]
    pub fn get(&self, number: usize) -> (usize, &[u32]) {
        let (first, at) = self.runs.get(number).cloned().unwrap_or_default();
        (first, &self.lines[at])
    }

    /// Removes cells of a line from all runs.
    pub fn remove(&mut self, line: usize, cells: u32) {
        for (first, at) in &self.runs {
            let line = line.checked_sub(*first).filter(|line| *line < at.len());
            line.into_iter().for_each(|line| self.lines[at.start + line] &= !cells);
        }
    }
}
