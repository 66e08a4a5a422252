//! Inferior cells: `cargo bench -p kring-benches --bench inferior`. Prints the number of cells
//! found in random positions, then measures the time per position.

use divan::{Bencher, counter::ItemsCount};
use kring::{
    board::{
        Colour, Geometry, Size, Topology,
        bits::Bits,
        chance::{self, Purpose},
    },
    solver::inferior::Inferior,
};
use rand::seq::SliceRandom;

const BOARDS: [(Topology, usize); 4] = [
    (Topology::Rhombus, 7),
    (Topology::Rhombus, 8),
    (Topology::Cylinder, 7),
    (Topology::Cylinder, 8),
];
const STONES: [usize; 4] = [5, 10, 15, 20];
const POSITIONS: usize = 500;

fn main() {
    for (topology, side) in BOARDS {
        for stones in STONES {
            println!(
                "{topology} {side}×{side}, {stones} stones: {}",
                found(topology, side, stones)
            );
        }
    }
    divan::main();
}

fn inferior(topology: Topology, side: usize) -> Inferior<u64> {
    Inferior::new(&Geometry::new(Size::new(side, side).unwrap(), topology))
}

/// Random positions, with the colours in turn.
fn positions(side: usize, stones: usize) -> Vec<[u64; 2]> {
    let mut rng = chance::generator(3, Purpose::Coin);
    let mut cells: Vec<usize> = (0..side * side).collect();
    let position = |_| {
        cells.shuffle(&mut rng);
        let of = |first: usize| cells[..stones].iter().skip(first).step_by(2);
        [0, 1].map(|first| of(first).fold(0, |set, &cell| set | u64::one(cell)))
    };
    (0..POSITIONS).map(position).collect()
}

/// The average numbers of cells.
fn found(topology: Topology, side: usize, stones: usize) -> String {
    let inferior = inferior(topology, side);
    let mut sums = [0; 3];
    for position in positions(side, stones) {
        let found = inferior.analyse(position, Colour::Black);
        let captured = (found.captured[0] | found.captured[1]).len();
        let filled = (found.stones[0] | found.stones[1]).len() - stones;
        for (sum, cells) in sums.iter_mut().zip([filled - captured, captured, found.inferior.len()])
        {
            *sum += cells;
        }
    }
    let [dead, captured, inferior] = sums.map(|sum| sum as f64 / POSITIONS as f64);
    let empty = side * side - stones;
    format!("{dead:.1} dead, {captured:.1} captured, {inferior:.1} inferior of {empty} empty")
}

/// All boards with all numbers of stones.
fn cases() -> impl Iterator<Item = String> {
    let of_board = |(topology, side)| STONES.map(|stones| format!("{topology} {side} {stones}"));
    BOARDS.into_iter().flat_map(of_board)
}

#[divan::bench(args = cases())]
fn analyse(bencher: Bencher, case: &str) {
    let words: Vec<&str> = case.split(' ').collect();
    let side = words[1].parse().unwrap();
    let inferior = inferior(words[0].parse().unwrap(), side);
    let positions = positions(side, words[2].parse().unwrap());
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        for &position in &positions {
            divan::black_box(inferior.analyse(divan::black_box(position), Colour::Black));
        }
    });
}
