//! Deals for random turns with seasons: before each move a coin decides which player takes a
//! random cell of the season that is due.
//!
//! The cells of each season are put into a random order, which is the same on all boards. Each
//! board has its own coins: they decide whose turn it is, and so which season is due when. So
//! each board is a random game. All boards make one move at a time, by operations on whole
//! batches. Counters are kept as sets of boards: those on which a player is at some step of its
//! cycle, and those on which at least a given number of cells of a season are taken.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Position, Topology, chance::shuffle};
use rand::Rng;

use crate::{BoardBatch, bit_flood::is_none};

pub(super) struct SeasonDeal<const W: usize> {
    game: Arc<Game>,
    /// Each player's step in its cycle at the starting position.
    steps: [usize; 2],
    /// The boards on which a player is at each step of its cycle.
    at: [Vec<BoardBatch<W>>; 2],
    seasons: Vec<SeasonCells<W>>,
    /// The stones of the last games in the order of play; torus only. For each, the boards on
    /// which black places it, and those on which white does.
    record: Vec<(Cell, [BoardBatch<W>; 2])>,
}

/// The cells of one season, and the number of them that are taken on each board.
#[derive(Default)]
struct SeasonCells<const W: usize> {
    cells: Vec<Cell>,
    /// For each count from zero on, the boards on which at least that number of cells are taken.
    taken: Vec<BoardBatch<W>>,
    /// The lowest number of cells taken on a board, and the highest.
    fewest: usize,
    most: usize,
}

impl<const W: usize> SeasonDeal<W> {
    pub fn new(game: &Arc<Game>) -> SeasonDeal<W> {
        let seasons = &game.rules().seasons;
        SeasonDeal {
            game: Arc::clone(game),
            steps: [0; 2],
            at: Colour::each(|colour| vec![[0; W]; seasons.cycle(colour).period()]),
            seasons: (0..seasons.count()).map(|_| SeasonCells::default()).collect(),
            record: Vec::new(),
        }
    }

    pub fn prepare(&mut self, position: &Position) {
        self.steps = position.cycle_steps().map(usize::from);
        let open = position.empty();
        for (season, cells) in self.seasons.iter_mut().zip(self.game.season_cells()) {
            season.cells.clear();
            open.and(cells).iter().for_each(|cell| season.cells.push(cell));
        }
    }

    /// Gives each empty cell to a colour on each board.
    pub fn deal(&mut self, rng: &mut impl Rng, black: &mut [BoardBatch<W>]) {
        let keep = self.game.rules().topology == Topology::Torus;
        self.record.clear();
        for (at, step) in self.at.iter_mut().zip(self.steps) {
            at.fill([0; W]);
            at[step] = [!0; W];
        }
        self.seasons.iter_mut().for_each(|season| season.begin(rng));
        for _ in 0..self.seasons.iter().map(|season| season.cells.len()).sum() {
            let coin: BoardBatch<W> = std::array::from_fn(|_| rng.next_u64());
            let mut due = [[0; W]; kring_board::Seasons::MAX as usize];
            self.advance(Colour::Black, coin, &mut due);
            self.advance(Colour::White, coin.map(|word| !word), &mut due);
            for (season, due) in self.seasons.iter_mut().zip(due) {
                season.take(due, |cell, boards| {
                    let [own, other] =
                        [0, !0].map(|flip| and(boards, coin.map(|word| word ^ flip)));
                    let batch = &mut black[cell.index()];
                    *batch = std::array::from_fn(|w| batch[w] & !other[w] | own[w]);
                    if keep {
                        self.record.push((cell, [own, other]));
                    }
                });
            }
        }
    }

    /// A player's move on some boards: adds them to those on which each season is due, and
    /// advances the cycle.
    fn advance(&mut self, colour: Colour, boards: BoardBatch<W>, due: &mut [BoardBatch<W>]) {
        let cycle = self.game.rules().seasons.cycle(colour);
        let at = &mut self.at[colour.index()];
        let last = at.len() - 1;
        // Seasons without an empty cell are skipped. Every board has an empty cell, and every
        // season is in the cycle, so this ends.
        loop {
            let mut passed = [0; W];
            for step in 0..=last {
                let SeasonCells { cells, taken, .. } =
                    &self.seasons[usize::from(cycle.season(step))];
                let late = and(and(at[step], boards), taken[cells.len()]);
                let next = if step == last { 0 } else { step + 1 };
                for w in 0..W {
                    at[step][w] &= !late[w];
                    at[next][w] |= late[w];
                    passed[w] |= late[w];
                }
            }
            if is_none(&passed) {
                break;
            }
        }
        let mut from = and(at[last], boards);
        for (step, at) in at.iter_mut().enumerate() {
            let here = and(*at, boards);
            let due = &mut due[usize::from(cycle.season(step))];
            for w in 0..W {
                due[w] |= here[w];
                at[w] = at[w] & !here[w] | from[w];
            }
            from = here;
        }
    }

    /// The stones of a board in the order of play.
    pub fn game(&self, w: usize, bit: u64) -> impl Iterator<Item = (Colour, Cell)> {
        self.record.iter().filter_map(move |(cell, boards)| {
            let placed = |colour: &Colour| boards[colour.index()][w] & bit != 0;
            Some((Colour::ALL.into_iter().find(placed)?, *cell))
        })
    }
}

impl<const W: usize> SeasonCells<W> {
    /// Begins a deal: no cell is taken, and a new order is drawn.
    fn begin(&mut self, rng: &mut impl Rng) {
        shuffle(&mut self.cells, rng);
        self.taken.clear();
        self.taken.resize(self.cells.len() + 1, [0; W]);
        self.taken[0] = [!0; W];
        (self.fewest, self.most) = (0, 0);
    }

    /// Takes the next cell on boards that have one, and calls `lay` with each cell and the boards
    /// on which it is taken.
    #[inline]
    fn take(&mut self, boards: BoardBatch<W>, mut lay: impl FnMut(Cell, BoardBatch<W>)) {
        let end = self.cells.len().min(self.most + 1);
        for count in (self.fewest..end).rev() {
            let taken = self.taken[count];
            let more = &mut self.taken[count + 1];
            let here = std::array::from_fn(|w| boards[w] & taken[w] & !more[w]);
            if !is_none(&here) {
                *more = std::array::from_fn(|w| more[w] | here[w]);
                lay(self.cells[count], here);
            }
        }
        if self.taken.get(self.most + 1).is_some_and(|more| !is_none(more)) {
            self.most += 1;
        }
        if self.taken.get(self.fewest + 1).is_some_and(|more| is_none(&more.map(|word| !word))) {
            self.fewest += 1;
        }
    }
}

#[inline]
fn and<const W: usize>(a: BoardBatch<W>, b: BoardBatch<W>) -> BoardBatch<W> {
    std::array::from_fn(|w| a[w] & b[w])
}
