//! The text form of the rules: a preset or a topology, then `key=value` words. Agents are written
//! in the same form.

use std::{fmt, str::FromStr};

use super::{Cycle, Rules, RulesError, Seasons, Turns};
use crate::{
    Colour,
    grammar::{Located, Spanned, setting, whole, words},
    suggest::hint,
    word::short,
};

/// The keys of the rules in the order in which they are applied. The number of seasons resets the
/// cycles, so it precedes them.
const KEYS: [&str; 6] = ["topology", "seasons", "turns", "swap", "black-cycle", "white-cycle"];

impl Rules {
    /// The rules with this name: a preset, or the name of a topology.
    fn named(name: &str) -> Option<Rules> {
        let plain = Rules::default();
        match Rules::PRESETS.into_iter().find(|(preset, _)| *preset == name) {
            Some((_, words)) => plain.read(words).ok(),
            None => Some(Rules { topology: name.parse().ok()?, ..plain }),
        }
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
            let bad = |error: String| Err(Spanned::new(word, RulesError(error)));
            match whole::<_, ()>(setting, word) {
                Ok((key, _)) if given.iter().any(|(k, _)| *k == key) => {
                    return bad(format!("'{}' is given twice", short(key)));
                }
                Ok((key, value)) if KEYS.contains(&key) => given.push((key, value)),
                Ok((key, _)) => {
                    let key = short(key);
                    let keys = KEYS.join(", ");
                    let hint = hint(&key, KEYS);
                    return bad(format!("'{key}'{hint} is not a rule; there are {keys}"));
                }
                Err(_) => match Rules::named(word) {
                    Some(named) if i == 0 => rules = named,
                    Some(_) => {
                        let why = "is a second variant, or stands behind a rule";
                        return bad(format!("'{word}' {why}: a variant comes first, and alone"));
                    }
                    None => return bad(unknown_variant(&short(word))),
                },
            }
        }
        for (key, value) in KEYS.iter().filter_map(|key| given.iter().find(|(k, _)| k == key)) {
            rules = rules.with(key, value)?;
        }
        Ok(rules)
    }

    fn with<'a>(mut self, key: &str, value: &'a str) -> Result<Rules, Spanned<'a, RulesError>> {
        let at_value = |error| Spanned::new(value, error);
        let bad = |expected| Err(at_value(RulesError::value(key, value, expected)));
        match (key, value) {
            ("topology", _) => self.topology = value.parse().map_err(at_value)?,
            ("seasons", _) => match value.parse() {
                Ok(count) => self.seasons = Seasons::new(count).map_err(at_value)?,
                Err(_) => return bad("a number from 1 to 9"),
            },
            ("turns", "alternating") => self.turns = Turns::Alternating,
            ("turns", "random") => self.turns = Turns::Random,
            ("turns", _) => return bad("alternating or random"),
            ("swap", "on") => self.swap = true,
            ("swap", "off") => self.swap = false,
            ("swap", _) => return bad("on or off"),
            _ => {
                let colour = if key == "black-cycle" { Colour::Black } else { Colour::White };
                let cycle = Cycle::read(value)?;
                self.seasons = self.seasons.with_cycle(colour, cycle).map_err(at_value)?;
            }
        }
        Ok(self)
    }
}

fn unknown_variant(word: &str) -> String {
    let names = Rules::preset_names();
    let hint = hint(word, names.iter().copied());
    let presets = names.join(", ");
    format!("'{word}'{hint} is neither a variant ({presets}) nor key=value")
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
        f.write_str(if *self == Turns::Random { "random" } else { "alternating" })
    }
}
