//! GTP engines that the operator of the server has named, as agents of its sessions. They are driven by the
//! client of the arena, within its limits, and only a few run at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kring_agents::{AGENTS, Candidate, Stop};
use kring_board::{Colour, Game, Move, Position};

use crate::arena::{EnginePlayer, EngineSpec, Player, PlayerFault};
use crate::engine::{OutsideEngine, OutsidePlayer};

/// The maximum number of processes at a time.
const MOST: usize = 16;

/// The engines that sessions may choose: their texts are `CMD` or `NAME=CMD`.
pub fn engines(texts: &[String]) -> Result<Vec<OutsideEngine>, String> {
    let running = Arc::new(AtomicUsize::new(0));
    let mut engines: Vec<OutsideEngine> = Vec::new();
    for text in texts {
        let (name, command) = named(text)?;
        let is_agent = AGENTS.iter().any(|entry| entry.name == name) || name == "default";
        if is_agent || engines.iter().any(|other| other.name == name) {
            return Err(format!("'{name}' is taken: name the engine, NAME={command}"));
        }
        let quoted = |text: &str| kring_board::grammar::escaped(text, '"');
        let spec: EngineSpec = format!("cmd:\"{}\" name:\"{}\"", quoted(command), quoted(&name))
            .parse()
            .map_err(|error| format!("{error}"))?;
        let running = Arc::clone(&running);
        let start = move || GtpPlayer::start(&spec, &running);
        engines.push(OutsideEngine::new(name, Arc::new(start)));
    }
    Ok(engines)
}

/// The name of an engine and its command. Without a name it is that of the program. Names look
/// like those of agents, because the page reads both from one list.
fn named(text: &str) -> Result<(String, &str), String> {
    let is_plain = |name: &str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain)
    };
    if let Some((name, command)) = text.split_once('=').filter(|(name, _)| is_plain(name)) {
        return Ok((name.to_owned(), command.trim()));
    }
    let program = text.split_whitespace().next().unwrap_or_default();
    let stem = program.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".exe");
    let name = stem.to_ascii_lowercase().replace(['_', '.', '+'], "-");
    match is_plain(&name) {
        true => Ok((name, text.trim())),
        false => Err(format!("'{text}': expected NAME=COMMAND, with a name such as mohex-2")),
    }
}

/// An engine process, and the moves that its board has.
struct GtpPlayer {
    player: EnginePlayer,
    known: Option<Vec<(Colour, Move)>>,
    /// The game on its board.
    game: Option<Arc<Game>>,
    running: Arc<AtomicUsize>,
}

impl GtpPlayer {
    fn start(
        spec: &EngineSpec,
        running: &Arc<AtomicUsize>,
    ) -> Result<Box<dyn OutsidePlayer>, String> {
        let running = Arc::clone(running);
        if running.fetch_add(1, Ordering::SeqCst) >= MOST {
            running.fetch_sub(1, Ordering::SeqCst);
            return Err(format!("{MOST} engines are running, and no more fit: close a tab"));
        }
        let player = EnginePlayer::new(spec.clone());
        Ok(Box::new(GtpPlayer { player, known: None, game: None, running }))
    }

    /// Whether the engine's board only lacks the last moves of this position.
    fn can_continue(&self, position: &Position) -> bool {
        let Some(known) = &self.known else { return false };
        self.game.as_ref() == Some(position.game())
            && known.len() <= position.ply()
            && position.moves().zip(known).all(|(a, b)| a == *b)
    }

    /// Starts the game on the engine's board, unless it only lacks the last moves.
    fn set_up(&mut self, position: &Position, colour: Colour) -> Result<(), String> {
        if !self.can_continue(position) {
            self.player.begin(position, colour, 1).map_err(words)?;
            self.known = Some(Vec::new());
            self.game = Some(position.game().clone());
        }
        Ok(())
    }
}

fn words(fault: PlayerFault) -> String {
    format!("{}: {}", fault.reason, fault.detail)
}

impl OutsidePlayer for GtpPlayer {
    fn start(&mut self, position: &Position, colour: Colour) -> Result<bool, String> {
        self.set_up(position, colour)?;
        self.player.analyses().map_err(words)
    }

    fn analyse(
        &mut self,
        position: &Position,
        colour: Colour,
        during: (Duration, &dyn Fn() -> bool),
        see: &mut dyn FnMut(Vec<Candidate>),
    ) -> Result<(), String> {
        self.set_up(position, colour)?;
        self.player.analyse(position, colour, during, see).map_err(words)?;
        self.known = Some(position.moves().collect());
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour, stop: &Stop) -> Result<Move, String> {
        self.set_up(position, colour)?;
        let mv = self.player.choose_until(position, colour, stop).map_err(words)?;
        self.known = Some(position.moves().chain([(colour, mv)]).collect());
        Ok(mv)
    }
}

impl Drop for GtpPlayer {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::SeqCst);
    }
}
