//! The value of a position when fair coins colour its empty cells: exact, and estimated by random
//! fills.
//!
//! Under random turns on rhombus and cylinder, without seasons, this is the value under best
//! play, and the best cell for both players is the one most likely to be pivotal (Peres, Schramm,
//! Sheffield, Wilson). An additional stone never hurts its colour, so the probability that a cell
//! is pivotal is the difference between black's win probabilities with the cell black and with
//! the cell white.

use kring_board::{Cell, Colour, Position, Rules, Topology, Turns};
use kring_eval::{BitFlood, BoardBatch, Playouts, first_boards};
use rand::Rng;

/// 64-bit words in a batch of boards.
pub(crate) const W: usize = 8;
/// Boards in a batch, and the number of cells whose colours number them.
const BOARDS: u64 = 64 * W as u64;
const LOW: usize = BOARDS.trailing_zeros() as usize;

/// Batches between two calls of `go_on`.
const BATCHES_PER_CHECK: u64 = 256;

/// The exact win probability of a position, and the pivotal cells.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactChances {
    /// Black's win probability.
    pub black: f64,
    /// For each empty cell the probability that it decides the game.
    pub pivotal: Vec<(Cell, f64)>,
}

impl ExactChances {
    /// Enumerates all fills of the empty cells. `None` on the torus, where a full board does not
    /// determine the winner; with more than `most` (or 40) empty cells, as each cell doubles the
    /// work; and if `go_on` says no to the share that is done.
    pub fn of(
        position: &Position,
        most: usize,
        go_on: &dyn Fn(f64) -> bool,
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
        // The number of wins, and of wins with each cell black.
        let (mut wins, mut with) = (0u64, vec![0u64; cells.len()]);
        let batches = 1u64 << high.len();
        for batch in 0..batches {
            if batch % BATCHES_PER_CHECK == BATCHES_PER_CHECK - 1
                && !go_on(batch as f64 / batches as f64)
            {
                return None;
            }
            // Gray code: one cell changes per batch.
            if batch > 0 {
                let cell = high[batch.trailing_zeros() as usize];
                black[cell.index()] = black[cell.index()].map(|word| !word);
            }
            let joined = flood.joined([!0; W], &black, 0);
            let won: BoardBatch<W> = std::array::from_fn(|w| joined[w] & boards[w]);
            wins += count(&won);
            for (cell, with) in cells.iter().zip(&mut with) {
                let has = &black[cell.index()];
                *with += count(&std::array::from_fn(|w| won[w] & has[w]));
            }
        }
        let fills = (1u64 << cells.len()) as f64;
        // With the cell black minus with the cell white, each in half of the fills.
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

/// The boards of each batch of this number of fills.
pub(crate) fn batches(fills: u64) -> impl Iterator<Item = BoardBatch<W>> {
    (0..fills).step_by(BOARDS as usize).map(move |done| first_boards(fills - done))
}

/// The number of boards in a set.
pub(crate) fn count(boards: &BoardBatch<W>) -> u64 {
    boards.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Black's win probability when coins colour the empty cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinValue {
    /// The probability.
    pub black: f64,
    /// Its standard error; `None` if it is exact.
    pub error: Option<f64>,
}

/// Why random fills do not give the value under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoCoinValue(&'static str);

impl NoCoinValue {
    const TURNS: NoCoinValue = NoCoinValue("the turns alternate: coins decide nothing");

    /// Checks that fills give the value under best play with random turns.
    pub fn check(rules: &Rules) -> Result<(), NoCoinValue> {
        if rules.turns != Turns::Random {
            Err(NoCoinValue::TURNS)
        } else if rules.seasons.count() > 1 {
            Err(NoCoinValue("the seasons restrict the moves: no value of best play is known"))
        } else if rules.topology == Topology::Torus {
            Err(NoCoinValue("on the torus the first ring wins: no value of best play is known"))
        } else {
            Ok(())
        }
    }
}

impl CoinValue {
    /// The largest number of empty cells for which all fills are counted.
    pub const MOST_EXACT: usize = 24;

    /// The value of a position under random turns: exact if few cells are empty, otherwise from
    /// `fills` random fills, or fewer if `stop` returns true.
    pub fn of(
        position: &Position,
        fills: u64,
        rng: &mut impl Rng,
        stop: impl Fn() -> bool,
    ) -> Result<CoinValue, NoCoinValue> {
        if position.rules().turns != Turns::Random {
            return Err(NoCoinValue::TURNS);
        }
        if let Some(winner) = position.winner() {
            let black = f64::from(u8::from(winner == Colour::Black));
            return Ok(CoinValue { black, error: None });
        }
        NoCoinValue::check(position.rules())?;
        let exact = ExactChances::of(position, CoinValue::MOST_EXACT, &|_| !stop());
        Ok(match exact {
            Some(exact) => CoinValue { black: exact.black, error: None },
            None => CoinValue::sampled(position, fills, rng, stop),
        })
    }

    /// An estimate from `fills` random fills, or fewer if `stop` returns true.
    pub fn sampled(
        position: &Position,
        fills: u64,
        rng: &mut impl Rng,
        stop: impl Fn() -> bool,
    ) -> CoinValue {
        let mut playouts = Playouts::<W>::of_coins(position.game());
        playouts.prepare(position, Colour::Black, &[]);
        let mut left = fills.max(1);
        let mut wins = 0;
        while left > 0 && !(left < fills && stop()) {
            let boards = first_boards(left);
            let won = playouts.play(rng, boards);
            wins += count(&std::array::from_fn(|w| won[w] & boards[w]));
            left -= left.min(BOARDS);
        }
        let n = (fills.max(1) - left) as f64;
        let black = wins as f64 / n;
        // As if one more fill were won and one lost, so that the error is never zero.
        let guess = (wins as f64 + 1.0) / (n + 2.0);
        CoinValue { black, error: Some((guess * (1.0 - guess) / n).sqrt()) }
    }
}

/// Wins of a colour after each of several moves. Each random fill counts for one move;
/// [`CellWins`] needs fewer fills.
pub struct MoveWins<'a> {
    position: &'a Position,
    colour: Colour,
    playouts: Playouts<W>,
}

impl<'a> MoveWins<'a> {
    /// Counts wins after moves of this colour in this position.
    pub fn new(position: &'a Position, colour: Colour) -> MoveWins<'a> {
        MoveWins { position, colour, playouts: Playouts::of_coins(position.game()) }
    }

    /// The wins in `share` fills per move; `None` if `go_on` returns false.
    ///
    /// # Panics
    /// If a move is outside the board.
    pub fn wins(
        &mut self,
        go_on: &dyn Fn() -> bool,
        moves: &[Cell],
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<Vec<u64>> {
        let position = self.position;
        let colour = self.colour;
        if position.rules().topology == Topology::Torus {
            return moves.iter().map(|&cell| self.wins_after(go_on, cell, share, rng)).collect();
        }
        // The fills of all moves in sequence, so that no board of a batch is idle. On the boards
        // of a move its cell has the colour.
        self.playouts.prepare(position, colour, &[]);
        let mut wins = vec![0; moves.len()];
        let all = share * moves.len() as u64;
        for begin in (0..all).step_by(BOARDS as usize) {
            let end = all.min(begin + BOARDS);
            // The boards of this batch that belong to a move.
            let batch = |at: u64| {
                let [from, to] = [at * share, (at + 1) * share].map(|fill| fill.clamp(begin, end));
                let [before, upto] = [from, to].map(|fill| first_boards::<W>(fill - begin));
                (at as usize, std::array::from_fn(|w| upto[w] & !before[w]))
            };
            let parts: Vec<(usize, BoardBatch<W>)> =
                (begin / share..=(end - 1) / share).map(batch).collect();
            let black = self.playouts.play_with(rng, [!0; W], |black| {
                for (at, boards) in &parts {
                    let cell = &mut black[moves[*at].index()];
                    *cell = std::array::from_fn(|w| match colour {
                        Colour::Black => cell[w] | boards[w],
                        Colour::White => cell[w] & !boards[w],
                    });
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

    /// The wins in `share` fills of the position after a move.
    fn wins_after(
        &mut self,
        go_on: &dyn Fn() -> bool,
        cell: Cell,
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<u64> {
        let mut after = self.position.clone();
        after.play_unchecked(self.colour, cell);
        self.playouts.prepare(&after, self.colour.other(), &[]);
        let mut wins = 0;
        for boards in batches(share) {
            let black = self.playouts.play(rng, boards);
            wins += count(&won_by(self.colour, &black, &boards));
            if !go_on() {
                return None;
            }
        }
        Some(wins)
    }
}

/// Wins of a colour after each of several moves. Each random fill counts for all moves.
///
/// A fair coin colours each empty cell, so the fills in which the colour has a cell are
/// distributed as fills after its move there. The share of them that it wins is an unbiased
/// estimate of its win probability after the move. So about half of all fills count for each
/// move.
///
/// On the torus, where the first ring wins, the move precedes the other stones of the fill. A
/// colour that wins the fill still wins it if one of its stones is placed first. A colour that
/// loses the fill wins it if that stone closes a ring with the stones placed before the
/// opponent's ring was closed; such cells count as won.
pub struct CellWins {
    playouts: Playouts<W>,
    colour: Colour,
    moves: Vec<Cell>,
    /// Per cell of the board: the fills in which the colour had it, and won with it.
    had: Vec<u64>,
    won: Vec<u64>,
    /// The number of fills.
    pub fills: u64,
    wins: u64,
}

impl CellWins {
    /// Counts wins after these moves of a colour.
    pub fn new(position: &Position, colour: Colour, moves: Vec<Cell>) -> CellWins {
        let mut playouts = Playouts::of_coins(position.game());
        playouts.prepare(position, colour, &[]);
        let none = vec![0; position.size().cells()];
        CellWins { playouts, colour, moves, had: none.clone(), won: none, fills: 0, wins: 0 }
    }

    /// Adds random fills.
    pub fn add(&mut self, fills: u64, rng: &mut impl Rng) {
        let flip = if self.colour == Colour::Black { 0 } else { !0 };
        for boards in batches(fills) {
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
            self.fills += count(&boards);
            self.wins += count(&wins);
        }
    }

    /// The win probability before a move: the share of wins in all fills.
    pub fn chance(&self) -> f64 {
        self.wins as f64 / self.fills.max(1) as f64
    }

    /// The win probability after each move. For a cell that the colour never had, this is its
    /// share of wins in all fills.
    pub fn chances(&self) -> Vec<(Cell, f64)> {
        let chance = |&cell: &Cell| {
            let (won, had) = match (self.won[cell.index()], self.had[cell.index()]) {
                (_, 0) => (self.wins, self.fills.max(1)),
                counts => counts,
            };
            (cell, won as f64 / had as f64)
        };
        self.moves.iter().map(chance).collect()
    }
}

/// The given boards that a colour wins.
fn won_by(colour: Colour, black: &BoardBatch<W>, boards: &BoardBatch<W>) -> BoardBatch<W> {
    std::array::from_fn(|w| match colour {
        Colour::Black => black[w] & boards[w],
        Colour::White => !black[w] & boards[w],
    })
}
