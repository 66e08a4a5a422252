//! The winner's moves from either kind of file: the proof of one game, or a certificate for every
//! number of rows.

use std::path::Path;

use kring_board::{Cell, Colour, Game, Position, Rules, Size, files};

use super::{
    Book, Proof, ProofError,
    all_n::{self, Certificate, Replies},
};

/// A checked file that supplies the winner's moves.
pub enum AnyBook {
    /// The proof of one game.
    Game(Box<Book>),
    /// A certificate for every number of rows.
    EveryHeight(Replies),
}

impl From<Book> for AnyBook {
    fn from(book: Book) -> AnyBook {
        AnyBook::Game(Box::new(book))
    }
}

impl AnyBook {
    /// Reads a file and checks it.
    pub fn load(path: &Path) -> Result<AnyBook, ProofError> {
        let bytes = files::read(path).map_err(|error| ProofError::File(error.to_string()))?;
        if bytes.starts_with(all_n::NAME.as_bytes()) {
            let certificate = Certificate::from_bytes(&bytes);
            let replies = certificate.and_then(Replies::new).map_err(ProofError::AllN)?;
            return Ok(AnyBook::EveryHeight(replies));
        }
        Book::new(Proof::from_bytes(&bytes)?).map(AnyBook::from)
    }

    /// The winner.
    pub fn winner(&self) -> Colour {
        match self {
            AnyBook::Game(book) => book.winner(),
            AnyBook::EveryHeight(_) => Colour::Black,
        }
    }

    /// Checks that the file is about a game with these rules on this board.
    pub fn check_rules(&self, rules: &Rules, size: Size) -> Result<(), ProofError> {
        match self {
            AnyBook::Game(book) => book.check_rules(rules, size),
            AnyBook::EveryHeight(replies) if replies.is_about(rules, size) => Ok(()),
            AnyBook::EveryHeight(replies) => {
                let columns = replies.certificate().columns;
                Err(ProofError::Game(format!("{columns}xn cylinder without seasons and swap")))
            }
        }
    }

    /// Checks that the file is about a game with these rules on this board and with this season
    /// map.
    pub fn check_game(&self, game: &Game) -> Result<(), ProofError> {
        match self {
            AnyBook::Game(book) => book.check_game(game),
            AnyBook::EveryHeight(_) => self.check_rules(game.rules(), game.size()),
        }
    }

    /// The winner's move in a position of such a game, if the file has one.
    pub fn reply(&self, position: &Position) -> Option<Cell> {
        match self {
            AnyBook::Game(book) => book.reply(position),
            AnyBook::EveryHeight(replies) => replies.reply(position),
        }
    }
}
