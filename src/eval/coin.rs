//! What a position is worth when fair coins colour its empty cells.
//!
//! Under random turns on rhombus and cylinder, without seasons, that is its
//! value under best play, and the best cell for both players is the one most
//! likely to be pivotal (Peres, Schramm, Sheffield, Wilson). Colouring a cell
//! never hurts its owner, so the chance that a cell is pivotal is the
//! difference that its colour makes to black's chance.

use rand::Rng;

use super::{BitFlood, BoardBatch, Playouts, first_boards};
use crate::{
    board::{Cell, Position},
    rules::{Colour, Topology},
};

/// 64-bit words of boards at once.
pub(super) const W: usize = 8;
/// Boards at once, and the cells that tell them apart.
pub(super) const BOARDS: u64 = 64 * W as u64;
const LOW: usize = BOARDS.trailing_zeros() as usize;

/// Turns of all fills between two looks at whether to go on.
const LOOK_EVERY: u64 = 256;

/// The exact chances of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Black's chance to win.
    pub black: f64,
    /// For each empty cell the chance that it decides the game.
    pub pivotal: Vec<(Cell, f64)>,
}

impl Exact {
    /// Goes through all fills of the empty cells; `None` on the torus, where a
    /// full board does not tell the winner, and with more than `most` empty
    /// cells: each doubles the work.
    pub fn of(position: &Position, most: usize) -> Option<Exact> {
        Exact::while_going(&|_| true, position, most)
    }

    /// The same, unless `go_on` says no on the way, of the share that is done.
    pub fn while_going(
        go_on: &dyn Fn(f64) -> bool,
        position: &Position,
        most: usize,
    ) -> Option<Exact> {
        let cells: Vec<Cell> = position.empty().iter().collect();
        if position.rules().topology == Topology::Torus || cells.len() > most.min(40) {
            return None;
        }
        let mut net = BitFlood::<W>::new(position.geometry(), Colour::Black, 0);
        let mut black = vec![[0; W]; position.size().cells()];
        position.stones(Colour::Black).iter().for_each(|stone| black[stone.index()] = [!0; W]);
        let (low, high) = cells.split_at(cells.len().min(LOW));
        low.iter().enumerate().for_each(|(i, cell)| black[cell.index()] = pattern(i));
        let boards: BoardBatch<W> = first_boards(1 << low.len());
        // Wins, and wins with each cell black.
        let (mut wins, mut with) = (0u64, vec![0u64; cells.len()]);
        let turns = 1u64 << high.len();
        for turn in 0..turns {
            if turn % LOOK_EVERY == LOOK_EVERY - 1 && !go_on(turn as f64 / turns as f64) {
                return None;
            }
            // Gray's code: one cell changes at a time.
            if turn > 0 {
                let cell = high[turn.trailing_zeros() as usize];
                black[cell.index()] = black[cell.index()].map(|word| !word);
            }
            let joined = net.joined(&black, 0);
            let won: BoardBatch<W> = std::array::from_fn(|w| joined[w] & boards[w]);
            wins += count(&won);
            for (cell, with) in cells.iter().zip(&mut with) {
                let has = &black[cell.index()];
                *with += count(&std::array::from_fn(|w| won[w] & has[w]));
            }
        }
        let fills = (1u64 << cells.len()) as f64;
        // With the cell black less with the cell white, of half the fills each.
        let pivotal = |with: u64| (2.0 * with as f64 - wins as f64) / (fills / 2.0);
        Some(Exact {
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

pub(super) fn count(boards: &BoardBatch<W>) -> u64 {
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

impl CoinValue {
    /// From so many random fills, or those until somebody says stop.
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
        // Never certain: as if one fill more had been won and one lost.
        let guess = (wins as f64 + 1.0) / (n + 2.0);
        CoinValue { black, error: Some((guess * (1.0 - guess) / n).sqrt()) }
    }
}

/// Wins of a colour after each of several moves, from random fills.
pub struct Spots<'a> {
    position: &'a Position,
    colour: Colour,
    playouts: Playouts<W>,
}

impl<'a> Spots<'a> {
    /// For moves of this colour in this position.
    pub fn new(position: &'a Position, colour: Colour) -> Spots<'a> {
        Spots { position, colour, playouts: Playouts::of_coins(position.game()) }
    }

    /// The wins in `share` fills after each of the moves.
    pub fn wins(&mut self, moves: &[Cell], share: u64, rng: &mut impl Rng) -> Vec<u64> {
        self.wins_while(&|| true, moves, share, rng).unwrap_or_default()
    }

    /// The same, unless `go_on` says no on the way.
    pub fn wins_while(
        &mut self,
        go_on: &dyn Fn() -> bool,
        moves: &[Cell],
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<Vec<u64>> {
        match self.position.rules().topology {
            Topology::Torus => {
                let mut after = self.position.clone();
                let wins = |&cell: &Cell| {
                    after.clone_from(self.position);
                    after.place(self.colour, cell);
                    self.wins_after(go_on, &after, share, rng)
                };
                moves.iter().map(wins).collect()
            }
            _ => self.packed_wins(go_on, moves, share, rng),
        }
    }

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

    /// The fills of all moves one after the other, so that no board is idle:
    /// those of a move are the fills in which it has been played.
    fn packed_wins(
        &mut self,
        go_on: &dyn Fn() -> bool,
        moves: &[Cell],
        share: u64,
        rng: &mut impl Rng,
    ) -> Option<Vec<u64>> {
        let colour = self.colour;
        self.playouts.prepare(self.position, colour, &[]);
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

/// Of some boards those that a colour wins.
pub(super) fn won_by(
    colour: Colour,
    black: &BoardBatch<W>,
    boards: &BoardBatch<W>,
) -> BoardBatch<W> {
    std::array::from_fn(|w| match colour {
        Colour::Black => black[w] & boards[w],
        Colour::White => !black[w] & boards[w],
    })
}
