//! The colour that closes the first ring on the torus: by a search on several boards at once, and
//! stone by stone where the search does not decide.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Position};

use super::{
    ring_replay::{Notes, RingReplay},
    ring_search::RingSearch,
    taken::DealTurn,
};
use crate::BoardBatch;

/// Finds the first ring of games that start from the same position.
pub(super) struct FirstRing {
    is_over: bool,
    search: SizedRingSearch,
    replay: RingReplay,
}

/// A search with the word size that holds a row or a column.
enum SizedRingSearch {
    Small(RingSearch<u16>),
    Large(RingSearch<u32>),
}

impl FirstRing {
    pub fn new(game: &Arc<Game>) -> FirstRing {
        let size = game.size();
        let is_small = size.columns().max(size.rows()) <= 16;
        FirstRing {
            is_over: false,
            search: match is_small {
                true => SizedRingSearch::Small(RingSearch::new(size)),
                false => SizedRingSearch::Large(RingSearch::new(size)),
            },
            replay: RingReplay::new(game),
        }
    }

    /// Prepares games from this position.
    pub fn prepare(&mut self, position: &Position) {
        self.is_over = position.winner().is_some();
        self.replay.prepare(position);
    }

    /// Floods full boards, of which `black` are black's cells. Returns the boards on which black
    /// can have a ring, and those on which both colours can, which are searched next.
    pub fn flood<const W: usize>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
    ) -> [BoardBatch<W>; 2] {
        match &mut self.search {
            SizedRingSearch::Small(search) => search.flood(boards, black),
            SizedRingSearch::Large(search) => search.flood(boards, black),
        }
    }

    /// Loads the boards to search next; `black` are black's cells at the end.
    pub fn load<const W: usize>(&mut self, boards: BoardBatch<W>, black: &[BoardBatch<W>]) {
        match &mut self.search {
            SizedRingSearch::Small(search) => search.load(boards, black),
            SizedRingSearch::Large(search) => search.load(boards, black),
        }
    }

    /// The boards that black wins among those flooded or loaded: `turn` gives each of the turns
    /// of all boards, and `game` the stones of a board in the order of play.
    pub fn search<const W: usize, G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        turns: usize,
        turn: impl Fn(usize) -> DealTurn,
        game: impl Fn(usize, u64) -> G,
    ) -> BoardBatch<W> {
        if self.is_over {
            return self.replay(boards, game, None);
        }
        let [wins, unknown] = self.searched::<W>(turns, turn);
        let rest = self.replay(unknown, game, None);
        std::array::from_fn(|w| wins[w] | rest[w])
    }

    /// The boards that black wins by the search alone, and those on which it does not find the
    /// winner.
    pub fn searched<const W: usize>(
        &mut self,
        turns: usize,
        turn: impl Fn(usize) -> DealTurn,
    ) -> [BoardBatch<W>; 2] {
        match &mut self.search {
            SizedRingSearch::Small(search) => search.black_wins(turns, turn),
            SizedRingSearch::Large(search) => search.black_wins(turns, turn),
        }
    }

    /// The boards that black wins among these, stone by stone; for `notes` see
    /// [`RingReplay::black_wins`].
    pub fn replay<const W: usize, G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        game: impl Fn(usize, u64) -> G,
        notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        self.replay.black_wins(boards, game, notes)
    }
}
