//! The text form of the rules: a preset or a topology, then `key=value` words. Agents are written
//! in the same form.

use std::{fmt, str::FromStr};

use super::{Cycle, Rules, RulesError, Seasons, Turns};
use crate::Colour;
use crate::grammar::{Located, Spanned, short, words};

/// The keys of the rules in the order in which they are applied. The number of seasons resets the
/// cycles, so it precedes them.
const KEYS: [&str; 6] = ["topology", "seasons", "turns", "swap", "black-cycle", "white-cycle"];

impl Rules {
    /// The rules with this name: a preset, or the name of a topology.
    fn named(name: &str) -> Option<Rules> {
        let mut rules = Rules::default();
        match name {
            "hex" => {}
            "seasonal" => rules.seasons = Seasons::new(3).ok()?,
            "random-turn" => rules.turns = Turns::Random,
            _ => rules.topology = name.parse().ok()?,
        }
        Some(rules)
    }

    /// These rules with the changes that a text names: a preset as the first word replaces all
    /// rules, a `key=value` word changes one.
    pub fn changed_by(&self, text: &str) -> Result<Rules, Located<RulesError>> {
        self.read(text).map_err(|error| error.located(text))
    }

    fn read<'a>(&self, text: &'a str) -> Result<Rules, Spanned<'a, RulesError>> {
        let mut rules = self.clone();
        let mut given: Vec<(&str, &str)> = Vec::new();
        for (i, word) in words(text).into_iter().enumerate() {
            let bad = |error| Err(Spanned::new(word, error));
            match word.split_once('=') {
                Some((key, _)) if given.iter().any(|(k, _)| *k == key) => {
                    return bad(RulesError::Twice(short(key)));
                }
                Some((key, value)) if KEYS.contains(&key) => given.push((key, value)),
                Some((key, _)) => return bad(RulesError::Key(short(key))),
                None => match Rules::named(word).filter(|_| i == 0) {
                    Some(named) => rules = named,
                    None if Rules::named(word).is_some() => {
                        return bad(RulesError::Second(short(word)));
                    }
                    None => return bad(RulesError::Word(short(word))),
                },
            }
        }
        given.sort_by_key(|(key, _)| KEYS.iter().position(|k| k == key));
        given.into_iter().try_fold(rules, |rules, (key, value)| rules.with(key, value))
    }

    fn with<'a>(mut self, key: &str, value: &'a str) -> Result<Rules, Spanned<'a, RulesError>> {
        let at_value = |error| Spanned::new(value, error);
        let bad =
            |key, expected| Err(at_value(RulesError::Value { key, value: short(value), expected }));
        match (key, value) {
            ("topology", _) => self.topology = value.parse().map_err(at_value)?,
            ("seasons", _) => match value.parse() {
                Ok(count) => self.seasons = Seasons::new(count).map_err(at_value)?,
                Err(_) => return bad("seasons", "a number from 1 to 9"),
            },
            ("turns", "alternating") => self.turns = Turns::Alternating,
            ("turns", "random") => self.turns = Turns::Random,
            ("turns", _) => return bad("turns", "alternating or random"),
            ("swap", "on") => self.swap = true,
            ("swap", "off") => self.swap = false,
            ("swap", _) => return bad("swap", "on or off"),
            ("black-cycle" | "white-cycle", _) => {
                let colour = if key == "black-cycle" { Colour::Black } else { Colour::White };
                let cycle = Cycle::read(value)?;
                self.seasons = self.seasons.with_cycle(colour, cycle).map_err(at_value)?;
            }
            _ => return Err(at_value(RulesError::Key(key.to_owned()))),
        }
        Ok(self)
    }
}

impl FromStr for Rules {
    type Err = Located<RulesError>;

    fn from_str(text: &str) -> Result<Rules, Located<RulesError>> {
        Rules::default().changed_by(text)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seasons={}", self.topology, self.seasons.count())?;
        write!(f, " turns={} swap={}", self.turns, if self.swap { "on" } else { "off" })?;
        let usual = Seasons::new(self.seasons.count() as u8).unwrap_or_default();
        for colour in Colour::ALL {
            if self.seasons.cycle(colour) != usual.cycle(colour) {
                write!(f, " {colour}-cycle={}", self.seasons.cycle(colour))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Turns::Alternating => "alternating",
            Turns::Random => "random",
        })
    }
}
