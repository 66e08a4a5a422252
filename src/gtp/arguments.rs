//! The arguments of a command.

use kring_agents::Stop;
use kring_board::{Colour, Position};
use kring_protocol::Request;

use super::failure::{CommandResult, other, syntax};

/// The arguments of one request, and the handle that stops it.
pub(super) struct Arguments<'a> {
    pub words: &'a [String],
    pub request: &'a Request,
    pub stop: &'a Stop,
}

impl Arguments<'_> {
    pub fn colour(&self, at: usize) -> CommandResult<Colour> {
        Ok(self.words[at].parse()?)
    }

    pub fn optional_colour(&self, at: usize) -> CommandResult<Option<Colour>> {
        self.words.get(at).map(|word| Ok(word.parse()?)).transpose()
    }

    pub fn number<T: std::str::FromStr>(&self, at: usize) -> CommandResult<T> {
        Ok(kring_protocol::parse_number(&self.words[at])?)
    }

    /// The number at this index, which must lie in the range; `None` if there is no such argument.
    pub fn number_within<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
        &self,
        at: usize,
        range: std::ops::RangeInclusive<T>,
        what: &str,
    ) -> CommandResult<Option<T>> {
        if at >= self.words.len() {
            return Ok(None);
        }
        let number = self.number(at)?;
        if !range.contains(&number) {
            return Err(syntax(format!("expected {what}, {} to {}", range.start(), range.end())));
        }
        Ok(Some(number))
    }

    /// Whether there is an argument at this index, which can only be this word.
    pub fn option(&self, at: usize, only: &str) -> CommandResult<bool> {
        match self.words.get(at) {
            Some(word) if word != only => Err(syntax(format!("expected {only} or nothing"))),
            word => Ok(word.is_some()),
        }
    }

    pub fn colour_or_turn(&self, at: usize, position: &Position) -> CommandResult<Colour> {
        let untossed = "the coin has not been tossed: name a colour";
        let named = self.optional_colour(at)?;
        named.or(position.turn()).ok_or_else(|| other(untossed))
    }

    /// The key and the value of a dialog's changed field; none without arguments.
    pub fn key_value(&self) -> CommandResult<Option<(&str, &str)>> {
        match self.words {
            [] => Ok(None),
            [key, value] => Ok(Some((key, value))),
            _ => Err(syntax(format!("expected {} [KEY VALUE]", self.request.command))),
        }
    }
}
