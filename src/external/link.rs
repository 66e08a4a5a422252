//! The connection to a running engine. Kring's own commands are sent only to engines that know
//! them; an engine without `variant` plays the rhombus alone. The last lines of the engine's
//! standard error are kept, since they often say why it crashed.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use kring_board::word::one_line;
use kring_board::{Colour, Game, Size, Topology, stop::Stop};
use kring_protocol::{ClientError, GtpClient};

use super::error::{DriverError, EngineFault, ExternalError, FaultKind};
use super::spec::EngineSpec;

/// The commands that an engine may have or not.
const OPTIONAL: [&str; 9] = [
    "variant",
    "season-map",
    "seed",
    "clear_board",
    "time_settings",
    "time_left",
    "gogui-interrupt",
    "kata-analyze",
    "lz-analyze",
];

/// The answer or the refusal of an engine; other errors are faults, or the driver's.
type Heard = Result<Result<String, String>, ExternalError>;

pub struct EngineLink {
    client: GtpClient,
    /// Those of the optional commands that it has.
    commands: Vec<&'static str>,
    /// The time for each command outside of turns.
    limit: Duration,
    turn: Option<EngineTurn>,
    errors: EngineStderr,
}

/// The commands by which an engine is asked for a move: what it takes for them counts as one time,
/// so that an engine cannot think while it answers `play`.
struct EngineTurn {
    limit: Duration,
    used: Duration,
}

impl EngineLink {
    /// How long an engine may take to end after `quit`.
    const QUIT: Duration = Duration::from_secs(2);

    /// Starts the engine, sends its initial commands and asks which optional commands it has.
    pub fn start(spec: &EngineSpec) -> Result<EngineLink, ExternalError> {
        let (stderr, errors) =
            EngineStderr::start().map_err(|error| DriverError::Stderr(Arc::new(error)))?;
        let client = GtpClient::start_with_stderr(&spec.command, stderr)
            .map_err(|error| failure(error, ""))?;
        let limit = spec.timeouts.start;
        let mut link = EngineLink { client, commands: Vec::new(), limit, turn: None, errors };
        for line in &spec.init {
            link.ask(line)?;
        }
        // Engines without `known_command` are taken to have none of the optional ones.
        for command in OPTIONAL {
            let answer = link.accepts(&format!("known_command {command}"))?;
            if answer.is_ok_and(|answer| answer.trim() == "true") {
                link.commands.push(command);
            }
        }
        link.limit = spec.timeouts.mv;
        Ok(link)
    }

    pub fn has(&self, command: &str) -> bool {
        self.commands.contains(&command)
    }

    pub fn ask_if_known(&mut self, command: &str, arguments: &str) -> Result<(), ExternalError> {
        let line = format!("{command} {arguments}");
        if self.has(command) { self.ask(line.trim_end()).map(drop) } else { Ok(()) }
    }

    /// Begins a game. `boardsize` should clear the board, but some engines need `clear_board` too.
    pub fn set_up(&mut self, game: &Game, seed: u64) -> Result<(), ExternalError> {
        let rules = game.rules();
        self.set_size(game.size())?;
        if self.has("variant") {
            self.ask(&format!("variant {rules}"))?;
        } else if rules.topology != Topology::Rhombus || rules.seasons.count() > 1 {
            return Err(refusal("it has no command 'variant', so it plays classic Hex alone"));
        }
        if rules.seasons.count() > 1 {
            if !self.has("season-map") {
                return Err(refusal("it has no command 'season-map'"));
            }
            self.ask(&format!("season-map {}", game.map()))?;
        }
        self.ask_if_known("seed", &seed.to_string())?;
        self.ask_if_known("clear_board", "")
    }

    /// Begins a turn: the next commands may take this time together.
    pub fn begin_turn(&mut self, limit: Duration) {
        self.turn = Some(EngineTurn { limit, used: Duration::ZERO });
    }

    /// Ends a turn; returns how long the engine took for it.
    pub fn end_turn(&mut self) -> Duration {
        self.turn.take().map_or(Duration::ZERO, |turn| turn.used)
    }

    /// How long the next command may take.
    fn time(&self) -> Duration {
        match &self.turn {
            Some(turn) => turn.limit.saturating_sub(turn.used),
            None => self.limit,
        }
    }

    /// Asks for a move. With a clock, which showed this at the beginning of the turn, the engine also
    /// gets the time left. If it is stopped, an engine that can be interrupted is.
    pub fn genmove(
        &mut self,
        colour: Colour,
        clock: Option<Duration>,
        stop: &Stop,
    ) -> Result<String, ExternalError> {
        if let Some(clock) = clock {
            let used = self.turn.as_ref().map_or(Duration::ZERO, |turn| turn.used);
            let left = clock.saturating_sub(used).as_secs_f64();
            self.ask_if_known("time_left", &format!("{colour} {left:.3} 0"))?;
        }
        let command = format!("genmove {colour}");
        let can_stop = self.has("gogui-interrupt");
        let is_over = || can_stop && stop.is_set();
        let answer = self.client.send_until(&command, self.time(), &is_over);
        self.heard(answer)?.map_err(|message| refusal(&format!("{command}: {message}")))
    }

    /// The command by which the engine reports candidates while it searches, if it has one.
    pub fn analysis(&self) -> Option<&'static str> {
        ["kata-analyze", "lz-analyze"].into_iter().find(|command| self.has(command))
    }

    /// Analyses for a colour with such a command until that is over; the lines come at this interval.
    pub fn analyse(
        &mut self,
        command: &str,
        colour: Colour,
        (every, is_over): (Duration, &dyn Fn() -> bool),
        on_line: &mut dyn FnMut(&str),
    ) -> Result<(), ExternalError> {
        let command = format!("{command} {colour} {}", (every.as_millis() / 10).max(1));
        let answer = self.client.stream(&command, self.limit, is_over, on_line);
        let answer = self.heard(answer.map(|()| String::new()))?;
        answer.map(drop).map_err(|message| refusal(&format!("{command}: {message}")))
    }

    /// Sets the size: with two numbers, or with one if the engine refuses them
    /// and the board is square, as in Go.
    pub fn set_size(&mut self, size: Size) -> Result<(), ExternalError> {
        let columns = size.columns();
        let rows = size.rows();
        match self.accepts(&format!("boardsize {columns} {rows}"))? {
            Err(_) if size.is_square() => self.ask(&format!("boardsize {columns}")).map(drop),
            Err(message) => Err(refusal(&format!("boardsize {columns} {rows}: {message}"))),
            Ok(_) => Ok(()),
        }
    }

    /// Sends a command and returns the answer; a refusal is a fault.
    pub fn ask(&mut self, command: &str) -> Result<String, ExternalError> {
        self.accepts(command)?.map_err(|message| refusal(&format!("{command}: {message}")))
    }

    /// Sends a command and returns the answer or the refusal.
    pub fn accepts(&mut self, command: &str) -> Heard {
        let answer = self.client.send(command, self.time());
        self.heard(answer)
    }

    fn heard(&mut self, answer: Result<String, ClientError>) -> Heard {
        if let Some(turn) = &mut self.turn {
            turn.used += self.client.last_time();
        }
        match (answer, &self.turn) {
            (Ok(text), _) => Ok(Ok(text)),
            (Err(ClientError::Refused(message)), _) => Ok(Err(message)),
            // The limit of a command is what the others before it have left.
            (Err(ClientError::TimedOut(_)), Some(turn)) => {
                Err(failure(ClientError::TimedOut(turn.limit), ""))
            }
            (Err(error), _) => Err(failure(error, &self.errors.last())),
        }
    }

    /// Ends the engine; it is killed if it does not quit in time.
    pub fn end(self) {
        let id = self.client.pid();
        if let Err(error) = self.client.quit(EngineLink::QUIT) {
            log::warn!("process {id} does not follow 'quit' and was killed: {error}");
        }
    }
}

fn refusal(detail: &str) -> ExternalError {
    EngineFault::refusal(detail).into()
}

/// What a failed command means: a fault, with the last lines of the engine's standard error, or an
/// error of the driver.
fn failure(error: ClientError, last: &str) -> ExternalError {
    let kind = match error {
        ClientError::Resources(..) | ClientError::Io(_) => {
            return DriverError::Engine(error).into();
        }
        ClientError::TimedOut(_) => FaultKind::TimeOut,
        ClientError::Garbage(_) | ClientError::TooLong => FaultKind::Garbage,
        ClientError::Refused(_) => FaultKind::Refusal,
        ClientError::Start(..) | ClientError::Exited(_) => FaultKind::Crash,
    };
    let detail = match (kind, last) {
        (FaultKind::Crash, last) if !last.is_empty() => {
            format!("{error}; its standard error ends:\n{last}")
        }
        _ => error.to_string(),
    };
    EngineFault { kind, detail }.into()
}

pub struct EngineStderr {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed at the end of the stream.
    end: Receiver<()>,
}

impl EngineStderr {
    /// How many lines are kept, and how many bytes of each.
    const LINES: usize = 5;
    const LENGTH: u64 = 300;

    /// How long to wait for the last lines of an engine that has ended. Its child
    /// processes may keep the pipe open for ever.
    const WAIT: Duration = Duration::from_secs(2);

    /// The pipe for the engine, and the lines that it writes there.
    pub fn start() -> io::Result<(Stdio, EngineStderr)> {
        let (reader, writer) = io::pipe()?;
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, end) = sync_channel(0);
        let kept = Arc::clone(&lines);
        thread::Builder::new().name("gtp-errors".to_owned()).spawn(move || {
            read_all(reader, &kept);
            drop(sender);
        })?;
        Ok((writer.into(), EngineStderr { lines, end }))
    }

    /// The last lines of an engine that has ended; empty if there are none.
    pub fn last(&self) -> String {
        // Nothing is sent: this waits until the other end is closed.
        let _ = self.end.recv_timeout(EngineStderr::WAIT);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// Reads to the end, so that the engine never blocks on a full pipe.
fn read_all(pipe: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    while (&mut pipe).take(EngineStderr::LENGTH).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let text = one_line(&String::from_utf8_lossy(&line)).trim_end().to_owned();
        log::debug!("{text}");
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_empty() {
            kept.push_back(text);
        }
        if kept.len() > EngineStderr::LINES {
            kept.pop_front();
        }
        line.clear();
    }
}
