//! The search itself: depth-first, until one move wins or all have lost.

use std::time::Duration;

use kring_board::{Cell, CellSet, Colour, Move, Position, host::Instant};

use super::ExhaustiveSolver;
use crate::{
    ProofNumbers, RootMove, SolverProgress, SolverWatch,
    question::{SearchStopped, SolverQuestion},
};

const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Positions between two checks of the clock.
const POLL: u64 = 8;

/// Up to this number of cells are tried in board order: ordering them costs more than it saves.
const UNORDERED: usize = 3;

pub(super) struct ExhaustiveSearch<'a> {
    pub solver: &'a mut ExhaustiveSolver,
    pub position: Position,
    /// The hash of each image of the stones.
    pub hashes: Vec<u128>,
    pub question: &'a SolverQuestion<'a>,
    pub watch: SolverWatch<'a>,
    pub reported: Instant,
    pub progress: SolverProgress,
}

impl ExhaustiveSearch<'_> {
    /// A move that wins, if there is one. Keeps the moves for reports.
    pub fn root(&mut self, to_move: Colour) -> Result<Option<Cell>, SearchStopped> {
        self.count()?;
        let cells = match self.candidates(to_move) {
            Ok(cells) => self.ordered(to_move, &cells),
            Err(win) => return Ok(win),
        };
        let unsearched =
            |&cell: &Cell| RootMove { mv: Move::Cell(cell), numbers: ProofNumbers::UNSEARCHED };
        self.progress.moves = cells.iter().map(unsearched).collect();
        let mut best = None;
        for (i, cell) in cells.into_iter().enumerate() {
            let wins = !self.after(to_move, cell)?;
            self.progress.moves[i].numbers = ProofNumbers::of(wins);
            if wins {
                best = Some(cell);
                break;
            }
        }
        self.remember(to_move, best.is_some(), self.progress.positions);
        Ok(best)
    }

    /// Whether the opponent wins after this move.
    pub fn after(&mut self, to_move: Colour, cell: Cell) -> Result<bool, SearchStopped> {
        self.place(to_move, cell);
        let wins = self.wins(to_move.other());
        self.take_back(to_move, cell);
        wins
    }

    /// Whether the colour to move wins. The game must not be over.
    fn wins(&mut self, to_move: Colour) -> Result<bool, SearchStopped> {
        self.count()?;
        let cells = match self.candidates(to_move) {
            Ok(cells) => cells,
            Err(win) => return Ok(win.is_some()),
        };
        if let Some((wins, _)) = self.solver.table.get(self.hash(to_move)) {
            return Ok(wins);
        }
        let before = self.progress.positions;
        let mut wins = false;
        for cell in self.ordered(to_move, &cells) {
            wins = !self.after(to_move, cell)?;
            if wins {
                break;
            }
        }
        self.remember(to_move, wins, self.progress.positions - before);
        Ok(wins)
    }

    /// The moves to try. If the next two moves decide the game, an error: the move that wins, or
    /// none if the opponent's next move wins.
    pub fn candidates(&self, to_move: Colour) -> Result<CellSet, Option<Cell>> {
        let legal = self.position.legal_cells(to_move);
        if let Some(cell) = self.position.winning_cells(to_move).and(&legal).iter().next() {
            return Err(Some(cell));
        }
        let other = to_move.other();
        let threats = self.position.winning_cells(other).and(&self.position.legal_cells(other));
        match threats.len() {
            0 => Ok(legal),
            1 if !threats.and(&legal).is_empty() => Ok(threats),
            _ => Err(None),
        }
    }

    /// The cells, most promising first.
    pub fn ordered(&mut self, to_move: Colour, cells: &CellSet) -> Vec<Cell> {
        if cells.len() <= UNORDERED {
            return cells.iter().collect();
        }
        let values = self.solver.eval.moves(&self.position, to_move, &|| false).unwrap_or_default();
        let mut values: Vec<_> = values.into_iter().filter(|v| cells.contains(v.0)).collect();
        values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        values.into_iter().map(|(cell, _)| cell).collect()
    }

    pub fn place(&mut self, colour: Colour, cell: Cell) {
        self.position.play_unchecked(colour, cell);
        self.toggle(colour, cell);
    }

    pub fn take_back(&mut self, colour: Colour, cell: Cell) {
        self.position.undo();
        self.toggle(colour, cell);
    }

    pub fn toggle(&mut self, colour: Colour, cell: Cell) {
        for (hash, (_, keys)) in self.hashes.iter_mut().zip(&self.solver.images) {
            *hash ^= keys[cell.index()][colour.index()];
        }
    }

    /// One hash for all images of a position: stones, the colour to move, and the positions of
    /// both colours in their cycles.
    pub fn hash(&self, to_move: Colour) -> u128 {
        let images = self.hashes.iter().zip(&self.solver.images).map(|(hash, (turned, _))| {
            let is_white = (to_move == Colour::White) != *turned;
            if is_white { !hash } else { *hash }
        });
        // The high half of the smallest hash is small: it must not select the bucket.
        let hash = images.min().unwrap_or_default().rotate_left(64);
        let seasons = self.position.rules().seasons.count();
        Colour::ALL.into_iter().filter(|_| seasons > 1).fold(hash, |hash, colour| {
            let step = self.position.cycle_step(colour);
            step.map_or(hash, |step| hash ^ self.solver.step_keys[colour.index()][step])
        })
    }

    fn remember(&mut self, to_move: Colour, wins: bool, positions: u64) {
        let hash = self.hash(to_move);
        self.solver.table.put(hash, wins, positions);
    }

    /// Counts a position and checks the limits.
    fn count(&mut self) -> Result<(), SearchStopped> {
        if self.question.limits.positions.is_some_and(|most| self.progress.positions >= most) {
            return Err(SearchStopped);
        }
        self.progress.positions += 1;
        if !self.progress.positions.is_multiple_of(POLL) {
            return Ok(());
        }
        let now = Instant::now();
        if now - self.reported >= REPORT_INTERVAL {
            self.reported = now;
            let moves = self.position.moves().skip(self.question.position.ply());
            self.progress.line = moves.map(|(_, mv)| mv).collect();
            (self.watch)(&self.progress);
        }
        if self.question.is_over() { Err(SearchStopped) } else { Ok(()) }
    }
}
