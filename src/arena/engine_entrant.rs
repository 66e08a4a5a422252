//! An engine as a participant of an event. It is started once to be asked what it is and which games
//! it plays; the same process then plays its first game.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kring_agents::UnplayableReason;
use kring_board::stop::Stop;
use kring_board::{Colour, Move, Position, Rules, Size, chance};

use super::player::{Player, PlayerError};
use crate::external::{
    EngineFault, EngineLink, EngineSpec, ExternalEngine, ExternalError, FaultKind, RunProgram,
};

/// An engine of an event, and the process that was started to ask it.
#[derive(Clone)]
pub struct EngineEntrant {
    /// How it is started.
    pub spec: EngineSpec,
    /// Clones share the process: the first that plays takes it.
    asked: Arc<Mutex<AskedEngine>>,
    /// The program that all its processes must be.
    program: RunProgram,
}

#[derive(Default)]
struct AskedEngine {
    link: Option<EngineLink>,
}

impl EngineEntrant {
    /// An engine that is not started yet.
    pub fn new(spec: EngineSpec) -> EngineEntrant {
        EngineEntrant { spec, asked: Arc::default(), program: RunProgram::default() }
    }

    /// Sets up the game, and starts the engine for it unless it runs. An engine that fails here
    /// would lose every game.
    pub(super) fn plays(&self, rules: &Rules, size: Size) -> Result<(), UnplayableReason> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let game = chance::game(size, rules.clone(), 0);
        let ready = asked.start(self).and_then(|link| link.set_up(&game, 0));
        ready.map_err(|error| UnplayableReason::Engine(asked.failed(error)))
    }

    /// The engine's name and version, and the digests of its program: the files that its command
    /// starts.
    pub(super) fn fingerprint(&self) -> Result<String, String> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fingerprint) = self.program.fingerprint() {
            return fingerprint;
        }
        match asked.start(self).map(drop) {
            Ok(()) => self.program.fingerprint().unwrap_or_else(|| Ok(String::new())),
            Err(error) => Err(asked.failed(error)),
        }
    }

    /// A player for one worker. The first gets the process that was asked.
    pub(super) fn player(&self) -> EnginePlayer {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let link = asked.link.take();
        EnginePlayer(ExternalEngine::of_run(self.spec.clone(), self.program.clone(), link))
    }

    /// Ends the process that was asked, unless a player has it.
    pub(super) fn rest(&self) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).end();
    }
}

impl fmt::Debug for EngineEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl AskedEngine {
    /// The running engine, which is started if necessary.
    fn start(&mut self, entrant: &EngineEntrant) -> Result<&mut EngineLink, ExternalError> {
        Ok(match &mut self.link {
            Some(link) => link,
            empty => empty.insert(entrant.program.start(&entrant.spec)?),
        })
    }

    /// The message for an error. After a refusal the engine goes on, otherwise it is ended.
    fn failed(&mut self, error: ExternalError) -> String {
        if let ExternalError::Fault(EngineFault { kind: FaultKind::Refusal, detail }) = error {
            return detail;
        }
        self.link = None;
        match error {
            ExternalError::Fault(fault) => format!("it could not start: {}", fault.detail),
            ExternalError::Driver(error) => error.to_string(),
        }
    }

    fn end(&mut self) {
        if let Some(link) = self.link.take() {
            link.end();
        }
    }
}

impl Drop for AskedEngine {
    fn drop(&mut self) {
        self.end();
    }
}

/// An engine as a player.
pub(super) struct EnginePlayer(ExternalEngine);

impl Player for EnginePlayer {
    fn begin(&mut self, position: &Position, _: Colour, seed: u64) -> Result<(), PlayerError> {
        Ok(self.0.begin(position, seed)?)
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        Ok(self.0.choose(position, colour, &Stop::default())?)
    }

    fn last_time(&self) -> Option<Duration> {
        Some(self.0.last_time())
    }

    fn dismiss(&mut self) {
        self.0.kill();
    }
}
