//! Engines as players: processes that speak GTP, each started by a worker
//! and driven through pipes. Whatever they do, the referee's board decides;
//! here their words are turned into moves and their failures into faults.

mod dialect;
mod errors;
mod player;
mod spec;

pub use spec::{EngineError, EngineSpec};

use std::time::Duration;

/// How long engines may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// For one move, and for everything else that is asked during a game.
    pub mv: Duration,
    /// From the start of the process until it has answered what it is asked
    /// before its first game; one answer may take all of it.
    pub start: Duration,
    /// For all moves of a game; none: there is no such clock.
    pub game: Option<Duration>,
}

impl Default for EngineTimeouts {
    fn default() -> EngineTimeouts {
        let minute = Duration::from_secs(60);
        EngineTimeouts { mv: minute, start: minute, game: None }
    }
}
