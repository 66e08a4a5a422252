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

mod calendar;
mod coins;
mod race;
mod shares;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand::Rng;

use self::{calendar::Calendar, coins::Coins, race::Race, shares::Shares};
use super::{Lanes, Net, net::is_none};
use crate::{
    board::{Cell, Game, Position},
    rules::{Colour, Topology, Turns},
};

/// A colour, and who is told of its cells that would have won a lost game.
type Notes<'a> = (Colour, &'a mut dyn FnMut(Cell));

/// Deals random games from a position, 64·W at a time.
pub struct Filler<const W: usize> {
    /// Each colour's way across.
    nets: [Net<W>; 2],
    dealer: Dealer<W>,
    /// Black's cells.
    black: Vec<Lanes<W>>,
    /// Finds the first ring, where a full board does not show the winner.
    race: Option<Race>,
}

/// Who gets which cell, and when.
enum Dealer<const W: usize> {
    /// The players take turns.
    Shares(Shares),
    /// A coin for each cell.
    Coins(Coins),
    /// A coin before each move, and seasons that run out.
    Calendar(Calendar<W>),
}

impl<const W: usize> Filler<W> {
    /// For positions of this game.
    pub fn new(game: &Arc<Game>) -> Filler<W> {
        let rules = game.rules();
        let dealer = match rules.turns {
            Turns::Alternating => Dealer::Shares(Shares::new(game)),
            Turns::Random if rules.seasons.count() == 1 => Dealer::Coins(Coins::default()),
            Turns::Random => Dealer::Calendar(Calendar::new(game)),
        };
        Filler::with(game, dealer)
    }

    /// For positions of this game; a fair coin colours each empty cell, as in
    /// random turns without seasons, whatever the rules. On the torus the
    /// stones of a board that has rings of both colours are laid in random
    /// order.
    pub fn of_coins(game: &Arc<Game>) -> Filler<W> {
        Filler::with(game, Dealer::Coins(Coins::default()))
    }

    fn with(game: &Arc<Game>, dealer: Dealer<W>) -> Filler<W> {
        let torus = game.rules().topology == Topology::Torus;
        Filler {
            // A second copy of the torus shows nearly all boards on which a
            // colour has no ring.
            nets: Colour::ALL.map(|colour| Net::new(game.geometry(), colour, usize::from(torus))),
            dealer,
            black: vec![[0; W]; game.size().cells()],
            race: torus.then(|| Race::new(game)),
        }
    }

    /// The games to come start here, with this colour to move. Each of the
    /// `pairs` (disjoint, empty) is shared between the players: a bridge that
    /// is always answered. Where that cannot be, with seasons or random
    /// turns, they are cells like others.
    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        position.stones(Colour::Black).iter().for_each(|cell| self.black[cell.index()] = [!0; W]);
        position.stones(Colour::White).iter().for_each(|cell| self.black[cell.index()] = [0; W]);
        match &mut self.dealer {
            Dealer::Shares(shares) => shares.prepare(position, to_move, pairs),
            Dealer::Coins(coins) => coins.prepare(position),
            Dealer::Calendar(calendar) => calendar.prepare(position),
        }
        if let Some(race) = &mut self.race {
            race.prepare(position);
        }
    }

    /// Plays the games. Answers the boards that black wins; of the others
    /// only those in `wanted` are sure to be played out.
    pub fn fill(&mut self, rng: &mut impl Rng, wanted: Lanes<W>) -> Lanes<W> {
        self.fill_with(rng, wanted, |_| ())
    }

    /// The same; `change` may give cells to other colours after the deal. The
    /// games are judged by their full boards then, which is sound on rhombus
    /// and cylinder.
    pub fn fill_with(
        &mut self,
        rng: &mut impl Rng,
        wanted: Lanes<W>,
        change: impl FnOnce(&mut [Lanes<W>]),
    ) -> Lanes<W> {
        self.deal(rng);
        change(&mut self.black);
        match self.race {
            Some(_) => self.first_rings(rng, wanted, None),
            None => self.nets[0].joined(&self.black, 0),
        }
    }

    /// The same as [`Filler::fill`], with a fair coin for each cell. On the
    /// torus it also notes each cell of a colour that would have won it a fill
    /// which it loses, had it been laid first, once for each such fill.
    pub fn fill_noting(
        &mut self,
        rng: &mut impl Rng,
        wanted: Lanes<W>,
        colour: Colour,
        mut saves: impl FnMut(Cell),
    ) -> Lanes<W> {
        self.deal(rng);
        match self.race {
            Some(_) => self.first_rings(rng, wanted, Some((colour, &mut saves))),
            None => self.nets[0].joined(&self.black, 0),
        }
    }

    /// For each cell, the boards of the last games on which black has it.
    #[inline]
    pub fn black_cells(&self) -> &[Lanes<W>] {
        &self.black
    }

    fn deal(&mut self, rng: &mut impl Rng) {
        match &mut self.dealer {
            Dealer::Shares(shares) => shares.deal(rng, &mut self.black),
            Dealer::Coins(coins) => coins.deal(rng, &mut self.black),
            Dealer::Calendar(calendar) => calendar.deal(rng, &mut self.black),
        }
    }

    /// The torus. Cut open, and laid out several times, it is a cylinder: who
    /// cannot cross that has no ring, since a ring, followed for long enough,
    /// crosses it; and some colour has one, so the other has won. Boards on
    /// which both can cross are played in order.
    fn first_rings(
        &mut self,
        rng: &mut impl Rng,
        wanted: Lanes<W>,
        notes: Option<Notes<'_>>,
    ) -> Lanes<W> {
        let [black, white] = &mut self.nets;
        let [black, white] = [black.joined(&self.black, 0), white.joined(&self.black, !0)];
        let both = std::array::from_fn(|w| black[w] & white[w] & wanted[w]);
        let raced = self.replay(rng, both, notes);
        std::array::from_fn(|w| !white[w] | raced[w])
    }

    /// Plays some of the boards again, stone by stone; those that black wins.
    fn replay(
        &mut self,
        rng: &mut impl Rng,
        boards: Lanes<W>,
        notes: Option<Notes<'_>>,
    ) -> Lanes<W> {
        let (Some(race), black) = (&mut self.race, &self.black) else { return [0; W] };
        if is_none(&boards) {
            return boards;
        }
        match &mut self.dealer {
            Dealer::Shares(shares) => {
                let order = shares.order(rng);
                let game = |w, bit| order.iter().map(move |ply| ply.stone(black, w, bit));
                race.black_wins(boards, game, None)
            }
            Dealer::Coins(coins) => {
                let order = coins.order(rng);
                let stone = |cell: Cell, w: usize, bit| (owner(black, cell, w, bit), cell);
                let game = |w, bit| order.iter().map(move |&cell| stone(cell, w, bit));
                race.black_wins(boards, game, notes)
            }
            Dealer::Calendar(calendar) => {
                race.black_wins(boards, |w, bit| calendar.game(w, bit), None)
            }
        }
    }
}

/// Who has a cell on a board.
#[inline]
fn owner<const W: usize>(black: &[Lanes<W>], cell: Cell, w: usize, bit: u64) -> Colour {
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
