//! A game before its first move, with the tables that all its positions share.

use std::sync::Arc;

use super::{Cell, CellSet, Geometry};
use crate::{Cycle, Rules, SeasonMap, Size};

/// A game before its first move: the rules, the board and the season map, with lookup tables for
/// positions. Shared and immutable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    map: SeasonMap,
    geometry: Geometry,
    cells: CellSet,
    season_cells: Vec<CellSet>,
    pub(super) keys: ZobristKeys,
}

/// The random numbers of Zobrist hashing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ZobristKeys {
    pub stones: Box<[[u64; 2]]>,
    /// By colour and step of its cycle.
    pub cycle: [[u64; Cycle::MAX_LENGTH]; 2],
    pub swap: u64,
    pub white_to_move: u64,
}

impl Game {
    /// A game; the map must fit the size and the rules.
    ///
    /// # Panics
    /// If the map is for a board with another number of cells.
    pub fn new(size: Size, rules: Rules, map: SeasonMap) -> Arc<Game> {
        assert_eq!(map.cells().len(), size.cells(), "the season map is for another board");
        let geometry = Geometry::new(size, rules.topology);
        let of = |season: usize| {
            let cells = (0u16..).zip(map.cells());
            cells.filter(|&(_, &s)| usize::from(s) == season).map(|(i, _)| Cell(i)).collect()
        };
        let season_cells = (0..rules.seasons.count()).map(of).collect();
        let cells = CellSet::full(size);
        Arc::new(Game { geometry, cells, season_cells, keys: ZobristKeys::new(size), rules, map })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The season of each cell.
    pub fn map(&self) -> &SeasonMap {
        &self.map
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The season of a cell, counted from zero.
    #[inline]
    pub fn season_of(&self, cell: Cell) -> usize {
        usize::from(self.map.cells()[cell.index()])
    }

    /// All cells of the board.
    #[inline]
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The cells of each season.
    #[inline]
    pub fn season_cells(&self) -> &[CellSet] {
        &self.season_cells
    }

    /// Whether the swap is `swap-pieces`: the game is the same for both colours. Otherwise the
    /// players exchange their colours.
    pub fn swaps_pieces(&self) -> bool {
        self.rules.swaps_pieces(self.size())
    }
}

impl ZobristKeys {
    /// The numbers depend on the size alone, so that hashes are the same on every machine.
    fn new(size: Size) -> ZobristKeys {
        let mut state = 0x6b72_696e_6720_6865u64;
        let mut next = || {
            // splitmix64. By hand, because the generator of a question is chosen by the hash of its
            // position (`Purpose::Question`): other keys would give other answers.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        ZobristKeys {
            swap: next(),
            white_to_move: next(),
            cycle: [(); 2].map(|()| [(); Cycle::MAX_LENGTH].map(|()| next())),
            stones: (0..size.cells()).map(|_| [next(), next()]).collect(),
        }
    }
}
