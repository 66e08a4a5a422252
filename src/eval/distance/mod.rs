//! How far a colour is from its goal: the least number of empty cells that it
//! must still fill, if the opponent passes.
//!
//! All searches are breadth-first by whole-board bit operations, and they
//! tell more than the distance: which cells a stone brings nearer and which
//! an enemy stone can make dearer. So the distances after *every* move of a
//! position come from two searches and a few more for the vital cells
//! ([`DistanceEval`]), instead of two searches for each move.

mod cheapest_cells;
mod evaluation;
mod flood;
mod oriented_board;
mod path;
mod ring;
mod two;

use crate::{
    board::{Cell, CellSet, Geometry, Goal},
    rules::{Colour, Size},
};
use cheapest_cells::CheapestCells;
pub use evaluation::{DistanceEval, Metric, STONE, Value, WIN};
use flood::{Flood, UnwrappedLines};
use oriented_board::{Lines, OrientedBoard};
use two::TwoDistance;

/// The distance of a goal that cannot be reached any more.
pub const UNREACHABLE: u32 = 2 * Size::MAX_CELLS as u32;

/// Finds distances on one board; keeps the memory that this takes.
#[derive(Clone, Debug)]
pub struct Distances {
    oriented: [OrientedBoard; 2],
    unwrapped: UnwrappedLines,
    floods: [Flood; 2],
    two: TwoDistance,
}

/// A colour's cheapest ways to its goal.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// The stones that are missing; [`UNREACHABLE`] if none suffice.
    pub distance: u32,
    /// The empty cells on a cheapest way: a stone on one of them brings the
    /// goal one stone nearer, a stone elsewhere does not.
    pub cells: CellSet,
    /// The empty cells that lie on all cheapest ways are among these: an
    /// enemy stone anywhere else leaves the distance as it is.
    pub vital: CellSet,
}

/// What is searched: the board with a colour's stones, line by line.
#[derive(Clone, Copy)]
struct Ground<'a> {
    oriented: &'a OrientedBoard,
    own: Lines,
    empty: Lines,
}

impl Distances {
    /// For a board.
    pub fn new(geometry: &Geometry) -> Distances {
        let oriented = Colour::ALL.map(|colour| OrientedBoard::new(geometry, colour));
        Distances {
            oriented,
            unwrapped: UnwrappedLines::default(),
            floods: Default::default(),
            two: TwoDistance::default(),
        }
    }

    /// The distance of a colour with these stones against those.
    pub fn distance(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> u32 {
        self.search(colour, own, enemy, false).0
    }

    /// The distance, and the cells that it depends on.
    pub fn cheapest(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> Cheapest {
        let (distance, ways) = self.search(colour, own, enemy, true);
        let oriented = &self.oriented[colour.index()];
        let cells = |lines: &Lines| oriented.cells_of(lines);
        Cheapest { distance, cells: cells(&ways.cells), vital: cells(&ways.vital) }
    }

    /// The two-distance of a colour (a cell counts by its second-best
    /// neighbour), and the number of cells that give it.
    pub fn two_distance(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> (u32, usize) {
        match self.distance(colour, own, enemy) {
            one @ (0 | UNREACHABLE) => (one, 0),
            one => self.two_distance_or(colour, own, enemy, true, |_| one),
        }
    }

    /// The same for a goal that is not reached; the cells are counted if
    /// `count`. Where the two-distance is infinite, `one` gives the ordinary
    /// distance.
    fn two_distance_or(
        &mut self,
        colour: Colour,
        own: &CellSet,
        enemy: &CellSet,
        count: bool,
        one: impl FnOnce(&mut Self) -> u32,
    ) -> (u32, usize) {
        let ground = Ground::new(&self.oriented[colour.index()], own, enemy);
        match self.two.standing(&ground, count) {
            Some(standing) => standing,
            None => {
                let one = one(self);
                (two::beyond(&self.oriented[colour.index()], one), 0)
            }
        }
    }

    fn search(
        &mut self,
        colour: Colour,
        own: &CellSet,
        enemy: &CellSet,
        with_ways: bool,
    ) -> (u32, CheapestCells) {
        let Distances { oriented, unwrapped, floods, .. } = self;
        let oriented = &oriented[colour.index()];
        let ground = Ground::new(oriented, own, enemy);
        match oriented.goal {
            Goal::Path => ground.path(unwrapped, floods, with_ways),
            Goal::Ring => ground.ring(unwrapped, &mut floods[0], with_ways),
        }
    }
}

impl Ground<'_> {
    fn new<'a>(oriented: &'a OrientedBoard, own: &CellSet, enemy: &CellSet) -> Ground<'a> {
        let own = oriented.lines_of(own);
        let mut empty = oriented.lines_of(enemy);
        for (empty, own) in empty.iter_mut().zip(&own).take(oriented.lines) {
            *empty = oriented.across.all & !(*empty | own);
        }
        Ground { oriented, own, empty }
    }

    /// The same with an own stone on an empty cell.
    fn with_own(&self, cell: Cell) -> Self {
        let mut ground = self.with_enemy(cell);
        let (line, bit) = self.oriented.spot(cell);
        ground.own[line] |= 1 << bit;
        ground
    }

    /// The same with an enemy stone on an empty cell.
    fn with_enemy(&self, cell: Cell) -> Self {
        let mut ground = *self;
        let (line, bit) = self.oriented.spot(cell);
        ground.empty[line] &= !(1 << bit);
        ground
    }
}
