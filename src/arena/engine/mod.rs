//! Engines as players: processes that speak GTP, each started by a worker and
//! driven through pipes. Their answers are turned into moves and their failures
//! into faults. The referee's board decides what is legal.

mod link;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use kring_board::grammar::{Located, Spanned, escaped, short, value};
use kring_board::{Cell, CellSet, Colour, Move, Position, Rules, Size};
use link::EngineLink;

use super::{Player, PlayerFault, Reason, game_result::one_line};

/// An engine as a text names it:
/// `cmd:"mohex --use-logfile=0" init:"param_mohex max_time 5" name:"MoHex"`.
///
/// Values stand between double quotes, in which a backslash protects the next
/// character, between single quotes, or alone if they hold no space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The command that starts it.
    pub command: String,
    /// The commands that it gets before its first game.
    pub init: Vec<String>,
    /// Its name in tables; the default is the command.
    pub name: Option<String>,
    /// How long it may take.
    pub timeouts: EngineTimeouts,
}

/// Why a text does not name an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no command.
    #[error("an engine needs cmd:\"...\"")]
    NoCommand,
    /// Two commands or names.
    #[error("'{0}:' is given twice")]
    Twice(&'static str),
    /// Something else.
    #[error("'{0}': expected cmd:\"...\", init:\"...\" or name:\"...\"")]
    Word(String),
    /// A quote without its counterpart.
    #[error("the quote of {0}: does not end")]
    Quote(String),
}

impl EngineSpec {
    /// Whether a text names an engine rather than an agent.
    pub fn is_meant(text: &str) -> bool {
        key(text.trim_start()).is_some()
    }
}

impl FromStr for EngineSpec {
    type Err = Located<EngineError>;

    fn from_str(text: &str) -> Result<EngineSpec, Located<EngineError>> {
        parse(text).map_err(|error| error.located(text))
    }
}

fn parse(text: &str) -> Result<EngineSpec, Spanned<'_, EngineError>> {
    let (mut command, mut name, mut init) = (None, None, Vec::new());
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let bad = |span, error| Err(Spanned::new(span, error));
        let Some((key, after)) = key(rest) else {
            return bad(rest, EngineError::Word(short(rest)));
        };
        let Ok((after, value)) = value(after) else {
            return bad(after, EngineError::Quote(key.to_owned()));
        };
        match key {
            "init" => init.push(value),
            "cmd" if command.is_none() => command = Some(value),
            "name" if name.is_none() => name = Some(value),
            _ => return bad(rest, EngineError::Twice(key)),
        }
        rest = after.trim_start();
    }
    let command = command.filter(|command: &String| !command.trim().is_empty());
    let command = command.ok_or(Spanned::new(rest, EngineError::NoCommand))?;
    Ok(EngineSpec { command, init, name, timeouts: EngineTimeouts::default() })
}

/// The key at the beginning of a text, `cmd:`, `init:` or `name:`, and what follows it.
fn key(text: &str) -> Option<(&'static str, &str)> {
    let after = |key: &'static str| Some((key, text.strip_prefix(key)?.strip_prefix(':')?));
    ["cmd", "init", "name"].into_iter().find_map(after)
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| escaped(text, '"');
        write!(f, "cmd:\"{}\"", quoted(&self.command))?;
        self.init.iter().try_for_each(|line| write!(f, " init:\"{}\"", quoted(line)))?;
        self.name.iter().try_for_each(|name| write!(f, " name:\"{}\"", quoted(name)))
    }
}

/// How long engines may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// For one move, and for everything else that is asked during a game.
    pub mv: Duration,
    /// For each answer before the first game, from the start of the process on.
    pub start: Duration,
    /// For all moves of a game; `None`: no such limit.
    pub game: Option<Duration>,
}

impl Default for EngineTimeouts {
    fn default() -> EngineTimeouts {
        let minute = Duration::from_secs(60);
        EngineTimeouts { mv: minute, start: minute, game: None }
    }
}

impl EngineSpec {
    /// The name in tables and records.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }

    /// Everything that its moves depend on.
    pub(super) fn identity(&self) -> String {
        let EngineTimeouts { mv, start, game } = self.timeouts;
        format!("{self} {mv:?} {start:?} {game:?}")
    }

    /// Starts the engine and sets up the game. An engine that fails here would lose every game.
    pub(super) fn plays(&self, rules: &Rules, size: Size) -> Result<(), String> {
        EngineLink::try_out(self, rules, size).map_err(|fault| match fault.reason {
            Reason::Refusal => fault.detail,
            _ => format!("it does not get ready: {}", fault.detail),
        })
    }
}

/// A running engine as a player. It gets the moves of the game and is asked for its own.
pub struct EnginePlayer {
    spec: EngineSpec,
    link: Option<EngineLink>,
    /// How many moves of the game the engine has been sent.
    sent_moves: usize,
    /// The engine has swapped sides where the rules swap pieces. It then plays
    /// the mirrored game: with the other colour on its own board.
    mirrored: bool,
    /// The time left for the game, if it is limited.
    left: Option<Duration>,
}

impl EnginePlayer {
    /// A player without a process. The process is started for the first game, and
    /// again after every fault.
    pub fn new(spec: EngineSpec) -> EnginePlayer {
        EnginePlayer { spec, link: None, sent_moves: 0, mirrored: false, left: None }
    }

    fn link(&mut self) -> Result<&mut EngineLink, PlayerFault> {
        if self.link.is_none() {
            self.link = Some(EngineLink::start(&self.spec)?);
        }
        let detail = "there is no process".to_owned();
        self.link.as_mut().ok_or(PlayerFault { reason: Reason::Crash, detail })
    }

    /// Sends the engine the moves since it was last asked.
    fn catch_up(&mut self, position: &Position) -> Result<(), PlayerFault> {
        let sent = std::mem::replace(&mut self.sent_moves, position.ply());
        let (size, mirrored) = (position.size(), self.mirrored);
        let link = self.link()?;
        for (colour, mv) in position.moves().skip(sent) {
            let (colour, mv) = if mirrored { mirror(colour, mv, size) } else { (colour, mv) };
            let play = format!("play {colour} {}", mv.name(size));
            match (mv, link.has("variant")) {
                // The board does not change, and classic engines do not have the word.
                (Move::SwapSides, false) => {}
                (Move::SwapPieces, false) => {
                    if link.accepts(&play)?.is_err() {
                        return send_position(link, position);
                    }
                }
                _ => link.ask(&play).map(|_| ())?,
            }
        }
        Ok(())
    }
}

/// The move in the mirrored game on a square board; its own inverse.
fn mirror(colour: Colour, mv: Move, size: Size) -> (Colour, Move) {
    let turned = |cell: Cell| Cell::at(size, cell.row(size), cell.column(size)).unwrap_or(cell);
    (colour.other(), mv.cell().map_or(mv, |cell| Move::Cell(turned(cell))))
}

/// Sends the position without its history, for engines that do not know swaps.
/// HexGui does the same.
fn send_position(link: &mut EngineLink, position: &Position) -> Result<(), PlayerFault> {
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
    fn begin(&mut self, position: &Position, _: Colour, seed: u64) -> Result<(), PlayerFault> {
        self.sent_moves = 0;
        self.mirrored = false;
        self.left = self.spec.timeouts.game;
        let clock = self.left.map(|time| format!("{} 0 0", time.as_secs_f64()));
        let link = self.link()?;
        link.set_up(position.game(), seed)?;
        clock.map_or(Ok(()), |clock| link.ask_if_known("time_settings", &clock))
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerFault> {
        self.catch_up(position)?;
        // The engine plays its own move on its board, also a swap of sides.
        self.sent_moves += 1;
        let asked = if self.mirrored { colour.other() } else { colour };
        let (limit, clock) = (self.spec.timeouts.mv, self.left);
        let start = Instant::now();
        let answer = self.link()?.genmove(asked, limit, clock)?;
        self.left = clock.map(|left| left.saturating_sub(start.elapsed()));
        let word = answer.trim();
        // The word alone means the swap that the rules allow here.
        let is_swap = word.eq_ignore_ascii_case("swap");
        let swap = || position.swap(colour);
        let named = if is_swap { swap() } else { Move::from_name(position.size(), word) };
        let mv = match named {
            Some(mv) if self.mirrored => Some(mirror(asked, mv, position.size()).1),
            Some(Move::SwapSides) if swap() == Some(Move::SwapPieces) => {
                self.mirrored = true;
                Some(Move::SwapPieces)
            }
            other => other,
        };
        mv.ok_or_else(|| {
            let shown = one_line(&short(&answer));
            let reason = if is_coordinate(word) { Reason::IllegalMove } else { Reason::Garbage };
            PlayerFault { reason, detail: format!("'{shown}' is no move on {}", position.size()) }
        })
    }

    fn dismiss(&mut self) {
        // Dropping the client kills the process and waits for its end.
        self.link = None;
    }
}

/// Whether a word would be a cell on a larger board.
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
