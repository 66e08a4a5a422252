//! The solver: who wins a position if both play their best, and by which move.
//!
//! A [`Solver`] belongs to one game and keeps what it has found out from one
//! question to the next, in a table of fixed memory. A [`Solution`] names the
//! winner, or nobody if a limit was reached first.

mod connections;
mod dfpn;
mod fast;
mod graph;
pub mod inferior;
mod known;
mod order;
mod orientation;
mod plain;
mod prove;
mod swap;
mod table;
mod walks;
mod windings;

use std::{sync::Arc, time::Duration};

use fast::{Fast, fast};
use kring_board::{Cell, Colour, Game, Move, Position, Turns, bits, stop::Stop};
use kring_proof::Proof;
use plain::Plain;
pub use prove::ProveError;

pub use known::{Known, Link, Unknown, known, links};

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

/// How long a search may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Searches with so many threads.
    pub threads: usize,
    /// At most so long.
    pub time: Option<Duration>,
    /// At most so many positions.
    pub positions: Option<u64>,
    /// Interrupts the search.
    pub stop: Stop,
}

impl Default for Limits {
    /// One thread, no limit.
    fn default() -> Limits {
        Limits { threads: 1, time: None, positions: None, stop: Stop::default() }
    }
}

/// What a search has found out.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The winner; none if a limit was reached first. Where a swap is on offer:
    /// the player who has this colour before it.
    pub winner: Option<Colour>,
    /// A winning move, if the colour to move wins.
    pub best: Option<Move>,
    /// The game if both go on as well as they can: the winner by moves that
    /// win, the loser by moves that were hardest to refute.
    pub line: Vec<Move>,
    /// The positions that were looked at.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
    /// The proof and the disproof number of the colour to move: lower bounds
    /// of the positions that remain to be solved. Zero and infinity are proofs.
    pub numbers: (u32, u32),
}

/// How far a search has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The positions that were looked at.
    pub positions: u64,
    /// The moves of the first position that were searched, with their proof and
    /// disproof numbers as the colour to move sees them: (0, ∞) is a move that wins.
    pub moves: Vec<(Move, u32, u32)>,
    /// The game that is looked at just now.
    pub line: Vec<Move>,
}

/// Infinity among proof and disproof numbers.
pub const INFINITE: u32 = u32::MAX;

/// A position whose winner is known, as a store keeps it: the stones in the
/// orientation that comes first among all symmetric ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The stones of black and of white, a bit for each cell.
    pub stones: [u128; 2],
    /// Who is to move.
    pub to_move: Colour,
    /// Who wins.
    pub winner: Colour,
    /// The cells that the winner needs.
    pub carrier: u128,
    /// A winning move, if the winner is to move.
    pub best: Option<Cell>,
    /// The positions that it took.
    pub work: u64,
}

/// Is told now and then how far a search has come.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress);

/// Solves positions of one game.
pub struct Solver {
    game: Arc<Game>,
    search: Search,
}

/// What searches.
enum Search {
    /// Games without seasons: more stones never hurt.
    Fast(Box<dyn Fast>),
    /// Games with seasons.
    Plain(Box<Plain>),
}

impl Solver {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 128;

    /// A solver whose table takes so many bytes at most.
    pub fn new(game: Arc<Game>, memory: usize) -> Result<Solver, SolveError> {
        if game.rules().turns == Turns::Random {
            return Err(SolveError::Chance);
        }
        if game.size().cells() > Solver::MOST_CELLS {
            return Err(SolveError::Size);
        }
        let search = match game.rules().seasons.count() {
            1 => Search::Fast(fast(&game, memory)?),
            _ => Search::Plain(Box::new(Plain::new(&game, memory)?)),
        };
        Ok(Solver { game, search })
    }

    /// The game whose positions it solves.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Who wins the position if this colour is to move. The game is not over.
    pub fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Solution {
        swap::solve(position, to_move, |position, to_move| {
            self.without_swap(position, to_move, limits, watch)
        })
    }

    /// The same if no swap is on offer, or as if none were.
    fn without_swap(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Solution {
        match &mut self.search {
            Search::Fast(fast) => fast.solve(position, to_move, limits, watch),
            Search::Plain(plain) => plain.solve(position, to_move, limits, watch),
        }
    }

    /// A proof that this colour wins the position, after it was solved. What the
    /// table has lost is searched again.
    pub fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &Limits,
    ) -> Result<Proof, ProveError> {
        match &mut self.search {
            Search::Fast(fast)
                if position.swap(to_move).is_none() && !position.can_be_swapped(to_move) =>
            {
                fast.prove(position, to_move, winner, limits)
            }
            _ => Err(ProveError::Rules),
        }
    }

    /// The positions that took some work and were solved since the last call.
    pub fn take_solved(&mut self) -> Vec<Solved> {
        match &self.search {
            Search::Fast(fast) => fast.solved(1000),
            Search::Plain(_) => Vec::new(),
        }
    }

    /// Takes over what another search has found out.
    pub fn learn(&mut self, solved: &Solved) {
        if let Search::Fast(fast) = &mut self.search {
            fast.learn(solved);
        }
    }
}
