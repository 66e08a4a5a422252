//! Who closes the first ring on the torus: by a search on many boards at once,
//! and stone by stone where that is faster or the search does not know.

use std::sync::Arc;

use super::{
    ring_replay::{Notes, RingReplay},
    ring_search::{FEWEST, RingSearch, Turn},
};
use crate::{
    board::{Cell, CellSet, Game, Position},
    eval::BoardBatch,
    rules::Colour,
};

/// Finds the first ring of games that start from the same position.
pub(super) struct FirstRing {
    /// The cells that are taken there, and whether it has a ring already.
    taken: CellSet,
    is_over: bool,
    search: RingSearch,
    replay: RingReplay,
}

impl FirstRing {
    pub fn new(game: &Arc<Game>) -> FirstRing {
        FirstRing {
            taken: CellSet::EMPTY,
            is_over: false,
            search: RingSearch::new(game.geometry()),
            replay: RingReplay::new(game),
        }
    }

    /// The next games start here.
    pub fn prepare(&mut self, position: &Position) {
        self.taken = position.stones(Colour::Black).or(position.stones(Colour::White));
        self.is_over = position.winner().is_some();
        self.replay.prepare(position);
    }

    /// The boards, of those given, that black wins: `black` are its cells at the
    /// end, `turns` the turns of all boards, and `game` gives the stones of a
    /// board in the order of play.
    pub fn search<const W: usize, G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
        turns: impl Iterator<Item = Turn>,
        game: impl Fn(usize, u64) -> G,
    ) -> BoardBatch<W> {
        let count: u32 = boards.iter().map(|word| word.count_ones()).sum();
        if self.is_over || count < FEWEST as u32 {
            return self.replay(boards, game, None);
        }
        let [wins, unknown] = self.searched(boards, black, turns);
        let rest = self.replay(unknown, game, None);
        std::array::from_fn(|w| wins[w] | rest[w])
    }

    /// The boards that black wins by the search alone, and those on which it
    /// does not find the winner.
    pub fn searched<const W: usize>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
        turns: impl Iterator<Item = Turn>,
    ) -> [BoardBatch<W>; 2] {
        self.search.black_wins(boards, black, &self.taken, turns)
    }

    /// The same as [`FirstRing::search`], all boards stone by stone; for `notes` see
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
