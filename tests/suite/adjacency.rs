//! Lengths and numbers of shortest paths and rings, compared with powers and
//! products of matrices as in Trevorah's report.

use kring::{
    board::{
        Cell, Colour, Geometry, Goal, Position, Rules, STEPS, Size, Topology,
        chance::{self, Purpose},
    },
    eval::distance::{Distances, UNREACHABLE},
    literature::adjacency::{
        Links, MoveOutlook, PathCount, SeasonLinks, SeasonSteps, Walker, move_outlooks,
    },
};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// All readings of the links between seasons.
const ALL_LINKS: [SeasonLinks; 3] = [SeasonLinks::OneWay, SeasonLinks::BothWays, SeasonLinks::Same];

/// A position after some random moves, while nobody has won.
fn position(variant: &str, columns: usize, rows: usize, seed: u64, moves: usize) -> Position {
    let rules: Rules = variant.parse().unwrap();
    let mut position = Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, seed));
    let mut rng: ChaCha8Rng = chance::generator(seed, Purpose::Openings);
    for ply in 0..moves {
        let colour = Colour::ALL[ply % 2];
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let Some(&cell) = cells.choose(&mut rng) else { break };
        position.play_unchecked(colour, cell);
        if position.winner().is_some() {
            position.undo();
            break;
        }
    }
    position
}

fn path_count(position: &Position, colour: Colour, steps: &SeasonSteps) -> PathCount {
    let mut links = Links::new(position.geometry(), colour);
    links.build(position.stones(colour), position.stones(colour.other()));
    Walker::default().search(&links, steps).0
}

/// A graph as the report makes it: a matrix with a node for each cell of some
/// copies of the board in a row, and one for each side. Own stones are
/// bypassed one by one, enemy stones wiped.
struct Matrix {
    links: Vec<Vec<bool>>,
    cells: usize,
}

impl Matrix {
    fn new(position: &Position, colour: Colour, copies: usize) -> Matrix {
        let geometry = position.geometry();
        let size = position.size();
        let cells = size.cells();
        let nodes = copies * cells + 2;
        let mut links = vec![vec![false; nodes]; nodes];
        let mut link = |a: usize, b: usize| {
            links[a][b] = a != b;
            links[b][a] = a != b;
        };
        let (line_of, lines): (fn(Cell, Size) -> usize, _) = match colour {
            Colour::Black => (Cell::row, size.rows()),
            Colour::White => (Cell::column, size.columns()),
        };
        for node in 0..copies * cells {
            let cell = Cell::unchecked((node % cells) as u16);
            for (&to, (dx, dy)) in geometry.neighbours(cell).iter().zip(STEPS) {
                if to != Geometry::OUTSIDE {
                    let along = if colour == Colour::Black { dy } else { dx };
                    let turn = match geometry.goal(colour) {
                        Goal::Path => 0,
                        Goal::Ring => (line_of(cell, size) as i32 + along).div_euclid(lines as i32),
                    };
                    let copy = (node / cells) as i32 + turn;
                    if (0..copies as i32).contains(&copy) {
                        link(node, copy as usize * cells + usize::from(to));
                    }
                }
            }
            for side in 0..2 {
                if geometry.goal(colour) == Goal::Path
                    && geometry.sides(colour, cell) >> side & 1 != 0
                {
                    link(node, copies * cells + side);
                }
            }
        }
        let mut matrix = Matrix { links, cells };
        for node in 0..copies * cells {
            match position.at(Cell::unchecked((node % cells) as u16)) {
                Some(stone) if stone == colour => matrix.bypass(node),
                Some(_) => matrix.wipe(node),
                None => {}
            }
        }
        matrix
    }

    fn bypass(&mut self, node: usize) {
        let around: Vec<usize> =
            (0..self.links.len()).filter(|&other| self.links[node][other]).collect();
        for &a in &around {
            for &b in &around {
                self.links[a][b] |= a != b;
            }
        }
        self.wipe(node);
    }

    fn wipe(&mut self, node: usize) {
        for other in 0..self.links.len() {
            self.links[node][other] = false;
            self.links[other][node] = false;
        }
    }

    /// A row of numbers times the matrix.
    fn times(&self, row: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; row.len()];
        for (links, &number) in self.links.iter().zip(row).filter(|(_, number)| **number > 0.0) {
            let linked = product.iter_mut().zip(links).filter(|(_, linked)| **linked);
            for (sum, _) in linked {
                *sum += number;
            }
        }
        product
    }

    /// The first power with an entry between the sides, and the entry.
    fn across(&self) -> PathCount {
        let first = self.links.len() - 2;
        let second = self.links.len() - 1;
        let mut row = vec![0.0; self.links.len()];
        row[first] = 1.0;
        for length in 1..=self.cells as u32 + 1 {
            row = self.times(&row);
            if row[second] > 0.0 {
                return PathCount { length, paths: row[second] };
            }
        }
        PathCount::NEVER
    }

    /// The first power with entries between copies of a cell, and their sum
    /// over all cells, divided by the starts and directions of a ring.
    fn rings(&self, copies: usize) -> PathCount {
        let middle = copies / 2;
        let mut rows: Vec<Vec<f64>> = vec![vec![0.0; self.links.len()]; self.cells];
        for cell in 0..self.cells {
            rows[cell][middle * self.cells + cell] = 1.0;
        }
        for stones in 1..=self.cells as u32 {
            for row in &mut rows {
                *row = self.times(row);
            }
            let back = |cell: usize| -> f64 {
                let copies = (0..copies).filter(|&copy| copy != middle);
                copies.map(|copy| rows[cell][copy * self.cells + cell]).sum()
            };
            let closed: f64 = (0..self.cells).map(back).sum();
            if closed > 0.0 {
                return PathCount { length: stones + 1, paths: closed / f64::from(2 * stones) };
            }
        }
        PathCount::NEVER
    }
}

#[test]
fn paths_are_those_of_the_matrix_power() {
    let mut compared = 0;
    for seed in 0..400 {
        let columns = 1 + seed as usize % 6;
        let rows = 1 + seed as usize / 6 % 6;
        let moves = seed as usize * 7 % (columns * rows);
        for variant in ["hex", "cylinder"] {
            let position = position(variant, columns, rows, seed, moves);
            for colour in Colour::ALL {
                if position.geometry().goal(colour) == Goal::Path {
                    let expected = Matrix::new(&position, colour, 1).across();
                    let found = path_count(&position, colour, &SeasonSteps::open());
                    assert_eq!(found, expected, "{variant} {colour}\n{position}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000);
}

#[test]
fn rings_are_those_of_the_unwrapped_matrix_power() {
    for seed in 0..240 {
        let columns = 1 + seed as usize % 4;
        let rows = 1 + seed as usize / 4 % 4;
        let moves = seed as usize * 7 % (columns * rows);
        for variant in ["cylinder", "torus"] {
            let position = position(variant, columns, rows, seed, moves);
            for colour in Colour::ALL {
                if position.geometry().goal(colour) == Goal::Ring {
                    let copies = 11;
                    let expected = Matrix::new(&position, colour, copies).rings(copies);
                    let found = path_count(&position, colour, &SeasonSteps::open());
                    assert_eq!(found, expected, "{variant} {colour}\n{position}");
                }
            }
        }
    }
}

/// Figures 5.1 to 5.3 of the report: the fourth power of the matrix has 7
/// between the sides. The printed zeros tell the stones apart, and the printed
/// numbers their colours, but for a1, which is cut off from everything.
#[test]
fn the_report_counts_seven_paths_of_length_four() {
    for a1 in Colour::ALL {
        let game = chance::game("4x4".parse().unwrap(), Rules::default(), 1);
        let stones = [(Colour::Black, "c1"), (Colour::White, "a2"), (a1, "a1")];
        let cell = |name| Cell::from_name(game.size(), name).unwrap();
        let setup = stones.into_iter().map(|(colour, name)| (colour, cell(name))).collect();
        let position = Position::from_setup(game.clone(), setup).unwrap();
        let found = path_count(&position, Colour::Black, &SeasonSteps::open());
        assert_eq!(found, PathCount { length: 4, paths: 7.0 });
    }
}

/// Lengths are distances and one more, on boards too large for matrices.
#[test]
fn lengths_are_distances() {
    for seed in 0..120 {
        let columns = 1 + seed as usize % 11;
        let rows = 1 + seed as usize * 5 % 11;
        for topology in Topology::ALL {
            let variant = topology.to_string();
            let position =
                position(&variant, columns, rows, seed, seed as usize * 11 % (columns * rows));
            let mut distances = Distances::new(position.geometry());
            for colour in Colour::ALL {
                let own = position.stones(colour);
                let enemy = position.stones(colour.other());
                let found = path_count(&position, colour, &SeasonSteps::open());
                match distances.distance(colour, own, enemy) {
                    UNREACHABLE => assert_eq!(found, PathCount::NEVER),
                    distance => assert_eq!(found.length, distance + 1, "{colour}\n{position}"),
                }
            }
        }
    }
}

#[test]
fn the_largest_counts_are_finite() {
    for topology in Topology::ALL {
        let position = position(&topology.to_string(), 32, 32, 1, 0);
        for colour in Colour::ALL {
            let found = path_count(&position, colour, &SeasonSteps::open());
            assert!(found.paths.is_finite() && found.paths > 0.0, "{topology} {colour} {found:?}");
            assert_eq!(found.length, 33);
        }
    }
    // Without stones each step down has two choices, but for the edges.
    let black =
        path_count(&position("cylinder", 32, 32, 1, 0), Colour::Black, &SeasonSteps::open());
    assert_eq!(black.paths, 32.0 * 2f64.powi(31));
}

/// The product of the seasons' matrices: waiting is a link from a node to
/// itself. No link leads back to the first side, but where all links go both ways.
fn product(position: &Position, colour: Colour, first: Colour, links: SeasonLinks) -> PathCount {
    let matrix = Matrix::new(position, colour, 1);
    let map = position.game().map().cells();
    let coming = position.coming_seasons(first).into_iter();
    let mut due: Vec<u8> =
        coming.filter(|(mover, _)| *mover == colour).map(|(_, season)| season as u8).collect();
    let cycle = position.rules().seasons.cycle(colour);
    let last = due.last().copied().unwrap_or(cycle.season(cycle.period() - 1));
    let next = (0..cycle.period()).find(|&step| cycle.season(step) == last).unwrap() + 1;
    due.extend((next..next + 200).map(|step| cycle.season(step)));
    let start = map.len();
    let goal = map.len() + 1;
    let mut row = vec![0.0; map.len() + 2];
    row[start] = 1.0;
    for (step, &season) in due.iter().enumerate().take(150) {
        let before = if step > 0 { due[step - 1] } else { season };
        let linked = |from: usize, to: usize| match (links, map.get(from), map.get(to)) {
            (SeasonLinks::Same, from, to) => {
                [from, to].into_iter().flatten().all(|cell| *cell == season) && to.is_some()
                    || to.is_none() && from == Some(&season)
            }
            (SeasonLinks::OneWay, from, to) => {
                from.is_none_or(|cell| *cell == season || *cell == before)
                    && to.is_none_or(|cell| *cell == season)
            }
            (SeasonLinks::BothWays, Some(&from), Some(&to)) => {
                let pair = |a, b| a == season && (b == season || b == due[step + 1]);
                pair(from, to) || pair(to, from)
            }
            (SeasonLinks::BothWays, from, to) => from.or(to) == Some(&season),
        };
        let mut next = row.clone();
        for (from, &walks) in row.iter().enumerate() {
            for (to, sum) in next.iter_mut().enumerate() {
                let back = to == start && links != SeasonLinks::BothWays;
                if matrix.links[from][to] && linked(from, to) && !back {
                    *sum += walks;
                }
            }
        }
        row = next;
        if row[goal] > 0.0 {
            return PathCount { length: step as u32 + 1, paths: row[goal] };
        }
    }
    PathCount::NEVER
}

#[test]
fn seasonal_paths_are_those_of_the_product() {
    let mut reached = [0; 3];
    for seed in 0..200 {
        let columns = 1 + seed as usize % 5;
        let rows = 1 + seed as usize / 5 % 5;
        let variant = format!("hex seasons={}", 2 + seed % 3);
        let moves = seed as usize * 7 % (columns * rows);
        let position = position(&variant, columns, rows, seed, moves);
        for (colour, first) in
            Colour::ALL.into_iter().flat_map(|c| Colour::ALL.map(|first| (c, first)))
        {
            for (links, reached) in ALL_LINKS.into_iter().zip(&mut reached) {
                let steps = SeasonSteps::new(&position, colour, first, links);
                let found = path_count(&position, colour, &steps);
                let expected = product(&position, colour, first, links);
                assert_eq!(found.length, expected.length, "{links:?} {colour}\n{position}");
                // If a season is left out, the product counts ways to wait.
                if position.turn() == Some(first) || links == SeasonLinks::BothWays {
                    assert_eq!(found, expected, "{links:?} {colour} {first}\n{position}");
                }
                *reached += u32::from(found != PathCount::NEVER);
            }
        }
    }
    // Links to other seasons open ways that a single season does not have.
    let [one_way, both_ways, same] = reached;
    assert!(both_ways >= one_way && one_way > same && same > 0, "{reached:?}");
}

#[test]
fn with_one_season_all_path_metrics_are_equal() {
    for seed in 0..60 {
        let columns = 1 + seed as usize % 5;
        let rows = 1 + seed as usize / 5 % 5;
        let moves = seed as usize * 7 % (columns * rows);
        for topology in Topology::ALL {
            let position = position(&topology.to_string(), columns, rows, seed, moves);
            for colour in Colour::ALL {
                let outlooks = |links| move_outlooks(&position, colour, links, &|| true);
                for links in ALL_LINKS {
                    assert_eq!(outlooks(Some(links)), outlooks(None), "{position}");
                }
            }
        }
    }
}

/// What a path metric says of each move is what is found after it.
#[test]
fn move_outlooks_are_path_counts_after_the_move() {
    for seed in 0..60 {
        let mut rng = chance::generator(seed, Purpose::Coin);
        let columns = rng.random_range(1..6);
        let rows = rng.random_range(1..6);
        let moves = rng.random_range(0..columns * rows);
        for topology in Topology::ALL {
            let variant = format!("{topology} seasons={}", 1 + seed % 3);
            let before = position(&variant, columns, rows, seed, moves);
            // With links both ways the mover's seasons begin with that of the
            // move; tests/suite/listings.rs tests these.
            for (colour, links) in Colour::ALL
                .into_iter()
                .flat_map(|colour| [SeasonLinks::OneWay, SeasonLinks::Same].map(|l| (colour, l)))
            {
                let outlooks = move_outlooks(&before, colour, Some(links), &|| true).unwrap();
                for MoveOutlook { cell, mine, theirs } in outlooks {
                    let mut after = before.clone();
                    after.play_unchecked(colour, cell);
                    let enemy = colour.other();
                    let [my_view, their_view] = [colour, enemy].map(|player| {
                        path_count(&after, player, &SeasonSteps::new(&after, player, enemy, links))
                    });
                    assert_eq!((mine, theirs), (my_view, their_view), "{after}");
                }
            }
        }
    }
}
