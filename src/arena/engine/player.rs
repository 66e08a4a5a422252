//! An engine in its games.

use std::time::{Duration, Instant};

use super::{
    EngineSpec, EngineTimeouts,
    link::{Dialect, Link},
};
use crate::{
    arena::{Entrant, Fault, Player, Reason, row::one_line},
    board::{Cell, CellSet, Move, Position},
    rules::{Colour, Rules, Size},
};

impl Entrant for EngineSpec {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.command.clone())
    }

    fn identity(&self) -> String {
        let EngineTimeouts { mv, start, game } = self.timeouts;
        format!("{self} {mv:?} {start:?} {game:?}")
    }

    /// Starts the engine and sets the game up. One that does not come as far
    /// as that would lose every game, which tells nothing.
    fn plays(&self, rules: &Rules, size: Size, _: Colour) -> Result<(), String> {
        Dialect::try_out(self, rules, size).map_err(|fault| match fault.reason {
            Reason::Refusal => fault.detail,
            _ => format!("it does not get ready: {}", fault.detail),
        })
    }

    fn player(&self) -> Box<dyn Player> {
        Box::new(EnginePlayer::new(self.clone()))
    }
}

/// An engine in its games: told what the others play, asked for its own moves.
pub struct EnginePlayer {
    spec: EngineSpec,
    link: Option<Link>,
    /// The moves of the record that the engine knows.
    told: usize,
    /// The engine has exchanged the sides where the rules exchange the
    /// pieces. That is the same game seen in a mirror: it goes on with the
    /// other colour and the board as it was.
    mirrored: bool,
    /// What is left on the clock of the game, if it has one.
    left: Option<Duration>,
}

impl EnginePlayer {
    /// A player without a process; it gets one for its first game, and
    /// another after every fault.
    pub fn new(spec: EngineSpec) -> EnginePlayer {
        EnginePlayer { spec, link: None, told: 0, mirrored: false, left: None }
    }

    fn link(&mut self) -> Result<&mut Link, Fault> {
        if self.link.is_none() {
            self.link = Some(Link::start(&self.spec)?);
        }
        let lost = || Fault { reason: Reason::Crash, detail: "there is no process".to_owned() };
        self.link.as_mut().ok_or_else(lost)
    }

    /// Tells the engine all that was played since it was last asked.
    fn catch_up(&mut self, position: &Position) -> Result<(), Fault> {
        let told = std::mem::replace(&mut self.told, position.ply());
        let (size, mirrored) = (position.size(), self.mirrored);
        let link = self.link()?;
        for (colour, mv) in position.moves().skip(told) {
            let (colour, mv) = if mirrored { mirror(colour, mv, size) } else { (colour, mv) };
            let play = format!("play {colour} {}", mv.name(size));
            match (mv, link.dialect.variant) {
                // Nothing happens on the board, and classic engines do not know the word.
                (Move::SwapSides, false) => {}
                (Move::SwapPieces, false) => {
                    if link.accepts(&play)?.is_err() {
                        return show(link, position);
                    }
                }
                _ => link.ask(&play).map(|_| ())?,
            }
        }
        Ok(())
    }
}

/// A move seen in the mirror of a square board; its own inverse.
fn mirror(colour: Colour, mv: Move, size: Size) -> (Colour, Move) {
    let turned = |cell: Cell| Cell::at(size, cell.row(size), cell.column(size)).unwrap_or(cell);
    (colour.other(), mv.cell().map_or(mv, |cell| Move::Cell(turned(cell))))
}

/// The position without its history, for engines that do not know of swaps;
/// as HexGui does it.
fn show(link: &mut Link, position: &Position) -> Result<(), Fault> {
    let size = position.size();
    link.set_size(size)?;
    link.clear()?;
    for cell in CellSet::full(size).iter() {
        if let Some(colour) = position.at(cell) {
            link.ask(&format!("play {colour} {}", cell.name(size)))?;
        }
    }
    Ok(())
}

impl Player for EnginePlayer {
    fn begin(&mut self, position: &Position, _: Colour, seed: u64) -> Result<(), Fault> {
        self.told = 0;
        self.mirrored = false;
        self.left = self.spec.timeouts.game;
        let clock = self.left;
        let link = self.link()?;
        link.set_up(position.game(), seed)?;
        clock.map_or(Ok(()), |time| link.set_clock(time))
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, Fault> {
        self.catch_up(position)?;
        // The engine plays its move itself; a swap of sides goes without saying.
        self.told += 1;
        let asked = if self.mirrored { colour.other() } else { colour };
        let (limit, clock) = (self.spec.timeouts.mv, self.left);
        let start = Instant::now();
        let answer = self.link()?.genmove(asked, limit, clock)?;
        self.left = clock.map(|left| left.saturating_sub(start.elapsed()));
        let mv = match read(&answer, position, colour) {
            Some(mv) if self.mirrored => Some(mirror(asked, mv, position.size()).1),
            Some(Move::SwapSides) if position.swap(colour) == Some(Move::SwapPieces) => {
                self.mirrored = true;
                Some(Move::SwapPieces)
            }
            other => other,
        };
        mv.ok_or_else(|| {
            let shown = one_line(&answer.chars().take(40).collect::<String>());
            let word = answer.trim();
            let reason = match word.eq_ignore_ascii_case("pass") || is_coordinate(word) {
                true => Reason::IllegalMove,
                false => Reason::Garbage,
            };
            Fault { reason, detail: format!("'{shown}' is no move on {}", position.size()) }
        })
    }

    fn dismiss(&mut self) {
        // Dropping the client kills the process and waits for its end.
        self.link = None;
    }
}

/// The move that an answer names. A bare `swap` is the one on offer.
fn read(answer: &str, position: &Position, colour: Colour) -> Option<Move> {
    let word = answer.trim();
    if word.eq_ignore_ascii_case("swap") {
        return position.swap(colour);
    }
    Move::from_name(position.size(), word)
}

/// Whether it would be a cell on a larger board.
fn is_coordinate(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && (1..=4).contains(&digits.len())
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.end();
        }
    }
}
