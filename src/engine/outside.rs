//! Engines outside this program that a client may choose as agents: those that were named when
//! the program was started, and no others.

use std::sync::Arc;

use kring_agents::Choice;
use kring_board::{Colour, Move, Position};

/// A running engine.
pub trait OutsidePlayer: Send {
    /// A move of this colour, or what went wrong.
    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, String>;
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

/// An engine that plays a colour. It is started for its first move.
pub(super) struct OutsideSeat {
    pub engine: OutsideEngine,
    player: Option<Box<dyn OutsidePlayer>>,
}

impl OutsideSeat {
    pub fn new(engine: OutsideEngine) -> OutsideSeat {
        OutsideSeat { engine, player: None }
    }

    /// The engine's move, which is legal. After an error the engine is started again.
    pub fn choose(&mut self, position: &Position, colour: Colour) -> Result<Choice, String> {
        let name = &self.engine.name;
        let failed = |why: String| format!("{name}: {why}");
        let player = match &mut self.player {
            Some(player) => player,
            None => self.player.insert((self.engine.start)().map_err(failed)?),
        };
        let chosen = player.choose(position, colour);
        let legal = chosen.and_then(|mv| match position.check(colour, mv) {
            Ok(()) => Ok(mv),
            Err(illegal) => Err(format!("{} {illegal}", mv.name(position.size()))),
        });
        if legal.is_err() {
            self.player = None;
        }
        legal.map(Choice::plain).map_err(failed)
    }
}
