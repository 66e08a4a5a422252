//! The colour that closes the first ring on the torus: by a search on several boards at once, and
//! stone by stone where the search does not decide.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game};

use super::{
    ring_replay::RingReplay,
    ring_search::{FindRings, RingSearch},
    taken::BatchTurn,
};
use crate::BoardBatch;

/// Finds the first ring of games that start from the same position.
pub(super) struct FirstRing<const W: usize> {
    pub search: Box<dyn FindRings<W> + Send + Sync>,
    pub replay: RingReplay,
}

impl<const W: usize> FirstRing<W> {
    pub fn new(game: &Arc<Game>) -> FirstRing<W> {
        let size = game.size();
        FirstRing {
            // The word must hold a row or a column.
            search: match size.columns().max(size.rows()) <= 16 {
                true => Box::new(RingSearch::<u16>::new(size)),
                false => Box::new(RingSearch::<u32>::new(size)),
            },
            replay: RingReplay::new(game),
        }
    }

    /// The boards that black wins among those loaded, with these turns; `game` gives the stones of
    /// a board in the order of play.
    pub fn black_wins<G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        turns: &[BatchTurn],
        game: impl Fn(usize, u64) -> G,
    ) -> BoardBatch<W> {
        if self.replay.winner.is_some() {
            return self.replay.black_wins(boards, game, None);
        }
        let [wins, unknown] = self.search.black_wins(turns);
        let rest = self.replay.black_wins(unknown, game, None);
        std::array::from_fn(|w| wins[w] | rest[w])
    }
}
