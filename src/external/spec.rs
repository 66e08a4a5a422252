//! Engines as texts name them, and how long they may take.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kring_board::grammar::{Located, ParseResult, Spanned, blanks, escaped, expect, value};
use kring_board::word::short;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::sequence::{preceded, terminated};
use nom::{Finish, Parser};

/// An engine as a text names it:
/// `cmd:"mohex --use-logfile=0" init:"param_mohex max_time 5" name:"MoHex"`.
///
/// Values stand between double quotes, in which a backslash protects the next
/// character, between single quotes, or alone if they hold no space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The command that starts it.
    pub command: String,
    /// The commands that it gets before its first game.
    pub init: Vec<String>,
    /// Its name in tables; the default is the command.
    pub name: Option<String>,
    /// How long it may take.
    pub timeouts: EngineTimeouts,
}

impl FromStr for EngineSpec {
    type Err = Located<String>;

    fn from_str(text: &str) -> Result<EngineSpec, Located<String>> {
        let read = spec(text).finish().map(|(_, spec)| spec);
        read.map_err(|problem| {
            let span = problem.span;
            problem.named(|| expected_key(span)).located(text)
        })
    }
}

fn spec(text: &str) -> ParseResult<'_, EngineSpec, String> {
    let mut command = None;
    let mut name = None;
    let mut init = Vec::new();
    let (mut rest, _) = blanks(text)?;
    while !rest.is_empty() {
        let (after, (key, value)) = part(rest)?;
        match key {
            "init" => init.push(value),
            "cmd" if command.is_none() => command = Some(value),
            "name" if name.is_none() => name = Some(value),
            _ => return Err(Spanned::new(rest, format!("'{key}:' is given twice")).into()),
        }
        (rest, _) = blanks(after)?;
    }
    let command = command.filter(|command: &String| !command.trim().is_empty());
    let missing = || Spanned::new(rest, "an engine needs cmd:\"...\"".to_owned());
    let command = command.ok_or_else(missing)?;
    Ok((rest, EngineSpec { command, init, name, timeouts: EngineTimeouts::default() }))
}

/// A key and its value.
fn part(text: &str) -> ParseResult<'_, (&str, String), String> {
    let (rest, key) = expect(key, expected_key).parse(text)?;
    let (rest, value) =
        expect(value, |_| format!("the quote of {key}: does not end")).parse(rest)?;
    Ok((rest, (key, value)))
}

fn expected_key(text: &str) -> String {
    format!("'{}': expected cmd:\"...\", init:\"...\" or name:\"...\"", short(text))
}

/// `cmd:`, `init:` or `name:`
fn key<E>(text: &str) -> ParseResult<'_, &str, E> {
    terminated(alt((tag("cmd"), tag("init"), tag("name"))), char(':')).parse(text)
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| escaped(text, '"');
        write!(f, "cmd:\"{}\"", quoted(&self.command))?;
        self.init.iter().try_for_each(|line| write!(f, " init:\"{}\"", quoted(line)))?;
        self.name.iter().try_for_each(|name| write!(f, " name:\"{}\"", quoted(name)))
    }
}

/// How long engines may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// For one move, and for everything else that is asked during a game.
    pub mv: Duration,
    /// For each answer before the first game, from the start of the process on.
    pub start: Duration,
    /// For all moves of a game; `None`: no such limit.
    pub game: Option<Duration>,
}

impl Default for EngineTimeouts {
    fn default() -> EngineTimeouts {
        let minute = Duration::from_secs(60);
        EngineTimeouts { mv: minute, start: minute, game: None }
    }
}

impl EngineSpec {
    /// Whether a text names an engine rather than an agent.
    pub fn is_meant(text: &str) -> bool {
        let is_key: ParseResult<'_, _, ()> = preceded(blanks, key).parse(text);
        is_key.is_ok()
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }
}
