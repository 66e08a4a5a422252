use crate::rules::{Colour, Rules, Size};

/// Somebody is to play a colour of a game that it does not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} does not play {colour} in {game}: {why}")]
pub struct Unplayable {
    name: String,
    colour: Colour,
    game: String,
    why: String,
}

impl Unplayable {
    /// In the one game that is meant; `why` says what it does play.
    pub fn here(name: impl Into<String>, colour: Colour, why: String) -> Unplayable {
        Unplayable { name: name.into(), colour, game: "this game".to_owned(), why }
    }

    /// In a game that is one of several.
    pub fn on(self, size: Size, rules: &Rules) -> Unplayable {
        Unplayable { game: format!("{size} {rules}"), ..self }
    }
}
