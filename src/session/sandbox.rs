//! The limits of an untrusted client.
//!
//! Values are held to them where they enter: settings of agents and of the solver and the size of a
//! board in the session, names of files and the time of a command in the dispatch of commands.

use std::time::Duration;

use kring_agents::SettingLimits;
use kring_board::Size;

/// The limits of a session whose client is not trusted: it can open no files, and its use of
/// memory, threads and time is bounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Sandbox {
    /// The largest number of columns and of rows.
    pub size: Size,
    /// The most megabytes for one agent's tree or table.
    pub memory: u64,
    /// The most threads of one agent.
    pub threads: u64,
    /// The time after which every command is interrupted.
    pub time: Duration,
}

/// A board that is too large for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{size}: this engine plays on at most {most}")]
pub struct SizeError {
    /// The board.
    pub size: Size,
    /// The largest one.
    pub most: Size,
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        let size = Size::new(19, 19).expect("a size");
        Sandbox { size, memory: 64, threads: 1, time: Duration::from_secs(10) }
    }
}

impl Sandbox {
    /// What the client may set of an agent.
    pub fn setting_limits(&self) -> SettingLimits {
        SettingLimits {
            memory: Some(self.memory),
            threads: Some(self.threads),
            time: Some(self.time),
            files: false,
        }
    }

    /// Whether the client may have this board.
    pub fn check_size(&self, size: Size) -> Result<(), SizeError> {
        let most = self.size;
        if size.columns() > most.columns() || size.rows() > most.rows() {
            return Err(SizeError { size, most });
        }
        Ok(())
    }
}
