//! Plain search: depth first through every move, with a table. It is exact in
//! every game, and the one search for games with seasons: there a player cannot
//! always answer where it wants, so nothing that rests on such an answer is
//! sound, neither virtual connections nor captured or dominated cells.
//!
//! These are sound with seasons, and on the torus:
//! - a move that wins is made at once;
//! - if the opponent's next move could win, it must be on that cell. The season of
//!   the opponent's move does not change by ours as long as the cell is empty.
//! - if a colour needs more stones than it has moves left, the other wins: on a
//!   full board somebody has won.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::{Duration, Instant},
};

use super::{INFINITE, Limits, Progress, Solution, SolveError, Watch, table::Table};
use crate::{
    board::{Cell, CellSet, Game, Move, Position, Symmetry},
    eval::distance::{DistanceEval, Distances, Metric},
    rules::Colour,
};

/// A limit was reached.
struct Stopped;

/// Between two reports.
const REPORT: Duration = Duration::from_millis(100);

/// Limits are looked at every so many positions.
const POLL: u64 = 64;

/// What the plain search keeps from one question to the next.
pub(super) struct Plain {
    table: Table,
    /// For each symmetry, what a stone adds to the hash of the position's image.
    stones: Vec<Vec<[u128; 2]>>,
    /// For each symmetry, whether the other colour is to move in the image.
    turned: Vec<bool>,
    /// What each colour's place in its cycle adds to the hash.
    places: [Vec<u128>; 2],
    distances: Distances,
    eval: DistanceEval,
}

impl Plain {
    pub fn new(game: &Game, memory: usize) -> Result<Plain, SolveError> {
        let symmetries = Symmetry::all(game);
        let cells = || (0..game.size().cells() as u16).map(Cell);
        let image = |symmetry: &Symmetry| {
            let key = |cell, colour| key((symmetry.cell(cell).0, symmetry.colour(colour).index()));
            cells().map(|cell| Colour::ALL.map(|colour| key(cell, colour))).collect()
        };
        let places = Colour::ALL.map(|colour| {
            let period = game.rules().seasons.cycle(colour).period();
            (0..period).map(|place| key(("place", colour.index(), place))).collect()
        });
        Ok(Plain {
            table: Table::new(memory)?,
            stones: symmetries.iter().map(image).collect(),
            turned: symmetries.iter().map(Symmetry::swaps_colours).collect(),
            places,
            distances: Distances::new(game.geometry()),
            eval: DistanceEval::new(game.geometry(), Metric::One, false),
        })
    }

    /// Who wins the position if this colour is to move and lays a stone: a swap
    /// that is on offer does not count.
    pub fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Solution {
        let begin = Instant::now();
        let hashes = self.stones.iter().map(|keys| {
            let stones = Colour::ALL
                .into_iter()
                .flat_map(|colour| position.stones(colour).iter().map(move |cell| (cell, colour)));
            stones.fold(0, |hash, (cell, colour)| hash ^ keys[cell.index()][colour.index()])
        });
        let mut search = Search {
            hashes: hashes.collect(),
            plain: self,
            position: position.clone(),
            root: position.ply(),
            limits,
            watch,
            begin,
            reported: begin,
            progress: Progress::default(),
        };
        let found = search.root(to_move).ok();
        let line = found.map_or_else(Vec::new, |best| search.line(to_move, best));
        let wins = found.map(|best| best.is_some());
        Solution {
            winner: wins.map(|wins| if wins { to_move } else { to_move.other() }),
            best: found.flatten().map(Move::Cell),
            line,
            positions: search.progress.positions,
            time: begin.elapsed(),
            numbers: wins.map_or((1, 1), numbers),
        }
    }
}

/// 128 bits that belong to this value.
fn key(value: impl Hash) -> u128 {
    let half = |which: u64| {
        let mut hasher = DefaultHasher::new();
        (which, &value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// The proof and the disproof number of a player who wins or loses.
fn numbers(wins: bool) -> (u32, u32) {
    if wins { (0, INFINITE) } else { (INFINITE, 0) }
}

/// One search.
struct Search<'a> {
    plain: &'a mut Plain,
    position: Position,
    /// The hash of each image of the stones.
    hashes: Vec<u128>,
    /// The moves in the record before the search.
    root: usize,
    limits: &'a Limits,
    watch: Watch<'a>,
    begin: Instant,
    reported: Instant,
    progress: Progress,
}

impl Search<'_> {
    /// A move that wins, if there is one. The moves are kept for reports.
    fn root(&mut self, to_move: Colour) -> Result<Option<Cell>, Stopped> {
        self.count()?;
        let cells = match self.forced(to_move) {
            Forced::Won(cell) => return Ok(Some(cell)),
            Forced::Lost => return Ok(None),
            Forced::Cells(cells) => self.ordered(to_move, &cells),
        };
        self.progress.moves = cells.iter().map(|&cell| (Move::Cell(cell), 1, 1)).collect();
        let mut best = None;
        for (i, cell) in cells.into_iter().enumerate() {
            let wins = !self.after(to_move, cell)?;
            let (proof, disproof) = numbers(wins);
            self.progress.moves[i] = (Move::Cell(cell), proof, disproof);
            if wins {
                best = Some(cell);
                break;
            }
        }
        self.remember(to_move, best.is_some(), self.progress.positions);
        Ok(best)
    }

    /// Whether the opponent wins after this move.
    fn after(&mut self, to_move: Colour, cell: Cell) -> Result<bool, Stopped> {
        self.place(to_move, cell);
        let wins = self.wins(to_move.other());
        self.take_back(to_move, cell);
        wins
    }

    /// Whether the colour to move wins; nobody has won yet.
    fn wins(&mut self, to_move: Colour) -> Result<bool, Stopped> {
        self.count()?;
        let cells = match self.forced(to_move) {
            Forced::Won(_) => return Ok(true),
            Forced::Lost => return Ok(false),
            Forced::Cells(cells) => cells,
        };
        if let Some(known) = self.plain.table.get(self.hash(to_move)) {
            return Ok(known.wins);
        }
        if self.is_too_far(to_move) {
            return Ok(false);
        }
        let before = self.progress.positions;
        let mut wins = self.has_known_win(to_move, &cells);
        if !wins {
            for cell in self.ordered(to_move, &cells) {
                if !self.after(to_move, cell)? {
                    wins = true;
                    break;
                }
            }
        }
        self.remember(to_move, wins, self.progress.positions - before);
        Ok(wins)
    }

    /// What the next two moves decide.
    fn forced(&self, to_move: Colour) -> Forced {
        let legal = self.position.legal_cells(to_move);
        if let Some(cell) = self.position.winning_cells(to_move).and(&legal).iter().next() {
            return Forced::Won(cell);
        }
        let other = to_move.other();
        let threats = self.position.winning_cells(other).and(&self.position.legal_cells(other));
        match threats.len() {
            0 => Forced::Cells(legal),
            1 if !threats.and(&legal).is_empty() => Forced::Cells(threats),
            _ => Forced::Lost,
        }
    }

    /// Whether the colour to move needs more stones than it will lay.
    fn is_too_far(&mut self, to_move: Colour) -> bool {
        let (own, enemy) = (self.position.stones(to_move), self.position.stones(to_move.other()));
        let moves = self.position.empty_count().div_ceil(2);
        self.plain.distances.distance(to_move, own, enemy) as usize > moves
    }

    /// Whether the table knows a move that wins.
    fn has_known_win(&mut self, to_move: Colour, cells: &CellSet) -> bool {
        cells.iter().any(|cell| {
            self.place(to_move, cell);
            let known = self.plain.table.get(self.hash(to_move.other()));
            self.take_back(to_move, cell);
            known.is_some_and(|known| !known.wins)
        })
    }

    /// The cells, most promising first.
    fn ordered(&mut self, to_move: Colour, cells: &CellSet) -> Vec<Cell> {
        let values = self.plain.eval.moves(&self.position, to_move, &|| false).unwrap_or_default();
        let mut values: Vec<_> = values.into_iter().filter(|v| cells.contains(v.0)).collect();
        values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        values.into_iter().map(|(cell, _)| cell).collect()
    }

    fn place(&mut self, colour: Colour, cell: Cell) {
        self.position.place(colour, cell);
        self.toggle(colour, cell);
    }

    fn take_back(&mut self, colour: Colour, cell: Cell) {
        self.position.undo();
        self.toggle(colour, cell);
    }

    fn toggle(&mut self, colour: Colour, cell: Cell) {
        for (hash, keys) in self.hashes.iter_mut().zip(&self.plain.stones) {
            *hash ^= keys[cell.index()][colour.index()];
        }
    }

    /// One hash for all images of a position: stones, the colour to move, and
    /// the places of both colours in their cycles.
    fn hash(&self, to_move: Colour) -> u128 {
        let mover = |turned: bool| if turned { to_move.other() } else { to_move };
        let images = self.hashes.iter().zip(&self.plain.turned);
        let images = images.map(|(hash, &turned)| match mover(turned) {
            Colour::Black => *hash,
            Colour::White => !hash,
        });
        // The high half of the least of them is small: it must not choose the bucket.
        let hash = images.min().unwrap_or_default().rotate_left(64);
        let seasons = self.position.rules().seasons.count();
        Colour::ALL.into_iter().filter(|_| seasons > 1).fold(hash, |hash, colour| {
            let place = self.position.place_in_cycle(colour);
            place.map_or(hash, |place| hash ^ self.plain.places[colour.index()][place])
        })
    }

    fn remember(&mut self, to_move: Colour, wins: bool, positions: u64) {
        let hash = self.hash(to_move);
        self.plain.table.put(hash, wins, positions);
    }

    /// Counts a position and looks at the limits.
    fn count(&mut self) -> Result<(), Stopped> {
        if self.limits.positions.is_some_and(|most| self.progress.positions >= most) {
            return Err(Stopped);
        }
        self.progress.positions += 1;
        if !self.progress.positions.is_multiple_of(POLL) {
            return Ok(());
        }
        let now = Instant::now();
        if now - self.reported >= REPORT {
            self.reported = now;
            self.progress.line = self.position.moves().skip(self.root).map(|(_, mv)| mv).collect();
            (self.watch)(&self.progress);
        }
        let late = self.limits.time.is_some_and(|time| now - self.begin >= time);
        if late || self.limits.stop.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// The game from here on: the winner makes moves that win, and the loser those
    /// that took the most work to refute. It ends early if a limit is reached.
    fn line(&mut self, mut to_move: Colour, best: Option<Cell>) -> Vec<Move> {
        let (mut line, mut wins, mut next) = (Vec::new(), best.is_some(), best);
        loop {
            if !wins {
                next = self.losing_move(to_move);
            }
            let Some(cell) = next else { return line };
            self.place(to_move, cell);
            line.push(Move::Cell(cell));
            if self.position.winner().is_some() {
                return line;
            }
            (to_move, wins) = (to_move.other(), !wins);
            next = if wins { self.winning_move(to_move) } else { None };
        }
    }

    /// A move that wins. What the table has lost is searched again.
    fn winning_move(&mut self, to_move: Colour) -> Option<Cell> {
        let mut cells = match self.forced(to_move) {
            Forced::Won(cell) => return Some(cell),
            Forced::Lost => return None,
            Forced::Cells(cells) => self.ordered(to_move, &cells),
        };
        let known = |cell: &Cell| self.has_known_win(to_move, &[*cell].into_iter().collect());
        if let Some(i) = cells.iter().position(known) {
            cells.swap(0, i);
        }
        let wins = |&cell: &Cell| self.after(to_move, cell).ok() == Some(false);
        cells.into_iter().find(wins)
    }

    /// The move that was hardest to refute; a threat is parried if that is possible.
    fn losing_move(&mut self, to_move: Colour) -> Option<Cell> {
        let legal = self.position.legal_cells(to_move);
        let threats = self.position.winning_cells(to_move.other()).and(&legal);
        let cells = if threats.is_empty() { legal } else { threats };
        let cells = self.ordered(to_move, &cells);
        let work = |cell: &Cell| {
            self.place(to_move, *cell);
            let known = self.plain.table.get(self.hash(to_move.other()));
            self.take_back(to_move, *cell);
            std::cmp::Reverse(known.map(|known| known.work))
        };
        cells.into_iter().min_by_key(work)
    }
}

/// What the next two moves decide.
enum Forced {
    /// The colour to move wins with this move.
    Won(Cell),
    /// The opponent's next move wins.
    Lost,
    /// Nothing yet; one of these moves must be made.
    Cells(CellSet),
}
