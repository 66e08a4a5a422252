//! Consecutive rings of a board as rows of bits: linked black stones, cells that link them, and
//! the paths that they form.

use kring_board::{Size, bits::Bits};

/// The most rings of a band: those of a board and one imagined ring at either end.
pub const MAX_ROWS: usize = Size::MAX as usize + 2;

/// A set of cells of a band, ring by ring, one bit per column.
pub type BandRows = [u32; MAX_ROWS];

/// Consecutive rings of a board in isolation: black's stones and the empty cells. Columns wrap;
/// there is nothing above the first ring or below the last.
///
/// Two stones are *linked* if they touch or form a bridge: two empty cells
/// that both of them touch.
#[derive(Clone)]
pub struct RingBand {
    pub columns: u32,
    pub count: usize,
    pub black: BandRows,
    pub empty: BandRows,
}

impl RingBand {
    /// Cells of one ring, shifted to the right by `by` columns.
    #[inline]
    pub fn rotated(&self, cells: u32, by: i32) -> u32 {
        rotated(self.columns, cells, by)
    }

    /// The ring `below` rings below another (above it, if negative), if it is in the band.
    pub fn ring_at(&self, ring: usize, below: i32) -> Option<usize> {
        ring.checked_add_signed(below as isize).filter(|&at| at < self.count)
    }

    /// The cells on which a stone would be linked with one of `stones`.
    pub fn linked(&self, stones: &BandRows) -> BandRows {
        let mut reached = [0; MAX_ROWS];
        for ring in (0..self.count).filter(|&ring| stones[ring] != 0) {
            reached[ring] |= self.rotated(stones[ring], 1) | self.rotated(stones[ring], -1);
            for step in [-2, -1, 1, 2] {
                let Some(to) = self.ring_at(ring, step) else { continue };
                reached[to] |= self.bridged(stones[ring], ring, to);
                if step.abs() == 1 {
                    reached[to] |= touched(self.columns, stones[ring], step);
                }
            }
        }
        reached
    }

    /// The cells of ring `to`, one or two rings away, on which a stone would
    /// form a bridge with one of `stones` in ring `from`.
    pub fn bridged(&self, stones: u32, from: usize, to: usize) -> u32 {
        let step = to as i32 - from as i32;
        // With one column the two cells of a bridge are the same.
        if self.columns == 1 {
            return 0;
        }
        // In the comments below, the stone is in column x and ring `to` is below it. Above it
        // everything is turned by 180 degrees: x - 1 is x + 1.
        let side = step.signum();
        match step.abs() {
            1 => {
                let own = self.empty[from];
                let other = self.empty[to];
                // To x + 1, across x + 1 of its own ring and x of the other.
                let right = stones & self.rotated(own, -side) & other;
                // To x - 2, across x - 1 of both rings.
                let left = stones & self.rotated(own & other, side);
                self.rotated(right, side) | self.rotated(left, -2 * side)
            }
            2 => {
                // To x - 1, across x and x - 1 of the ring between.
                let between = self.empty[(from + to) / 2];
                self.rotated(stones & between & self.rotated(between, side), -side)
            }
            _ => 0,
        }
    }

    /// All stones that links connect with these.
    pub fn flood(&self, stones: BandRows) -> BandRows {
        let mut reached = stones;
        loop {
            let linked = self.linked(&reached);
            let mut grown = false;
            for ring in 0..self.count {
                let more = linked[ring] & self.black[ring] & !reached[ring];
                reached[ring] |= more;
                grown |= more != 0;
            }
            if !grown {
                return reached;
            }
        }
    }

    /// The stones that links connect with those of a ring.
    fn flood_from(&self, ring: usize) -> BandRows {
        let mut stones = [0; MAX_ROWS];
        stones[ring] = self.black[ring];
        self.flood(stones)
    }

    pub fn groups(&self) -> Vec<BandRows> {
        let mut groups: Vec<BandRows> = Vec::new();
        let mut left = self.black;
        for ring in 0..self.count {
            while left[ring] != 0 {
                let mut stones = [0; MAX_ROWS];
                stones[ring] = left[ring] & left[ring].wrapping_neg();
                let group = self.flood(stones);
                left.iter_mut().zip(group).for_each(|(left, group)| *left &= !group);
                groups.push(group);
            }
        }
        groups
    }

    /// The paths: groups that long bridges join.
    pub fn paths(&self) -> Vec<BandRows> {
        let groups = self.groups();
        let reached: Vec<BandRows> = groups.iter().map(|group| self.linked(group)).collect();
        let mut paths: Vec<(BandRows, Vec<usize>)> = Vec::new();
        for (i, group) in groups.iter().enumerate() {
            let mut path = (*group, vec![i]);
            let is_joined = |&j: &usize| {
                let potential = self.common(&reached[i], &reached[j]);
                self.is_long_bridge([group, &groups[j]], &potential)
            };
            paths.retain(|(rows, members)| {
                let joined = members.iter().any(is_joined);
                if joined {
                    path.0.iter_mut().zip(rows).for_each(|(all, row)| *all |= row);
                    path.1.extend(members);
                }
                !joined
            });
            paths.push(path);
        }
        paths.into_iter().map(|(path, _)| path).collect()
    }

    /// The empty cells that are in both sets.
    fn common(&self, a: &BandRows, b: &BandRows) -> BandRows {
        std::array::from_fn(|ring| self.empty[ring] & a[ring] & b[ring])
    }

    /// Whether two groups form a long bridge: whichever single empty cell white takes, one more
    /// stone links them. `potential` are the cells that link them now.
    fn is_long_bridge(&self, [a, b]: [&BandRows; 2], potential: &BandRows) -> bool {
        let Some((ring, cell)) = cells(potential).next() else { return false };
        // White must also stop this cell: by a stone on it or next to it, on a cell of its bridges.
        let mut stops = [0; MAX_ROWS];
        stops[ring] = cell | self.rotated(cell, 1) | self.rotated(cell, -1);
        for side in [-1, 1] {
            if let Some(beside) = self.ring_at(ring, side) {
                stops[beside] = touched(self.columns, cell, side);
            }
        }
        let stops = self.common(&stops, &self.empty);
        cells(&stops).all(|(ring, cell)| {
            let mut stopped = self.clone();
            stopped.empty[ring] &= !cell;
            stopped.common(&stopped.linked(a), &stopped.linked(b)) != [0; MAX_ROWS]
        })
    }

    /// The first and the last ring with stones of a group.
    pub fn span(group: &BandRows) -> (usize, usize) {
        let occupied = |row: &u32| *row != 0;
        let first = group.iter().position(occupied);
        let last = group.iter().rposition(occupied);
        (first.unwrap_or(0), last.unwrap_or(0))
    }

    /// Whether a chain of linked stones joins the first ring and the last.
    pub fn is_joined(&self) -> bool {
        self.flood_from(0)[self.count - 1] != 0
    }

    /// The empty cells on which a stone joins the band; all of them if it is joined already.
    pub fn joining(&self) -> BandRows {
        let last = self.count - 1;
        let down = self.flood_from(0);
        if down[last] != 0 {
            return self.empty;
        }
        let down = self.linked(&down);
        let up = self.linked(&self.flood_from(last));
        let mut cells = [0; MAX_ROWS];
        for ring in 0..self.count {
            let down = if ring == 0 { !0 } else { down[ring] };
            let up = if ring == last { !0 } else { up[ring] };
            cells[ring] = self.empty[ring] & down & up;
        }
        cells
    }

    /// Whether a path, by bridges and long bridges, joins the first ring and the last.
    pub fn is_long_joined(&self) -> bool {
        self.is_joined()
            || self.paths().iter().any(|path| RingBand::span(path) == (0, self.count - 1))
    }

    /// The cells of `among` on which a stone joins the band by long bridges.
    pub fn long_joining(&self, among: &BandRows) -> BandRows {
        let mut joining = [0; MAX_ROWS];
        for (ring, cell) in cells(among).filter(|&(ring, cell)| self.empty[ring] & cell != 0) {
            if self.with(ring, cell).is_long_joined() {
                joining[ring] |= cell;
            }
        }
        joining
    }

    pub fn with(&self, ring: usize, cell: u32) -> RingBand {
        let mut band = self.clone();
        band.black[ring] |= cell;
        band.empty[ring] &= !cell;
        band
    }
}

/// Cells of one ring, shifted to the right by `by` columns.
#[inline]
pub(super) fn rotated(columns: u32, cells: u32, by: i32) -> u32 {
    let by = by.rem_euclid(columns as i32) as u32;
    if by == 0 {
        return cells;
    }
    (cells << by | cells >> (columns - by)) & full_ring(columns)
}

#[inline]
pub(super) fn full_ring(columns: u32) -> u32 {
    u32::MAX >> (32 - columns)
}

/// The cells of the next ring on a side (1 below, -1 above) that touch these
/// cells: below, those in the same column and one column to the left; above,
/// those in the same column and one to the right.
#[inline]
pub(super) fn touched(columns: u32, cells: u32, side: i32) -> u32 {
    cells | rotated(columns, cells, -side)
}

/// Iterates over the cells of a set: ring and bit.
pub fn cells(rows: &BandRows) -> impl Iterator<Item = (usize, u32)> + '_ {
    let in_ring =
        |(ring, &row): (usize, &u32)| u64::from(row).cells().map(move |column| (ring, 1 << column));
    rows.iter().enumerate().flat_map(in_ring)
}

#[cfg(test)]
mod tests {
    use kring_board::{
        Cell, CellSet, Geometry, Size, Topology,
        chance::{self, Purpose},
    };
    use rand::RngExt;

    use super::*;

    /// A band with random stones, and the same as sets of cells.
    fn random_band(size: Size, seed: u64) -> (RingBand, CellSet, CellSet) {
        let mut rng = chance::generator(seed, Purpose::Openings);
        let [mut black, mut empty] = [[0; MAX_ROWS]; 2];
        let [mut stones, mut free] = [CellSet::EMPTY; 2];
        for cell in CellSet::full(size).iter() {
            let (rows, set) = match rng.random_range(0..6) {
                0 => (&mut black, &mut stones),
                1 => continue,
                _ => (&mut empty, &mut free),
            };
            rows[cell.row(size)] |= 1 << cell.column(size);
            set.insert(cell);
        }
        (
            RingBand { columns: size.columns() as u32, count: size.rows(), black, empty },
            stones,
            free,
        )
    }

    /// Whether stones that touch, or that two empty cells separate, form a chain from the first row
    /// to the last. From five columns on, only a bridge has two cells that both of its stones touch.
    fn is_joined(geometry: &Geometry, stones: &CellSet, free: &CellSet) -> bool {
        let size = geometry.size();
        let linked = |a: Cell, b: Cell| {
            let between =
                |cell: &Cell| free.contains(*cell) && geometry.touching(b).any(|c| c == *cell);
            geometry.touching(a).any(|cell| cell == b)
                || geometry.touching(a).filter(between).count() == 2
        };
        let mut reached: Vec<Cell> = stones.iter().filter(|stone| stone.row(size) == 0).collect();
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let new = |stone: &Cell| linked(from, *stone) && !reached.contains(stone);
            let new: Vec<Cell> = stones.iter().filter(new).collect();
            reached.extend(new);
        }
        reached.iter().any(|stone| stone.row(size) == size.rows() - 1)
    }

    #[test]
    fn bands_are_joined_as_a_search_says() {
        let sizes = [(5, 4), (7, 3), (6, 5), (9, 2), (5, 1), (32, 2)];
        let mut joined = 0;
        for (seed, (columns, rows)) in (0..600).zip(sizes.into_iter().cycle()) {
            let size = Size::new(columns, rows).unwrap();
            let geometry = Geometry::new(size, Topology::Cylinder);
            let (band, stones, free) = random_band(size, seed);
            assert_eq!(band.is_joined(), is_joined(&geometry, &stones, &free));
            joined += usize::from(band.is_joined());
            let joining: Vec<Cell> = cells(&band.joining())
                .filter_map(|(row, cell)| Cell::at(size, cell.trailing_zeros() as usize, row))
                .collect();
            let joins = |cell: &Cell| {
                let mut stones = stones;
                let mut free = free;
                stones.insert(*cell);
                free.remove(*cell);
                is_joined(&geometry, &stones, &free)
            };
            assert_eq!(
                joining,
                free.iter().filter(joins).collect::<Vec<_>>(),
                "{stones:?} {free:?}"
            );
        }
        assert!((50..550).contains(&joined), "{joined}");
    }

    /// The paths by Definition 5.2 of van Hees: every pair of groups against every single white
    /// stone.
    #[test]
    fn paths_are_those_of_the_definition() {
        let mut joined = 0;
        for (seed, (columns, rows)) in
            (0..200).zip([(5, 4), (7, 3), (5, 5), (4, 4)].into_iter().cycle())
        {
            let (band, ..) = random_band(Size::new(columns, rows).unwrap(), 1000 + seed);
            let links = |band: &RingBand, a: &BandRows, b: &BandRows| {
                let a = band.linked(a);
                let b = band.linked(b);
                (0..band.count).any(|ring| a[ring] & b[ring] & band.empty[ring] != 0)
            };
            let survives = |a: &BandRows, b: &BandRows| {
                cells(&band.empty).all(|(ring, cell)| {
                    let mut stopped = band.clone();
                    stopped.empty[ring] &= !cell;
                    links(&stopped, a, b)
                }) && links(&band, a, b)
            };
            let mut paths: Vec<Vec<BandRows>> =
                band.groups().into_iter().map(|group| vec![group]).collect();
            let groups = band.groups().len();
            while let Some((i, j)) = (0..paths.len())
                .flat_map(|i| (0..i).map(move |j| (i, j)))
                .find(|&(i, j)| paths[i].iter().any(|a| paths[j].iter().any(|b| survives(a, b))))
            {
                let path = paths.swap_remove(i);
                paths[j].extend(path);
            }
            let whole = |path: Vec<BandRows>| -> BandRows {
                std::array::from_fn(|ring| path.iter().fold(0, |all, group| all | group[ring]))
            };
            let mut expected: Vec<BandRows> = paths.into_iter().map(whole).collect();
            let mut found = band.paths();
            joined += groups - found.len();
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
        }
        assert!(joined > 20, "{joined}");
    }

    /// Van Hees, section 5.4 and figures 28 and 29 (pp. 21 and 22): stones at (4,j)
    /// and where the text answers in ring j+3. Exactly two white stones leave no
    /// single answer that joins them by bridges.
    #[test]
    fn two_white_stones_stop_the_four_path_of_van_hees() {
        for (white, answer, stops) in [
            (1, 3, [(4, 1), (3, 2)]),
            (5, 3, [(4, 1), (3, 2)]),
            (4, 2, [(3, 1), (3, 2)]),
            (2, 4, [(4, 1), (4, 2)]),
            (3, 1, [(3, 1), (2, 2)]),
        ] {
            let mut band =
                RingBand { columns: 5, count: 4, black: [0; MAX_ROWS], empty: [0; MAX_ROWS] };
            band.empty[..4].fill(31);
            band.empty[0] &= !(1 << 1);
            band.empty[3] &= !(1 << (white - 1));
            let band = band.with(0, 1 << 3).with(3, 1 << (answer - 1));
            let stopped = |&(ring, cell): &(usize, u32)| {
                let mut stopped = band.clone();
                stopped.empty[ring] &= !cell;
                stopped.joining() == [0; MAX_ROWS]
            };
            let found: Vec<(u32, usize)> = cells(&band.empty)
                .filter(stopped)
                .map(|(ring, cell)| (cell.trailing_zeros() + 1, ring))
                .collect();
            assert_eq!(found, stops, "white ({white}, j+3)");
        }
    }

    #[test]
    fn long_bridges_survive_every_single_stone() {
        // An empty board with an imagined full first ring and one stone.
        let open = |ring: usize| {
            let columns = 7;
            let [black, mut empty] = [[0; MAX_ROWS]; 2];
            empty[1..=ring].fill((1 << columns) - 1);
            let mut band = RingBand { columns, count: ring + 1, black, empty };
            band.black[0] = (1 << columns) - 1;
            band.with(ring, 1 << 3)
        };
        // A bridge to the side; the edge template of the third row; and the fourth row, where white
        // has a move that leaves no single answer.
        assert!(open(2).is_joined());
        assert!(!open(3).is_joined() && open(3).is_long_joined());
        assert!(!open(4).is_long_joined());
    }
}
