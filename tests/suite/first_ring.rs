//! Playouts on the torus, board by board: every full board is one that the rules allow, its winner
//! has a ring, and the search and the replay find the same one.

use std::sync::Arc;

use kring::{
    board::{
        Cell, Colour, Position, Size,
        chance::{self, Purpose},
    },
    eval::Playouts,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Rules under which the order of play matters.
const VARIANTS: [&str; 8] = [
    "torus",
    "torus turns=random",
    "torus seasons=2",
    "torus seasons=3",
    "torus seasons=2 turns=random",
    "torus seasons=3 turns=random",
    "torus seasons=9 turns=random",
    "torus seasons=3 black-cycle=1,1,2,3,1 white-cycle=3,2,1,1 turns=random",
];

const SIZES: [(usize, usize); 12] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 5),
    (5, 1),
    (2, 2),
    (2, 6),
    (3, 3),
    (5, 4),
    (8, 7),
    (32, 3),
    (1, 32),
];

/// A position without a winner after some random moves, and the side to move.
fn opening(variant: &str, size: Size, rng: &mut ChaCha8Rng) -> (Position, Colour) {
    loop {
        let mut position =
            Position::new(chance::game(size, variant.parse().unwrap(), rng.random()));
        let stones = rng.random_range(0..=size.cells() / 2);
        for i in 0..stones {
            let cells: Vec<Cell> = position.legal_cells(Colour::ALL[i % 2]).iter().collect();
            position.play_unchecked(Colour::ALL[i % 2], cells[rng.random_range(0..cells.len())]);
        }
        if position.winner().is_none() {
            return (position, Colour::ALL[stones % 2]);
        }
    }
}

/// Fills boards and checks their winners; returns the number of boards with rings of both colours.
fn check<const W: usize>(position: &Position, first: Colour, rng: &mut ChaCha8Rng) -> usize {
    let mut playouts = Playouts::<W>::new(position.game());
    playouts.prepare(position, first, &[]);
    let won = playouts.play(rng, [!0; W]);
    let cells = || Cell::all(position.size());
    let mut both = 0;
    for (w, bit) in (0..W).flat_map(|w| (0..64).map(move |i| (w, 1_u64 << i))) {
        let has = |cell: Cell| playouts.black_cells()[cell.index()][w] & bit != 0;
        assert!(position.stones(Colour::Black).iter().all(has), "{position}");
        assert!(!position.stones(Colour::White).iter().any(has), "{position}");
        let rings = Colour::ALL.map(|colour| {
            let mut alone = Position::new(Arc::clone(position.game()));
            let own = cells().filter(|&cell| has(cell) == (colour == Colour::Black));
            for cell in own {
                alone.play_unchecked(colour, cell);
            }
            alone.winner().is_some()
        });
        assert!(rings[usize::from(won[w] & bit == 0)], "{position}");
        both += usize::from(rings == [true; 2]);
    }
    both
}

#[test]
fn the_winner_of_every_board_has_a_ring() {
    let mut rng = chance::generator(8, Purpose::Coin);
    let mut both = 0;
    for (variant, (columns, rows)) in VARIANTS.iter().flat_map(|v| SIZES.map(|size| (v, size))) {
        let size = Size::new(columns, rows).unwrap();
        let (position, first) = opening(variant, size, &mut rng);
        // Few boards are flooded in another way than many.
        both += check::<1>(&position, first, &mut rng);
        both += check::<3>(&position, first, &mut rng);
    }
    assert!(both > 1000, "{both}");
}

/// Fills whose cells are noted are replayed stone by stone; others are searched on many boards at
/// once.
fn searched_and_replayed<const W: usize>(position: &Position, seed: u64) {
    let [searched, replayed] = [false, true].map(|notes| {
        let mut rng = chance::generator(seed, Purpose::Coin);
        let mut playouts = Playouts::<W>::of_coins(position.game());
        playouts.prepare(position, Colour::Black, &[]);
        if notes {
            playouts.fill_noting(&mut rng, [!0; W], Colour::Black, |_| ())
        } else {
            playouts.play(&mut rng, [!0; W])
        }
    });
    assert_eq!(searched, replayed, "{position}");
}

#[test]
fn the_search_finds_the_first_ring_of_the_replay() {
    let mut rng = chance::generator(10, Purpose::Coin);
    for side in 1..=Size::MAX as usize {
        let (columns, rows) = match side % 3 {
            0 => (side, side),
            1 => (side, rng.random_range(1..=32)),
            _ => (rng.random_range(1..=32), side),
        };
        let (position, _) = opening("torus", Size::new(columns, rows).unwrap(), &mut rng);
        searched_and_replayed::<1>(&position, side as u64);
        searched_and_replayed::<3>(&position, side as u64);
    }
}

/// Each player has one cell of a bridge, on every board.
#[test]
fn bridges_are_shared() {
    let mut rng = chance::generator(9, Purpose::Coin);
    let size = Size::new(5, 5).unwrap();
    let position = Position::new(chance::game(size, "torus".parse().unwrap(), 0));
    let pairs =
        [[Cell::unchecked(3), Cell::unchecked(17)], [Cell::unchecked(8), Cell::unchecked(4)]];
    let mut playouts = Playouts::<2>::new(position.game());
    playouts.prepare(&position, Colour::White, &pairs);
    playouts.play(&mut rng, [!0; 2]);
    for [a, b] in pairs {
        let [a, b] = [a, b].map(|cell| playouts.black_cells()[cell.index()]);
        assert_eq!(a, b.map(|word| !word));
    }
}
