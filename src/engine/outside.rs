//! External engines that a client may choose as agents: only those that were named when the
//! program was started.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kring_agents::{Candidate, Choice, Limits, Stop};
use kring_board::{Colour, Move, Position, host::Instant};

use super::task::TaskOptions;

/// A running engine.
pub trait OutsidePlayer: Send {
    /// Starts the process and sets up the game, unless that was done. Returns whether the engine
    /// reports candidates while it searches.
    fn start(&mut self, position: &Position, colour: Colour) -> Result<bool, String>;

    /// A move of this colour, or what went wrong. An engine that can be interrupted is, if it is stopped.
    fn choose(&mut self, position: &Position, colour: Colour, stop: &Stop) -> Result<Move, String>;

    /// Reports candidates at an interval until that is over, if the engine does so.
    fn analyse(
        &mut self,
        position: &Position,
        colour: Colour,
        during: (Duration, &dyn Fn() -> bool),
        see: &mut dyn FnMut(Vec<Candidate>),
    ) -> Result<(), String>;
}

/// Starts an engine, or says why not.
pub type StartEngine = dyn Fn() -> Result<Box<dyn OutsidePlayer>, String> + Send + Sync;

/// An engine that can be started for a client.
#[derive(Clone)]
pub struct OutsideEngine {
    /// The name that selects it, like that of an agent.
    pub name: String,
    start: Arc<StartEngine>,
}

impl OutsideEngine {
    /// An engine with a name that no agent has.
    pub fn new(name: String, start: Arc<StartEngine>) -> OutsideEngine {
        OutsideEngine { name, start }
    }
}

/// An engine that plays one colour, or both. It is started for its first move. Clones are the same
/// engine.
#[derive(Clone)]
pub(super) struct OutsideSeat {
    pub engine: OutsideEngine,
    player: Arc<Mutex<Option<Box<dyn OutsidePlayer>>>>,
}

impl OutsideSeat {
    pub fn new(engine: OutsideEngine) -> OutsideSeat {
        OutsideSeat { engine, player: Arc::default() }
    }

    /// Starts the engine; returns whether it reports candidates while it searches. After an error it is
    /// started again.
    pub fn start(&self, position: &Position, colour: Colour) -> Result<bool, String> {
        self.with(|player| player.start(position, colour))
    }

    /// The engine's choice, which is legal. An endless task shows candidates until it is stopped, if the
    /// engine reports any.
    pub fn choose(
        &self,
        position: &Position,
        colour: Colour,
        options: TaskOptions<'_>,
    ) -> Result<Choice, String> {
        let TaskOptions { limits: Limits { stop, time }, watch, endless, .. } = options;
        self.with(|player| match watch {
            Some(watch) if endless && player.start(position, colour)? => {
                let mut last = Choice::new(Move::Resign);
                let begin = Instant::now();
                let is_late = || time.is_some_and(|time| begin.elapsed() >= time.maximum);
                let is_over = || stop.is_set() || is_late();
                player.analyse(position, colour, (watch.every, &is_over), &mut |candidates| {
                    last = reported(candidates);
                    (watch.see)(&last);
                })?;
                Ok(last)
            }
            _ => {
                let mv = player.choose(position, colour, &stop)?;
                match position.check(colour, mv) {
                    Ok(()) => Ok(Choice::new(mv)),
                    Err(illegal) => Err(format!("{} {illegal}", mv.name(position.size()))),
                }
            }
        })
    }

    /// Asks the engine, and starts it first if it is not running; after an error it is dropped.
    fn with<T>(
        &self,
        ask: impl FnOnce(&mut dyn OutsidePlayer) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut kept = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let player = match kept.take() {
            Some(player) => Ok(player),
            None => (self.engine.start)(),
        };
        let answer = player.and_then(|mut player| {
            let answer = ask(&mut *player)?;
            *kept = Some(player);
            Ok(answer)
        });
        answer.map_err(|why| format!("{}: {why}", self.engine.name))
    }
}

/// The candidates of an engine as a choice.
fn reported(candidates: Vec<Candidate>) -> Choice {
    let Some(best) = candidates.first() else { return Choice::new(Move::Resign) };
    Choice {
        value: Some(best.win_rate),
        variation: best.variation.clone(),
        ..Choice { candidates: candidates.clone(), ..Choice::new(best.mv) }
    }
}
