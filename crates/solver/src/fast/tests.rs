//! Planted faults must be noticed: by wrong winners, or by missing proofs.

use std::{collections::HashMap, sync::Arc, time::Duration};

use kring_board::{
    Cell, Size,
    chance::{self, Purpose},
};
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{super::connections::Wrong, *};

/// The winner, by brute force.
fn winner(
    position: &mut Position,
    to_move: Colour,
    memo: &mut HashMap<(u64, Colour), Colour>,
) -> Colour {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let key = (position.hash(), to_move);
    if let Some(&winner) = memo.get(&key) {
        return winner;
    }
    let wins = position.empty().iter().any(|cell| {
        position.place(to_move, cell);
        let winner = winner(position, to_move.other(), memo);
        position.undo();
        winner == to_move
    });
    let winner = if wins { to_move } else { to_move.other() };
    memo.insert(key, winner);
    winner
}

/// The faults noticed on one board.
#[derive(Debug, Default, PartialEq)]
struct Noticed {
    /// Positions with a wrong winner.
    winners: usize,
    /// Positions without a proof.
    proofs: usize,
}

/// A position with a few empty cells and no winner.
fn random_position(game: &Arc<Game>, rng: &mut ChaCha8Rng) -> Position {
    loop {
        let mut position = Position::new(Arc::clone(game));
        let mut cells: Vec<Cell> = position.empty().iter().collect();
        cells.shuffle(rng);
        let stones = cells.len().saturating_sub(rng.random_range(6..=10));
        for (i, &cell) in cells[..stones].iter().enumerate() {
            position.set_up(Colour::ALL[i % 2], cell).unwrap();
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

/// Solves and proves random positions of a 4×4 board until a fault is noticed.
fn notice<B: Bits>(variant: &str, positions: usize, plant: impl Fn(&mut DfpnShared<B>)) -> Noticed {
    let game = chance::game(Size::new(4, 4).unwrap(), variant.parse().unwrap(), 0);
    let rng = &mut chance::generator(1, Purpose::Openings);
    let mut search = FastSearch::<B>::new(&game, 1 << 20);
    plant(&mut search.shared);
    let mut noticed = Noticed::default();
    for _ in 0..positions {
        let mut position = random_position(&game, rng);
        for to_move in Colour::ALL {
            check(&mut search, &mut position, to_move, &mut noticed);
        }
        if noticed != Noticed::default() {
            break;
        }
    }
    noticed
}

fn check<B: Bits>(
    search: &mut FastSearch<B>,
    position: &mut Position,
    to_move: Colour,
    noticed: &mut Noticed,
) {
    let right = winner(position, to_move, &mut HashMap::new());
    let limits = &SolverLimits { time: Some(Duration::from_secs(20)), ..SolverLimits::default() };
    let root = search.shared.orientations.first(stones(position, to_move));
    let found = search.run(root, &SolverClock { begin: Instant::now(), limits }, &mut |_| {});
    let wins = found.and_then(|entry| entry.wins()).expect("a small board is solved");
    let found = if wins { to_move } else { to_move.other() };
    noticed.winners += usize::from(found != right);
    let is_proved = match search.prove(position, to_move, found, limits) {
        Ok(proof) => kring_proof::check(&proof).is_ok(),
        Err(ProveError::Unsound(_)) => false,
        Err(why) => panic!("{why}\n{position}"),
    };
    assert!(!is_proved || found == right, "a proof of what is wrong\n{position}");
    noticed.proofs += usize::from(!is_proved);
}

#[test]
fn nothing_is_wrong() {
    for variant in ["hex", "cylinder", "torus"] {
        assert_eq!(notice::<u64>(variant, 40, |_| {}), Noticed::default(), "{variant}");
        // The word size of boards of more than 64 cells.
        assert_eq!(notice::<u128>(variant, 40, |_| {}), Noticed::default(), "{variant}");
    }
}

/// Checks that a fault is noticed: by a wrong winner, or by a proof that is refused. (A wrong
/// winner must have no proof in any case.)
fn is_noticed(variant: &str, plant: impl Fn(&mut DfpnShared<u64>)) {
    assert_ne!(notice(variant, 400, plant), Noticed::default(), "{variant}");
}

#[test]
fn wrong_rules_of_connections_are_noticed() {
    for wrong in [Wrong::And, Wrong::Or] {
        for variant in ["hex", "cylinder", "torus"] {
            is_noticed(variant, |shared| {
                shared.graphs.iter_mut().for_each(|graph| graph.wrong = wrong);
            });
        }
    }
}

#[test]
fn a_wrong_pattern_of_fill_in_is_noticed() {
    for variant in ["hex", "cylinder"] {
        // A cell at a black side, with nothing else near.
        is_noticed(variant, |shared| shared.inferior.take_for_dead(0b01_01_00_00_00_00));
    }
}

#[test]
fn a_wrong_symmetry_is_noticed() {
    for variant in ["hex", "torus"] {
        // Mirrored, but with the same colours.
        let mirror = |cell: usize| cell % 4 * 4 + cell / 4;
        is_noticed(variant, |shared| shared.orientations.spoil(1, 16, mirror));
    }
}
