//! What a single stone would do: which cells win at once, which stones hang
//! together.

use super::{Cell, CellSet, Geometry, Goal, Position, groups::Shift, position::SHIFTS};
use crate::rules::Colour;

impl Position {
    /// The node of the groups that stands for one of a colour's sides.
    #[inline]
    pub(super) fn side_node(&self, colour: Colour, side: usize) -> u16 {
        (self.size().cells() + 2 * colour.index() + side) as u16
    }

    /// Whether two stones of one colour hang together.
    #[inline]
    pub fn is_joined(&self, a: Cell, b: Cell) -> bool {
        self.groups().together(a.0, b.0)
    }

    /// Whether a stone hangs together with its colour's first (0) or second
    /// (1) side; only where there are sides to join.
    #[inline]
    pub fn is_joined_to_side(&self, colour: Colour, stone: Cell, side: usize) -> bool {
        self.groups().together(stone.0, self.side_node(colour, side))
    }

    /// The empty cells, in season or not, on which a stone of this colour
    /// would win at once.
    pub fn winning_cells(&self, colour: Colour) -> CellSet {
        match self.geometry().goal(colour) {
            Goal::Path => {
                let [first, second] = [0, 1].map(|side| self.touching_side(colour, side));
                first.and(&second).and(&self.empty())
            }
            Goal::Ring => self.empty().iter().filter(|&cell| self.closes(colour, cell)).collect(),
        }
    }

    /// The cells that lie on a side or touch a group that hangs on it.
    fn touching_side(&self, colour: Colour, side: usize) -> CellSet {
        let mut cells = self.geometry().edges(colour)[side];
        let end = self.groups().root(self.side_node(colour, side)).0;
        for stone in self.stones(colour).iter() {
            if self.groups().root(stone.0).0 == end {
                self.geometry().touching(stone).for_each(|cell| cells.insert(cell));
            }
        }
        cells
    }

    /// Whether two ways from the cell into one group differ by a round trip.
    fn closes(&self, colour: Colour, cell: Cell) -> bool {
        let goes_round = |walk: Shift| match colour {
            Colour::Black => walk.y() != 0,
            Colour::White => walk.x() != 0,
        };
        let own = self.stones(colour);
        let mut ways = [(Geometry::OUTSIDE, Shift::NONE); 6];
        for (i, (&next, step)) in self.geometry().neighbours(cell).iter().zip(SHIFTS).enumerate() {
            if next == cell.0 && goes_round(step) {
                return true;
            }
            if next == Geometry::OUTSIDE || !own.contains(Cell(next)) {
                continue;
            }
            let (root, shift) = self.groups().root(next);
            // From the cell to the root of the group, this way.
            let way = step.minus(shift);
            if ways[..i].iter().any(|&(r, w)| r == root && goes_round(way.minus(w))) {
                return true;
            }
            ways[i] = (root, way);
        }
        false
    }
}
