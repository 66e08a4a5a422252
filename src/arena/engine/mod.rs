//! Engines as players: processes that speak GTP, each started by a worker
//! and driven through pipes. Whatever they do, the referee's board decides;
//! here their words are turned into moves and their failures into faults.

mod link;
mod player;

use std::{fmt, str::FromStr, time::Duration};

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take_till},
    character::complete::{char, one_of},
    combinator::{map, not},
    sequence::{delimited, preceded, terminated},
};

use crate::grammar::{Located, Parsed, Spanned, escaped, short, unescaped};

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
#[non_exhaustive]
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
    type Err = Located<EngineError>;

    fn from_str(text: &str) -> Result<EngineSpec, Located<EngineError>> {
        read(text).map_err(|error| error.located(text))
    }
}

fn read(text: &str) -> Result<EngineSpec, Spanned<'_, EngineError>> {
    let (mut command, mut name, mut init) = (None, None, Vec::new());
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let bad = |span, error| Err(Spanned::new(span, error));
        let Ok((after, key)) = key(rest) else {
            return bad(rest, EngineError::Word(short(rest)));
        };
        let Ok((after, value)) = value(after) else {
            return bad(after, EngineError::Quote(key.to_owned()));
        };
        let given = match key {
            "cmd" => command.replace(value).map(|_| "cmd"),
            "name" => name.replace(value).map(|_| "name"),
            _ => {
                init.push(value);
                None
            }
        };
        if let Some(key) = given {
            return bad(rest, EngineError::Twice(key));
        }
        rest = after.trim_start();
    }
    let command = command.filter(|command: &String| !command.trim().is_empty());
    let command = command.ok_or(Spanned::new(rest, EngineError::NoCommand))?;
    Ok(EngineSpec { command, init, name, timeouts: EngineTimeouts::default() })
}

/// `cmd:`, `init:` or `name:`
fn key(text: &str) -> Parsed<'_, &str> {
    terminated(alt((tag("cmd"), tag("init"), tag("name"))), char(':')).parse(text)
}

/// A value between quotes, or up to the next blank.
fn value(text: &str) -> Parsed<'_, String> {
    let double = delimited(char('"'), unescaped("\"\\"), char('"'));
    let single = delimited(char('\''), take_till(|c| c == '\''), char('\''));
    let bare = preceded(not(one_of("\"'")), take_till(char::is_whitespace));
    alt((double, map(single, str::to_owned), map(bare, str::to_owned))).parse(text)
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
            ("init:\"name\"", (EngineError::NoCommand, 12)),
            ("cmd:\" \"", (EngineError::NoCommand, 8)),
            ("cmd:a cmd:b", (EngineError::Twice("cmd"), 7)),
            ("cmd:a random", (EngineError::Word("random".to_owned()), 7)),
            ("cmd:é time:3", (EngineError::Word("time:3".to_owned()), 7)),
            ("cmd:\"a", (EngineError::Quote("cmd".to_owned()), 5)),
            (" name:'a'cmd:'\\", (EngineError::Quote("cmd".to_owned()), 14)),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err();
            assert_eq!((error.error, error.place.character), expected, "{text}");
        }
    }
}
