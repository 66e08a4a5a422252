//! Engines as players: processes that speak GTP, each started by a worker
//! and driven through pipes. Whatever they do, the referee's board decides;
//! here their words are turned into moves and their failures into faults.

mod link;
mod player;

use std::{fmt, str::FromStr, time::Duration};

use crate::rules::text::short;

/// An engine as a text names it:
/// `cmd:"mohex --use-logfile=0" init:"param_mohex max_time 5" name:"MoHex"`.
///
/// Values stand between double quotes, in which a backslash protects the next
/// character, between single quotes, or alone if they hold no space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// What starts it.
    pub command: String,
    /// What it is told before its first game.
    pub init: Vec<String>,
    /// Its name in tables; none: the command.
    pub name: Option<String>,
    /// How long it may take.
    pub timeouts: EngineTimeouts,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// There is no command.
    #[error("an engine needs cmd:\"...\"")]
    NoCommand,
    /// Two commands or names.
    #[error("'{0}:' is given twice")]
    Twice(&'static str),
    /// Something else.
    #[error("'{0}': expected cmd:\"...\", init:\"...\" or name:\"...\"")]
    Word(String),
    /// A quote without its counterpart.
    #[error("the quote of {0}: does not end")]
    Quote(String),
}

impl EngineSpec {
    /// Whether a text is about an engine rather than an agent.
    pub fn is_meant(text: &str) -> bool {
        ["cmd:", "init:", "name:"].iter().any(|key| text.trim_start().starts_with(key))
    }
}

impl FromStr for EngineSpec {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineError> {
        let (mut command, mut name, mut init) = (None, None, Vec::new());
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = || EngineError::Word(short(rest));
            let (key, after) = rest.split_once(':').ok_or_else(word)?;
            let (value, after) = value(after).ok_or_else(|| EngineError::Quote(key.to_owned()))?;
            let given = match key {
                "cmd" => command.replace(value).map(|_| "cmd"),
                "name" => name.replace(value).map(|_| "name"),
                "init" => {
                    init.push(value);
                    None
                }
                _ => return Err(word()),
            };
            if let Some(key) = given {
                return Err(EngineError::Twice(key));
            }
            rest = after.trim_start();
        }
        let command = command.filter(|command| !command.trim().is_empty());
        let command = command.ok_or(EngineError::NoCommand)?;
        Ok(EngineSpec { command, init, name, timeouts: EngineTimeouts::default() })
    }
}

/// The value at the beginning of a text, and what follows it.
fn value(text: &str) -> Option<(String, &str)> {
    let mut chars = text.chars();
    let quote = match chars.next() {
        Some(quote @ ('"' | '\'')) => quote,
        _ => {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            return Some((text[..end].to_owned(), &text[end..]));
        }
    };
    let mut value = String::new();
    loop {
        match chars.next()? {
            c if c == quote => return Some((value, chars.as_str())),
            '\\' if quote == '"' => value.push(chars.next()?),
            c => value.push(c),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Entrant;

    #[test]
    fn texts_round_trip() {
        let spec: EngineSpec =
            r#" init:'a "b"' cmd:"mo\"hex -x 'y z'"  init:quit name:"M\\ 1""#.parse().unwrap();
        assert_eq!(spec.command, "mo\"hex -x 'y z'");
        assert_eq!(spec.init, ["a \"b\"", "quit"]);
        assert_eq!(spec.name(), "M\\ 1");
        assert_eq!(spec.to_string().parse(), Ok(spec));
        let plain: EngineSpec = "cmd:kring".parse().unwrap();
        assert_eq!(plain.name(), "kring");
    }

    #[test]
    fn bad_texts_are_refused_with_a_reason() {
        for (text, expected) in [
            ("init:\"name\"", EngineError::NoCommand),
            ("cmd:\" \"", EngineError::NoCommand),
            ("cmd:a cmd:b", EngineError::Twice("cmd")),
            ("cmd:a random", EngineError::Word("random".to_owned())),
            ("cmd:a time:3", EngineError::Word("time:3".to_owned())),
            ("cmd:\"a", EngineError::Quote("cmd".to_owned())),
        ] {
            assert_eq!(text.parse::<EngineSpec>(), Err(expected), "{text}");
        }
    }
}
