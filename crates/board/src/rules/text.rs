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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SeasonMap, Size, Topology};

    #[test]
    fn every_text_round_trips() {
        for topology in Topology::ALL {
            for rest in ["", " seasons=2", " seasons=3 turns=random", " swap=on seasons=9"] {
                let rules: Rules = format!("{topology}{rest}").parse().unwrap();
                assert_eq!(rules.to_string().parse(), Ok(rules));
            }
        }
        let own = "torus seasons=3 turns=alternating swap=off white-cycle=2,3,1,1";
        assert_eq!(own.parse::<Rules>().unwrap().to_string(), own);
    }

    #[test]
    fn commas_can_stand_for_the_blanks() {
        for (commas, blanks) in [
            ("cylinder,seasons=3", "cylinder seasons=3"),
            ("seasons=3,swap=on", "seasons=3 swap=on"),
            (
                "torus,seasons=3,white-cycle=2,3,1,1,swap=on",
                "torus seasons=3 white-cycle=2,3,1,1 swap=on",
            ),
            ("white-cycle=2,1,seasons=2 turns=random", "white-cycle=2,1 seasons=2 turns=random"),
        ] {
            assert_eq!(commas.parse::<Rules>(), blanks.parse(), "{commas}");
            assert!(commas.parse::<Rules>().is_ok(), "{commas}");
        }
    }

    #[test]
    fn the_default_cycles_are_fair_for_odd_and_half_shifted_for_even_counts() {
        let white = |k| Seasons::new(k).unwrap().cycle(Colour::White).to_string();
        assert_eq!(["1", "2,1", "3,1,2", "3,4,1,2", "4,5,1,2,3"], [1, 2, 3, 4, 5].map(white)[..]);
    }

    #[test]
    fn bad_texts_are_refused_with_a_reason_and_a_character() {
        for (bad, character) in [
            ("chess", 1),
            ("hex torus", 5),
            ("seasons=0", 9),
            ("  seasons=10", 11),
            ("topology=é", 10),
            ("turns=odd", 7),
            ("swap=1", 6),
            ("swap", 1),
            ("swap=on swap=off", 9),
            ("seasons=3 black-cycle=1,2", 23),
            ("black-cycle=2", 13),
            ("black-cycle=", 13),
            ("seasons=2 white-cycle=1,,2", 25),
            ("x=1", 1),
            ("hex,torus", 5),
            ("hex,", 5),
            (",swap=on", 1),
            ("swap=on,swap=off", 9),
        ] {
            let error = bad.parse::<Rules>().unwrap_err();
            assert_eq!(
                (error.location.line, error.location.character),
                (1, character),
                "{bad}: {error}"
            );
        }
    }

    #[test]
    fn a_map_is_refused_at_its_first_wrong_character() {
        let (size, seasons) = (Size::new(3, 2).unwrap(), Seasons::new(2).unwrap());
        for (text, character) in
            [("112 12x", 7), ("112 1222", 5), ("112", 4), ("112 121 112", 9), ("310 111", 1)]
        {
            let error = SeasonMap::parse(size, &seasons, text).unwrap_err();
            assert_eq!(error.location.character, character, "{text}: {error}");
        }
        assert_eq!(SeasonMap::parse(size, &seasons, " 112  121").unwrap().to_string(), "112 121");
    }
}
