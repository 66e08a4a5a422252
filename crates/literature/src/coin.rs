//! What a position is worth when fair coins colour its empty cells: exactly,
//! and by random fills.
//!
//! Under random turns on rhombus and cylinder, without seasons, this is the
//! value under best play, and the best cell for both players is the one most
//! likely to be pivotal (Peres, Schramm, Sheffield, Wilson). Another stone never
//! hurts its colour, so the chance that a cell is pivotal is the difference
//! between black's chances with the cell black and with the cell white.

use kring_board::{Cell, Colour, Position, Rules, Topology, Turns};
use kring_eval::{BitFlood, BoardBatch, Playouts, first_boards};
use rand::Rng;

/// 64-bit words in a batch of boards.
const W: usize = 8;
/// Boards in a batch, and how many cells it takes to number them.
const BOARDS: u64 = 64 * W as u64;
const LOW: usize = BOARDS.trailing_zeros() as usize;

/// Batches between two calls of `go_on`.
const LOOK_EVERY: u64 = 256;

/// The exact chances of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactChances {
    /// Black's chance to win.
    pub black: f64,
    /// For each empty cell the chance that it decides the game.
    pub pivotal: Vec<(Cell, f64)>,
}

impl ExactChances {
    /// Goes through all fills of the empty cells. `None` on the torus, where a
    /// full board does not determine the winner, and with more than `most` (or
    /// 40) empty cells: each doubles the work.
    pub fn of(position: &Position, most: usize) -> Option<ExactChances> {
        ExactChances::while_going(&|_| true, position, most)
    }

    /// The same; `None` also if `go_on`, called with the share that is done,
    /// returns false.
    pub fn while_going(
        go_on: &dyn Fn(f64) -> bool,
        position: &Position,
        most: usize,
    ) -> Option<ExactChances> {
        let cells: Vec<Cell> = position.empty().iter().collect();
        if position.rules().topology == Topology::Torus || cells.len() > most.min(40) {
            return None;
        }
        let mut flood = BitFlood::<W>::new(position.geometry(), Colour::Black, 0);
        let mut black = vec![[0; W]; position.size().cells()];
        position.stones(Colour::Black).iter().for_each(|stone| black[stone.index()] = [!0; W]);
        let (low, high) = cells.split_at(cells.len().min(LOW));
        low.iter().enumerate().for_each(|(i, cell)| black[cell.index()] = pattern(i));
        let boards: BoardBatch<W> = first_boards(1 << low.len());
        // Wins, and wins with each cell black.
        let (mut wins, mut with) = (0u64, vec![0u64; cells.len()]);
        let batches = 1u64 << high.len();
        for batch in 0..batches {
            if batch % LOOK_EVERY == LOOK_EVERY - 1 && !go_on(batch as f64 / batches as f64) {
                return None;
            }
            // Gray code: one cell changes at a time.
            if batch > 0 {
                let cell = high[batch.trailing_zeros() as usize];
                black[cell.index()] = black[cell.index()].map(|word| !word);
            }
            let joined = flood.joined(&black, 0);
            let won: BoardBatch<W> = std::array::from_fn(|w| joined[w] & boards[w]);
            wins += count(&won);
            for (cell, with) in cells.iter().zip(&mut with) {
                let has = &black[cell.index()];
                *with += count(&std::array::from_fn(|w| won[w] & has[w]));
            }
        }
        let fills = (1u64 << cells.len()) as f64;
        // The chance with the cell black, less that with the cell white; each
        // is the case in half of the fills.
        let pivotal = |with: u64| (2.0 * with as f64 - wins as f64) / (fills / 2.0);
        Some(ExactChances {
            black: wins as f64 / fills,
            pivotal: cells.iter().zip(with).map(|(&cell, with)| (cell, pivotal(with))).collect(),
        })
    }
}

/// The boards on which bit `i` of the board's number is set.
fn pattern(i: usize) -> BoardBatch<W> {
    std::array::from_fn(|w| match i {
        0..6 => (!0 / ((1 << (1 << i)) + 1)) << (1 << i),
        _ if w >> (i - 6) & 1 != 0 => !0,
        _ => 0,
    })
}

/// The number of boards in a set.
fn count(boards: &BoardBatch<W>) -> u64 {
    boards.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Black's chance to win when coins colour the empty cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinValue {
    /// The chance.
    pub black: f64,
    /// Its standard error; none if it is exact.
    pub error: Option<f64>,
}

/// Why the fills of the empty cells do not give the value of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCoinValue {
    /// The players take turns.
    #[error("the turns alternate: coins decide nothing")]
    Turns,
    /// Not every cell can be played at any time.
    #[error("the seasons restrict the moves: no value of best play is known")]
    Seasons,
    /// A full board does not tell the winner.
    #[error("on the torus the first ring wins: no value of best play is known")]
    Torus,
}

impl NoCoinValue {
    /// Whether fills give the value of best play under random turns, or why not.
    pub fn check(rules: &Rules) -> Result<(), NoCoinValue> {
        if rules.seasons.count() > 1 {
            Err(NoCoinValue::Seasons)
        } else if rules.topology == Topology::Torus {
            Err(NoCoinValue::Torus)
        } else {
            Ok(())
        }
    }
}

impl CoinValue {
    /// Empty cells up to which all fills are counted.
    pub const MOST_EXACT: usize = 24;

    /// The value of a position under random turns: exact if few cells are empty,
    /// otherwise from so many random fills, or fewer if `stop` returns true.
    pub fn of(
        position: &Position,
        fills: u64,
        rng: &mut impl Rng,
        stop: impl Fn() -> bool,
    ) -> Result<CoinValue, NoCoinValue> {
        if position.rules().turns != Turns::Random {
            return Err(NoCoinValue::Turns);
        }
        if let Some(winner) = position.winner() {
            let black = f64::from(u8::from(winner == Colour::Black));
            return Ok(CoinValue { black, error: None });
        }
        NoCoinValue::check(position.rules())?;
        let exact = ExactChances::while_going(&|_| !stop(), position, CoinValue::MOST_EXACT);
        Ok(match exact {
            Some(exact) => CoinValue { black: exact.black, error: None },
            None => CoinValue::sampled(position, fills, rng, stop),
        })
    }

    /// From so many random fills, or fewer if `stop` returns true.
    pub fn sampled(
        position: &Position,
        fills: u64,
        rng: &mut impl Rng,
        stop: impl Fn() -> bool,
    ) -> CoinValue {
        let mut playouts = Playouts::<W>::of_coins(position.game());
        playouts.prepare(position, Colour::Black, &[]);
        let (mut left, mut wins) = (fills.max(1), 0);
        while left > 0 && !(left < fills && stop()) {
            let boards = first_boards(left);
            let won = playouts.fill(rng, boards);
            wins += count(&std::array::from_fn(|w| won[w] & boards[w]));
            left -= left.min(BOARDS);
        }
        let n = (fills.max(1) - left) as f64;
        let black = wins as f64 / n;
        // As if one more fill had been won and one lost, so that the error is
        // never zero.
        let guess = (wins as f64 + 1.0) / (n + 2.0);
        CoinValue { black, error: Some((guess * (1.0 - guess) / n).sqrt()) }
    }
}

/// Wins of a colour after each of several moves, from random fills of which
/// each counts for one move. [`CellWins`] needs fewer fills.
pub struct MoveWins<'a> {
    position: &'a Position,
    colour: Colour,
    playouts: Playouts<W>,
}

impl<'a> MoveWins<'a> {
    /// For moves of this colour in this position.
    pub fn new(position: &'a Position, colour: Colour) -> MoveWins<'a> {
        MoveWins { position, colour, playouts: Playouts::of_coins(position.game()) }
    }

    /// The wins in `share` fills after each of the moves.
    ///
    /// # Panics
    /// If a move is outside the board.
    pub fn wins(&mut self, moves: &[Cell], share: u64, rng: &mut impl Rng) -> Vec<u64> {
        self.wins_while(&|| true, moves, share, rng).unwrap_or_default()
    }

    /// The same; `None` if `go_on` returns false.
    ///
    /// # Panics
    /// As [`MoveWins::wins`].
    pub fn wins_while(
        &mut self,
        go_on: &dyn Fn() -> bool,
        moves: &[Cell],
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<Vec<u64>> {
        let (position, colour) = (self.position, self.colour);
        if position.rules().topology == Topology::Torus {
            let mut after = position.clone();
            let wins = |&cell: &Cell| {
                after.clone_from(position);
                after.place(colour, cell);
                self.wins_after(go_on, &after, share, rng)
            };
            return moves.iter().map(wins).collect();
        }
        // The fills of all moves one after the other, so that no board of a
        // batch is idle. On the boards of a move its cell has the colour.
        self.playouts.prepare(position, colour, &[]);
        let mut wins = vec![0; moves.len()];
        let all = share * moves.len() as u64;
        for begin in (0..all).step_by(BOARDS as usize) {
            let end = all.min(begin + BOARDS);
            // The boards of each move that has some here.
            let batch = |at: u64| {
                let [from, to] = [at * share, (at + 1) * share].map(|fill| fill.clamp(begin, end));
                let [before, upto] = [from, to].map(|fill| first_boards::<W>(fill - begin));
                (at as usize, std::array::from_fn(|w| upto[w] & !before[w]))
            };
            let parts: Vec<(usize, BoardBatch<W>)> =
                (begin / share..=(end - 1) / share).map(batch).collect();
            let black = self.playouts.fill_with(rng, [!0; W], |black| {
                for (at, boards) in &parts {
                    give(&mut black[moves[*at].index()], colour, boards);
                }
            });
            for (at, boards) in parts {
                wins[at] += count(&won_by(colour, &black, &boards));
            }
            if !go_on() {
                return None;
            }
        }
        Some(wins)
    }

    /// The wins in so many fills of a position after a move.
    fn wins_after(
        &mut self,
        go_on: &dyn Fn() -> bool,
        after: &Position,
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<u64> {
        self.playouts.prepare(after, self.colour.other(), &[]);
        let (mut left, mut wins) = (share, 0);
        while left > 0 {
            let boards = first_boards(left);
            let black = self.playouts.fill(rng, boards);
            wins += count(&won_by(self.colour, &black, &boards));
            left -= left.min(BOARDS);
            if !go_on() {
                return None;
            }
        }
        Some(wins)
    }
}

/// Wins of a colour after each of several moves, from random fills of which
/// each counts for all moves.
///
/// A fair coin colours each empty cell, so the fills in which the colour has a
/// cell are distributed as fills after its move there. The share of them that
/// it wins is an unbiased estimate of its chance after the move. So about half
/// of all fills count for each move.
///
/// On the torus, where the first ring wins, the move comes before the other
/// stones of the fill. A colour that wins the fill still wins it if one of its
/// stones is laid first. A colour that loses the fill wins it if that stone
/// closes a ring with the stones laid before the opponent's ring was closed;
/// such cells count as won.
pub struct CellWins {
    playouts: Playouts<W>,
    colour: Colour,
    moves: Vec<Cell>,
    /// For each cell of the board the fills in which the colour had it, and
    /// those of them that it won.
    had: Vec<u64>,
    won: Vec<u64>,
    /// All fills, and those that the colour won.
    fills: u64,
    wins: u64,
}

impl CellWins {
    /// For these moves of a colour.
    pub fn new(position: &Position, colour: Colour, moves: Vec<Cell>) -> CellWins {
        let mut playouts = Playouts::of_coins(position.game());
        playouts.prepare(position, colour, &[]);
        let none = vec![0; position.size().cells()];
        CellWins { playouts, colour, moves, had: none.clone(), won: none, fills: 0, wins: 0 }
    }

    /// Adds so many fills.
    pub fn add(&mut self, fills: u64, rng: &mut impl Rng) {
        let flip = if self.colour == Colour::Black { 0 } else { !0 };
        let mut left = fills;
        while left > 0 {
            let boards = first_boards(left);
            let won = &mut self.won;
            let note = |cell: Cell| won[cell.index()] += 1;
            let black = self.playouts.fill_noting(rng, boards, self.colour, note);
            let wins = won_by(self.colour, &black, &boards);
            for cell in &self.moves {
                let black = &self.playouts.black_cells()[cell.index()];
                let has = std::array::from_fn(|w| (black[w] ^ flip) & boards[w]);
                self.had[cell.index()] += count(&has);
                self.won[cell.index()] += count(&std::array::from_fn(|w| has[w] & wins[w]));
            }
            self.fills += left.min(BOARDS);
            self.wins += count(&wins);
            left -= left.min(BOARDS);
        }
    }

    /// The chance to win after each move. For a cell that the colour never
    /// had, this is its share of wins in all fills.
    pub fn chances(&self) -> Vec<(Cell, f64)> {
        let chance = |&cell: &Cell| {
            let (won, had) = match (self.won[cell.index()], self.had[cell.index()]) {
                (_, 0) => (self.wins, self.fills.max(1)),
                known => known,
            };
            (cell, won as f64 / had as f64)
        };
        self.moves.iter().map(chance).collect()
    }
}

/// Gives a cell to a colour on some boards.
fn give(cell: &mut BoardBatch<W>, colour: Colour, boards: &BoardBatch<W>) {
    for (word, boards) in cell.iter_mut().zip(boards) {
        match colour {
            Colour::Black => *word |= boards,
            Colour::White => *word &= !boards,
        }
    }
}

/// The boards, of those given, that a colour wins.
fn won_by(colour: Colour, black: &BoardBatch<W>, boards: &BoardBatch<W>) -> BoardBatch<W> {
    std::array::from_fn(|w| match colour {
        Colour::Black => black[w] & boards[w],
        Colour::White => !black[w] & boards[w],
    })
}
