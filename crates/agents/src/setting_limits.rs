//! What a client may set: the limits of one that is not trusted.

use std::time::Duration;

use crate::parameter::{Parameter, ParameterKind, Role};

/// The largest values that a client may set, and whether it may name files.
///
/// ```
/// use kring_agents::{AgentSpec, SettingLimits};
///
/// let limits = SettingLimits { memory: Some(64), ..SettingLimits::NONE };
/// let error = AgentSpec::parse("mcts memory=65", &limits).unwrap_err().to_string();
/// assert_eq!(error, "memory=65: this engine permits at most 64 (at character 13)");
/// let lowered = AgentSpec::parse("mcts", &limits)?.within(&limits);
/// assert_eq!(lowered.to_string(), "mcts memory=64");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettingLimits {
    /// The most megabytes of one agent.
    pub memory: Option<u64>,
    /// The most threads of one agent.
    pub threads: Option<u64>,
    /// The most time for a move.
    pub time: Option<Duration>,
    /// Whether the client may name files.
    pub files: bool,
}

impl SettingLimits {
    /// No limit: whatever a parameter accepts.
    pub const NONE: SettingLimits =
        SettingLimits { memory: None, threads: None, time: None, files: true };

    /// The largest value of a role; infinite without a limit.
    pub fn most(&self, role: Role) -> f64 {
        let most = match role {
            Role::Memory => self.memory.map(|megabytes| megabytes as f64),
            Role::Threads => self.threads.map(|threads| threads as f64),
            Role::Time => self.time.map(|time| time.as_secs_f64()),
            _ => None,
        };
        most.unwrap_or(f64::INFINITY)
    }

    /// The parameter as the client can set it: with a smaller range, and a number lowered to it;
    /// `None` if the client has no choice.
    pub fn lower(&self, parameter: Parameter) -> Option<Parameter> {
        let lowered = self.lowered(parameter)?;
        let is_fixed = matches!(lowered.kind, ParameterKind::Whole(least, most) if least == most);
        (!is_fixed).then_some(lowered)
    }

    /// The same, also where only one value is left; `None` for a file that the client may not name.
    pub(crate) fn lowered(&self, parameter: Parameter) -> Option<Parameter> {
        if parameter.is_file() && !self.files {
            return None;
        }
        let most = parameter.role.map_or(f64::INFINITY, |role| self.most(role));
        // The range keeps its lower end, because some agents need a little memory.
        let kind = match parameter.kind {
            ParameterKind::Whole(least, largest) => {
                ParameterKind::Whole(least, (most as u64).clamp(least, largest))
            }
            ParameterKind::Real(least, largest) => {
                ParameterKind::Real(least, most.clamp(least, largest))
            }
            kind => kind,
        };
        let value = parameter.value.map(|value| match value.number() {
            Some(number) if !kind.accepts(&value) => kind.nearest(number).unwrap_or(value),
            _ => value,
        });
        Some(Parameter { kind, value, ..parameter })
    }
}
