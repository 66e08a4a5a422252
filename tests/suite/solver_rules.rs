//! The solver where other rules than the topology change the game: seasons and
//! swap, against brute force; and its limits.

use std::{
    collections::HashMap,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use kring::{
    board::{
        Cell, Colour, Game, Move, Position, Rules, SeasonMap, Size, Topology,
        chance::{self, Purpose},
        stop::Stop,
    },
    solver::{ProofNumbers, SolveError, Solver, SolverLimits},
};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{brute_force::Board, helper::prompt};

/// Brute force with seasons, from the rules alone.
struct Reference<'a> {
    board: &'a Board,
    game: &'a Game,
    known: HashMap<(State, Colour), Colour>,
}

/// Stones, and how far each colour is in its cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    stones: [u32; 2],
    steps: [usize; 2],
}

impl<'a> Reference<'a> {
    fn new(board: &'a Board, game: &'a Game) -> Reference<'a> {
        Reference { board, game, known: HashMap::new() }
    }

    /// All positions after a move of this colour.
    fn moves(&self, state: State, colour: Colour) -> Vec<(usize, State)> {
        let cycle = self.game.rules().seasons.cycle(colour);
        let map = self.game.map().cells();
        let taken = state.stones[0] | state.stones[1];
        let mut step = state.steps[colour.index()];
        loop {
            let is_legal =
                |&cell: &usize| taken >> cell & 1 == 0 && map[cell] == cycle.season(step);
            let cells: Vec<usize> = (0..self.board.cells()).filter(is_legal).collect();
            if !cells.is_empty() {
                let after = |cell: usize| {
                    let mut after = state;
                    after.stones[colour.index()] |= 1 << cell;
                    after.steps[colour.index()] = (step + 1) % cycle.period();
                    (cell, after)
                };
                return cells.into_iter().map(after).collect();
            }
            step += 1;
        }
    }

    /// Who wins with this colour to move and no swap on offer.
    fn winner(&mut self, state: State, to_move: Colour) -> Colour {
        let won = |colour: &Colour| self.board.has_won(*colour, state.stones[colour.index()]);
        if let Some(winner) = Colour::ALL.into_iter().find(won) {
            return winner;
        }
        if let Some(&winner) = self.known.get(&(state, to_move)) {
            return winner;
        }
        let moves = self.moves(state, to_move);
        let wins = moves.into_iter().any(|(_, s)| self.winner(s, to_move.other()) == to_move);
        let winner = if wins { to_move } else { to_move.other() };
        self.known.insert((state, to_move), winner);
        winner
    }

    /// Whether the swap wins for white, by black's one stone.
    fn swap_wins(&mut self, state: State) -> bool {
        let Board { topology, columns, rows, .. } = *self.board;
        let plain = self.game.rules().seasons.count() == 1;
        if topology == Topology::Cylinder || columns != rows || !plain {
            // White goes on as black, and the other player moves as white.
            return self.winner(state, Colour::White) == Colour::Black;
        }
        let cell = state.stones[0].trailing_zeros() as usize;
        let mirrored = cell % columns * columns + cell / columns;
        let swapped = State { stones: [0, 1 << mirrored], ..state };
        self.winner(swapped, Colour::Black) == Colour::White
    }
}

fn state(position: &Position, reference: &Reference<'_>) -> State {
    let mut state = State::default();
    for &(colour, cell) in &position.setup().stones {
        state.stones[colour.index()] |= 1 << cell.index();
    }
    for (colour, mv) in position.moves() {
        let cell = mv.cell().unwrap().index();
        state = reference.moves(state, colour).into_iter().find(|m| m.0 == cell).unwrap().1;
    }
    state
}

/// The position's winner and every move of the line are what brute force says.
fn check(reference: &mut Reference<'_>, solver: &mut Solver, position: &Position, to_move: Colour) {
    let mut now = state(position, reference);
    let winner = reference.winner(now, to_move);
    let solution = solver.solve(position, to_move, &SolverLimits::default(), &mut |_| {});
    let game = position.game();
    let what = format!("{} {} {} {now:?} {to_move}", game.size(), game.rules(), game.map());
    assert_eq!(solution.winner, Some(winner), "{what}");
    assert_eq!(solution.best.is_some(), winner == to_move, "{what} {solution:?}");
    let mut colour = to_move;
    for mv in &solution.line {
        let cell = mv.cell().unwrap().index();
        let next = reference.moves(now, colour).into_iter().find(|m| m.0 == cell);
        now = next.unwrap_or_else(|| panic!("{what}: {mv:?} is illegal")).1;
        colour = colour.other();
        assert_eq!(reference.winner(now, colour), winner, "{what}: {mv:?} {solution:?}");
    }
    let won = |colour: Colour| reference.board.has_won(colour, now.stones[colour.index()]);
    assert!(won(winner), "{what}: the line stops short, {solution:?}");
}

fn game(topology: Topology, columns: usize, rows: usize, rules: &str, seed: u64) -> Arc<Game> {
    let rules: Rules = format!("topology={topology} {rules}").parse().unwrap();
    chance::game(Size::new(columns, rows).unwrap(), rules, seed)
}

/// The same game with a map in which seasons can run out of cells.
fn with_any_map(game: &Game, rng: &mut ChaCha8Rng) -> Arc<Game> {
    let size = game.size();
    let seasons = &game.rules().seasons;
    let mut row = || (0..size.columns()).map(|_| season(seasons.count(), rng)).collect::<String>();
    let rows: Vec<String> = (0..size.rows()).map(|_| row()).collect();
    let map = SeasonMap::parse(size, seasons, &rows.join(" ")).unwrap();
    Game::new(size, game.rules().clone(), map)
}

fn season(count: usize, rng: &mut ChaCha8Rng) -> String {
    rng.random_range(1..=count).to_string()
}

/// The same stones, with both colours at the beginning of their cycles.
fn with_fresh_cycles(position: &Position) -> Position {
    let stones = position.history().map(|(colour, mv)| (colour, mv.cell().unwrap()));
    Position::from_setup(Arc::clone(position.game()), stones.collect()).unwrap()
}

/// A position some random moves into the game, and who is to move.
fn random_position(game: &Arc<Game>, rng: &mut ChaCha8Rng) -> (Position, Colour) {
    loop {
        let mut position = Position::new(Arc::clone(game));
        let mut colour = Colour::ALL[usize::from(rng.random::<bool>())];
        for _ in 0..rng.random_range(0..game.size().cells()) {
            let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
            position.play_unchecked(colour, *cells.choose(rng).unwrap());
            colour = if rng.random_range(0..8) == 0 { colour } else { colour.other() };
        }
        if position.winner().is_none() {
            return (position, colour);
        }
    }
}

const SEASONS: [&str; 4] =
    ["seasons=2", "seasons=3", "seasons=5", "seasons=2 black-cycle=1,1,2 white-cycle=2,1,2,2"];

#[test]
fn seasons() {
    let rng = &mut chance::generator(1, Purpose::Openings);
    for topology in Topology::ALL {
        for (columns, rows) in [(3, 3), (3, 4), (4, 3), (2, 5), (1, 6), (6, 1)] {
            let board = Board::new(topology, columns, rows);
            for rules in SEASONS {
                let fair = game(topology, columns, rows, rules, rng.random());
                for game in [with_any_map(&fair, rng), fair] {
                    let reference = &mut Reference::new(&board, &game);
                    let solver = &mut Solver::new(Arc::clone(&game), 1 << 18).unwrap();
                    let empty = Position::new(Arc::clone(&game));
                    for &first in &Colour::ALL {
                        check(reference, solver, &empty, first);
                    }
                    for _ in 0..20 {
                        let (position, to_move) = random_position(&game, rng);
                        check(reference, solver, &position, to_move);
                        check(reference, solver, &with_fresh_cycles(&position), to_move);
                    }
                }
            }
        }
    }
}

/// A table far too small for the game gives the same answers.
#[test]
fn seasons_with_hardly_any_memory() {
    let rng = &mut chance::generator(2, Purpose::Openings);
    for topology in Topology::ALL {
        let board = Board::new(topology, 3, 4);
        let game = game(topology, 3, 4, "seasons=3", 5);
        let reference = &mut Reference::new(&board, &game);
        let solver = &mut Solver::new(Arc::clone(&game), 1000).unwrap();
        for _ in 0..20 {
            let (position, to_move) = random_position(&game, rng);
            check(reference, solver, &position, to_move);
        }
    }
}

/// The second player wins, except where a first stone wins at once; and it swaps
/// exactly the stones that win.
#[test]
fn swap() {
    let sizes = [(3, 3), (3, 4), (4, 3), (2, 2), (1, 4), (4, 1)];
    for (topology, (columns, rows)) in
        Topology::ALL.into_iter().flat_map(|t| sizes.map(|size| (t, size)))
    {
        let board = Board::new(topology, columns, rows);
        for rules in ["seasons=1 swap=on", "seasons=2 swap=on", "seasons=3 swap=on"] {
            let game = game(topology, columns, rows, rules, 3);
            let reference = &mut Reference::new(&board, &game);
            let mut solver = Solver::new(Arc::clone(&game), 1 << 18).unwrap();
            let mut solve = |position: &Position, to_move| {
                solver.solve(position, to_move, &SolverLimits::default(), &mut |_| {})
            };
            let mut black_wins = false;
            for (cell, after) in reference.moves(State::default(), Colour::Black) {
                let mut position = Position::new(Arc::clone(&game));
                position.play(Colour::Black, Move::Cell(Cell::unchecked(cell as u16))).unwrap();
                if board.has_won(Colour::Black, after.stones[0]) {
                    assert_eq!(position.winner(), Some(Colour::Black));
                    black_wins = true;
                    continue;
                }
                let what = format!("{topology} {columns}x{rows} {rules} {cell}");
                let keeps = reference.winner(after, Colour::White) == Colour::White;
                let swaps = reference.swap_wins(after);
                black_wins |= !keeps && !swaps;
                let solution = solve(&position, Colour::White);
                let winner = if keeps || swaps { Colour::White } else { Colour::Black };
                assert_eq!(solution.winner, Some(winner), "{what}");
                match solution.best.unwrap() {
                    Move::Cell(_) => assert!(keeps, "{what}: {solution:?}"),
                    _ => assert!(swaps, "{what}: {solution:?}"),
                }
                let mut colour = Colour::White;
                for &mv in &solution.line {
                    position.play(colour, mv).unwrap();
                    colour = position.turn().unwrap();
                }
                // A line may end where the rest is certain.
                let sides = solution.best == Some(Move::SwapSides);
                let expected = if sides { Colour::Black } else { Colour::White };
                assert!(position.winner().is_none_or(|w| w == expected), "{what}: {solution:?}");
            }
            let solution = solve(&Position::new(Arc::clone(&game)), Colour::Black);
            let winner = if black_wins { Colour::Black } else { Colour::White };
            assert_eq!(solution.winner, Some(winner), "{topology} {columns}x{rows} {rules}");
            assert_eq!(solution.best.is_some(), black_wins);
        }
    }
}

/// A game that no plain search can finish.
fn endless() -> (Solver, Position) {
    let game = game(Topology::Torus, 11, 11, "seasons=3", 1);
    (Solver::new(Arc::clone(&game), 1 << 20).unwrap(), Position::new(game))
}

#[test]
fn limits_end_a_search_without_an_answer() {
    let (mut solver, position) = endless();
    let mut reports = 0;
    let mut last = 0;
    // It reports at intervals: how long that takes depends on the machine.
    let mut time = Duration::from_millis(400);
    let solution = loop {
        let limits = SolverLimits { time: Some(time), ..SolverLimits::default() };
        let solution = solver.solve(&position, Colour::Black, &limits, &mut |progress| {
            assert!(progress.positions > last && progress.moves.len() > 30, "{progress:?}");
            assert!(!progress.line.is_empty());
            reports += 1;
            last = progress.positions;
        });
        if reports > 0 {
            break solution;
        }
        time *= 2;
    };
    assert!(solution.positions >= last, "{solution:?}");
    assert_eq!((solution.winner, solution.best), (None, None));
    assert_eq!(solution.numbers, ProofNumbers::UNSEARCHED);

    let limits = SolverLimits { positions: Some(1000), ..SolverLimits::default() };
    let solution = solver.solve(&position, Colour::Black, &limits, &mut |_| {});
    assert_eq!((solution.winner, solution.positions), (None, 1000));
}

#[test]
fn a_search_can_be_interrupted() {
    let (mut solver, position) = endless();
    let stop = Stop::default();
    let limits = SolverLimits { stop: stop.clone(), ..SolverLimits::default() };
    let asked = Instant::now();
    let interrupted = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        stop.set();
        asked.elapsed()
    });
    let begin = ThreadTime::now();
    let solution = solver.solve(&position, Colour::Black, &limits, &mut |_| {});
    let took = begin.elapsed();
    assert_eq!(solution.winner, None);
    assert!(took < interrupted.join().unwrap() + prompt(), "{took:?}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let new = |rules, side, memory| {
        Solver::new(game(Topology::Rhombus, side, side, rules, 1), memory).err()
    };
    assert_eq!(new("turns=random", 3, 1000), Some(SolveError::Chance));
    assert_eq!(new("seasons=2", 12, 1000), Some(SolveError::Size));
    assert_eq!(new("seasons=2", 3, 1 << 60), Some(SolveError::Memory(1 << 40)));
}
