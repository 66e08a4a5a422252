//! Links and joined bands against a search from cell to cell.

use kring::{
    board::{
        Cell, CellSet, Colour, Geometry, Size, Topology,
        chance::{self, Purpose},
    },
    eval::distance::Distances,
    literature::strategy::{
        BlackTwoDistance,
        ring_band::{BandRows, MAX_ROWS, RingBand, cells},
    },
};
use rand::RngExt;

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
    (RingBand { columns: size.columns() as u32, count: size.rows(), black, empty }, stones, free)
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
            let (mut stones, mut free) = (stones, free);
            stones.insert(*cell);
            free.remove(*cell);
            is_joined(&geometry, &stones, &free)
        };
        assert_eq!(joining, free.iter().filter(joins).collect::<Vec<_>>(), "{stones:?} {free:?}");
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
            let (a, b) = (band.linked(a), band.linked(b));
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
        far += u32::from(expected.0 > size.cells() as u32);
    }
    assert!((20..380).contains(&far), "{far}");
}
