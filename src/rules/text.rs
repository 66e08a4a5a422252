//! The text form of the rules: a preset or a topology, then `key=value` words.
//! Agents are written in words of the same form.

use std::{fmt, str::FromStr};

use super::{Colour, Rules, RulesError, Seasons, Turns};

/// As much of what somebody sent as an error quotes.
pub(crate) fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// The words of a text that names rules or an agent. Blanks separate them; in
/// place of the first blanks commas can stand, for clients that cannot pass a
/// blank: `neural,time=1`. Later words keep their commas, whatever follows, so
/// that every text that is written with blanks is read back as it was.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let first = if first.is_empty() { Vec::new() } else { joined_by_commas(first) };
    first.into_iter().chain(rest.split_whitespace())
}

/// A name has no comma. Values can (`white-cycle=2,3,1`, files), so a comma
/// after a `=` ends a word only if another key follows.
fn joined_by_commas(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut begin = 0;
    for (at, _) in text.match_indices(',') {
        if !text[begin..at].contains('=') || begins_with_key(&text[at + 1..]) {
            words.push(&text[begin..at]);
            begin = at + 1;
        }
    }
    words.push(&text[begin..]);
    words
}

fn begins_with_key(text: &str) -> bool {
    let is_key = |key: &str| key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    text.split_once('=').is_some_and(|(key, _)| !key.is_empty() && is_key(key))
}

/// The rules that a text can set, in the order in which they are applied: a
/// number of seasons resets the cycles, so it comes before them.
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

    /// These rules changed by a text: a preset as first word begins anew,
    /// `key=value` words change one rule each.
    pub fn changed_by(&self, text: &str) -> Result<Rules, RulesError> {
        let mut rules = self.clone();
        let mut given: Vec<(&str, &str)> = Vec::new();
        for (i, word) in words(text).enumerate() {
            match word.split_once('=') {
                Some((key, _)) if given.iter().any(|(k, _)| *k == key) => {
                    return Err(RulesError::Twice(short(key)));
                }
                Some((key, value)) if KEYS.contains(&key) => given.push((key, value)),
                Some((key, _)) => return Err(RulesError::Key(short(key))),
                None if i == 0 => {
                    rules = Rules::named(word).ok_or_else(|| RulesError::Word(short(word)))?;
                }
                None => return Err(RulesError::Word(short(word))),
            }
        }
        given.sort_by_key(|(key, _)| KEYS.iter().position(|k| k == key));
        given.into_iter().try_fold(rules, |rules, (key, value)| rules.with(key, value))
    }

    fn with(mut self, key: &str, value: &str) -> Result<Rules, RulesError> {
        let bad = |key, expected| Err(RulesError::Value { key, value: short(value), expected });
        match (key, value) {
            ("topology", _) => self.topology = value.parse()?,
            ("seasons", _) => match value.parse() {
                Ok(count) => self.seasons = Seasons::new(count)?,
                Err(_) => return bad("seasons", "a number from 1 to 9"),
            },
            ("turns", "alternating") => self.turns = Turns::Alternating,
            ("turns", "random") => self.turns = Turns::Random,
            ("turns", _) => return bad("turns", "alternating or random"),
            ("swap", "on") => self.swap = true,
            ("swap", "off") => self.swap = false,
            ("swap", _) => return bad("swap", "on or off"),
            ("black-cycle", _) => {
                self.seasons = self.seasons.with_cycle(Colour::Black, value.parse()?)?;
            }
            ("white-cycle", _) => {
                self.seasons = self.seasons.with_cycle(Colour::White, value.parse()?)?;
            }
            _ => return Err(RulesError::Key(key.to_owned())),
        }
        Ok(self)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
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
    use crate::rules::Topology;

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
        // Only the first word is taken apart: a value of a later one is whole.
        let all = |text| words(text).collect::<Vec<_>>();
        assert_eq!(all(" a,b=1,2,c=,d=3 e=4,f=5 "), ["a", "b=1,2", "c=", "d=3", "e=4,f=5"]);
        assert_eq!(all("a,"), ["a", ""]);
        assert!(all("").is_empty() && all("  ").is_empty());
    }

    #[test]
    fn the_default_cycles_are_fair_for_odd_and_half_shifted_for_even_counts() {
        let white = |k| Seasons::new(k).unwrap().cycle(Colour::White).to_string();
        assert_eq!(["1", "2,1", "3,1,2", "3,4,1,2", "4,5,1,2,3"], [1, 2, 3, 4, 5].map(white)[..]);
    }

    #[test]
    fn bad_texts_are_refused_with_a_reason() {
        for bad in [
            "chess",
            "hex torus",
            "seasons=0",
            "seasons=10",
            "turns=odd",
            "swap=1",
            "swap",
            "swap=on swap=off",
            "seasons=3 black-cycle=1,2",
            "black-cycle=2",
            "black-cycle=",
            "x=1",
            "hex,torus",
            "hex,",
            ",swap=on",
            "swap=on,swap=off",
        ] {
            assert!(bad.parse::<Rules>().is_err(), "{bad}");
        }
    }
}
