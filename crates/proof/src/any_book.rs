//! The winner's moves from either kind of file: the proof of one game, or a certificate for every
//! number of rows.

use std::path::Path;

use kring_board::{Cell, Colour, Game, Position, Rules, Size, stop::Stop};

use super::{
    Book, Proof, ProofError,
    all_n::{self, Boards, Certificate, Replies},
    report,
};

/// A checked file that supplies the winner's moves.
pub enum AnyBook {
    /// The proof of one game.
    Game(Box<Book>),
    /// A certificate for every number of rows.
    EveryHeight(Replies),
}

impl AnyBook {
    /// Reads a file and checks it.
    pub fn load(path: &Path) -> Result<AnyBook, ProofError> {
        let bytes = report::read(path)?;
        AnyBook::from_bytes(&bytes, &Stop::default())
    }

    /// Checks the content of a file, unless it is stopped.
    pub fn from_bytes(bytes: &[u8], stop: &Stop) -> Result<AnyBook, ProofError> {
        if bytes.starts_with(all_n::NAME.as_bytes()) {
            let certificate = Certificate::from_bytes(bytes);
            let checked = certificate.and_then(|certificate| Replies::checked(certificate, stop));
            return checked.map(AnyBook::EveryHeight).map_err(ProofError::AllN);
        }
        let book = Book::new(Proof::from_bytes(bytes)?, stop)?;
        Ok(AnyBook::Game(Box::new(book)))
    }

    /// What the file proves, in one line.
    pub fn statement(&self) -> String {
        match self {
            AnyBook::Game(book) => report::statement(book.proof()),
            AnyBook::EveryHeight(replies) => replies.certificate().statement(),
        }
    }

    /// The winner.
    pub fn winner(&self) -> Colour {
        match self {
            AnyBook::Game(book) => book.proof().winner,
            AnyBook::EveryHeight(replies) => replies.certificate().boards.winner(),
        }
    }

    /// Checks that the file is about a game with these rules on this board.
    pub fn check_rules(&self, rules: &Rules, size: Size) -> Result<(), ProofError> {
        match self {
            AnyBook::Game(book) => book.check_rules(rules, size),
            AnyBook::EveryHeight(replies) if replies.is_about(rules, size) => Ok(()),
            AnyBook::EveryHeight(replies) => {
                let Certificate { boards, columns, .. } = replies.certificate();
                let boards = match boards {
                    Boards::Cylinder => format!("{columns}xn cylinder"),
                    Boards::Rhombus { rows } => format!("{columns}xn rhombus from {rows} rows on"),
                };
                Err(ProofError::Game(format!("{boards} without seasons and swap")))
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

    /// The winner's move in a position of such a game, if the file has one; none if it is stopped.
    pub fn reply(&self, position: &Position, stop: &Stop) -> Option<Cell> {
        match self {
            AnyBook::Game(book) => book.reply(position, stop),
            AnyBook::EveryHeight(replies) => replies.reply_until(position, stop),
        }
    }
}
