//! Rows as numbers.

use kring_board::Colour;

use super::{Boards, Certificate};

/// A row: the digit of 3^x is the cell in column x: 0 is empty, 1 has a stone of the
/// winner, 2 one of the loser. Above the digits of all columns is its mark.
pub type Row = u16;

/// What is in a cell of a row.
pub(crate) const EMPTY: Row = 0;
pub(crate) const WINNER: Row = 1;
pub(crate) const LOSER: Row = 2;

/// What is in a cell.
pub(crate) fn cell(row: Row, x: usize) -> Row {
    row / 3u16.pow(x as u32) % 3
}

/// The row with a stone added to an empty cell.
pub(crate) fn add(row: Row, x: usize, stone: Row) -> Row {
    row + stone * 3u16.pow(x as u32)
}

/// The empty cells of a row.
pub(crate) fn empty(row: Row, columns: usize) -> impl Iterator<Item = usize> {
    (0..columns).filter(move |&x| cell(row, x) == EMPTY)
}

/// The row after each possible reply of the winner in it, also if it passes, with any of the marks. With
/// weakening the winner may take away stones of its own.
pub(crate) fn replies(row: Row, certificate: &Certificate) -> Vec<Row> {
    let Certificate { columns, marks, weakening, .. } = *certificate;
    let mut rows: Vec<Row> = empty(row, columns).map(|x| add(row, x, WINNER)).collect();
    rows.push(row);
    if weakening {
        for x in 0..columns {
            let own: Vec<Row> = rows.iter().copied().filter(|&r| cell(r, x) == WINNER).collect();
            rows.extend(own.iter().map(|r| r - 3u16.pow(x as u32)));
        }
        rows.sort_unstable();
        rows.dedup();
    }
    let stones = 3u16.pow(columns as u32);
    let mut marked = Vec::new();
    for row in rows {
        marked.extend((0..marks as Row).map(|mark| row % stones + mark * stones));
    }
    marked
}

/// How the three kinds of cells are written.
fn letters(boards: Boards) -> &'static [u8; 3] {
    match boards.winner() {
        Colour::Black => b".bw",
        Colour::White => b".wb",
    }
}

/// `.bw`: column a first.
pub(crate) fn text(boards: Boards, row: Row, columns: usize) -> String {
    let letters = letters(boards);
    (0..columns).map(|x| char::from(letters[usize::from(cell(row, x))])).collect()
}

/// The row of a certificate, with its mark if there are several: `.bw1`.
pub(crate) fn marked_text(certificate: &Certificate, row: Row) -> String {
    let Certificate { boards, columns, marks, .. } = *certificate;
    let mark = row / 3u16.pow(columns as u32);
    let mark = if marks > 1 { mark.to_string() } else { String::new() };
    text(boards, row, columns) + &mark
}

/// The row of a certificate that is written so.
pub(crate) fn parse(certificate: &Certificate, text: &str) -> Option<Row> {
    let Certificate { boards, columns, marks, .. } = *certificate;
    let (cells, mark) = text.split_at_checked(columns)?;
    let mark: Row = match marks {
        1 => mark.is_empty().then_some(0)?,
        _ => mark.parse().ok().filter(|&mark| usize::from(mark) < marks)?,
    };
    let digit = |byte: u8| letters(boards).iter().position(|&letter| letter == byte);
    cells.bytes().rev().try_fold(mark, |row, byte| Some(3 * row + digit(byte)? as Row))
}
