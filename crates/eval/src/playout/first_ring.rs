//! Who closes the first ring on the torus: by a search on several boards at
//! once, and stone by stone where the search does not know.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Position};

use super::{
    ring_replay::{Notes, RingReplay},
    ring_search::RingSearch,
    taken::Turn,
};
use crate::BoardBatch;

/// Finds the first ring of games that start from the same position.
pub(super) struct FirstRing {
    is_over: bool,
    search: Search,
    replay: RingReplay,
}

/// By the number of bits that hold a row or a column.
enum Search {
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
                true => Search::Small(RingSearch::new(size)),
                false => Search::Large(RingSearch::new(size)),
            },
            replay: RingReplay::new(game),
        }
    }

    /// The next games start here.
    pub fn prepare(&mut self, position: &Position) {
        self.is_over = position.winner().is_some();
        self.replay.prepare(position);
    }

    /// Floods full boards, of which `black` are black's cells: those of them
    /// on which black can have a ring, and those on which both colours can,
    /// which are searched next.
    pub fn flood<const W: usize>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
    ) -> [BoardBatch<W>; 2] {
        match &mut self.search {
            Search::Small(search) => search.flood(boards, black),
            Search::Large(search) => search.flood(boards, black),
        }
    }

    /// These boards are searched next; `black` are black's cells at the end.
    pub fn load<const W: usize>(&mut self, boards: BoardBatch<W>, black: &[BoardBatch<W>]) {
        match &mut self.search {
            Search::Small(search) => search.load(boards, black),
            Search::Large(search) => search.load(boards, black),
        }
    }

    /// Of the boards that were flooded or loaded, those that black wins:
    /// `turn` gives each of the turns of all boards, and `game` the stones of a
    /// board in the order of play.
    pub fn search<const W: usize, G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        turns: usize,
        turn: impl Fn(usize) -> Turn,
        game: impl Fn(usize, u64) -> G,
    ) -> BoardBatch<W> {
        if self.is_over {
            return self.replay(boards, game, None);
        }
        let [wins, unknown] = self.searched::<W>(turns, turn);
        let rest = self.replay(unknown, game, None);
        std::array::from_fn(|w| wins[w] | rest[w])
    }

    /// The boards that black wins by the search alone, and those on which it
    /// does not find the winner.
    pub fn searched<const W: usize>(
        &mut self,
        turns: usize,
        turn: impl Fn(usize) -> Turn,
    ) -> [BoardBatch<W>; 2] {
        match &mut self.search {
            Search::Small(search) => search.black_wins(turns, turn),
            Search::Large(search) => search.black_wins(turns, turn),
        }
    }

    /// Of these boards, those that black wins, stone by stone; for `notes` see
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
