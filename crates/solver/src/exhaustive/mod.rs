//! Exhaustive search: depth-first through every move, with a transposition table. It is exact in
//! every game, and the only search for games with seasons: there a player cannot always reply where
//! it wants, so nothing that relies on such a reply is sound, neither virtual connections nor
//! captured or dominated cells.
//!
//! Two rules are sound with seasons, and on the torus:
//! - a move that wins is made at once;
//! - if the opponent's next move could win, ours must be on that cell. As long as the cell is
//!   empty, the season of the opponent's move stays the same.

mod search;
mod table;

use std::{
    cmp::Reverse,
    hash::{DefaultHasher, Hash, Hasher},
};

use kring_board::{Cell, Colour, Game, Move, Symmetry};
use kring_eval::distance::{DistanceEval, Metric};
use search::ExhaustiveSearch;
use table::WinnerTable;

use super::{
    ProofNumbers, Solution, SolveError, SolverProgress, SolverWatch,
    question::{SolverQuestion, SolverSearch},
};

/// The state that the search keeps from one question to the next.
pub(super) struct ExhaustiveSolver {
    table: WinnerTable,
    /// For each symmetry, whether the other colour is to move in the image of a position, and the
    /// hash key of each stone there.
    images: Vec<(bool, Vec<[u128; 2]>)>,
    /// The hash key of each step of each colour's season cycle.
    step_keys: [Vec<u128>; 2],
    eval: DistanceEval,
}

impl ExhaustiveSolver {
    pub fn new(game: &Game, memory: usize) -> Result<ExhaustiveSolver, SolveError> {
        let cells = || Cell::all(game.size());
        let image = |symmetry: &Symmetry| {
            let key =
                |cell, colour| key((symmetry.cell(cell).number(), symmetry.colour(colour).index()));
            let keys = cells().map(|cell| Colour::each(|colour| key(cell, colour)));
            (symmetry.swaps_colours(), keys.collect())
        };
        let step_keys = |colour| {
            let period = game.rules().seasons.cycle(colour).period();
            (0..period).map(|step| key(("place", colour.index(), step))).collect()
        };
        Ok(ExhaustiveSolver {
            table: WinnerTable::new(memory)?,
            images: Symmetry::all(game).iter().map(image).collect(),
            step_keys: Colour::each(step_keys),
            eval: DistanceEval::new(game.geometry(), Metric::One, true),
        })
    }
}

impl SolverSearch for ExhaustiveSolver {
    fn solve(&mut self, question: &SolverQuestion<'_>, watch: SolverWatch<'_>) -> Solution {
        let position = question.position;
        let mut search = ExhaustiveSearch {
            hashes: vec![0; self.images.len()],
            solver: self,
            position: position.clone(),
            question,
            watch,
            reported: question.begin,
            progress: SolverProgress::default(),
        };
        for colour in Colour::ALL {
            position.stones(colour).iter().for_each(|cell| search.toggle(colour, cell));
        }
        let found = search.root(question.to_move).ok();
        let line = found.map_or_else(Vec::new, |best| search.variation(question.to_move, best));
        let wins = found.map(|best| best.is_some());
        question.solution(wins, ProofNumbers::UNSEARCHED, line, search.progress.positions)
    }
}

/// The 128-bit hash key of a value.
fn key(value: impl Hash) -> u128 {
    let half = |which: u64| {
        let mut hasher = DefaultHasher::new();
        (which, &value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

impl ExhaustiveSearch<'_> {
    /// The principal variation: the winner makes moves that win, and the loser those that took
    /// the most work to refute. It ends early if a limit is reached.
    fn variation(&mut self, mut to_move: Colour, best: Option<Cell>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut wins = best.is_some();
        let mut next = best.or_else(|| self.losing_move(to_move));
        while let Some(cell) = next {
            self.place(to_move, cell);
            line.push(Move::Cell(cell));
            if self.position.winner().is_some() {
                break;
            }
            (to_move, wins) = (to_move.other(), !wins);
            next = if wins { self.winning_move(to_move) } else { self.losing_move(to_move) };
        }
        line
    }

    /// A move that wins. Entries that the table has lost are searched again.
    fn winning_move(&mut self, to_move: Colour) -> Option<Cell> {
        let mut cells = match self.candidates(to_move) {
            Ok(cells) => self.ordered(to_move, &cells),
            Err(win) => return win,
        };
        let stored = |&cell: &Cell| self.stored(to_move, cell).is_some_and(|(wins, _)| !wins);
        if let Some(i) = cells.iter().position(stored) {
            cells.swap(0, i);
        }
        let wins = |&cell: &Cell| self.after(to_move, cell).ok() == Some(false);
        cells.into_iter().find(wins)
    }

    /// The move that was hardest to refute; a threat is parried if possible.
    fn losing_move(&mut self, to_move: Colour) -> Option<Cell> {
        let legal = self.position.legal_cells(to_move);
        let threats = self.position.winning_cells(to_move.other()).and(&legal);
        let cells = if threats.is_empty() { legal } else { threats };
        let cells = self.ordered(to_move, &cells);
        let work = |&cell: &Cell| Reverse(self.stored(to_move, cell).map(|(_, work)| work));
        cells.into_iter().min_by_key(work)
    }

    fn stored(&mut self, to_move: Colour, cell: Cell) -> Option<(bool, u8)> {
        self.place(to_move, cell);
        let stored = self.solver.table.get(self.hash(to_move.other()));
        self.take_back(to_move, cell);
        stored
    }
}
