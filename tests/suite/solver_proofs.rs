//! The proofs of the solver: they are accepted, and they win. And what a solver
//! must answer with hardly any memory and with several threads.

use std::sync::Arc;

use kring::{
    board::{
        Cell, Colour, Position, Rules, Size, Topology,
        chance::{self, Purpose},
    },
    proof::{self, Book},
    solver::{ProveError, Solver, SolverLimits},
};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::{
    brute_force::{Board, Search},
    solver::{boards, game, set_up},
};

/// The winner that brute force names has a proof, the proof is accepted, and
/// it wins a game against random moves.
fn check(
    search: &mut Search<'_>,
    solver: &mut Solver,
    stones: [u32; 2],
    to_move: Colour,
    rng: &mut ChaCha8Rng,
) {
    let mut position = set_up(solver.game(), stones);
    if position.winner().is_some() {
        return;
    }
    let winner = search.winner(stones, to_move);
    let limits = &SolverLimits::default();
    assert_eq!(solver.solve(&position, to_move, limits, &mut |_| {}).winner, Some(winner));
    let proof = solver.prove(&position, to_move, winner, limits, &mut |_| {});
    let proof = proof.unwrap_or_else(|why| panic!("{to_move} to move: {why}\n{position}"));
    proof::check(&proof).unwrap_or_else(|why| panic!("{to_move} to move: {why}\n{position}"));
    assert_eq!((proof.winner, proof.start.first), (winner, to_move));
    let laid = |position: &Position| Colour::ALL.map(|colour| *position.stones(colour));
    assert_eq!(laid(&proof.start.position), laid(&position));
    let book = Book::new(proof, &Default::default()).unwrap();
    let mut colour = to_move;
    while position.winner().is_none() {
        let any: Vec<Cell> = position.empty().iter().collect();
        let cell = if colour == winner {
            book.reply(&position, &Default::default())
                .unwrap_or_else(|| panic!("no reply\n{position}"))
        } else {
            *any.choose(rng).unwrap()
        };
        position.play_unchecked(colour, cell);
        colour = colour.other();
    }
    assert_eq!(position.winner(), Some(winner), "{position}");
}

/// The empty board and every opening, with either colour first.
fn each_opening(board: &Board, mut tell: impl FnMut([u32; 2], Colour)) {
    for first in Colour::ALL {
        tell([0, 0], first);
        for cell in 0..board.cells() {
            let mut stones = [0, 0];
            stones[first.index()] = 1 << cell;
            tell(stones, first.other());
        }
    }
}

#[test]
fn every_opening_has_a_proof_that_wins() {
    let rng = &mut chance::generator(1, Purpose::Openings);
    let few = Topology::ALL.into_iter().flat_map(|t| [(t, 4, 3), (t, 3, 4)]);
    for (topology, columns, rows) in boards(1..=9).chain(few) {
        let board = Board::new(topology, columns, rows);
        let search = &mut board.search([0, 0]);
        let solver = &mut Solver::new(game(&board), 1 << 20).unwrap();
        each_opening(&board, |stones, to_move| check(search, solver, stones, to_move, rng));
    }
}

#[test]
fn two_threads_name_the_same_winners() {
    let limits = SolverLimits { threads: 2, ..SolverLimits::default() };
    for (topology, columns, rows) in boards(1..=12) {
        let board = Board::new(topology, columns, rows);
        let [mut one, mut two] = [(); 2].map(|()| Solver::new(game(&board), 1 << 20).unwrap());
        each_opening(&board, |stones, to_move| {
            let position = set_up(one.game(), stones);
            if position.winner().is_none() {
                let alone = one.solve(&position, to_move, &SolverLimits::default(), &mut |_| {});
                let both = two.solve(&position, to_move, &limits, &mut |_| {});
                assert!(alone.winner.is_some(), "{position}");
                assert_eq!(alone.winner, both.winner, "{to_move} to move\n{position}");
                assert_eq!(alone.best.is_some(), both.best.is_some(), "{position}");
            }
        });
    }
}

fn position(rules: &str, columns: usize, rows: usize) -> Position {
    let rules: Rules = rules.parse().unwrap();
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 1))
}

/// The table has 1024 places.
#[test]
fn a_table_that_is_too_small_changes_no_answer() {
    let empty = position("torus", 5, 4);
    let mut solver = Solver::new(Arc::clone(empty.game()), 1).unwrap();
    let solution = solver.solve(&empty, Colour::White, &SolverLimits::default(), &mut |_| {});
    assert_eq!(solution.winner, Some(Colour::White));
    assert!(solution.positions > 1024, "all positions have a place");
}

#[test]
fn seasons_and_pending_swaps_have_no_proofs() {
    let prove = |position: &Position, to_move| {
        let mut solver = Solver::new(Arc::clone(position.game()), 1 << 20).unwrap();
        let limits = &SolverLimits::default();
        let winner = solver.solve(position, to_move, limits, &mut |_| {}).winner.unwrap();
        solver.prove(position, to_move, winner, limits, &mut |_| {})
    };
    let refused = |position: &Position, to_move| {
        let proof = prove(position, to_move);
        assert!(matches!(proof, Err(ProveError::Rules)), "{proof:?}");
    };
    refused(&position("hex seasons=2", 3, 3), Colour::Black);
    // The swap may come, it is on offer, it was not taken.
    let mut swap = position("hex swap=on", 3, 3);
    refused(&swap, Colour::Black);
    swap.play_unchecked(Colour::Black, Cell::unchecked(4));
    refused(&swap, Colour::White);
    swap.play_unchecked(Colour::White, Cell::unchecked(0));
    assert!(proof::check(&prove(&swap, Colour::Black).unwrap()).is_ok());
}
