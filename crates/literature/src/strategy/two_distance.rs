//! Black's two-distance from top to bottom, computed with bit masks on small boards. The result
//! is that of [`Distances::two_distance`], but many times faster, because the verifier needs it
//! millions of times.
//!
//! A torus is treated as a cylinder that contains the board twice, one copy below the other, with
//! every stone twice. A path down both copies must cross the border between them, and a ring is
//! such a path. The measure is not exact: a path can leave the second copy in another column than
//! it enters the first.

use kring_board::{CellSet, Colour, Geometry, Size, Topology, bits::Bits};
use kring_eval::distance::{Distances, TwoDistance, UNREACHABLE};

/// A set of cells of a small board.
type Mask = u128;

/// The largest number of cells of a small board.
const MOST_CELLS: usize = Mask::BITS as usize;

/// Computes black's two-distances on one board.
pub struct BlackTwoDistance {
    /// The cylinder that is searched, which contains the board once or twice.
    size: Size,
    /// The rows of the board.
    rows: usize,
    search: DistanceSearch,
}

enum DistanceSearch {
    /// A cylinder of at most 128 cells.
    Small(SmallBoard),
    /// A larger cylinder.
    Large(Box<Distances>),
}

/// The cells that touch each cell, and the rows at both ends.
struct SmallBoard {
    touching: Vec<Mask>,
    ends: [Mask; 2],
}

impl BlackTwoDistance {
    /// For a board.
    pub fn new(geometry: &Geometry) -> BlackTwoDistance {
        let board = geometry.size();
        let twice = Size::new(board.columns(), 2 * board.rows()).ok();
        let size = twice.filter(|_| geometry.topology().wraps_rows()).unwrap_or(board);
        let cylinder = Geometry::new(size, Topology::Cylinder);
        let search = if size.cells() <= MOST_CELLS {
            DistanceSearch::Small(SmallBoard::new(&cylinder))
        } else {
            DistanceSearch::Large(Box::new(Distances::new(&cylinder)))
        };
        BlackTwoDistance { size, rows: board.rows(), search }
    }

    /// Black's two-distance.
    pub fn two_distance(&mut self, black: &CellSet, white: &CellSet) -> TwoDistance {
        let black = self.copied(black);
        let white = self.copied(white);
        match &mut self.search {
            DistanceSearch::Small(small) => small.two_distance(black.wide(), white.wide()),
            DistanceSearch::Large(distances) => {
                distances.two_distance(Colour::Black, &black, &white)
            }
        }
    }

    /// The stones on every copy of the board.
    fn copied(&self, stones: &CellSet) -> CellSet {
        let mut all = *stones;
        for row in self.rows..self.size.rows() {
            all.insert_row(self.size, row, stones.row(self.size, row - self.rows));
        }
        all
    }
}

impl SmallBoard {
    fn new(cylinder: &Geometry) -> SmallBoard {
        let touching = CellSet::full(cylinder.size())
            .iter()
            .map(|cell| cylinder.touching(cell).fold(0, |all, next| all | 1 << next.index()))
            .collect();
        let ends = cylinder.edges(Colour::Black).map(|edge| edge.wide());
        SmallBoard { touching, ends }
    }

    fn around(&self, cells: Mask) -> Mask {
        cells.cells().fold(0, |all, cell| all | self.touching[cell])
    }

    /// The cells within a set that are connected with these.
    fn flood(&self, from: Mask, within: Mask) -> Mask {
        let mut reached = from & within;
        let mut new = from & within;
        while new != 0 {
            new = self.around(new) & within & !reached;
            reached |= new;
        }
        reached
    }

    fn two_distance(&self, black: Mask, white: Mask) -> TwoDistance {
        let all = Mask::MAX >> (MOST_CELLS - self.touching.len());
        let empty = all & !black & !white;
        let chains = self.ends.map(|end| self.flood(end, black));
        if chains[0] & self.ends[1] != 0 {
            return TwoDistance { distance: 0, cells: 0 };
        }
        let neighbours = self.neighbours(black, empty);
        let layers = |side: usize| {
            let next_to = (self.ends[side] | self.around(chains[side])) & empty;
            self.spread(&neighbours, next_to, empty)
        };
        let layers = [layers(0), layers(1)];
        // A cell in layers i and j from the two ends has the two-distance i + j + 1.
        for sum in 0..layers[0].len() + layers[1].len() {
            let pairs = (0..=sum).map(|i| [layers[0].get(i), layers[1].get(sum - i)]);
            let cells = pairs.fold(0, |all, pair| match pair {
                [Some(a), Some(b)] => all | a & b,
                _ => all,
            });
            if cells != 0 {
                let distance = sum as u32 + 1;
                return TwoDistance { distance, cells: cells.count_ones() as usize };
            }
        }
        let cells = self.touching.len() as u32;
        let missing = self.missing(black, white);
        TwoDistance { distance: missing.map_or(UNREACHABLE, |missing| cells + missing), cells: 0 }
    }

    /// The neighbours of each empty cell: those that it touches, and those that
    /// touch a group of black stones that it touches.
    fn neighbours(&self, black: Mask, empty: Mask) -> [Mask; MOST_CELLS] {
        let mut neighbours = [0; MOST_CELLS];
        empty.cells().for_each(|cell| neighbours[cell] = self.touching[cell] & empty);
        let mut left = black;
        while left != 0 {
            let group = self.flood(left & left.wrapping_neg(), black);
            left &= !group;
            let shore = self.around(group) & empty;
            shore.cells().for_each(|cell| neighbours[cell] |= shore & !(1 << cell));
        }
        neighbours
    }

    /// The cells at two-distance 1, 2 and so on from the cells next to an end: a cell is reached
    /// when two of its neighbours are.
    fn spread(&self, neighbours: &[Mask; MOST_CELLS], next_to: Mask, empty: Mask) -> Vec<Mask> {
        let mut layers = Vec::new();
        let mut reached = 0;
        let mut layer = next_to;
        while layer != 0 {
            layers.push(layer);
            reached |= layer;
            let two = |&cell: &usize| {
                let near = neighbours[cell] & reached;
                near & near.wrapping_sub(1) != 0
            };
            layer = (empty & !reached).cells().filter(two).fold(0, |all, cell| all | 1 << cell);
        }
        layers
    }

    /// The ordinary distance: the number of missing stones.
    fn missing(&self, black: Mask, white: Mask) -> Option<u32> {
        let mut reached = self.flood(self.ends[0], black);
        let mut next = self.ends[0];
        for stones in 1.. {
            let new = (next | self.around(reached)) & !white & !reached;
            if new == 0 {
                return None;
            }
            reached |= new;
            reached |= self.flood(self.around(new) & black, black);
            next = 0;
            if reached & self.ends[1] != 0 {
                return Some(stones);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use kring_board::{
        CellSet, Colour, Geometry, Size, Topology,
        chance::{self, Purpose},
    };
    use kring_eval::distance::Distances;
    use rand::RngExt;

    use super::*;

    #[test]
    fn two_distances_from_masks_are_those_of_the_graph() {
        let mut rng = chance::generator(1, Purpose::Openings);
        let mut far = 0;
        for _ in 0..400 {
            let size = Size::new(rng.random_range(3..9), rng.random_range(1..8)).unwrap();
            let geometry = Geometry::new(size, Topology::Cylinder);
            let [mut black, mut white] = [CellSet::EMPTY; 2];
            for cell in CellSet::full(size).iter() {
                match rng.random_range(0..5) {
                    0 => black.insert(cell),
                    1 | 2 => white.insert(cell),
                    _ => {}
                }
            }
            let expected = Distances::new(&geometry).two_distance(Colour::Black, &black, &white);
            assert_eq!(BlackTwoDistance::new(&geometry).two_distance(&black, &white), expected);
            far += u32::from(expected.distance > size.cells() as u32);
        }
        assert!((20..380).contains(&far), "{far}");
    }
}
