//! External engines: processes that speak GTP, driven through pipes. Matches and the server use
//! this driver. It turns answers into moves and failures into faults; who asks decides what is legal.

mod error;
mod info;
mod link;
mod program;
mod spec;

use std::sync::Arc;
use std::time::Duration;

pub use error::{DriverError, EngineFault, ExternalError, FaultKind};
use kring_agents::Candidate;
use kring_board::grammar::{letters_and_digits, whole};
use kring_board::word::{one_line, short};
use kring_board::{Cell, CellSet, Colour, Game, Move, Position, Size, stop::Stop};
pub(crate) use link::EngineLink;
pub(crate) use program::RunProgram;
pub use spec::{EngineSpec, EngineTimeouts};

/// An engine of a game. It gets the moves of the game and is asked for its own. Its process is
/// started when it is first needed, and again after a fault.
pub struct ExternalEngine {
    spec: EngineSpec,
    /// The program that all its processes must be, where its games are counted.
    program: Option<RunProgram>,
    link: Option<EngineLink>,
    /// The game on the engine's board, none before the first, and the moves that it has been sent.
    game: Option<Arc<Game>>,
    sent: Vec<(Colour, Move)>,
    /// The engine has swapped sides where the rules swap pieces. It then plays
    /// the mirrored game: with the other colour on its own board.
    mirrored: bool,
    /// The time left for the game, if it is limited.
    left: Option<Duration>,
    /// How long the last turn took.
    last_time: Duration,
}

impl ExternalEngine {
    /// A player without a process. The process is started for the first game, and
    /// again after every fault.
    pub fn new(spec: EngineSpec) -> ExternalEngine {
        ExternalEngine::with(spec, None, None)
    }

    /// A player whose process may be running already, and is always the program of the run.
    pub(crate) fn of_run(
        spec: EngineSpec,
        program: RunProgram,
        link: Option<EngineLink>,
    ) -> ExternalEngine {
        ExternalEngine::with(spec, Some(program), link)
    }

    fn with(
        spec: EngineSpec,
        program: Option<RunProgram>,
        link: Option<EngineLink>,
    ) -> ExternalEngine {
        ExternalEngine {
            spec,
            program,
            link,
            game: None,
            sent: Vec::new(),
            mirrored: false,
            left: None,
            last_time: Duration::ZERO,
        }
    }

    fn link(&mut self) -> Result<&mut EngineLink, ExternalError> {
        Ok(match (&mut self.link, &self.program) {
            (Some(link), _) => link,
            (empty, Some(program)) => empty.insert(program.start(&self.spec)?),
            (empty, None) => empty.insert(EngineLink::start(&self.spec)?),
        })
    }

    /// Begins a game from this position, with this time for it, if there is a limit.
    pub fn begin(&mut self, position: &Position, seed: u64) -> Result<(), ExternalError> {
        self.game = Some(position.game().clone());
        self.sent.clear();
        self.mirrored = false;
        self.left = self.spec.timeouts.game;
        let clock = self.left.map(|time| format!("{} 0 0", time.as_secs_f64()));
        let link = self.link()?;
        link.set_up(position.game(), seed)?;
        clock.map_or(Ok(()), |clock| link.ask_if_known("time_settings", &clock))
    }

    /// How long the last choice took.
    pub fn last_time(&self) -> Duration {
        self.last_time
    }

    /// Ends the process at once.
    pub fn kill(&mut self) {
        // Dropping the client kills the process and waits for its end.
        self.link = None;
    }

    /// Sends the engine the moves since it was last asked.
    fn catch_up(&mut self, position: &Position) -> Result<(), ExternalError> {
        let sent = std::mem::replace(&mut self.sent, position.history().collect()).len();
        let size = position.size();
        let mirrored = self.mirrored;
        let swaps_pieces = position.game().swaps_pieces();
        let link = self.link()?;
        for (colour, mv) in position.history().skip(sent) {
            let (colour, mv) = if mirrored { mirror(colour, mv, size) } else { (colour, mv) };
            let play = format!("play {colour} {}", mv.name(size));
            match (mv, link.has("variant")) {
                // The board does not change, and classic engines do not have the word; Kring has it
                // where the stones cannot be exchanged.
                (Move::SwapSides, is_kring) if !is_kring || swaps_pieces => {}
                (Move::SwapPieces, false) => {
                    if link.accepts(&play)?.is_err() {
                        return send_position(link, position);
                    }
                }
                _ => drop(link.ask(&play)?),
            }
        }
        Ok(())
    }

    /// Chooses a move; an engine that can be interrupted is, if it is stopped.
    pub fn choose(
        &mut self,
        position: &Position,
        colour: Colour,
        stop: &Stop,
    ) -> Result<Move, ExternalError> {
        let limit = self.spec.timeouts.mv;
        let clock = self.left;
        self.link()?.begin_turn(clock.map_or(limit, |clock| clock.min(limit)));
        let asked = if self.mirrored { colour.other() } else { colour };
        let answer =
            self.catch_up(position).and_then(|()| self.link()?.genmove(asked, clock, stop));
        self.last_time = self.link()?.end_turn();
        self.left = clock.map(|clock| clock.saturating_sub(self.last_time));
        let answer = answer?;
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
        // The engine plays its own move on its board, also a swap of sides.
        self.sent.extend(mv.map(|mv| (colour, mv)));
        mv.ok_or_else(|| {
            let shown = one_line(&short(&answer));
            // A cell on a larger board is a move, if an illegal one.
            let is_cell = whole::<_, ()>(letters_and_digits, word)
                .is_ok_and(|(letters, digits)| letters.len() <= 2 && digits.len() <= 4);
            let kind = if is_cell { FaultKind::IllegalMove } else { FaultKind::Garbage };
            let detail = format!("'{shown}' is no move on {}", position.size());
            EngineFault { kind, detail }.into()
        })
    }

    /// Begins the game on the engine's board, unless that only lacks the last moves. Returns
    /// whether the engine reports candidates while it searches.
    pub fn resume(&mut self, position: &Position) -> Result<bool, ExternalError> {
        // The engine gets every stone as a move.
        if position.moves_since(&Position::new(position.game().clone())).is_none() {
            let detail = "it would take the stones that were set up for moves, which count \
                          differently in this game";
            return Err(EngineFault::refusal(detail).into());
        }
        let can_continue = self.game.as_ref() == Some(position.game())
            && self.sent.len() <= position.history().count()
            && position.history().zip(&self.sent).all(|(a, b)| a == *b);
        if !can_continue {
            self.begin(position, 1)?;
        }
        Ok(self.link()?.analysis().is_some())
    }

    /// Reports the candidates of the engine, the best first, at an interval until that is over.
    pub fn analyse(
        &mut self,
        position: &Position,
        colour: Colour,
        (every, is_over): (Duration, &dyn Fn() -> bool),
        see: &mut dyn FnMut(Vec<Candidate>),
    ) -> Result<(), ExternalError> {
        self.catch_up(position)?;
        let size = position.size();
        let mirrored = self.mirrored;
        let link = self.link()?;
        let Some(command) = link.analysis() else { return Ok(()) };
        let read = |word: &str| {
            let mv = Move::from_name(size, word)?;
            Some(if mirrored { mirror(colour, mv, size).1 } else { mv })
        };
        let asked = if mirrored { colour.other() } else { colour };
        link.analyse(command, asked, (every, is_over), &mut |line| {
            let mut candidates = info::candidates(line, &read);
            candidates.retain(|candidate| position.check(colour, candidate.mv).is_ok());
            if !candidates.is_empty() {
                see(candidates);
            }
        })
    }
}

/// The move in the mirrored game on a square board; its own inverse.
fn mirror(colour: Colour, mv: Move, size: Size) -> (Colour, Move) {
    let turned = |cell: Cell| Cell::at(size, cell.row(size), cell.column(size)).unwrap_or(cell);
    (colour.other(), mv.cell().map_or(mv, |cell| Move::Cell(turned(cell))))
}

/// Sends the position without its history, for engines that do not know swaps.
/// HexGui does the same.
fn send_position(link: &mut EngineLink, position: &Position) -> Result<(), ExternalError> {
    let size = position.size();
    link.set_size(size)?;
    link.ask_if_known("clear_board", "")?;
    for cell in CellSet::full(size).iter() {
        if let Some(colour) = position.at(cell) {
            link.ask(&format!("play {colour} {}", cell.name(size)))?;
        }
    }
    Ok(())
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.end();
        }
    }
}
