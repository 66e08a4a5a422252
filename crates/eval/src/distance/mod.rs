//! Distances: the minimum number of stones that a colour still needs for its goal, if the
//! opponent passes.
//!
//! All searches are breadth-first with bit operations on whole lines. They find more than the
//! distance: the cells where an own stone reduces it, and those where an enemy stone can increase
//! it. So the distances after *every* move of a position take one search per colour and a few
//! more for the vital cells ([`DistanceEval`]), instead of two per move.
//!
//! **Paths.** A flood from the first side gives the distance, and one from the second side the
//! cells on cheapest paths.
//!
//! **Rings.** A ring is a path from a cell to another copy of it in the board unwrapped along the
//! axis. It passes every line across the axis, so it is enough to start from the cells of one line,
//! the *start line*. A cheapest ring passes no cell twice, so it passes the start line at most once
//! for each of its cells. This limits the number of copies of the board (spirals do need several),
//! and the line with the fewest free cells is the best start line.

mod evaluation;
mod flood;
mod oriented_board;
mod spread;
mod two_distance;

pub use evaluation::{DistanceEval, Metric, STONE, Value, WIN};
use flood::{CheapestCells, Flood, Source, cheapest_cells};
use kring_board::{CellSet, Colour, Geometry, Goal, Size};
pub use oriented_board::UNREACHABLE;
use oriented_board::{Lines, OrientedBoard, OrientedStones, UnwrappedLines};
use two_distance::{LeastTwoDistance, TwoDistanceSearch};

/// Computes distances on one board, and holds the memory for it.
///
/// ```
/// use kring_board::{Cell, Colour, Position, Rules, Size, chance};
/// use kring_eval::distance::Distances;
///
/// let size = Size::new(5, 5).unwrap();
/// let mut position = Position::new(chance::game(size, Rules::default(), 1));
/// position.play_unchecked(Colour::Black, Cell::at(size, 2, 2).unwrap());
/// let mut distances = Distances::new(position.geometry());
/// let stones = [Colour::Black, Colour::White].map(|colour| position.stones(colour));
/// assert_eq!(distances.distance(Colour::Black, stones[0], stones[1]), 4);
/// assert_eq!(distances.distance(Colour::White, stones[1], stones[0]), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    oriented: [OrientedBoard; 2],
    unwrapped: UnwrappedLines,
    floods: [Flood; 2],
    two: TwoDistanceSearch,
}

/// A colour's cheapest paths (or rings).
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// The number of missing stones; [`UNREACHABLE`] if the goal cannot be reached.
    pub distance: u32,
    /// The empty cells on a cheapest path. A stone on one of them reduces the distance by one; a
    /// stone elsewhere does not.
    pub cells: CellSet,
    /// The empty cells on all cheapest paths, and possibly some others. An enemy stone elsewhere
    /// does not change the distance.
    pub vital: CellSet,
}

/// A colour's two-distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoDistance {
    /// The two-distance. Where it is infinite: the distance plus the number of cells of the board,
    /// or [`UNREACHABLE`].
    pub distance: u32,
    /// The number of cells that give it.
    pub cells: usize,
}

impl Distances {
    /// For a board.
    pub fn new(geometry: &Geometry) -> Distances {
        Distances {
            oriented: Colour::each(|colour| OrientedBoard::new(geometry, colour)),
            unwrapped: UnwrappedLines::default(),
            floods: Default::default(),
            two: TwoDistanceSearch::default(),
        }
    }

    /// The distance of a colour with these stones of both colours.
    ///
    /// # Panics
    /// If a stone is outside the board.
    pub fn distance(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> u32 {
        self.search(colour, own, enemy, false).0
    }

    /// The distance, and the cells on cheapest paths.
    ///
    /// # Panics
    /// If a stone is outside the board.
    pub fn cheapest(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> Cheapest {
        let (distance, found) = self.search(colour, own, enemy, true);
        let oriented = &self.oriented[colour.index()];
        let cells = |lines: &Lines| oriented.cells_of(lines);
        Cheapest { distance, cells: cells(&found.cells), vital: cells(&found.vital) }
    }

    /// The two-distance of a colour: a cell counts by its second-best neighbour.
    ///
    /// # Panics
    /// If a stone is outside the board.
    pub fn two_distance(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> TwoDistance {
        match self.distance(colour, own, enemy) {
            distance @ (0 | UNREACHABLE) => TwoDistance { distance, cells: 0 },
            ordinary => self.two_distance_or(colour, [own, enemy], true, None, |_| ordinary),
        }
    }

    /// The two-distance of a colour with these stones, own and enemy, that have not reached the
    /// goal. For `count` and `before` see [`TwoDistanceSearch::find`]. Where the two-distance is
    /// infinite, `ordinary_distance` is called, and its result is added to the number of cells of
    /// the board.
    fn two_distance_or(
        &mut self,
        colour: Colour,
        [own, enemy]: [&CellSet; 2],
        count: bool,
        before: Option<&LeastTwoDistance>,
        ordinary_distance: impl FnOnce(&mut Self) -> u32,
    ) -> TwoDistance {
        let stones = OrientedStones::new(&self.oriented[colour.index()], own, enemy);
        if let Some(found) = self.two.find(&stones, count, before) {
            return found;
        }
        let ordinary = ordinary_distance(self);
        if ordinary == 0 || ordinary == UNREACHABLE {
            return TwoDistance { distance: ordinary, cells: 0 };
        }
        let OrientedBoard { lines, width, .. } = self.oriented[colour.index()];
        TwoDistance { distance: (lines * width) as u32 + ordinary, cells: 0 }
    }

    fn search(
        &mut self,
        colour: Colour,
        own: &CellSet,
        enemy: &CellSet,
        with_cells: bool,
    ) -> (u32, CheapestCells) {
        let Distances { oriented, unwrapped, floods, .. } = self;
        let oriented = &oriented[colour.index()];
        let stones = OrientedStones::new(oriented, own, enemy);
        match oriented.goal {
            Goal::Path => stones.path(unwrapped, floods, with_cells),
            Goal::Ring => stones.ring(unwrapped, &mut floods[0], with_cells),
        }
    }
}

impl OrientedStones<'_> {
    /// The distance, and with `with_cells` the cells on cheapest paths.
    fn path(
        &self,
        unwrapped: &mut UnwrappedLines,
        [forward, backward]: &mut [Flood; 2],
        with_cells: bool,
    ) -> (u32, CheapestCells) {
        let OrientedBoard { lines, across, .. } = *self.oriented;
        unwrapped.fill(self, 1);
        let side = |line| Source { line, holds: self.own[line], reaches: self.empty[line] };
        let is_there = |_, reached: &[u32]| reached[lines - 1] != 0;
        let Some(distance) = forward.run(unwrapped, across, side(0), UNREACHABLE, is_there) else {
            return (UNREACHABLE, CheapestCells::default());
        };
        if !with_cells || distance == 0 {
            return (distance, CheapestCells::default());
        }
        backward.run(unwrapped, across, side(lines - 1), distance, |_, _| false);
        (distance, cheapest_cells([forward, backward], 0, distance + 1, lines, distance))
    }

    /// The distance, and with `with_cells` the cells on cheapest rings.
    fn ring(
        &self,
        unwrapped: &mut UnwrappedLines,
        flood: &mut Flood,
        with_cells: bool,
    ) -> (u32, CheapestCells) {
        let OrientedBoard { lines, width, across, .. } = *self.oriented;
        let start_line = self.start_line();
        let most_windings = self.most_windings(start_line);
        // The start line in the unwrapped board, after some windings of a ring.
        let line_after = |windings: usize| start_line + (most_windings + windings) * lines;
        unwrapped.fill(self, 2 * most_windings + 1);
        let mut best = UNREACHABLE;
        let mut all = CheapestCells::default();
        let mut starts = self.own[start_line] | self.empty[start_line];
        for bit in 0..width {
            let start = 1 << bit;
            if starts & start == 0 {
                continue;
            }
            let is_own = self.own[start_line] & start != 0;
            let source = Source { line: line_after(0), holds: start, reaches: 0 };
            let limit = if with_cells { best } else { best - 1 };
            // The numbers of windings after which the start is reached again, one bit each.
            let mut closing = 0u64;
            let found = flood.run(unwrapped, across, source, limit, |stones, reached| {
                if is_own && stones == 0 {
                    // Every ring through these stones, in any copy, can also begin here.
                    let copies = reached[start_line..].iter().step_by(lines);
                    starts &= !copies.fold(0, |all, cells| all | cells);
                }
                let is_back = |windings: &usize| reached[line_after(*windings)] & start != 0;
                closing = (1..=most_windings).filter(is_back).fold(0, |all, n| all | 1u64 << n);
                closing != 0
            });
            let Some(distance) = found else { continue };
            if distance == 0 {
                return (0, CheapestCells::default());
            }
            if distance < best {
                best = distance;
                // No cell yet, so all are vital.
                let vital = [!0; Size::MAX as usize];
                all = CheapestCells { vital, ..CheapestCells::default() };
            }
            if with_cells {
                let sum = distance + u32::from(is_own);
                for windings in 1..=most_windings {
                    if closing >> windings & 1 != 0 {
                        let shift = windings * lines;
                        all.join(&cheapest_cells([flood; 2], shift, sum, lines, distance));
                    }
                }
            }
        }
        (best, all)
    }
}
