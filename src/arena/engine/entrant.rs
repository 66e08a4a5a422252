//! An engine as a participant of an event. It is started once to be asked what it is and which games
//! it plays; the same process then plays its first game.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use kring_board::{Rules, Size, chance};

use super::link::EngineLink;
use super::program::RunProgram;
use super::{EnginePlayer, EngineSpec};
use crate::arena::player::{PlayerError, PlayerFault, Reason};

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
    pub(in crate::arena) fn plays(&self, rules: &Rules, size: Size) -> Result<(), String> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let game = chance::game(size, rules.clone(), 0);
        let ready = asked.start(self).and_then(|link| link.set_up(&game, 0));
        ready.map_err(|error| asked.failed(error))
    }

    /// The engine's name and version, and the digests of its program: the files that its command
    /// starts.
    pub(in crate::arena) fn fingerprint(&self) -> Result<String, String> {
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
    pub(in crate::arena) fn player(&self) -> EnginePlayer {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        EnginePlayer::of_run(self.spec.clone(), self.program.clone(), asked.link.take())
    }

    /// Ends the process that was asked, unless a player has it.
    pub(in crate::arena) fn rest(&self) {
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
    fn start(&mut self, entrant: &EngineEntrant) -> Result<&mut EngineLink, PlayerError> {
        Ok(match &mut self.link {
            Some(link) => link,
            empty => empty.insert(entrant.program.start(&entrant.spec)?),
        })
    }

    /// The message for an error. After a refusal the engine goes on, otherwise it is ended.
    fn failed(&mut self, error: PlayerError) -> String {
        if let PlayerError::Fault(PlayerFault { reason: Reason::Refusal, detail }) = error {
            return detail;
        }
        self.link = None;
        match error {
            PlayerError::Fault(fault) => format!("it does not get ready: {}", fault.detail),
            PlayerError::Referee(error) => error.to_string(),
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
