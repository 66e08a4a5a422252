//! The parameters of agents: what each is for, which values it takes, and its value.

use std::{fmt, path::PathBuf};

/// What several agents have a parameter for, so that others can ask any agent for it. The
/// parameter has the same name in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `evals`, `sims`, `playouts` or `fills`: how much work it does for a move.
    Effort(Effort),
    /// `depth`: how many moves it looks ahead.
    Depth,
    /// `time`: seconds a move.
    Time,
    /// `threads`: how many threads search together.
    Threads,
    /// `memory`: the most megabytes for trees and tables.
    Memory,
    /// `level`: the strength for human opponents.
    Level,
    /// `temperature`: how freely it chooses among good moves.
    Temperature,
    /// `seed`: the seed of its own random numbers.
    Seed,
}

/// What an agent counts as its work for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Positions that the network evaluates.
    Evaluations,
    /// Simulations of a tree search without a network.
    Simulations,
    /// Random games after each move.
    Playouts,
    /// Random fills of the board.
    Fills,
}

impl Role {
    /// The name of the parameter.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Effort(Effort::Evaluations) => "evals",
            Role::Effort(Effort::Simulations) => "sims",
            Role::Effort(Effort::Playouts) => "playouts",
            Role::Effort(Effort::Fills) => "fills",
            Role::Depth => "depth",
            Role::Time => "time",
            Role::Threads => "threads",
            Role::Memory => "memory",
            Role::Level => "level",
            Role::Temperature => "temperature",
            Role::Seed => "seed",
        }
    }

    /// Whether the parameter limits how long an agent thinks about a move.
    pub fn is_limit(self) -> bool {
        matches!(self, Role::Effort(_) | Role::Depth | Role::Time)
    }
}

/// A parameter of an agent, with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key of `key=value`.
    pub name: &'static str,
    /// What it is for, if other agents have it too.
    pub role: Option<Role>,
    /// What the value can be.
    pub kind: ParameterKind,
    /// The value; `None` if it is not set and has no default.
    pub value: Option<ParameterValue>,
    /// One line of help.
    pub help: &'static str,
}

impl Parameter {
    /// Whether the value is a file.
    pub fn is_file(&self) -> bool {
        matches!(self.kind, ParameterKind::Network | ParameterKind::Proof)
    }
}

/// What a parameter's value can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterKind {
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A real number from the first to the second.
    Real(f64, f64),
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A file that holds a network.
    Network,
    /// A file that holds a proof.
    Proof,
}

/// A parameter's value, however it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A whole number.
    Whole(u64),
    /// A real number.
    Real(f64),
    /// One of several words.
    Word(&'static str),
    /// The name of a file.
    File(PathBuf),
}

impl ParameterKind {
    /// The value of a text; `None` if it is not of this kind. A file is not read.
    pub fn read(&self, text: &str) -> Option<ParameterValue> {
        let value = match self {
            ParameterKind::Whole(..) => ParameterValue::Whole(text.parse().ok()?),
            ParameterKind::Real(..) => ParameterValue::Real(text.parse().ok()?),
            ParameterKind::OneOf(words) => {
                let word = words.iter().find(|word| **word == text)?;
                ParameterValue::Word(word)
            }
            ParameterKind::Network | ParameterKind::Proof => {
                ParameterValue::File(PathBuf::from(text))
            }
        };
        self.accepts(&value).then_some(value)
    }

    /// Whether a value is of this kind and in its range.
    pub fn accepts(&self, value: &ParameterValue) -> bool {
        match (self, value) {
            (ParameterKind::Whole(least, most), ParameterValue::Whole(number)) => {
                (least..=most).contains(&number)
            }
            (ParameterKind::Real(least, most), ParameterValue::Real(number)) => {
                (least..=most).contains(&number)
            }
            (ParameterKind::OneOf(words), ParameterValue::Word(word)) => words.contains(word),
            (ParameterKind::Network | ParameterKind::Proof, ParameterValue::File(file)) => {
                !file.as_os_str().is_empty()
            }
            _ => false,
        }
    }

    /// The value in the range that is nearest to a number, rounded down to a whole one where it
    /// has to be; `None` if the values are no numbers.
    pub fn nearest(&self, number: f64) -> Option<ParameterValue> {
        match *self {
            ParameterKind::Whole(least, most) => {
                // The conversion rounds down, and its result is within the range of `u64`.
                Some(ParameterValue::Whole((number as u64).clamp(least, most)))
            }
            ParameterKind::Real(least, most) => {
                Some(ParameterValue::Real(number.clamp(least, most)))
            }
            ParameterKind::OneOf(_) | ParameterKind::Network | ParameterKind::Proof => None,
        }
    }
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Whole(least, most) => write!(f, "{least}..{most}"),
            ParameterKind::Real(least, most) => write!(f, "{least:?}..{most:?}"),
            ParameterKind::OneOf(words) => f.write_str(&words.join("|")),
            ParameterKind::Network | ParameterKind::Proof => f.write_str("file"),
        }
    }
}

impl ParameterValue {
    /// The value as a number; `None` if it is none.
    pub fn number(&self) -> Option<f64> {
        match *self {
            ParameterValue::Whole(number) => Some(number as f64),
            ParameterValue::Real(number) => Some(number),
            ParameterValue::Word(_) | ParameterValue::File(_) => None,
        }
    }
}

impl fmt::Display for ParameterValue {
    /// The value as a spec is written: [`ParameterKind::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Whole(number) => number.fmt(f),
            ParameterValue::Real(number) => number.fmt(f),
            ParameterValue::Word(word) => f.write_str(word),
            ParameterValue::File(file) => file.display().fmt(f),
        }
    }
}
