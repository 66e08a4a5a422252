//! Engines as texts name them, and how long they may take.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kring_board::grammar::{Located, Spanned, escaped, short, value};

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
        parse(text).map_err(|error| error.located(text))
    }
}

fn parse(text: &str) -> Result<EngineSpec, Spanned<'_, String>> {
    let (mut command, mut name, mut init) = (None, None, Vec::new());
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let bad = |span, error| Err(Spanned::new(span, error));
        let Some((key, after)) = key(rest) else {
            let expected = "expected cmd:\"...\", init:\"...\" or name:\"...\"";
            return bad(rest, format!("'{}': {expected}", short(rest)));
        };
        let Ok((after, value)) = value(after) else {
            return bad(after, format!("the quote of {key}: does not end"));
        };
        match key {
            "init" => init.push(value),
            "cmd" if command.is_none() => command = Some(value),
            "name" if name.is_none() => name = Some(value),
            _ => return bad(rest, format!("'{key}:' is given twice")),
        }
        rest = after.trim_start();
    }
    let command = command.filter(|command: &String| !command.trim().is_empty());
    let missing = || Spanned::new(rest, "an engine needs cmd:\"...\"".to_owned());
    let command = command.ok_or_else(missing)?;
    Ok(EngineSpec { command, init, name, timeouts: EngineTimeouts::default() })
}

/// The key at the beginning of a text, `cmd:`, `init:` or `name:`, and what follows it.
fn key(text: &str) -> Option<(&'static str, &str)> {
    let after = |key: &'static str| Some((key, text.strip_prefix(key)?.strip_prefix(':')?));
    ["cmd", "init", "name"].into_iter().find_map(after)
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
        key(text.trim_start()).is_some()
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }
}
