//! The task of a player: what it is asked besides the position.

use kring_agents::{Limits, Watch};
use kring_board::CellSet;

/// The parts of an agent's task besides position and colour.
pub(super) struct TaskOptions<'a> {
    pub limits: Limits,
    pub allowed: Option<CellSet>,
    pub endless: bool,
    pub watch: Option<Watch<'a>>,
}
