//! Every board of a deal must be a game that the rules allow, and its winner the one that
//! `Position` finds.

use std::sync::Arc;

use kring_board::{
    Cell, Colour, Move, Position, Size, Turns,
    chance::{self, Purpose},
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    Deal, Playouts,
    deal::{Ply, owner},
    taken::DealTurn,
};

const W: usize = 2;

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
            position.place(Colour::ALL[i % 2], cells[rng.random_range(0..cells.len())]);
        }
        if position.winner().is_none() {
            return (position, Colour::ALL[stones % 2]);
        }
    }
}

fn boards() -> impl Iterator<Item = (usize, u64)> {
    (0..W).flat_map(|w| (0..64).map(move |i| (w, 1 << i)))
}

/// The stones of a game in the order of play.
type PlayedStones = Vec<(Colour, Cell)>;

/// The games of the last deal, board by board, and their turns where these are the same on all
/// boards.
fn games(
    playouts: &mut Playouts<W>,
    rng: &mut ChaCha8Rng,
) -> (Vec<PlayedStones>, Option<Vec<DealTurn>>) {
    let black = &playouts.black;
    match &mut playouts.deal {
        Deal::Alternating(alternating) => {
            let order = alternating.order(rng);
            let game = |(w, bit)| order.iter().map(|ply| ply.stone(black, w, bit)).collect();
            (boards().map(game).collect(), Some(order.iter().map(Ply::turn).collect()))
        }
        Deal::Coin(coins) => {
            let order = coins.order(rng);
            let stone = |&cell: &Cell, w, bit| (owner(black, cell, w, bit), cell);
            let game = |(w, bit)| order.iter().map(|cell| stone(cell, w, bit)).collect();
            let turn = |&cell: &Cell| DealTurn { colours: [true; 2], cells: [cell; 2] };
            (boards().map(game).collect(), Some(order.iter().map(turn).collect()))
        }
        Deal::Season(deal) => {
            (boards().map(|(w, bit)| deal.game(w, bit).collect()).collect(), None)
        }
    }
}

/// The boards that black wins when these games are played in order.
fn replayed(playouts: &mut Playouts<W>, games: &[PlayedStones]) -> [u64; W] {
    let number = |w: usize, bit: u64| 64 * w + bit.trailing_zeros() as usize;
    let first_ring = playouts.first_ring.as_mut().unwrap();
    first_ring.replay([!0; W], |w, bit| games[number(w, bit)].iter().copied(), None)
}

/// Plays a game to the last cell; returns whether each colour has a ring then, and the colour of
/// the first ring.
fn check(start: &Position, first: Colour, game: &[(Colour, Cell)]) -> ([bool; 2], Option<Colour>) {
    let mut position = start.clone();
    let mut turn = first;
    for &(colour, cell) in game {
        if position.rules().turns == Turns::Alternating {
            assert_eq!(colour, turn, "{position}");
        }
        assert_eq!(position.check(colour, Move::Cell(cell)), Ok(()), "{position}");
        position.place(colour, cell);
        turn = colour.other();
    }
    assert_eq!(position.empty_count(), 0, "{position}");
    let rings = Colour::ALL.map(|colour| {
        let mut alone = Position::new(Arc::clone(start.game()));
        position.stones(colour).iter().for_each(|cell| alone.place(colour, cell));
        alone.winner().is_some()
    });
    (rings, position.winner())
}

#[test]
fn boards_are_games_and_the_first_ring_wins() {
    let mut rng = chance::generator(8, Purpose::Coin);
    let mut both = 0;
    for (variant, (columns, rows)) in VARIANTS.iter().flat_map(|v| SIZES.map(|size| (v, size))) {
        for _ in 0..4 {
            let size = Size::new(columns, rows).unwrap();
            let (position, first) = opening(variant, size, &mut rng);
            let mut playouts = Playouts::<W>::new(position.game());
            playouts.prepare(&position, first, &[]);
            playouts.deal(&mut rng);
            let games = games(&mut playouts, &mut rng).0;
            let replayed = replayed(&mut playouts, &games);
            let evaluated = playouts.first_rings(&mut rng, [!0; W], None);
            // Coins are dealt without an order; each replay draws a new one.
            let same_order = !matches!(playouts.deal, Deal::Coin(_));
            for ((w, bit), game) in boards().zip(&games) {
                let (rings, winner) = check(&position, first, game);
                let has =
                    |&(colour, cell): &(_, Cell)| owner(&playouts.black, cell, w, bit) == colour;
                assert!(game.iter().all(has), "{position}");
                let wins =
                    |boards_won: [u64; W]| Colour::ALL[usize::from(boards_won[w] & bit == 0)];
                assert_eq!(Some(wins(replayed)), winner, "{position}\n{game:?}");
                if rings != [true; 2] || same_order {
                    assert_eq!(Some(wins(evaluated)), winner, "{position}\n{game:?}");
                }
                both += usize::from(rings == [true; 2]);
            }
        }
    }
    assert!(both > 1000, "{both}");
}

/// The floods of a few boards and of many boards agree. So do the search and the replay, on
/// boards of any size, and the search leaves few boards undecided.
#[test]
fn the_search_finds_the_first_ring() {
    let mut rng = chance::generator(10, Purpose::Coin);
    let count = |set: [u64; W]| set.iter().map(|word| word.count_ones()).sum::<u32>();
    let (mut both, mut left) = (0, 0);
    for variant in ["torus", "torus turns=random", "torus seasons=3"] {
        for side in 1..=Size::MAX as usize {
            let (columns, rows) = match side % 3 {
                0 => (side, side),
                1 => (side, rng.random_range(1..=32)),
                _ => (rng.random_range(1..=32), side),
            };
            let (position, first) = opening(variant, Size::new(columns, rows).unwrap(), &mut rng);
            let mut playouts = Playouts::<W>::new(position.game());
            playouts.prepare(&position, first, &[]);
            playouts.deal(&mut rng);
            let (games, turns) = games(&mut playouts, &mut rng);
            let replayed = replayed(&mut playouts, &games);
            let [black, white] = &mut playouts.floods;
            let black = black.joined(&playouts.black, 0);
            let crossed = white.joined_of(black, &playouts.black, !0);
            let first_ring = playouts.first_ring.as_mut().unwrap();
            let flooded = first_ring.flood([!0; W], &playouts.black);
            assert_eq!(flooded, [black, crossed], "{position}");
            first_ring.load([!0; W], &playouts.black);
            let turns = turns.unwrap();
            let [wins, unknown] = first_ring.searched::<W>(turns.len(), |i| turns[i]);
            for w in 0..W {
                assert_eq!(wins[w], replayed[w] & !unknown[w], "{position}");
            }
            both += count(crossed);
            left += count(std::array::from_fn(|w| crossed[w] & unknown[w]));
        }
    }
    assert!(both > 1000 && left * 5 < both, "{left} of {both}");
}

/// A bridge is answered at once, on every board.
#[test]
fn bridges_are_shared_and_answered() {
    let mut rng = chance::generator(9, Purpose::Coin);
    let size = Size::new(5, 5).unwrap();
    let position = Position::new(chance::game(size, "torus".parse().unwrap(), 0));
    let pairs = [[Cell(3), Cell(17)], [Cell(8), Cell(4)]];
    let mut playouts = Playouts::<W>::new(position.game());
    playouts.prepare(&position, Colour::White, &pairs);
    playouts.deal(&mut rng);
    for game in games(&mut playouts, &mut rng).0 {
        check(&position, Colour::White, &game);
        for [a, b] in pairs {
            let ply = |cell| game.iter().position(|stone| stone.1 == cell).unwrap();
            assert_eq!(ply(a) / 2, ply(b) / 2, "{game:?}");
        }
    }
}
