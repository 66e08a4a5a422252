//! Cells and sets of cells.

use std::fmt;

use nom::{
    Parser,
    character::complete::{alpha1, char, usize},
    combinator::{map, map_opt, not, verify},
    sequence::preceded,
};

use crate::{
    Size,
    bits::Bits,
    grammar::{ParseResult, whole},
};

/// A cell, numbered row by row from the top left: `y * columns + x`. It is made from its place, its
/// number or its name on a board of some size.
///
/// ```
/// use kring_board::{Cell, Size};
/// let size = Size::new(4, 3)?;
/// let cell = Cell::at(size, 1, 2).unwrap();
/// assert_eq!((cell.index(), cell.name(size)), (9, "b3".to_owned()));
/// assert_eq!(Cell::from_index(size, 9), Some(cell));
/// assert_eq!(Cell::from_index(size, 12), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The cells of a board in their order.
    pub fn all(size: Size) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..size.cells() as u16).map(Cell)
    }

    /// The cell with this number, if the board has it.
    #[inline]
    pub fn from_index(size: Size, index: usize) -> Option<Cell> {
        (index < size.cells()).then_some(Cell(index as u16))
    }

    /// The cell with a number that is known to be one of the board, for packed tables, sets of bits
    /// and [`Geometry::neighbours`](crate::Geometry::neighbours). Nothing is checked here: a number
    /// beyond the board gives a cell with which other methods panic or answer wrongly.
    #[inline]
    pub const fn unchecked(number: u16) -> Cell {
        Cell(number)
    }

    /// The number as an index into tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number as it is packed into tables.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The cell in this column and row, both counted from zero.
    pub fn at(size: Size, column: usize, row: usize) -> Option<Cell> {
        (column < size.columns() && row < size.rows())
            .then(|| Cell((row * size.columns() + column) as u16))
    }

    /// The column, counted from zero.
    pub fn column(self, size: Size) -> usize {
        self.index() % size.columns()
    }

    /// The row, counted from zero.
    pub fn row(self, size: Size) -> usize {
        self.index() / size.columns()
    }

    /// The name of the cell, `a1` for the first.
    pub fn name(self, size: Size) -> String {
        format!("{}{}", column_name(self.column(size)), self.row(size) + 1)
    }

    /// The cell with this name, in either case.
    pub fn from_name(size: Size, name: &str) -> Option<Cell> {
        whole::<_, ()>(|text| Cell::read(size, text), name).ok()
    }

    /// The column and the row, both counted from zero, of a name on a board of any size.
    pub fn column_and_row(name: &str) -> Option<(usize, usize)> {
        whole::<_, ()>(column_and_row, name).ok()
    }

    /// Reads the name of a cell at the beginning of a text.
    pub(crate) fn read<E>(size: Size, text: &str) -> ParseResult<'_, Cell, E> {
        map_opt(column_and_row, |(column, row)| Cell::at(size, column, row)).parse(text)
    }
}

/// Column and row, both counted from zero: one or two letters, and a number without leading zeros.
fn column_and_row<E>(text: &str) -> ParseResult<'_, (usize, usize), E> {
    let digit = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    let number =
        |letters: &str| letters.bytes().fold(0, |column, letter| 26 * column + digit(letter));
    let column = map(verify(alpha1, |letters: &str| letters.len() <= 2), number);
    let row = preceded(not(char('0')), usize);
    map((column, row), |(column, row)| (column - 1, row - 1)).parse(text)
}

/// The letters of a column, counted from zero: `a` to `z`, then `aa`, `ab` and so on.
///
/// ```
/// use kring_board::column_name;
/// assert_eq!([0, 25, 26, 27].map(column_name), ["a", "z", "aa", "ab"]);
/// ```
pub fn column_name(column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let first = (column >= 26).then(|| letter(column / 26 - 1));
    first.into_iter().chain([letter(column)]).collect()
}

const WORDS: usize = Size::MAX_CELLS.div_ceil(64);

/// A set of cells, one bit per cell. By hand, because it is copied like a number, which the sets of
/// bits of `fixedbitset` and others, on the heap, cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// All cells of a board.
    pub fn full(size: Size) -> CellSet {
        Cell::all(size).collect()
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.0 % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.0 % 64);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.0 % 64));
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The intersection.
    #[inline]
    pub fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The union.
    #[inline]
    pub fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The difference: the cells that are not in the other set.
    #[inline]
    pub fn without(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = |(word, bits): (usize, &u64)| {
            bits.cells().map(move |bit| Cell((64 * word + bit) as u16))
        };
        let words = self.0.iter().enumerate().filter(|(_, bits)| **bits != 0);
        words.flat_map(cells)
    }

    /// The cells of a row, one bit per column.
    #[inline]
    pub fn row(&self, size: Size, row: usize) -> u32 {
        let first = row * size.columns();
        let word = first / 64;
        let bit = first % 64;
        let mut bits = self.0[word] >> bit;
        if bit + size.columns() > 64 {
            bits |= self.0[word + 1] << (64 - bit);
        }
        bits as u32 & u32::MAX >> (32 - size.columns())
    }

    /// Adds cells of a row, one bit per column.
    #[inline]
    pub fn insert_row(&mut self, size: Size, row: usize, cells: u32) {
        let first = row * size.columns();
        let word = first / 64;
        let bit = first % 64;
        self.0[word] |= u64::from(cells) << bit;
        if bit + size.columns() > 64 {
            self.0[word + 1] |= u64::from(cells) >> (64 - bit);
        }
    }

    /// The first 128 cells as one word: all cells of a small board.
    #[inline]
    pub fn wide(&self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}
