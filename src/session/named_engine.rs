//! GTP engines that a client may choose as agents: only those that were named when the program was
//! started. Only a few run at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kring_agents::{AGENTS, Candidate, Choice, Limits, Task};
use kring_board::{IllegalMove, Move, Position, host::Instant};

use crate::external::{EngineSpec, EngineTimeouts, ExternalEngine, ExternalError};

const MAX_RUNNING: usize = 16;

/// An engine that can be started for a client.
#[derive(Clone)]
pub struct NamedEngine {
    /// The name that selects it, like that of an agent.
    pub name: String,
    spec: EngineSpec,
    /// The number of processes that run, of all engines that share this counter.
    running: Arc<AtomicUsize>,
}

/// The engines that sessions may choose: their texts are `CMD` or `NAME=CMD`.
pub fn engines(texts: &[String]) -> Result<Vec<NamedEngine>, String> {
    let running = Arc::<AtomicUsize>::default();
    let mut engines: Vec<NamedEngine> = Vec::new();
    for text in texts {
        let (name, command) = named(text)?;
        let is_agent = AGENTS.iter().any(|entry| entry.name == name) || name == "default";
        if is_agent || engines.iter().any(|other| other.name == name) {
            return Err(format!("'{name}' is taken: name the engine, NAME={command}"));
        }
        if command.is_empty() {
            return Err(format!("'{text}': the engine has no command"));
        }
        let spec = EngineSpec {
            command: command.to_owned(),
            init: Vec::new(),
            name: Some(name.clone()),
            timeouts: EngineTimeouts::default(),
        };
        engines.push(NamedEngine { name, spec, running: Arc::clone(&running) });
    }
    Ok(engines)
}

/// The name of an engine and its command. Without a name it is that of the program. Names look
/// like those of agents, because the page reads both from one list.
fn named(text: &str) -> Result<(String, &str), String> {
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_part)
    };
    if let Some((name, command)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
        return Ok((name.to_owned(), command.trim()));
    }
    let program = text.split_whitespace().next().unwrap_or_default();
    let stem = program.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".exe");
    let name = stem.to_ascii_lowercase().replace(['_', '.', '+'], "-");
    if is_name(&name) {
        Ok((name, text.trim()))
    } else {
        Err(format!("'{text}': expected NAME=COMMAND, with a name such as mohex-2"))
    }
}

/// Why a named engine has no answer.
#[derive(Debug, thiserror::Error)]
#[error("{engine}: {fault}")]
pub struct NamedEngineError {
    /// The name of the engine.
    pub engine: String,
    /// What is wrong.
    pub fault: NamedEngineFault,
}

/// What is wrong with a named engine.
#[derive(Debug, thiserror::Error)]
pub enum NamedEngineFault {
    /// It failed, or could not be asked.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// Its move is against the rules.
    #[error("{mv} {reason}")]
    Illegal {
        /// The name of the move.
        mv: String,
        /// Why.
        reason: IllegalMove,
    },
    /// There is no room for its process.
    #[error("{MAX_RUNNING} engines are running, and no more fit: close a tab")]
    NoRoom,
}

/// An engine that plays one colour, or both. It is started for its first move. Clones are the same
/// engine.
#[derive(Clone)]
pub(super) struct EngineSeat {
    pub engine: NamedEngine,
    process: Arc<Mutex<Option<EngineProcess>>>,
}

impl EngineSeat {
    pub fn new(engine: NamedEngine) -> EngineSeat {
        EngineSeat { engine, process: Arc::default() }
    }

    /// Starts the engine and sets up the game; returns whether the engine reports candidates while
    /// it searches. After an error it is started again.
    pub fn start(&self, position: &Position) -> Result<bool, NamedEngineError> {
        self.with(|player| Ok(player.resume(position)?))
    }

    /// The engine's choice, which is legal. An endless task shows candidates until it is stopped, if
    /// the engine reports any.
    pub fn choose(&self, task: Task<'_>) -> Result<Choice, NamedEngineError> {
        let Task { position, colour, limits: Limits { stop, time }, watch, endless, .. } = task;
        self.with(|player| {
            let analyses = player.resume(position)?;
            if let Some(watch) = watch.filter(|_| endless && analyses) {
                let mut last = Choice::new(Move::Resign);
                let begin = Instant::now();
                let is_late = || time.is_some_and(|time| begin.elapsed() >= time.maximum);
                let is_over = || stop.is_set() || is_late();
                let see = &mut |candidates| {
                    last = reported(candidates);
                    (watch.see)(&last);
                };
                player.analyse(position, colour, (watch.every, &is_over), see)?;
                return Ok(last);
            }
            let mv = player.choose(position, colour, &stop)?;
            position.check(colour, mv).map_err(|reason| {
                let mv = mv.name(position.size());
                NamedEngineFault::Illegal { mv, reason }
            })?;
            Ok(Choice::new(mv))
        })
    }

    /// Asks the engine, and starts it first if it is not running. An error ends its process.
    fn with<T>(
        &self,
        ask: impl FnOnce(&mut ExternalEngine) -> Result<T, NamedEngineFault>,
    ) -> Result<T, NamedEngineError> {
        let mut kept = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |fault| NamedEngineError { engine: self.engine.name.clone(), fault };
        let mut process = match kept.take() {
            Some(process) => process,
            None => EngineProcess::new(&self.engine).map_err(failed)?,
        };
        let answer = ask(&mut process.player).map_err(failed)?;
        *kept = Some(process);
        Ok(answer)
    }
}

fn reported(candidates: Vec<Candidate>) -> Choice {
    let Some(best) = candidates.first() else { return Choice::new(Move::Resign) };
    let mut choice = Choice::new(best.mv);
    choice.value = Some(best.win_rate);
    choice.variation = best.variation.clone();
    choice.candidates = candidates;
    choice
}

/// An engine process, which is counted as long as it runs.
struct EngineProcess {
    player: ExternalEngine,
    running: Arc<AtomicUsize>,
}

impl EngineProcess {
    fn new(engine: &NamedEngine) -> Result<EngineProcess, NamedEngineFault> {
        let running = Arc::clone(&engine.running);
        if running.fetch_add(1, Ordering::SeqCst) >= MAX_RUNNING {
            running.fetch_sub(1, Ordering::SeqCst);
            return Err(NamedEngineFault::NoRoom);
        }
        Ok(EngineProcess { player: ExternalEngine::new(engine.spec.clone()), running })
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::SeqCst);
    }
}
