//! The limits of an untrusted client.

use std::time::Duration;

use kring_agents::{ANYTHING, AgentSpec, Parameter, ParameterKind};
use kring_board::Size;

use super::failure::{CommandFailure, CommandResult};

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
    /// The values and the default that are listed for a parameter; None if it is not listed,
    /// because the client has no choice.
    pub(super) fn offers(
        client: Option<&Sandbox>,
        parameter: &Parameter,
    ) -> Option<(ParameterKind, Option<String>)> {
        let Some(sandbox) = client else {
            return Some((parameter.kind, parameter.default.map(str::to_owned)));
        };
        let has_choice = |kind: &ParameterKind| !matches!(kind, ParameterKind::Whole(least, most) if least == most);
        sandbox.limited(parameter).filter(|(kind, _)| has_choice(kind))
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

    /// The agent with its defaults lowered to the limits.
    pub(super) fn fitted(client: Option<&Sandbox>, mut spec: AgentSpec) -> AgentSpec {
        let Some(sandbox) = client else { return spec };
        for parameter in spec.entry().parameters {
            let default = sandbox.limited(parameter).and_then(|(_, default)| default);
            if default.as_deref() != parameter.default && !spec.is_given(parameter.name) {
                spec = spec.with(parameter.name, default.as_deref(), ANYTHING).unwrap_or(spec);
            }
        }
        spec
    }

    /// The values that a client may give a parameter, and the default within the
    /// limits; none if the parameter is not for clients.
    fn limited(&self, parameter: &Parameter) -> Option<(ParameterKind, Option<String>)> {
        let most = Sandbox::most(Some(self), parameter.name);
        let (kind, most) = match parameter.kind {
            ParameterKind::Network | ParameterKind::Proof => return None,
            // Never below the minimum, because some agents need a little memory.
            ParameterKind::Whole(least, largest) => {
                let most = (most as u64).clamp(least, largest);
                (ParameterKind::Whole(least, most), most as f64)
            }
            ParameterKind::Real(least, largest) => {
                let most = most.clamp(least, largest);
                (ParameterKind::Real(least, most), most)
            }
            ParameterKind::OneOf(_) => (parameter.kind, f64::MAX),
        };
        let lowered = |text: &str| match text.parse::<f64>() {
            Ok(value) if value > most => most.to_string(),
            _ => text.to_owned(),
        };
        Some((kind, parameter.default.map(lowered)))
    }

    /// Whether a client may give a parameter this value; the error says why not.
    pub(super) fn permits_value(
        client: Option<&Sandbox>,
        parameter: &Parameter,
        value: &str,
    ) -> Result<(), String> {
        let is_file = matches!(parameter.kind, ParameterKind::Network | ParameterKind::Proof);
        if is_file && client.is_some() {
            return Err("this engine opens no files for clients".to_owned());
        }
        let most = Sandbox::most(client, parameter.name);
        match value.parse::<f64>() {
            Ok(value) if value > most => Err(format!("this engine permits at most {most}")),
            _ => Ok(()),
        }
    }

    /// The largest value of a parameter of this name; infinite without a limit.
    pub(super) fn most(client: Option<&Sandbox>, parameter: &str) -> f64 {
        match (client, parameter) {
            (Some(sandbox), "memory") => sandbox.memory as f64,
            (Some(sandbox), "threads") => sandbox.threads as f64,
            (Some(sandbox), "time") => sandbox.time.as_secs_f64(),
            _ => f64::INFINITY,
        }
    }
}
