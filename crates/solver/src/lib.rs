//! The solver: the winner of a position with best play, and a winning move.
//!
//! A [`Solver`] belongs to one game and keeps its results from one question to the next, in a
//! table of fixed memory. A [`Solution`] names the winner, or none if a limit was reached first.
//!
//! **Without seasons** `proof_number/` starts the threads. Each `DfpnWorker` (`dfpn/`) takes a
//! position, fills in dead and captured cells (`inferior/`), builds the connections of both colours
//! (`connections/`), and either knows the winner or searches the moves that are left, in the order
//! that the network prefers (`order.rs`). Results go to the transposition table (`table.rs`), which
//! in a full bucket replaces the entry that was cheapest to compute. **With seasons** `exhaustive/`
//! searches instead. The swap is decided here.
//!
//! **A proof** (`prove/`) asks the search for winning moves and `connections/` for connections, and
//! gives both to `kring_proof::ProofBuilder`; the checker reads the finished file.

#![forbid(unsafe_code)]

mod connections;
mod dfpn;
mod exhaustive;
mod graph;
pub mod inferior;
mod order;
mod orientation;
mod proof_number;
mod prove;
mod question;
mod static_analysis;
mod table;
mod walks;

use std::{sync::Arc, time::Duration};

use exhaustive::ExhaustiveSolver;
use kring_board::{Cell, Colour, Game, Move, Position, Turns, bits, host::Instant, stop::Stop};
use kring_proof::Proof;
use proof_number::proof_number_search;
pub use question::ProveError;
use question::{SolverQuestion, SolverSearch};

pub use static_analysis::{
    FilledCell, StaticAnalysis, StaticAnalysisError, VirtualConnection, links, static_analysis,
};

/// Why a game cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Chance decides who moves.
    #[error("random turns have no winner to find, only chances: see coin-exact")]
    Chance,
    /// The board is too large.
    #[error("only boards of up to {} cells can be solved", Solver::MOST_CELLS)]
    Size,
    /// The table does not fit.
    #[error("there is no memory for a table of {0} MB")]
    Memory(usize),
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SolverLimits {
    /// The number of threads.
    pub threads: usize,
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of positions.
    pub positions: Option<u64>,
    /// Interrupts the search.
    pub stop: Stop,
}

impl Default for SolverLimits {
    /// One thread, no limit.
    fn default() -> SolverLimits {
        SolverLimits { threads: 1, time: None, positions: None, stop: Stop::default() }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The winner; `None` if a limit was reached first. Where a swap is on offer, the player who
    /// has this colour before it.
    pub winner: Option<Colour>,
    /// A winning move, if the colour to move wins.
    pub best: Option<Move>,
    /// The principal variation: the winner plays moves that win, the loser those that were
    /// hardest to refute.
    pub line: Vec<Move>,
    /// The positions searched.
    pub positions: u64,
    /// The time taken.
    pub time: Duration,
    /// The proof and the disproof number of the colour to move.
    pub numbers: ProofNumbers,
}

/// The progress of a search.
#[derive(Clone, Debug, Default)]
pub struct SolverProgress {
    /// The positions searched.
    pub positions: u64,
    /// The moves at the root searched so far.
    pub moves: Vec<RootMove>,
    /// The line that is being searched.
    pub line: Vec<Move>,
}

/// A move at the root of a search, with its numbers for the colour to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How far it is from a win and from a loss.
    pub numbers: ProofNumbers,
}

/// Infinity among proof and disproof numbers.
pub const INFINITE: u32 = u32::MAX;

/// The proof and the disproof number of a colour: estimates of how many positions remain to be
/// solved until it has won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Zero is a proved win.
    pub proof: u32,
    /// Zero is a proved loss.
    pub disproof: u32,
}

impl ProofNumbers {
    /// A proved win.
    pub const WIN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };

    /// A proved loss.
    pub const LOSS: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

    /// A position of which nothing is known.
    pub const UNSEARCHED: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    /// A proved win or a proved loss.
    pub const fn of(wins: bool) -> ProofNumbers {
        if wins { ProofNumbers::WIN } else { ProofNumbers::LOSS }
    }

    /// A number for people: infinity is `inf`.
    pub fn name(number: u32) -> String {
        match number {
            INFINITE => "inf".to_owned(),
            number => number.to_string(),
        }
    }
}

/// A solved position as a record of a store: the stones in the canonical orientation among all
/// symmetric ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The stones of black and of white, a bit for each cell.
    pub stones: [u128; 2],
    /// The side to move.
    pub to_move: Colour,
    /// The winner.
    pub winner: Colour,
    /// The cells that the winner needs.
    pub carrier: u128,
    /// A winning move, if the winner is to move.
    pub best: Option<Cell>,
    /// The positions that the solution took.
    pub work: u64,
}

/// Receives the progress of a search at intervals.
pub type SolverWatch<'a> = &'a mut dyn FnMut(&SolverProgress);

/// Solves positions of one game.
pub struct Solver {
    game: Arc<Game>,
    search: Box<dyn SolverSearch>,
}

impl Solver {
    /// The maximum number of cells of a board.
    pub const MOST_CELLS: usize = 128;

    /// A solver whose table takes at most `memory` bytes.
    pub fn new(game: Arc<Game>, memory: usize) -> Result<Solver, SolveError> {
        if game.rules().turns == Turns::Random {
            return Err(SolveError::Chance);
        }
        if game.size().cells() > Solver::MOST_CELLS {
            return Err(SolveError::Size);
        }
        let search = match game.rules().seasons.count() {
            1 => proof_number_search(&game, memory)?,
            _ => Box::new(ExhaustiveSolver::new(&game, memory)?),
        };
        Ok(Solver { game, search })
    }

    /// The game whose positions it solves.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The winner of a position with this colour to move. The game must not be over.
    pub fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &SolverLimits,
        watch: SolverWatch<'_>,
    ) -> Solution {
        let question = SolverQuestion { position, to_move, limits, begin: Instant::now() };
        // The player who may swap the first stone never loses: it swaps a first stone that wins, and
        // after any other stone it wins without a swap.
        if position.can_be_swapped(to_move) {
            return question.solution(Some(false), ProofNumbers::UNSEARCHED, Vec::new(), 0);
        }
        let kept = self.search.solve(&question, watch);
        let swap = position.swap(to_move).filter(|_| kept.winner == Some(to_move.other()));
        let Some(swap) = swap else { return kept };
        // A swap of sides gives the same position to the other player. A swap of pieces is only
        // offered where the game is symmetric for both colours, and gives its mirror image.
        let after = kept.line.iter().map_while(|&mv| match (swap, mv) {
            (Move::SwapPieces, Move::Cell(at)) => position.geometry().mirrored(at).map(Move::Cell),
            _ => Some(mv),
        });
        let line = [swap].into_iter().chain(after).collect();
        question.solution(Some(true), ProofNumbers::UNSEARCHED, line, kept.positions)
    }

    /// A proof that this colour wins the position, which has been solved before. Entries that the
    /// table has lost are searched again. `watch` gets the number of nodes so far.
    pub fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &SolverLimits,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Proof, ProveError> {
        if position.swap(to_move).is_some() || position.can_be_swapped(to_move) {
            return Err(ProveError::Rules);
        }
        let question = SolverQuestion { position, to_move, limits, begin: Instant::now() };
        self.search.prove(&question, winner, watch)
    }

    /// The solved positions in the table that took at least 1000 positions of work.
    pub fn solved(&self) -> Vec<SolvedPosition> {
        self.search.solved(1000)
    }

    /// Adds a result of another search.
    pub fn learn(&mut self, solved: &SolvedPosition) {
        self.search.learn(solved);
    }
}
