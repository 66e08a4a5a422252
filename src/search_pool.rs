//! Network searches that are open together: each step takes one leaf of every search, evaluates
//! all of them as one batch and returns the results.

use std::sync::Arc;

use kring_agents::{BatchEvaluator, BatchedSearch};
use kring_board::{CellSet, Colour, Position};
use kring_eval::{BoardKind, Network};

/// How many boards keep their evaluator and cache after their last search.
pub const KEPT_BOARDS: usize = 4;

/// The open searches of a thread, each for a job.
pub struct SearchPool<J> {
    network: Arc<Network>,
    cache_bytes: usize,
    tree_bytes: usize,
    boards: Vec<BoardSearches<J>>,
    /// Finished searches whose memory is reused.
    spare: Vec<BatchedSearch>,
}

/// The searches on one board and their shared evaluator.
struct BoardSearches<J> {
    kind: BoardKind,
    evaluator: BatchEvaluator,
    open: Vec<OpenSearch<J>>,
}

pub struct OpenSearch<J> {
    pub job: J,
    pub search: BatchedSearch,
}

impl<J> SearchPool<J> {
    pub fn new(network: Arc<Network>, cache_bytes: usize, tree_bytes: usize) -> SearchPool<J> {
        let boards = Vec::new();
        let spare = Vec::new();
        SearchPool { network, cache_bytes, tree_bytes, boards, spare }
    }

    /// Begins a search of these cells; none: of all.
    pub fn open(
        &mut self,
        job: J,
        (position, colour): (&Position, Colour),
        visits: u64,
        allowed: Option<CellSet>,
    ) {
        let mut search = match self.spare.pop() {
            Some(search) => search.restart(position, colour, visits),
            None => BatchedSearch::new(position, colour, visits, self.tree_bytes),
        };
        search.allowed = allowed;
        let kind = BoardKind::of(position.game());
        let existing = self.boards.iter().position(|board| board.kind == kind);
        let at = existing.unwrap_or_else(|| self.add_board(kind));
        self.boards[at].open.push(OpenSearch { job, search });
    }

    /// Adds a board. If there are KEPT_BOARDS already, it replaces one without searches.
    fn add_board(&mut self, kind: BoardKind) -> usize {
        if self.boards.len() >= KEPT_BOARDS
            && let Some(at) = self.boards.iter().position(|board| board.open.is_empty())
        {
            self.boards.remove(at);
        }
        let evaluator = BatchEvaluator::new(Arc::clone(&self.network), kind, self.cache_bytes);
        self.boards.push(BoardSearches { kind, evaluator, open: Vec::new() });
        self.boards.len() - 1
    }

    /// Forgets all evaluations.
    pub fn clear_caches(&mut self) {
        for board in &mut self.boards {
            let network = Arc::clone(&self.network);
            board.evaluator = BatchEvaluator::new(network, board.kind, self.cache_bytes);
        }
    }

    pub fn searches(&self) -> impl Iterator<Item = &OpenSearch<J>> {
        self.boards.iter().flat_map(|board| &board.open)
    }

    pub fn searches_mut(&mut self) -> impl Iterator<Item = &mut OpenSearch<J>> {
        self.boards.iter_mut().flat_map(|board| &mut board.open)
    }

    /// One step of these searches, unless `go_on` says no: then the pool cannot be used any more.
    /// Returns the number of evaluations.
    pub fn step(
        &mut self,
        is_meant: impl Fn(&OpenSearch<J>) -> bool,
        go_on: impl Fn() -> bool,
    ) -> usize {
        let step = |board: &mut BoardSearches<J>| {
            let open = board.open.iter_mut().filter(|open| is_meant(open));
            board.evaluator.step(open.map(|open| &mut open.search), &go_on)
        };
        self.boards.iter_mut().map(step).sum()
    }

    /// Closes the searches that are finished; `see` gets each before that.
    pub fn close(
        &mut self,
        is_finished: impl Fn(&OpenSearch<J>) -> bool,
        mut see: impl FnMut(&OpenSearch<J>),
    ) -> Vec<J> {
        let mut jobs = Vec::new();
        for board in &mut self.boards {
            for mut open in board.open.extract_if(.., |open| is_finished(open)) {
                see(&open);
                open.search.clear();
                self.spare.push(open.search);
                jobs.push(open.job);
            }
        }
        jobs
    }
}
