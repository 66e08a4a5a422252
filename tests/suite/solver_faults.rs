//! Faults of the solver would be noticed: by winners that brute force does not find, or by
//! proofs that are missing.

use std::{collections::HashMap, sync::Arc};

use kring::{
    board::{
        Cell, Colour, Game, Position,
        chance::{self, Purpose},
    },
    proof,
    solver::{SolvedPosition, Solver, SolverLimits},
};
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

fn empty_board(rules: &str, size: &str) -> Position {
    Position::new(chance::game(size.parse().unwrap(), rules.parse().unwrap(), 1))
}

/// A position with a few empty cells and no winner.
fn nearly_full(game: &Arc<Game>, rng: &mut ChaCha8Rng) -> Position {
    loop {
        let mut cells: Vec<Cell> = game.cells().iter().collect();
        cells.shuffle(rng);
        let stones = cells.len() - rng.random_range(6..=8);
        let colours = Colour::ALL.into_iter().cycle();
        let setup = colours.zip(cells.drain(..stones)).collect();
        let position = Position::from_setup(Arc::clone(game), setup).unwrap();
        if position.winner().is_none() {
            return position;
        }
    }
}

/// The winner, by plain recursion.
fn plain_winner(
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
        position.play_unchecked(to_move, cell);
        let winner = plain_winner(position, to_move.other(), memo);
        position.undo();
        winner == to_move
    });
    let winner = if wins { to_move } else { to_move.other() };
    memo.insert(key, winner);
    winner
}

/// The sets of such boards need words of 128 bits; all other tests have smaller ones.
#[test]
fn boards_of_more_than_64_cells_have_right_winners_and_proofs() {
    let rng = &mut chance::generator(1, Purpose::Openings);
    for rules in ["hex", "cylinder", "torus"] {
        let game = Arc::clone(empty_board(rules, "9x8").game());
        let mut solver = Solver::new(Arc::clone(&game), 1 << 20).unwrap();
        for _ in 0..40 {
            let mut position = nearly_full(&game, rng);
            for to_move in Colour::ALL {
                let winner = plain_winner(&mut position, to_move, &mut HashMap::new());
                let limits = &SolverLimits::default();
                let found = solver.solve(&position, to_move, limits, &mut |_| {}).winner;
                assert_eq!(found, Some(winner), "{to_move} to move\n{position}");
                let proof = solver.prove(&position, to_move, winner, limits, &mut |_| {}).unwrap();
                assert!(proof::check(&proof).is_ok(), "{to_move} to move\n{position}");
            }
        }
    }
}

/// A solver that learns a wrong winner repeats it, but finds no proof.
#[test]
fn a_wrong_winner_has_no_proof() {
    let limits = &SolverLimits::default();
    for (rules, size) in [("hex", "5x4"), ("hex", "4x5"), ("cylinder", "4x4")] {
        let empty = empty_board(rules, size);
        let solver = || Solver::new(Arc::clone(empty.game()), 1 << 20).unwrap();
        for to_move in Colour::ALL {
            let right = solver().solve(&empty, to_move, limits, &mut |_| {}).winner.unwrap();
            let wrong = SolvedPosition {
                stones: [0; 2],
                to_move,
                winner: right.other(),
                carrier: (1 << empty.size().cells()) - 1,
                best: (to_move != right).then_some(Cell::unchecked(0)),
                work: 1000,
            };
            let mut solver = solver();
            solver.learn(&wrong);
            let found = solver.solve(&empty, to_move, limits, &mut |_| {}).winner;
            assert_eq!(found, Some(wrong.winner), "{to_move} to move\n{empty}");
            let proof = solver.prove(&empty, to_move, wrong.winner, limits, &mut |_| {});
            let is_proved = proof.is_ok_and(|proof| proof::check(&proof).is_ok());
            assert!(!is_proved, "{to_move} to move\n{empty}");
        }
    }
}
