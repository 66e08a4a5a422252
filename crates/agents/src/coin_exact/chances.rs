//! The chances to win when fair coins colour the empty cells, of a position and of each move, also
//! of the first move of a game with swap and random turns.

use kring_board::{Cell, CellSet, Colour, Position, Topology};
use kring_literature::{
    coin::{CellWins, ExactChances, NoCoinValue},
    pivots::PivotCounts,
};
use rand_chacha::ChaCha8Rng;

use crate::{choose::in_order, level::weighted, time_manager::TimeManager};

/// Fills between two looks at the clock: one batch of the playouts.
const ROUND: u64 = 512;

/// The chances of a colour.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FillChances {
    /// Before a coin decides who moves.
    pub now: f64,
    /// With each of the moves.
    pub cells: Vec<(Cell, f64)>,
    pub fills: u64,
    /// Whether these are all fills.
    pub is_exact: bool,
}

impl FillChances {
    /// By counting all fills, up to `most` empty cells, if there is time, and not on the torus;
    /// otherwise by random fills, until the limits end them, but at least one round. `see` is called
    /// after each round.
    pub fn of(
        position: &Position,
        colour: Colour,
        moves: &CellSet,
        most: usize,
        limits: &TimeManager,
        rng: &mut ChaCha8Rng,
        mut see: impl FnMut(&FillSample),
    ) -> FillChances {
        if let Some(exact) = ExactChances::of(position, most, &|share| limits.finishes(share)) {
            let now = if colour == Colour::Black { exact.black } else { 1.0 - exact.black };
            // Owning a cell gains half of its probability to be pivotal.
            let chance = |pivotal: f64| (now + pivotal / 2.0).clamp(0.0, 1.0);
            let listed = exact.pivotal.iter().filter(|(cell, _)| moves.contains(*cell));
            let cells = listed.map(|&(cell, pivotal)| (cell, chance(pivotal))).collect();
            return FillChances { now, cells, fills: 1 << exact.pivotal.len(), is_exact: true };
        }
        let mut sample = match position.rules().topology {
            Topology::Torus => {
                let moves = moves.iter().collect();
                FillSample::Wins(Box::new(CellWins::new(position, colour, moves)))
            }
            _ => FillSample::Pivots(Box::new(PivotCounts::new(position))),
        };
        let mut done = 0;
        while done == 0 || limits.may_continue(done) {
            let round = limits.count.saturating_sub(done).clamp(1, ROUND);
            sample.add(round, rng);
            done += round;
            see(&sample);
        }
        sample.chances(colour, moves)
    }

    /// What the best move gains: half of what the coin decides.
    pub fn gain(&self) -> f64 {
        let best = self.cells.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
        (best - self.now).max(0.0)
    }

    /// Draws a move in proportion to exp(−(loss / temperature)²). The loss of a move is the share
    /// of the best move's gain that it misses: 0 for the best move, 1 for one that decides nothing.
    pub fn draw(&self, temperature: f64, rng: &mut ChaCha8Rng) -> Option<(Cell, f64)> {
        let gain = self.gain().max(1e-9);
        let weight = |(_, chance): (Cell, f64)| {
            let loss = (1.0 - (chance - self.now) / gain) / temperature;
            libm::exp(-loss * loss)
        };
        weighted(self.cells.iter().copied(), weight, rng)
    }
}

/// Random fills. No cell is pivotal on the torus, where a full board has no certain winner.
pub(super) enum FillSample {
    Pivots(Box<PivotCounts>),
    Wins(Box<CellWins>),
}

impl FillSample {
    fn add(&mut self, fills: u64, rng: &mut ChaCha8Rng) {
        match self {
            FillSample::Pivots(pivots) => pivots.add(fills, rng),
            FillSample::Wins(wins) => wins.add(fills, rng),
        }
    }

    pub fn chances(&self, colour: Colour, moves: &CellSet) -> FillChances {
        let (now, fills, cells) = match self {
            FillSample::Pivots(pivots) => {
                let now = pivots.chance(colour);
                let chance = |cell| (cell, (now + pivots.gain(cell)).clamp(0.0, 1.0));
                (now, pivots.fills, moves.iter().map(chance).collect())
            }
            FillSample::Wins(wins) => (wins.chance(), wins.fills, wins.chances()),
        };
        FillChances { now, cells, fills, is_exact: false }
    }
}

/// The share of the fills of a move that each opening gets.
const OPENING_SHARE: u64 = 8;

/// Whether the colour makes a first move that white may swap, in a game whose best play is known.
pub(super) fn is_opening(position: &Position, colour: Colour) -> bool {
    position.rules().swap
        && colour == Colour::Black
        && !position.has_begun()
        && position.winning_cells(colour).is_empty()
        && NoCoinValue::check(position.rules()).is_ok()
}

/// Replaces the chances of first moves by what they are worth if white swaps where it should.
///
/// Let v be black's chance after the stone and before the next coin, and δ what the coin gains
/// for the colour that it favours. Heads, black moves and has v + δ. Tails, white moves, which
/// leaves black v − δ, or swaps, which leaves it 1 − v. So the stone is worth v, or (1 + δ) / 2
/// if that is less. The strongest stone can be worth less than a weaker one that leaves the next
/// coin more to decide.
pub(super) fn allow_for_swap(
    chances: &mut FillChances,
    position: &Position,
    cells: usize,
    limits: &TimeManager,
    rng: &mut ChaCha8Rng,
) {
    let limits = limits.clone().with_count(Some(limits.count / OPENING_SHARE), 0);
    let listed = &chances.cells;
    let order = in_order(listed.len(), |a, b| listed[b].1.total_cmp(&listed[a].1));
    let mut best = 0.5;
    for number in order {
        let (cell, chance) = &mut chances.cells[number];
        // No stone is worth more than its chance without the swap.
        if *chance <= best || limits.is_up() {
            break;
        }
        let mut after = position.clone();
        after.play_unchecked(Colour::Black, *cell);
        let moves = after.empty();
        let after = FillChances::of(&after, Colour::Black, &moves, cells, &limits, rng, |_| ());
        *chance = chance.min((1.0 + after.gain()) / 2.0);
        best = f64::max(best, *chance);
    }
}
