//! The solver against brute force: every opening of every small board, and
//! positions drawn at random, which catch techniques that are unsound.

use std::sync::Arc;

use kring::{
    board::{
        Colour, Game, Position, Rules, Setup, Size, Topology,
        chance::{self, Purpose},
    },
    solver::{Solution, Solver, SolverLimits},
};
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::brute_force::{Board, Search};

const MEMORY: usize = 1 << 21;

pub fn game(board: &Board) -> Arc<Game> {
    let rules = Rules { topology: board.topology, ..Rules::default() };
    chance::game(Size::new(board.columns, board.rows).unwrap(), rules, 0)
}

/// The position with these stones.
pub fn set_up(game: &Arc<Game>, stones: [u32; 2]) -> Position {
    let stones = stones
        .map(|stones| game.cells().iter().filter(|cell| stones >> cell.index() & 1 != 0).collect());
    Position::from_setup(Arc::clone(game), Setup::of_stones(stones)).unwrap()
}

/// The stones of both colours as brute force has them.
fn stones(position: &Position) -> [u32; 2] {
    Colour::ALL.map(|colour| position.stones(colour).wide() as u32)
}

/// What the solver says about a position, checked against brute force: the winner,
/// and every move of the winner in the line.
fn check(search: &mut Search<'_>, solver: &mut Solver, stones: [u32; 2], to_move: Colour) {
    let expected = search.winner(stones, to_move);
    let mut position = set_up(solver.game(), stones);
    if position.winner().is_some() {
        assert_eq!(position.winner(), Some(expected), "{stones:x?}: the board itself");
        return;
    }
    let solution = solver.solve(&position, to_move, &SolverLimits::default(), &mut |_| {});
    let size = position.size();
    let topology = position.rules().topology;
    let [black, white] = stones;
    let what = format!("{topology} {size}, black {black:#x}, white {white:#x}, {to_move} to move");
    assert_eq!(solution.winner, Some(expected), "{what}");
    check_line(search, &mut position, to_move, expected, &solution, &what);
}

fn check_line(
    search: &mut Search<'_>,
    position: &mut Position,
    to_move: Colour,
    winner: Colour,
    solution: &Solution,
    what: &str,
) {
    assert_eq!(solution.best.is_some(), winner == to_move, "{what}: {solution:?}");
    if let Some(best) = solution.best {
        assert_eq!(solution.line.first(), Some(&best), "{what}: {solution:?}");
    }
    let mut colour = to_move;
    for &mv in &solution.line {
        assert_eq!(position.winner(), None, "{what}: {solution:?}");
        position.play(colour, mv).unwrap_or_else(|illegal| panic!("{what}: {mv:?} {illegal}"));
        let still = search.winner(stones(position), colour.other());
        assert_eq!(still, winner, "{what}: {mv:?} gives the win away, {solution:?}");
        colour = colour.other();
    }
    assert_eq!(position.winner(), Some(winner), "{what}: the line stops short, {solution:?}");
}

/// The empty board and every opening, with either colour first.
fn check_openings(topology: Topology, columns: usize, rows: usize) {
    let board = Board::new(topology, columns, rows);
    let search = &mut board.search([0, 0]);
    let solver = &mut Solver::new(game(&board), MEMORY).unwrap();
    for first in Colour::ALL {
        check(search, solver, [0, 0], first);
        for cell in 0..board.cells() {
            let mut stones = [0, 0];
            stones[first.index()] = 1 << cell;
            check(search, solver, stones, first.other());
        }
    }
}

pub fn boards(
    cells: std::ops::RangeInclusive<usize>,
) -> impl Iterator<Item = (Topology, usize, usize)> {
    let fits = move |&(_, columns, rows): &(_, usize, usize)| cells.contains(&(columns * rows));
    let sizes = (1..=20).flat_map(|columns| (1..=20).map(move |rows| (columns, rows)));
    let all =
        sizes.flat_map(|(columns, rows)| Topology::ALL.map(|topology| (topology, columns, rows)));
    all.filter(fits)
}

#[test]
fn every_opening_of_boards_of_up_to_12_cells() {
    for (topology, columns, rows) in boards(1..=12) {
        check_openings(topology, columns, rows);
    }
}

/// Three seconds of CPU time in release with the plain search.
#[test]
#[ignore = "up to a minute"]
fn every_opening_of_boards_of_13_to_16_cells() {
    for (topology, columns, rows) in boards(13..=16) {
        check_openings(topology, columns, rows);
    }
}

/// Random stones without a winner, with at most `most_empty` cells left empty:
/// equally many of both colours, or any numbers of them.
fn random_stones(board: &Board, most_empty: usize, rng: &mut ChaCha8Rng) -> [u32; 2] {
    loop {
        let mut cells: Vec<usize> = (0..board.cells()).collect();
        cells.shuffle(rng);
        cells.truncate(board.cells() - rng.random_range(1..=most_empty.min(board.cells())));
        let even: bool = rng.random();
        let mut stones = [0, 0];
        for (i, cell) in cells.into_iter().enumerate() {
            let colour = if even { i % 2 } else { usize::from(rng.random::<bool>()) };
            stones[colour] |= 1 << cell;
        }
        if Colour::ALL.iter().all(|&colour| !board.has_won(colour, stones[colour.index()])) {
            return stones;
        }
    }
}

/// Solves random positions of a board, with either colour to move and at most
/// `most_empty` empty cells. One solver solves all of them: what it remembers of
/// one must be true in the next.
fn check_random(board: &Board, most_empty: usize, positions: usize, seed: u64) {
    let rng = &mut chance::generator(seed, Purpose::Openings);
    let solver = &mut Solver::new(game(board), MEMORY).unwrap();
    for _ in 0..positions {
        let stones = random_stones(board, most_empty, rng);
        let mut search = board.search(stones);
        for to_move in Colour::ALL {
            check(&mut search, solver, stones, to_move);
        }
    }
}

#[test]
fn random_positions() {
    for (topology, columns, rows) in
        boards(4..=16).filter(|&(_, columns, rows)| columns.min(rows) > 1 && columns.max(rows) <= 5)
    {
        check_random(&Board::new(topology, columns, rows), 9, 60, 1);
    }
}

/// Half a million questions, 52 seconds of CPU time in release with the plain search. A change to the solver should pass this with other seeds as well.
#[test]
#[ignore = "up to a minute"]
fn many_random_positions() {
    const POSITIONS: usize = 4_000;
    const SEED: u64 = 1;
    for (topology, columns, rows) in
        boards(4..=20).filter(|&(_, columns, rows)| columns.min(rows) > 1 && columns.max(rows) <= 6)
    {
        check_random(&Board::new(topology, columns, rows), 12, POSITIONS, SEED);
    }
}
