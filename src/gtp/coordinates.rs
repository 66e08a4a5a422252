//! How clients name cells: converts the moves that clients send, and the moves that agents choose.

use std::str::FromStr;

use kring_board::grammar::{ParseResult, whole};
use kring_board::word::short;
use kring_board::{Cell, IllegalMove, Move, Size};
use kring_protocol::ArgumentError;
use nom::Parser;
use nom::character::complete::{alpha1, char, digit1};
use nom::combinator::{map, map_opt, verify};
use nom::sequence::{delimited, separated_pair};

/// Why a word is no move, or no cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoordinateError {
    /// It is the name of a cell beside the board.
    #[error("{} {}", short(.0), IllegalMove::OUTSIDE)]
    Outside(String),
    /// It is not the name of anything that was expected.
    #[error(transparent)]
    Word(#[from] ArgumentError),
}

/// A way to name cells. In both a cell can also be sent as two numbers, `(x,y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoordinateSystem {
    /// `c5` or `(3,5)`: column and row.
    #[default]
    Plain,
    /// The hexagonal board inside a Go board of twice its size, which some KataHex clients use.
    /// Column c and row r, counted from one, are sent as (2c+r-2,2r-1). The engine writes, and may
    /// be sent, column 2c+r-1 in letters without I and twice the row counted from the bottom: on
    /// 5x5, d2 is `J8`.
    Doubled,
}

impl CoordinateSystem {
    /// The move that a word stands for.
    pub fn read_move(self, size: Size, word: &str) -> Result<Move, CoordinateError> {
        if let Some(cell) = self.special(size, word) {
            return cell.map(Move::Cell).ok_or_else(|| CoordinateError::Outside(word.to_owned()));
        }
        match Move::from_name(size, word) {
            Some(mv) => Ok(mv),
            None if word.eq_ignore_ascii_case("swap") => Err(ArgumentError::BareSwap.into()),
            None if is_cell_name(word) => Err(CoordinateError::Outside(word.to_ascii_lowercase())),
            None => Err(ArgumentError::Move(word.to_owned()).into()),
        }
    }

    /// The cell that a word stands for.
    pub fn read_cell(self, size: Size, word: &str) -> Result<Cell, CoordinateError> {
        let not_a_cell = || ArgumentError::Cell(word.to_owned()).into();
        match self.read_move(size, word) {
            Ok(mv) => mv.cell().ok_or_else(not_a_cell),
            Err(CoordinateError::Word(_)) => Err(not_a_cell()),
            Err(outside) => Err(outside),
        }
    }

    /// The word for a move.
    pub fn write(self, size: Size, mv: Move) -> String {
        match (self, mv) {
            (CoordinateSystem::Doubled, Move::Cell(cell)) => doubled_name(size, cell),
            _ => mv.name(size),
        }
    }

    /// A cell in a notation outside the protocol; none if the word has another form.
    fn special(self, size: Size, word: &str) -> Option<Option<Cell>> {
        let numbers = whole::<_, ()>(pair, word).ok();
        match self {
            CoordinateSystem::Plain => {
                numbers.map(|(x, y)| Cell::at(size, x.checked_sub(1)?, y.checked_sub(1)?))
            }
            CoordinateSystem::Doubled => match numbers {
                Some((x, y)) => Some(halved(size, x + 1, y + 1)),
                None => whole::<_, ()>(go_name, word).ok().map(|(column, twice)| {
                    let row = (2 * size.rows() + 2).checked_sub(twice)?;
                    halved(size, column, row)
                }),
            },
        }
    }
}

impl FromStr for CoordinateSystem {
    type Err = String;

    fn from_str(text: &str) -> Result<CoordinateSystem, String> {
        match text {
            "plain" => Ok(CoordinateSystem::Plain),
            "doubled" => Ok(CoordinateSystem::Doubled),
            _ => Err("expected plain or doubled".to_owned()),
        }
    }
}

/// Whether a word is the name of a cell on a board of up to 256 columns and 255 rows.
fn is_cell_name(word: &str) -> bool {
    Cell::column_and_row(word).is_some_and(|(column, row)| column < 256 && row < 255)
}

/// The numbers of `(x,y)`.
fn pair<E>(word: &str) -> ParseResult<'_, (usize, usize), E> {
    // A number that is too large becomes one outside every board.
    let number = |digits: &str| digits.parse::<u32>().map_or(usize::MAX / 4, |n| n as usize);
    let numbers = separated_pair(map(digit1, number), char(','), map(digit1, number));
    delimited(char('('), numbers, char(')')).parse(word)
}

/// The cell whose doubled column is 2c+r-1 and whose doubled row is 2r.
fn halved(size: Size, column: usize, row: usize) -> Option<Cell> {
    let half = |number: usize| number.is_multiple_of(2).then_some(number / 2);
    let row = half(row)?;
    let column = half((column + 1).checked_sub(row)?)?;
    Cell::at(size, column.checked_sub(1)?, row.checked_sub(1)?)
}

/// The letters of Go boards; after Z comes AA.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn doubled_name(size: Size, cell: Cell) -> String {
    let column = cell.column(size) + 1;
    let row = cell.row(size) + 1;
    let mut number = 2 * column + row - 1;
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(char::from(LETTERS[(number - 1) % LETTERS.len()]));
        number = (number - 1) / LETTERS.len();
    }
    let letters: String = letters.iter().rev().collect();
    format!("{letters}{}", 2 * (size.rows() + 1 - row))
}

/// Column and number of a cell of a Go board, both counted from one.
fn go_name<E>(word: &str) -> ParseResult<'_, (usize, usize), E> {
    let digit = |letter: u8| LETTERS.iter().position(|l| *l == letter.to_ascii_uppercase());
    let number = |letters: &str| {
        letters.bytes().try_fold(0, |sum, letter| Some(sum * 25 + digit(letter)? + 1))
    };
    let column = map_opt(verify(alpha1, |letters: &str| letters.len() <= 3), number);
    let row = verify(digit1, |digits: &str| digits.len() <= 4);
    (column, map_opt(row, |digits: &str| digits.parse().ok())).parse(word)
}
