//! Bit-parallel playouts have the same distribution as playouts stone by stone:
//! how often each colour wins, and how often it has each cell.

use std::collections::HashMap;

use kring_board::{
    Cell, Colour, Position, Rules, Size, Turns,
    chance::{self, Purpose},
};
use kring_eval::{BitFlood, Playouts};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use kring_reference::{LARGEST, all_rules};

/// A random legal stone of a colour.
fn random_stone(position: &mut Position, colour: Colour, rng: &mut ChaCha8Rng) {
    let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
    position.play_unchecked(colour, cells[rng.random_range(0..cells.len())]);
}

/// Who wins a random game from here, stone by stone.
fn slow_game(position: &Position, first: Colour, rng: &mut ChaCha8Rng) -> Option<Colour> {
    let mut position = position.clone();
    let mut colour = first;
    while position.winner().is_none() {
        if position.rules().turns == Turns::Random {
            colour = Colour::ALL[usize::from(rng.random::<bool>())];
        }
        random_stone(&mut position, colour, rng);
        colour = colour.other();
    }
    position.winner()
}

/// A position after some random moves that nobody has won, and who is next.
fn opening(rules: &Rules, size: Size, stones: usize, rng: &mut ChaCha8Rng) -> (Position, Colour) {
    loop {
        let mut position = Position::new(chance::game(size, rules.clone(), rng.random()));
        for i in 0..stones {
            random_stone(&mut position, Colour::ALL[i % 2], rng);
        }
        if position.winner().is_none() {
            return (position, Colour::ALL[stones % 2]);
        }
    }
}

/// The share of games that black wins, bit-parallel. Boards of one batch share
/// their pairing, so only one of each is counted: they are independent.
fn fast_share(position: &Position, first: Colour, games: u32, rng: &mut ChaCha8Rng) -> f64 {
    let mut playouts = Playouts::<1>::new(position.game());
    playouts.prepare(position, first, &[]);
    let wins: u64 =
        (0..games).map(|i| playouts.play(rng, [1 << (i % 64)])[0] >> (i % 64) & 1).sum();
    wins as f64 / f64::from(games)
}

#[test]
fn playouts_are_won_as_often_as_random_games() {
    let mut rng = chance::generator(5, Purpose::Coin);
    let games = 3000;
    for rules in all_rules().filter(|rules| !rules.swap) {
        for (columns, rows, stones) in [(2, 2, 0), (1, 3, 0), (3, 3, 2), (4, 6, 3), (5, 5, 0)] {
            let size = Size::new(columns, rows).unwrap();
            let (position, first) = opening(&rules, size, stones, &mut rng);
            let black = |_: &u32| slow_game(&position, first, &mut rng) == Some(Colour::Black);
            let slow = (0..games).filter(black).count() as f64 / f64::from(games);
            let fast = fast_share(&position, first, games, &mut rng);
            // Five standard errors of the difference of two shares.
            let bound = 5.0 * (2.0 * 0.25 / f64::from(games)).sqrt();
            assert!((slow - fast).abs() < bound, "{position}\nslow {slow}, fast {fast}");
        }
    }
}

/// Black's chance to win a random game, exactly.
fn exact(position: &mut Position, turn: Colour, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(winner) = position.winner() {
        return f64::from(u8::from(winner == Colour::Black));
    }
    let coin = position.rules().turns == Turns::Random;
    let key = if coin { position.hash() } else { position.hash_for(turn) };
    if let Some(&chance) = known.get(&key) {
        return chance;
    }
    let turns = if coin { vec![Colour::Black, Colour::White] } else { vec![turn] };
    let mut chance = 0.0;
    for &colour in &turns {
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        for &cell in &cells {
            position.play_unchecked(colour, cell);
            chance += exact(position, colour.other(), known) / cells.len() as f64;
            position.undo();
        }
    }
    chance /= turns.len() as f64;
    known.insert(key, chance);
    chance
}

/// All boards of many batches, compared with the exact chance. The error is
/// estimated from the spread of the batches, because boards of one batch depend
/// on each other.
#[test]
fn playouts_are_won_as_often_as_exact_chances_say() {
    let mut rng = chance::generator(8, Purpose::Coin);
    let batches = 1000;
    let cycles = "seasons=3 black-cycle=1,1,2,3,1 white-cycle=3,2,1,1 turns=random";
    let odd = ["rhombus", "torus"].map(|topology| format!("{topology} {cycles}").parse().unwrap());
    let sizes = [(2, 2, 0), (1, 4, 1), (5, 1, 0), (2, 4, 1), (3, 3, 0), (3, 3, 2), (4, 3, 3)];
    for rules in all_rules().filter(|rules| !rules.swap).chain(odd) {
        for (columns, rows, stones) in sizes {
            let size = Size::new(columns, rows).unwrap();
            let (mut position, first) = opening(&rules, size, stones, &mut rng);
            let mut playouts = Playouts::<2>::new(position.game());
            playouts.prepare(&position, first, &[]);
            let mut share = || {
                let wins = playouts.play(&mut rng, [!0; 2]);
                f64::from(wins.iter().map(|word| word.count_ones()).sum::<u32>()) / 128.0
            };
            let shares: Vec<f64> = (0..batches).map(|_| share()).collect();
            let mean = shares.iter().sum::<f64>() / f64::from(batches);
            let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
            let error = (squares.sqrt() / f64::from(batches)).max(1e-9);
            let chance = exact(&mut position, first, &mut HashMap::new());
            let off = (mean - chance) / error;
            assert!(off.abs() < 4.5, "{position}\n{mean}, exactly {chance}: {off} errors");
        }
    }
}

/// The flood of one board must be complete without changes on other boards of
/// the batch.
#[test]
fn floods_of_single_boards_find_every_way() {
    for (columns, rows) in [(3, 3), (4, 3), (3, 4), (2, 5), (1, 4)] {
        for topology in ["rhombus", "cylinder"] {
            let size = Size::new(columns, rows).unwrap();
            let game = chance::game(size, topology.parse().unwrap(), 0);
            let mut net = BitFlood::<1>::new(game.geometry(), Colour::Black, 0);
            for set in 0u64..1 << size.cells() {
                let mut position = Position::new(game.clone());
                let black: Vec<[u64; 1]> =
                    (0..size.cells()).map(|cell| [(set >> cell & 1).wrapping_neg()]).collect();
                let stones = (0..size.cells() as u16).filter(|cell| set >> cell & 1 != 0);
                for cell in stones {
                    position.play_unchecked(Colour::Black, Cell::unchecked(cell));
                }
                assert_eq!(
                    net.joined([!0], &black, 0)[0] != 0,
                    position.winner().is_some(),
                    "{position}"
                );
            }
        }
    }
}

#[test]
fn every_board_of_a_batch_has_the_right_number_of_stones() {
    let mut rng = chance::generator(6, Purpose::Coin);
    for rules in all_rules().filter(|r| !r.swap && r.turns == Turns::Alternating) {
        let size = Size::new(5, 7).unwrap();
        let (position, first) = opening(&rules, size, 4, &mut rng);
        let mut playouts = Playouts::<8>::new(position.game());
        playouts.prepare(&position, first, &[]);
        playouts.play(&mut rng, [!0; 8]);
        let coming = position.coming_seasons(first);
        for season in 0..rules.seasons.count() {
            let expected = coming.iter().filter(|&&to| to == (Colour::Black, season)).count();
            let open = position.empty().and(&position.game().season_cells()[season]);
            for (w, bit) in (0..8).flat_map(|w| (0..64).map(move |bit| (w, bit))) {
                let has = |cell: &Cell| playouts.black_cells()[cell.index()][w] >> bit & 1 != 0;
                assert_eq!(open.iter().filter(has).count(), expected, "{position}");
            }
        }
    }
}

/// With every pair of cells equally likely, each cell is black's equally often.
#[test]
fn every_cell_is_equally_likely_to_be_black() {
    let mut rng = chance::generator(7, Purpose::Coin);
    let size = Size::new(3, 3).unwrap();
    let position = Position::new(chance::game(size, Rules::default(), 0));
    let mut playouts = Playouts::<8>::new(position.game());
    playouts.prepare(&position, Colour::Black, &[]);
    let mut sets = HashMap::new();
    let batches = 2000;
    for _ in 0..batches {
        playouts.play(&mut rng, [!0; 8]);
        for (w, bit) in (0..8).flat_map(|w| (0..64).map(move |bit| (w, bit))) {
            let has = |cell: usize| (playouts.black_cells()[cell][w] >> bit & 1) << cell;
            *sets.entry((0..9).map(has).sum::<u64>()).or_insert(0u32) += 1;
        }
    }
    // Black gets 5 of 9 cells: 126 sets, all equally likely.
    assert_eq!(sets.len(), 126);
    let mean = f64::from(batches * 512) / 126.0;
    // Boards of a batch share their pairing, so they are not independent:
    // at most 16 times the variance of independent ones is allowed for.
    let bound = 5.0 * (16.0 * mean).sqrt();
    assert!(sets.values().all(|&n| (f64::from(n) - mean).abs() < bound), "{sets:?}");
}

/// On rhombus and cylinder one colour joins its sides on every full board, and
/// on the torus at least one closes a ring.
#[test]
fn playouts_on_the_largest_boards_have_the_winner_of_the_full_board() {
    let mut rng = chance::generator(11, Purpose::Coin);
    for (topology, (columns, rows)) in
        ["hex", "cylinder", "torus"].iter().flat_map(|t| LARGEST.map(|size| (t, size)))
    {
        let size = Size::new(columns, rows).unwrap();
        let game = chance::game(size, topology.parse().unwrap(), 1);
        let mut playouts = Playouts::<1>::new(&game);
        playouts.prepare(&Position::new(game.clone()), Colour::Black, &[]);
        let [wins] = playouts.play(&mut rng, [!0]);
        for board in 0..64 {
            let winners = Colour::ALL.map(|colour| {
                let mut alone = Position::new(game.clone());
                let own = |(_, [black]): &(u16, &[u64; 1])| {
                    (black >> board & 1 != 0) == (colour == Colour::Black)
                };
                let cells = (0u16..).zip(playouts.black_cells()).filter(own);
                for (cell, _) in cells {
                    alone.play_unchecked(colour, Cell::unchecked(cell));
                }
                alone.winner().is_some()
            });
            match winners {
                [true, true] => assert_eq!(*topology, "torus"),
                [black, white] => {
                    assert!(black != white);
                    assert_eq!(wins >> board & 1 != 0, black, "{topology} {size}");
                }
            }
        }
    }
}
