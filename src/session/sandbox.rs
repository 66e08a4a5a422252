//! The limits of an untrusted client.

use std::time::Duration;

use kring_agents::SettingLimits;
use kring_board::Size;

use crate::gtp::failure::{CommandFailure, CommandResult};

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

impl Default for Sandbox {
    fn default() -> Sandbox {
        let size = Size::new(19, 19).expect("a size");
        Sandbox { size, memory: 64, threads: 1, time: Duration::from_secs(10) }
    }
}

impl Sandbox {
    /// What the client may set of an agent.
    pub(crate) fn limits(client: Option<&Sandbox>) -> SettingLimits {
        match client {
            None => SettingLimits::NONE,
            Some(sandbox) => SettingLimits {
                memory: Some(sandbox.memory),
                threads: Some(sandbox.threads),
                time: Some(sandbox.time),
                files: false,
            },
        }
    }

    pub(crate) fn permits_size(client: Option<&Sandbox>, size: Size) -> CommandResult<()> {
        match client.map(|sandbox| sandbox.size) {
            Some(most) if size.columns() > most.columns() || size.rows() > most.rows() => {
                let why = format!("{size}: this engine plays on at most {most}");
                Err(CommandFailure::Size(why))
            }
            _ => Ok(()),
        }
    }
}
