//! The lines of a store: solved positions and answered questions, each with a checksum at its end.

use std::{str::SplitAsciiWhitespace, time::Duration};

use kring_board::{Cell, Colour, Move, Size};
use kring_solver::SolvedPosition;

use super::{SolveQuestion, SolveVerdict, question::names};

/// A line of a store.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreRecord {
    /// A solved position.
    Position(SolvedPosition),
    /// A question with its answer, or with the cost of the search so far.
    Question(SolveQuestion, SolveVerdict),
}

impl StoreRecord {
    /// The record as a line, without its end.
    pub fn line(&self, size: Size) -> String {
        let text = match self {
            StoreRecord::Position(solved) => {
                let [black, white] = solved.stones;
                let turn = letter(solved.to_move);
                let winner = letter(solved.winner);
                let best = solved.best.map_or_else(|| "-".to_owned(), |cell| cell.name(size));
                let carrier = solved.carrier;
                let work = solved.work;
                format!("p {black:x} {white:x} {turn}{winner} {carrier:x} {best} {work}")
            }
            StoreRecord::Question(question, verdict) => {
                let first = letter(question.first);
                let moves = list(&question.moves, size);
                let winner = verdict.winner.map_or('?', letter);
                let positions = verdict.positions;
                let time = verdict.time.as_micros();
                let best = list(verdict.best.as_slice(), size);
                let line = list(&verdict.line, size);
                format!("q {first} {moves} {winner} {positions} {time} {best} {line}")
            }
        };
        format!("{text} {:04x}", checksum(&text))
    }

    /// Parses a line. The moves of a question are not checked.
    pub fn parse(line: &str, size: Size) -> Option<StoreRecord> {
        let (text, sum) = line.rsplit_once(' ')?;
        if sum.len() != 4 || u16::from_str_radix(sum, 16).ok()? != checksum(text) {
            return None;
        }
        let mut words = text.split_ascii_whitespace();
        let record = match words.next()? {
            "p" => StoreRecord::Position(position(&mut words, size)?),
            "q" => question(&mut words, size)?,
            _ => return None,
        };
        words.next().is_none().then_some(record)
    }
}

fn position(words: &mut SplitAsciiWhitespace<'_>, size: Size) -> Option<SolvedPosition> {
    let stones = [cells(words.next()?, size)?, cells(words.next()?, size)?];
    let mut colours = words.next()?.chars();
    let to_move = colour(colours.next()?)?;
    let winner = colour(colours.next()?)?;
    let carrier = cells(words.next()?, size)?;
    let best = match words.next()? {
        "-" => None,
        name => Some(Cell::from_name(size, name)?),
    };
    let is_position = stones[0] & stones[1] == 0 && colours.next().is_none();
    let work = words.next()?.parse().ok()?;
    is_position.then_some(SolvedPosition { stones, to_move, winner, carrier, best, work })
}

fn question(words: &mut SplitAsciiWhitespace<'_>, size: Size) -> Option<StoreRecord> {
    let letter = |word: &str| word.chars().next().filter(|_| word.len() == 1);
    let first = colour(letter(words.next()?)?)?;
    let moves = moves(words.next()?, size)?;
    let winner = match letter(words.next()?)? {
        '?' => None,
        letter => Some(colour(letter)?),
    };
    let positions = words.next()?.parse().ok()?;
    let time = Duration::from_micros(words.next()?.parse().ok()?);
    let best = self::moves(words.next()?, size)?.first().copied();
    let line = self::moves(words.next()?, size)?;
    let verdict = SolveVerdict { winner, best, line, positions, time, numbers: None };
    Some(StoreRecord::Question(SolveQuestion { first, moves }, verdict))
}

/// A set of cells of the board.
fn cells(hex: &str, size: Size) -> Option<u128> {
    let cells = u128::from_str_radix(hex, 16).ok()?;
    let outside = cells.checked_shr(size.cells() as u32).unwrap_or(0);
    (outside == 0).then_some(cells)
}

fn letter(colour: Colour) -> char {
    if colour == Colour::Black { 'b' } else { 'w' }
}

fn colour(letter: char) -> Option<Colour> {
    Colour::ALL.into_iter().find(|&colour| self::letter(colour) == letter)
}

/// Moves with commas; a dash for none.
fn list(moves: &[Move], size: Size) -> String {
    if moves.is_empty() { "-".to_owned() } else { names(moves, size).join(",") }
}

fn moves(text: &str, size: Size) -> Option<Vec<Move>> {
    match text {
        "-" => Some(Vec::new()),
        text => text.split(',').map(|name| Move::from_name(size, name)).collect(),
    }
}

/// FNV-1a, folded to 16 bits: it finds damaged lines and protects from nothing else. By hand,
/// because these lines are its definition in the format of the store.
fn checksum(text: &str) -> u16 {
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 16 ^ hash) as u16
}
