//! Random games, many at once.
//!
//! On rhombus and cylinder the winner of a random game is the winner of the
//! full board at its end. 64·W boards are dealt side by side, one bit each,
//! and flooded together. Every board is distributed exactly as the end of a
//! random game; boards that are dealt together share the order in which cells
//! come up, but not the coins, so they are not independent of each other.
//!
//! On the torus a full board can hold rings of both colours. There the first
//! ring wins, so boards on which both colours may have one are played again
//! in the order of their deal.

mod alternating_deal;
mod coin_deal;
mod evaluator;
mod ring_replay;
mod season_deal;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand::Rng;

pub use self::evaluator::{PlayoutEvaluator, PlayoutResult};
use self::{
    alternating_deal::AlternatingDeal, coin_deal::CoinDeal, ring_replay::RingReplay,
    season_deal::SeasonDeal,
};
use super::{BitFlood, BoardBatch, bit_flood::is_none};
use crate::{
    board::{Cell, Game, Position},
    rules::{Colour, Topology, Turns},
};

/// A colour, and who is told of its cells that would have won a lost game.
type Notes<'a> = (Colour, &'a mut dyn FnMut(Cell));

/// Deals random games from a position, 64·W at a time.
pub struct Playouts<const W: usize> {
    /// Each colour's way across.
    floods: [BitFlood<W>; 2],
    deal: Deal<W>,
    /// Black's cells.
    black: Vec<BoardBatch<W>>,
    /// Finds the first ring, where a full board does not show the winner.
    replayer: Option<RingReplay>,
}

/// Who gets which cell, and when.
enum Deal<const W: usize> {
    /// The players take turns.
    Alternating(AlternatingDeal),
    /// A coin for each cell.
    Coin(CoinDeal),
    /// A coin before each move, and seasons that run out.
    Season(SeasonDeal<W>),
}

impl<const W: usize> Playouts<W> {
    /// For positions of this game.
    pub fn new(game: &Arc<Game>) -> Playouts<W> {
        let rules = game.rules();
        let deal = match rules.turns {
            Turns::Alternating => Deal::Alternating(AlternatingDeal::new(game)),
            Turns::Random if rules.seasons.count() == 1 => Deal::Coin(CoinDeal::default()),
            Turns::Random => Deal::Season(SeasonDeal::new(game)),
        };
        Playouts::with(game, deal)
    }

    /// For positions of this game; a fair coin colours each empty cell, as in
    /// random turns without seasons, whatever the rules. On the torus the
    /// stones of a board that has rings of both colours are laid in random
    /// order.
    pub fn of_coins(game: &Arc<Game>) -> Playouts<W> {
        Playouts::with(game, Deal::Coin(CoinDeal::default()))
    }

    fn with(game: &Arc<Game>, deal: Deal<W>) -> Playouts<W> {
        let torus = game.rules().topology == Topology::Torus;
        Playouts {
            // A second copy of the torus shows nearly all boards on which a
            // colour has no ring.
            floods: Colour::ALL
                .map(|colour| BitFlood::new(game.geometry(), colour, usize::from(torus))),
            deal,
            black: vec![[0; W]; game.size().cells()],
            replayer: torus.then(|| RingReplay::new(game)),
        }
    }

    /// The games to come start here, with this colour to move. Each of the
    /// `pairs` (disjoint, empty) is shared between the players: a bridge that
    /// is always answered. Where that cannot be, with seasons or random
    /// turns, they are cells like others.
    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        position.stones(Colour::Black).iter().for_each(|cell| self.black[cell.index()] = [!0; W]);
        position.stones(Colour::White).iter().for_each(|cell| self.black[cell.index()] = [0; W]);
        match &mut self.deal {
            Deal::Alternating(alternating) => alternating.prepare(position, to_move, pairs),
            Deal::Coin(coins) => coins.prepare(position),
            Deal::Season(deal) => deal.prepare(position),
        }
        if let Some(replayer) = &mut self.replayer {
            replayer.prepare(position);
        }
    }

    /// Plays the games. Answers the boards that black wins; of the others
    /// only those in `wanted` are sure to be played out.
    pub fn fill(&mut self, rng: &mut impl Rng, wanted: BoardBatch<W>) -> BoardBatch<W> {
        self.fill_with(rng, wanted, |_| ())
    }

    /// The same; `change` may give cells to other colours after the deal. The
    /// games are judged by their full boards then, which is sound on rhombus
    /// and cylinder.
    pub fn fill_with(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        change: impl FnOnce(&mut [BoardBatch<W>]),
    ) -> BoardBatch<W> {
        self.deal(rng);
        change(&mut self.black);
        match self.replayer {
            Some(_) => self.first_rings(rng, wanted, None),
            None => self.floods[0].joined(&self.black, 0),
        }
    }

    /// The same as [`Playouts::fill`], with a fair coin for each cell. On the
    /// torus it also notes each cell of a colour that would have won it a fill
    /// which it loses, had it been laid first, once for each such fill.
    pub fn fill_noting(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        colour: Colour,
        mut saves: impl FnMut(Cell),
    ) -> BoardBatch<W> {
        self.deal(rng);
        match self.replayer {
            Some(_) => self.first_rings(rng, wanted, Some((colour, &mut saves))),
            None => self.floods[0].joined(&self.black, 0),
        }
    }

    /// For each cell, the boards of the last games on which black has it.
    #[inline]
    pub fn black_cells(&self) -> &[BoardBatch<W>] {
        &self.black
    }

    fn deal(&mut self, rng: &mut impl Rng) {
        match &mut self.deal {
            Deal::Alternating(alternating) => alternating.deal(rng, &mut self.black),
            Deal::Coin(coins) => coins.deal(rng, &mut self.black),
            Deal::Season(deal) => deal.deal(rng, &mut self.black),
        }
    }

    /// The torus. Cut open, and laid out several times, it is a cylinder: who
    /// cannot cross that has no ring, since a ring, followed for long enough,
    /// crosses it; and some colour has one, so the other has won. Boards on
    /// which both can cross are played in order.
    fn first_rings(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        let [black, white] = &mut self.floods;
        let [black, white] = [black.joined(&self.black, 0), white.joined(&self.black, !0)];
        let both = std::array::from_fn(|w| black[w] & white[w] & wanted[w]);
        let replayed = self.replay(rng, both, notes);
        std::array::from_fn(|w| !white[w] | replayed[w])
    }

    /// Plays some of the boards again, stone by stone; those that black wins.
    fn replay(
        &mut self,
        rng: &mut impl Rng,
        boards: BoardBatch<W>,
        notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        let (Some(replayer), black) = (&mut self.replayer, &self.black) else { return [0; W] };
        if is_none(&boards) {
            return boards;
        }
        match &mut self.deal {
            Deal::Alternating(alternating) => {
                let order = alternating.order(rng);
                let game = |w, bit| order.iter().map(move |ply| ply.stone(black, w, bit));
                replayer.black_wins(boards, game, None)
            }
            Deal::Coin(coins) => {
                let order = coins.order(rng);
                let stone = |cell: Cell, w: usize, bit| (owner(black, cell, w, bit), cell);
                let game = |w, bit| order.iter().map(move |&cell| stone(cell, w, bit));
                replayer.black_wins(boards, game, notes)
            }
            Deal::Season(deal) => replayer.black_wins(boards, |w, bit| deal.game(w, bit), None),
        }
    }
}

/// Who has a cell on a board.
#[inline]
fn owner<const W: usize>(black: &[BoardBatch<W>], cell: Cell, w: usize, bit: u64) -> Colour {
    Colour::ALL[usize::from(black[cell.index()][w] & bit == 0)]
}

/// A number from 0 to `count` − 1, each equally likely to within 2⁻²².
#[inline]
pub(super) fn below(rng: &mut impl Rng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Puts things into a random order.
#[inline]
pub(super) fn shuffle<T>(things: &mut [T], rng: &mut impl Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, below(rng, i + 1));
    }
}
