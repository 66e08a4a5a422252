//! Rows of the cylinder as numbers.

/// A row: the digit of 3^x is the cell in column x; 0 is empty, 1 black, 2 white.
pub type Row = u16;

/// What is in a cell of a row.
pub(super) const EMPTY: Row = 0;
pub(super) const BLACK: Row = 1;
pub(super) const WHITE: Row = 2;
/// How the three are written.
const LETTERS: &[u8; 3] = b".bw";

/// What is in a cell.
pub(super) fn cell(row: Row, x: usize) -> Row {
    row / 3u16.pow(x as u32) % 3
}

/// The row with a stone added to an empty cell.
pub(super) fn add(row: Row, x: usize, stone: Row) -> Row {
    row + stone * 3u16.pow(x as u32)
}

/// The empty cells of a row.
pub(super) fn empty(row: Row, columns: usize) -> impl Iterator<Item = usize> {
    (0..columns).filter(move |&x| cell(row, x) == EMPTY)
}

/// The row after each possible reply of black in it, also if black passes. With weakening black
/// may take away stones of its own.
pub(super) fn replies(row: Row, columns: usize, weakening: bool) -> Vec<Row> {
    let mut rows: Vec<Row> = empty(row, columns).map(|x| add(row, x, BLACK)).collect();
    rows.push(row);
    if weakening {
        for x in 0..columns {
            let black: Vec<Row> = rows.iter().copied().filter(|&r| cell(r, x) == BLACK).collect();
            rows.extend(black.iter().map(|r| r - 3u16.pow(x as u32)));
        }
        rows.sort_unstable();
        rows.dedup();
    }
    rows
}

/// `.bw`: column a first.
pub(super) fn text(row: Row, columns: usize) -> String {
    (0..columns).map(|x| char::from(LETTERS[usize::from(cell(row, x))])).collect()
}

/// The row that is written so.
pub(super) fn parse(text: &str, columns: usize) -> Option<Row> {
    if text.len() != columns {
        return None;
    }
    let digit = |byte: u8| LETTERS.iter().position(|&letter| letter == byte);
    text.bytes().rev().try_fold(0, |row, byte| Some(3 * row + digit(byte)? as Row))
}
