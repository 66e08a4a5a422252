//! How far a colour is from its goal: the least number of empty cells that it
//! must still fill, if the opponent passes.
//!
//! All searches are breadth-first by whole-board bit operations, and they
//! tell more than the distance: which cells a stone brings nearer and which
//! an enemy stone can make dearer. So the distances after *every* move of a
//! position come from two searches and a few more for the vital cells
//! ([`Race`]), instead of two searches for each move.

mod flood;
mod lens;
mod meeting;
mod path;
mod race;
mod ring;
mod two;

use crate::{
    board::{Cell, CellSet, Geometry, Goal},
    rules::{Colour, Size},
};
use flood::{Flood, Strip};
use lens::{Lens, Lines};
use meeting::Ways;
pub use race::{Metric, Race, STONE, Value, WIN};
use two::TwoDistance;

/// The distance of a goal that cannot be reached any more.
pub const UNREACHABLE: u32 = 2 * Size::MAX_CELLS as u32;

/// Finds distances on one board; keeps the memory that this takes.
#[derive(Clone, Debug)]
pub struct Distances {
    lenses: [Lens; 2],
    strip: Strip,
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
    lens: &'a Lens,
    own: Lines,
    empty: Lines,
}

impl Distances {
    /// For a board.
    pub fn new(geometry: &Geometry) -> Distances {
        let lenses = Colour::ALL.map(|colour| Lens::new(geometry, colour));
        Distances {
            lenses,
            strip: Strip::default(),
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
        let lens = &self.lenses[colour.index()];
        let cells = |lines: &Lines| lens.cells_of(lines);
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
        let ground = Ground::new(&self.lenses[colour.index()], own, enemy);
        match self.two.standing(&ground, count) {
            Some(standing) => standing,
            None => {
                let one = one(self);
                (two::beyond(&self.lenses[colour.index()], one), 0)
            }
        }
    }

    fn search(
        &mut self,
        colour: Colour,
        own: &CellSet,
        enemy: &CellSet,
        with_ways: bool,
    ) -> (u32, Ways) {
        let Distances { lenses, strip, floods, .. } = self;
        let lens = &lenses[colour.index()];
        let ground = Ground::new(lens, own, enemy);
        match lens.goal {
            Goal::Path => ground.path(strip, floods, with_ways),
            Goal::Ring => ground.ring(strip, &mut floods[0], with_ways),
        }
    }
}

impl Ground<'_> {
    fn new<'a>(lens: &'a Lens, own: &CellSet, enemy: &CellSet) -> Ground<'a> {
        let own = lens.lines_of(own);
        let mut empty = lens.lines_of(enemy);
        for (empty, own) in empty.iter_mut().zip(&own).take(lens.lines) {
            *empty = lens.across.all & !(*empty | own);
        }
        Ground { lens, own, empty }
    }

    /// The same with an own stone on an empty cell.
    fn with_own(&self, cell: Cell) -> Self {
        let mut ground = self.with_enemy(cell);
        let (line, bit) = self.lens.spot(cell);
        ground.own[line] |= 1 << bit;
        ground
    }

    /// The same with an enemy stone on an empty cell.
    fn with_enemy(&self, cell: Cell) -> Self {
        let mut ground = *self;
        let (line, bit) = self.lens.spot(cell);
        ground.empty[line] &= !(1 << bit);
        ground
    }
}
