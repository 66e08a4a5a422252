//! Play and undo inside the library: `cargo bench -p kring-benches --bench board`. An item is one
//! play and one undo, averaged over a board that is filled in random order and emptied again.

use divan::{Bencher, counter::ItemsCount};
use kring::board::{
    Cell, Colour, Move, Position, Size,
    chance::{self, Purpose},
};
use rand::seq::SliceRandom;

const VARIANTS: [&str; 4] = ["hex", "cylinder", "torus", "seasonal"];

fn main() {
    divan::main();
}

fn empty_board(variant: &str) -> Position {
    let size = Size::new(11, 11).unwrap();
    Position::new(chance::game(size, variant.parse().unwrap(), 1))
}

/// All cells in an order that every variant allows.
fn order(position: &Position) -> Vec<(Colour, Cell)> {
    let mut rng = chance::generator(2, Purpose::Coin);
    let mut cells: Vec<Cell> = position.empty().iter().collect();
    cells.shuffle(&mut rng);
    let mut position = position.clone();
    let mut moves = Vec::new();
    while let Some(colour) = position.turn().filter(|_| !position.empty().is_empty()) {
        let legal = position.legal_cells(colour);
        let cell = *cells.iter().find(|cell| legal.contains(**cell)).unwrap();
        position.play_unchecked(colour, cell);
        moves.push((colour, cell));
    }
    moves
}

/// As searches do it: moves are known to be legal.
#[divan::bench(args = VARIANTS)]
fn place_and_undo(bencher: Bencher, variant: &str) {
    let mut position = empty_board(variant);
    let moves = order(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &(colour, cell) in &moves {
            position.play_unchecked(colour, cell);
        }
        while position.undo().is_some() {}
    });
}

/// As the engine does it: every move is checked.
#[divan::bench(args = VARIANTS)]
fn play_and_undo(bencher: Bencher, variant: &str) {
    let mut position = empty_board(variant);
    let moves = order(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &(colour, cell) in &moves {
            position.play(colour, Move::Cell(cell)).unwrap();
        }
        while position.undo().is_some() {}
    });
}
