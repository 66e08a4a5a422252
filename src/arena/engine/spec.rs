use std::{fmt, str::FromStr};

use super::{EngineTimeouts, dialect::Dialect, player::EnginePlayer};
use crate::{
    arena::{Entrant, Player, Reason},
    rules::{Colour, Rules, Size, text::short},
};

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

impl Entrant for EngineSpec {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.command.clone())
    }

    fn identity(&self) -> String {
        let EngineTimeouts { mv, start, game } = self.timeouts;
        format!("{self} {mv:?} {start:?} {game:?}")
    }

    /// Starts the engine and sets the game up. One that does not come as far
    /// as that would lose every game, which tells nothing.
    fn plays(&self, rules: &Rules, size: Size, _: Colour) -> Result<(), String> {
        Dialect::try_out(self, rules, size).map_err(|fault| match fault.reason {
            Reason::Refusal => fault.detail,
            _ => format!("it does not get ready: {}", fault.detail),
        })
    }

    fn player(&self) -> Box<dyn Player> {
        Box::new(EnginePlayer::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
