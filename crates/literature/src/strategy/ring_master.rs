//! `ring-master`: a successor to van den Broek's Algorithm 3 that joins local paths and also
//! plays on the torus.
//!
//! Where a published strategy always wins, it plays that strategy: `pairing` on cylinders with an
//! even number of columns, `three-rings` on three columns. Elsewhere the first rule that applies
//! decides:
//!
//! 1. white has no stone: the middle of the board;
//! 2. a cell that wins at once;
//! 3. if white could win at once, a cell where it could, chosen by rule 4;
//! 4. the cell after which white's best reply leaves black nearest to its
//!    goal by two-distance. Of equal ones: with the fewest such replies, with
//!    the most cells on black's nearest ways, farthest from the borders, in
//!    the ring nearest to white's stone (below before above), and the first to
//!    the right of white's stone.
//!
//! Two-distance counts the stones that black needs if white always takes the better of two ways:
//! a bridge costs nothing, and local paths count as one as soon as two ways join them. On the
//! torus the board is seen twice, one copy below the other, so that a path must cross the border.
//! The last criterion of rule 4 leaves one cell: except for several wins at once, the rules leave
//! no choice. With `replies=off` rule 4 considers only the two-distance after its own stone,
//! which is faster and weaker.

use std::cmp::{Ordering, Reverse};

use kring_board::{Cell, CellSet, Colour, Size, Symmetry};

use super::{
    Boards, RingView, ShiftStrategy, Strategy, ThreeRings, along_ring, bridge_rings,
    ring_view::WhiteMove, two_distance::BlackTwoDistance,
};

/// The strategy.
pub struct RingMaster {
    /// Whether rule 4 considers white's replies.
    pub replies: bool,
}

impl Strategy for RingMaster {
    fn name(&self) -> &'static str {
        "ring-master"
    }

    fn boards(&self) -> Boards {
        Boards::CylinderAndTorus
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let Some(last) = rings.last else { return bridge_rings::middle(rings) };
        if !rings.wraps && rings.columns().is_multiple_of(2) {
            return ShiftStrategy { by: None }.permitted(rings);
        }
        if !rings.wraps && rings.columns() == 3 {
            return ThreeRings.permitted(rings);
        }
        let winning = rings.position.winning_cells(Colour::Black);
        if !winning.is_empty() {
            return winning;
        }
        let threats = rings.position.winning_cells(Colour::White);
        let candidates = if threats.is_empty() { rings.anywhere() } else { threats };
        let replies = rings.anywhere().iter().filter(|_| self.replies).collect();
        let two_distance = BlackTwoDistance::new(rings.position.geometry());
        let mut choice = RingMasterChoice { rings, two_distance, replies };
        choice.of(&candidates, last).into_iter().collect()
    }

    /// Only rotations preserve *to the right*.
    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        let next = |cell: Cell| along_ring(size, cell, 1);
        size.rows() > 2
            && CellSet::full(size).iter().all(|cell| {
                let image = symmetry.cell(cell);
                image.row(size) == cell.row(size) && symmetry.cell(next(cell)) == next(image)
            })
    }
}

/// The outcome of white's best reply: black's two-distance, and how many replies leave it.
type WorstReply = (u32, usize);

/// The criteria of rule 4: the outcome of the best reply, the number of cells on black's nearest
/// ways, and the location of the cell.
type ChoiceKey = (WorstReply, Reverse<usize>, (Reverse<usize>, usize, bool, usize));

struct RingMasterChoice<'a> {
    rings: &'a RingView<'a>,
    two_distance: BlackTwoDistance,
    /// White's replies, those that refuted earlier candidates first.
    replies: Vec<Cell>,
}

impl RingMasterChoice<'_> {
    /// The best of these cells.
    fn of(&mut self, candidates: &CellSet, last: WhiteMove) -> Option<Cell> {
        let size = self.rings.size;
        let white = *self.rings.position.stones(Colour::White);
        let tie_break = |cell: Cell| {
            let row = cell.row(size);
            let last_row = last.cell.row(size);
            let last_of_board = size.rows() - 1;
            let to_border = row.min(last_of_board - row);
            // Around the ring.
            let columns = size.columns();
            let right = (cell.column(size) + columns - last.cell.column(size)) % columns;
            let is_above = row < last_row;
            (Reverse(to_border), row.abs_diff(last_row), is_above, right)
        };
        let mut best: Option<(ChoiceKey, Cell)> = None;
        for cell in candidates.iter() {
            if (self.rings.stop)() {
                break;
            }
            let mut black = *self.rings.position.stones(Colour::Black);
            black.insert(cell);
            let limit = best.map(|((worst, ..), _)| worst);
            let Some(worst) = self.worst(cell, &black, &white, limit) else { continue };
            let own = self.two_distance.two_distance(&black, &white);
            let worst = if self.replies.is_empty() { (own.distance, 0) } else { worst };
            let key = (worst, Reverse(own.cells), tie_break(cell));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, cell));
            }
        }
        // If there is no time to evaluate a cell, the tie-break decides.
        let best = best.map(|(_, cell)| cell);
        best.or_else(|| candidates.iter().min_by_key(|cell| tie_break(*cell)))
    }

    /// The outcome of white's best reply to a stone; `None` if it is worse for black than the
    /// limit or if there is no time to find it.
    fn worst(
        &mut self,
        stone: Cell,
        black: &CellSet,
        white: &CellSet,
        limit: Option<WorstReply>,
    ) -> Option<WorstReply> {
        let mut worst = (0, 0);
        for i in 0..self.replies.len() {
            let reply = self.replies[i];
            if reply == stone {
                continue;
            }
            if (self.rings.stop)() {
                return None;
            }
            let mut white = *white;
            white.insert(reply);
            let left = self.two_distance.two_distance(black, &white).distance;
            worst = match left.cmp(&worst.0) {
                Ordering::Less => worst,
                Ordering::Equal => (left, worst.1 + 1),
                Ordering::Greater => (left, 1),
            };
            if limit.is_some_and(|limit| worst > limit) {
                self.replies[..=i].rotate_right(1);
                return None;
            }
        }
        Some(worst)
    }
}
