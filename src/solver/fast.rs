//! The search for games in which stones never hurt: several threads, limits, and
//! what is told about it.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::{
    Limits, Progress, Solution, SolveError, Solved, Watch,
    bits::Bits,
    connections::NO_KEY,
    dfpn::{Shared, Worker},
    order::Order,
    orientation::{Orientation, Stones},
    prove::{ProveError, Prover},
    table::{self, Entry, INFINITE},
};
use crate::{
    board::{Cell, CellSet, Game, Move, Position},
    proof::Proof,
    rules::Colour,
    stop::Stop,
};

/// Solves the positions of one game, whatever the word that its sets need.
pub(super) trait Fast: Send + Sync {
    fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Solution;
    fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &Limits,
    ) -> Result<Proof, ProveError>;
    /// Solved positions that took so much work.
    fn solved(&self, work: u64) -> Vec<Solved>;
    fn learn(&mut self, solved: &Solved);
}

/// The search for a game with a table of so many bytes.
pub(super) fn fast(game: &Game, memory: usize) -> Result<Box<dyn Fast>, SolveError> {
    // The table grows later; whether there is room for it is asked now.
    let fits = Vec::<u8>::new().try_reserve_exact(memory).is_ok();
    match game.size().cells() {
        _ if !fits => Err(SolveError::Memory(memory >> 20)),
        0..=64 => Ok(Box::new(Search::<u64>::new(game, memory))),
        65..=128 => Ok(Box::new(Search::<u128>::new(game, memory))),
        _ => Err(SolveError::Size),
    }
}

struct Search<B: Bits> {
    shared: Shared<B>,
    /// One for each thread.
    orders: Vec<Order>,
}

/// How often progress is told.
const PAUSE: Duration = Duration::from_millis(20);

impl<B: Bits> Search<B> {
    fn new(game: &Game, memory: usize) -> Search<B> {
        let order = Order::new(game.size(), game.rules().topology);
        Search { shared: Shared::new(game, memory), orders: vec![order] }
    }

    /// Searches with several threads until the position is solved or a limit
    /// is reached.
    fn run(
        &mut self,
        root: (Stones<B>, Orientation),
        limits: &Limits,
        begin: Instant,
        watch: Watch<'_>,
    ) -> Option<Entry<B>> {
        let shared = &self.shared;
        let first = self.orders[0].clone();
        self.orders.resize_with(limits.threads.max(1), || first.clone());
        shared.over.store(false, Relaxed);
        shared.several.store(limits.threads > 1, Relaxed);
        let start = shared.expanded.load(Relaxed);
        let most = limits.positions.map_or(u64::MAX, |most| start.saturating_add(most));
        shared.most.store(most, Relaxed);
        let found = Mutex::new(None);
        std::thread::scope(|scope| {
            for order in &mut self.orders[..limits.threads.max(1)] {
                scope.spawn(|| {
                    if let Ok(entry) = Worker::new(shared, order).solve(root.0) {
                        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
                    }
                    shared.over.store(true, Relaxed);
                });
            }
            let mut told = Instant::now();
            let mut pause = Duration::from_micros(100);
            while !shared.over.load(Relaxed) {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(2));
                let positions = shared.expanded.load(Relaxed) - start;
                if limits.stop.is_set() || limits.time.is_some_and(|time| begin.elapsed() >= time) {
                    shared.over.store(true, Relaxed);
                }
                if told.elapsed() >= PAUSE {
                    told = Instant::now();
                    watch(&Progress {
                        positions,
                        moves: Self::numbers(shared, root),
                        line: Vec::new(),
                    });
                }
            }
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moves of a position with their numbers.
    fn numbers(
        shared: &Shared<B>,
        (stones, turned): (Stones<B>, Orientation),
    ) -> Vec<(Move, u32, u32)> {
        let orientations = &shared.orientations;
        let Some(entry) = shared.table.get(stones) else { return Vec::new() };
        let (filled, _) = shared.fill(stones.of);
        let filled = Stones { of: filled, mover: stones.mover };
        let number = |number: u32| if number >= INFINITE - 1 { super::INFINITE } else { number };
        let of = |cell: usize| {
            let after = shared.table.get(orientations.first(filled.after(cell)).0);
            let (phi, delta) = after.map_or((1, 1), |after| (after.phi, after.delta));
            let cell = orientations.cell(orientations.back(turned), cell);
            (Move::Cell(Cell(cell as u16)), number(delta), number(phi))
        };
        match entry.wins() {
            None => (entry.set & !filled.taken()).cells().map(of).collect(),
            Some(_) => Vec::new(),
        }
    }

    /// The game as both would go on.
    ///
    /// What the table has lost is searched again, a little: the line may end
    /// before the game does.
    fn line(&mut self, position: &Position, to_move: Colour, stop: &Stop) -> Vec<Move> {
        let (mut position, mut colour, mut line) = (position.clone(), to_move, Vec::new());
        let shared = &self.shared;
        shared.over.store(false, Relaxed);
        while position.winner().is_none() && !stop.is_set() {
            let most = shared.expanded.load(Relaxed) + LINE_POSITIONS;
            shared.most.store(most, Relaxed);
            let (root, turned) = shared.orientations.first(stones(&position, colour));
            let known = match shared.table.get(root).filter(|entry| entry.wins().is_some()) {
                Some(entry) => Some(entry),
                None => Worker::new(shared, &mut self.orders[0]).solve(root).ok(),
            };
            let Some(entry) = known else { break };
            let cell = match entry.wins() {
                Some(true) => Some(usize::from(entry.moves[0])).filter(|&cell| cell != NONE),
                _ => hardest(shared, root),
            };
            // Where connections decide alone, the game goes on where they are.
            let free = shared.graphs[0].all & !root.taken();
            let cell = cell.unwrap_or_else(|| {
                [entry.set & free, free]
                    .into_iter()
                    .find(|set| !set.is_empty())
                    .unwrap_or(free)
                    .first()
            });
            let back = shared.orientations.back(turned);
            let cell = Cell(shared.orientations.cell(back, cell) as u16);
            let wins = position.winning_cells(colour).iter().next();
            let cell = wins.unwrap_or(cell);
            position.place(colour, cell);
            line.push(Move::Cell(cell));
            colour = colour.other();
        }
        line
    }
}

/// Positions that are searched for a move of the line.
const LINE_POSITIONS: u64 = 200;

const NONE: usize = NO_KEY as usize;

/// The move of the loser that took the most work to refute; none where the
/// winner's connections did it.
fn hardest<B: Bits>(shared: &Shared<B>, root: Stones<B>) -> Option<usize> {
    let (filled, _) = shared.fill(root.of);
    let filled = Stones { of: filled, mover: root.mover };
    let work = |cell: usize| {
        let after = shared.table.get(shared.orientations.first(filled.after(cell)).0);
        after.map_or(0, |after| after.work)
    };
    let cells = (shared.graphs[0].all & !filled.taken()).cells();
    let hardest = cells.map(|cell| (work(cell), cell)).max_by_key(|&(work, _)| work);
    hardest.filter(|&(work, _)| work > 0).map(|(_, cell)| cell)
}

impl<B: Bits> Fast for Search<B> {
    fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Solution {
        let begin = Instant::now();
        let start = self.shared.expanded.load(Relaxed);
        let root = self.shared.orientations.first(stones(position, to_move));
        let found = self.run(root, limits, begin, watch);
        let wins = found.and_then(|entry| entry.wins());
        let positions = self.shared.expanded.load(Relaxed) - start;
        let numbers =
            self.shared.table.get(root.0).map_or((1, 1), |entry| (entry.phi, entry.delta));
        let line =
            if wins.is_some() { self.line(position, to_move, &limits.stop) } else { Vec::new() };
        Solution {
            winner: wins.map(|wins| if wins { to_move } else { to_move.other() }),
            best: wins.filter(|&wins| wins).and_then(|_| line.first().copied()),
            line,
            positions,
            time: begin.elapsed(),
            numbers: match wins {
                Some(true) => (0, super::INFINITE),
                Some(false) => (super::INFINITE, 0),
                None => numbers,
            },
        }
    }

    fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &Limits,
    ) -> Result<Proof, ProveError> {
        let (shared, begin) = (&self.shared, Instant::now());
        shared.over.store(false, Relaxed);
        shared.most.store(u64::MAX, Relaxed);
        shared.several.store(false, Relaxed);
        let order = &mut self.orders[0];
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::thread::sleep(Duration::from_millis(2));
                    if limits.stop.is_set()
                        || limits.time.is_some_and(|time| begin.elapsed() >= time)
                    {
                        shared.over.store(true, Relaxed);
                    }
                }
            });
            let worker = Worker::new(shared, order);
            let prover = Prover::new(position, to_move, winner, shared, worker);
            let proof = prover.and_then(|prover| prover.prove(stones(position, to_move)));
            done.store(true, Relaxed);
            proof
        })
    }

    fn solved(&self, work: u64) -> Vec<Solved> {
        let mut solved = Vec::new();
        self.shared.table.solved(work.try_into().unwrap_or(u32::MAX), |entry| {
            let to_move = Colour::ALL[entry.stones.to_move()];
            let wins = entry.wins() == Some(true);
            let best = Some(entry.moves[0]).filter(|&cell| wins && cell != NO_KEY);
            solved.push(Solved {
                stones: entry.stones.of.map(Bits::wide),
                to_move,
                winner: if wins { to_move } else { to_move.other() },
                carrier: entry.set.wide(),
                best: best.map(|cell| Cell(cell.into())),
                work: entry.work.into(),
            });
        });
        solved
    }

    fn learn(&mut self, solved: &Solved) {
        let of = solved.stones.map(B::narrow);
        let stones = Stones { of, mover: solved.to_move.index() as u8 };
        let wins = solved.to_move == solved.winner;
        let mut entry = Entry::new(stones);
        (entry.phi, entry.delta) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
        entry.set = B::narrow(solved.carrier);
        entry.work = solved.work.clamp(1, u32::MAX.into()) as u32;
        entry.moves = [NO_KEY; table::MOVES];
        entry.moves[0] = solved.best.map_or(NO_KEY, |cell| cell.index() as u8);
        self.shared.table.update(stones, |old| old.learn(&entry));
    }
}

/// The stones of a position.
fn stones<B: Bits>(position: &Position, to_move: Colour) -> Stones<B> {
    let set = |cells: &CellSet| cells.iter().fold(B::EMPTY, |set, cell| set | B::one(cell.index()));
    Stones {
        of: Colour::ALL.map(|colour| set(position.stones(colour))),
        mover: to_move.index() as u8,
    }
}
