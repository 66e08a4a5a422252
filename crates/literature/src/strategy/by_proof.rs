//! The strategy given by a proof: the moves of its winner, of either colour and on any board; or by a
//! certificate for every number of rows.

use kring_board::{CellSet, Colour, Game, Position, Size, Symmetry, stop::Stop};
use kring_proof::AnyBook;

use super::{Boards, RingView, Strategy};

/// Plays the moves of a proof.
pub struct ByProof(pub AnyBook);

impl Strategy for ByProof {
    fn name(&self) -> &'static str {
        "proof"
    }

    fn boards(&self) -> Boards {
        Boards::Every
    }

    fn colour(&self) -> Colour {
        self.0.winner()
    }

    fn start(&self) -> Option<(&Position, Colour)> {
        match &self.0 {
            AnyBook::Game(book) => {
                let start = &book.proof().start;
                Some((&start.position, start.first))
            }
            AnyBook::EveryHeight(_) => None,
        }
    }

    fn check_game(&self, game: &Game) -> Result<(), String> {
        self.0.check_game(game).map_err(|why| why.to_string())
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        self.0.reply(rings.position(), &Stop::default()).into_iter().collect()
    }

    /// It plays the first of several replies, so that symmetries need not preserve it.
    fn respects(&self, _: &Symmetry, _: Size) -> bool {
        false
    }
}
