//! Two-distances against their definition on the unwrapped board.

use std::collections::BTreeSet;

use kring_board::{
    Cell, Colour, Goal, Position, Topology,
    chance::{self, Purpose},
};
use kring_eval::distance::{DistanceEval, Metric, STONE, UNREACHABLE, WIN};
use rand::{Rng, RngExt};

use crate::distance::{board, distance, scatter};

/// The unwrapped board, for two-distances by their definition: what each cell
/// is (own, or else empty; `None`: the opponent's), and who is whose neighbour.
struct Unwrapped {
    lines: usize,
    width: usize,
    is_own: Vec<Option<bool>>,
    neighbours: Vec<BTreeSet<usize>>,
}

impl Unwrapped {
    fn new(position: &Position, colour: Colour, copies: usize) -> Unwrapped {
        let size = position.size();
        let topology = position.rules().topology;
        let (lines, width, closes) = match colour {
            Colour::Black => (size.rows(), size.columns(), topology.wraps_columns()),
            Colour::White => (size.columns(), size.rows(), topology.wraps_rows()),
        };
        let cell = |node: usize| {
            let line = node / width % lines;
            let bit = node % width;
            let (x, y) = if colour == Colour::Black { (bit, line) } else { (line, bit) };
            Cell::at(size, x, y).unwrap()
        };
        let nodes = copies * lines * width;
        let is_own: Vec<Option<bool>> = (0..nodes)
            .map(|node| match position.at(cell(node)) {
                Some(stone) => (stone == colour).then_some(true),
                None => Some(false),
            })
            .collect();
        let touching = |node: usize| {
            let line = (node / width) as i32;
            let bit = (node % width) as i32;
            let there = move |(down, right): (i32, i32)| {
                let line = line + down;
                let bit = bit + right;
                let inside = (0..(copies * lines) as i32).contains(&line)
                    && (closes || (0..width as i32).contains(&bit));
                inside.then(|| line as usize * width + bit.rem_euclid(width as i32) as usize)
            };
            [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].into_iter().filter_map(there)
        };
        // From a cell through any number of own stones to empty cells.
        let neighbours = |node: usize| {
            let mut seen = BTreeSet::from([node]);
            let mut found = BTreeSet::new();
            let mut open = vec![node];
            while let Some(next) = open.pop() {
                for to in touching(next).filter(|&to| seen.insert(to)).collect::<Vec<_>>() {
                    match is_own[to] {
                        Some(true) => open.push(to),
                        Some(false) => drop(found.insert(to)),
                        None => {}
                    }
                }
            }
            found
        };
        let neighbours = (0..nodes).map(neighbours).collect();
        Unwrapped { lines, width, is_own, neighbours }
    }

    /// An empty node itself, the shore of a stone.
    fn next_to(&self, node: usize) -> BTreeSet<usize> {
        match self.is_own[node] {
            None => BTreeSet::new(),
            Some(false) => BTreeSet::from([node]),
            Some(true) => self.neighbours[node].clone(),
        }
    }

    /// Two-distances: 1 for these, one more than the second least for others.
    fn spread(&self, first: &BTreeSet<usize>) -> Vec<Option<u32>> {
        let mut known = vec![None; self.is_own.len()];
        for &node in first {
            known[node] = Some(1);
        }
        for level in 2.. {
            let next = |&node: &usize| {
                let near = self.neighbours[node].iter().filter(|&&to| known[to].is_some());
                known[node].is_none() && self.is_own[node] == Some(false) && near.count() >= 2
            };
            let next: Vec<usize> = (0..known.len()).filter(next).collect();
            if next.is_empty() {
                break;
            }
            for node in next {
                known[node] = Some(level);
            }
        }
        known
    }

    /// All sums of two-distances, and the cell of each.
    fn path(&self) -> Vec<(u32, usize)> {
        let last = self.is_own.len() - self.width;
        let side = |nodes: std::ops::Range<usize>| nodes.flat_map(|n| self.next_to(n)).collect();
        let [top, bottom] = [0..self.width, last..last + self.width].map(|s| self.spread(&side(s)));
        (0..top.len()).filter_map(|n| Some((top[n]? + bottom[n]? - 1, n))).collect()
    }

    fn ring(&self) -> Vec<(u32, usize)> {
        let (turn, line) = (self.lines * self.width, |line: &usize| {
            let nodes = line * self.width..(line + 1) * self.width;
            nodes.filter(|&node| self.is_own[node].is_some()).count()
        });
        let seam = (0..self.lines).min_by_key(line).unwrap();
        let mut sums = Vec::new();
        for start in (0..self.width).map(|bit| turn + seam * self.width + bit) {
            let Some(is_own) = self.is_own[start] else { continue };
            let mut away = self.spread(&self.neighbours[start]);
            if !is_own && away[start + turn] == Some(1) {
                sums.push((1, start - turn));
            }
            away[start] = None;
            let cost = u32::from(!is_own);
            let sum = |n: usize| Some((away[n]? + away[n - turn]? + cost - 1, n % turn));
            sums.extend((turn..away.len()).filter_map(sum));
        }
        sums
    }
}

/// A colour's two-distance, and the number of cells that give it.
fn plain_two(position: &Position, colour: Colour) -> (i32, i32) {
    let sums = match position.geometry().goal(colour) {
        Goal::Path => Unwrapped::new(position, colour, 1).path(),
        Goal::Ring => Unwrapped::new(position, colour, 3).ring(),
    };
    let Some(least) = sums.iter().map(|(sum, _)| *sum).min() else {
        let one = distance(position, colour);
        let cells = if one == UNREACHABLE { 0 } else { position.size().cells() as u32 };
        return ((cells + one) as i32, 0);
    };
    let cells: BTreeSet<usize> =
        sums.iter().filter(|(sum, _)| *sum == least).map(|(_, cell)| *cell).collect();
    (least as i32, cells.len() as i32)
}

#[test]
fn two_distances_agree_with_their_definition() {
    let mut rng = chance::generator(6, Purpose::Coin);
    let sizes = [(1, 1), (1, 4), (2, 3), (3, 2), (4, 1), (5, 4), (4, 6), (7, 7), (32, 3), (1, 27)];
    for (topology, (columns, rows)) in
        Topology::ALL.into_iter().flat_map(|topology| sizes.map(|size| (topology, size)))
    {
        for share in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] {
            let mut position = board(topology, columns, rows);
            scatter(&mut position, share, &mut rng);
            if position.winner().is_none() {
                for &colour in &Colour::ALL {
                    check_two(&position, colour, &mut rng);
                }
            }
        }
    }
}

fn check_two(position: &Position, colour: Colour, rng: &mut impl Rng) {
    let values = |position: &Position| {
        let [mine, theirs] = [colour, colour.other()].map(|colour| plain_two(position, colour));
        let lead = (theirs.0 - mine.0) * STONE;
        [lead, lead + mine.1 - theirs.1]
    };
    let [own, enemy] = [colour, colour.other()].map(|colour| *position.stones(colour));
    for (potential, expected) in [false, true].into_iter().zip(values(position)) {
        let mut distance_eval = DistanceEval::new(position.geometry(), Metric::Two, potential);
        let found = distance_eval.value(colour, &own, &enemy);
        assert_eq!(found, expected, "{colour} {potential}\n{position}");
        // Some of the moves: the definition is slow.
        let moves = distance_eval.moves(position, colour, &|| false).unwrap();
        assert_eq!(moves.len(), position.legal_cells(colour).len());
        for &(cell, value) in moves.iter().filter(|_| rng.random_bool(0.2)) {
            let mut after = position.clone();
            after.play_unchecked(colour, cell);
            let expected = match after.winner() {
                Some(_) => WIN,
                None => values(&after)[usize::from(potential)],
            };
            assert_eq!(value, expected, "{colour} {cell:?} {potential}\n{position}");
        }
    }
}

/// Two-distance prefers the centre to a corner, and favours no colour on empty
/// square boards.
#[test]
fn two_distance() {
    let value = |position: &Position, colour: Colour| {
        let [own, enemy] = [colour, colour.other()].map(|colour| *position.stones(colour));
        DistanceEval::new(position.geometry(), Metric::Two, false).value(colour, &own, &enemy)
    };
    // The empty square boards are the same for both colours.
    for topology in [Topology::Rhombus, Topology::Torus] {
        assert_eq!(value(&board(topology, 6, 6), Colour::Black), 0);
    }
    let mut position = board(Topology::Rhombus, 5, 5);
    let at = |name| Cell::from_name(position.size(), name).unwrap();
    let centre = at("c3");
    let corner = at("a1");
    position.play_unchecked(Colour::Black, corner);
    let from_corner = value(&position, Colour::Black);
    position.undo();
    position.play_unchecked(Colour::Black, centre);
    assert!(value(&position, Colour::Black) > from_corner);
}
