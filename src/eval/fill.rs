//! Random games, many at once.
//!
//! On rhombus and cylinder the winner of a random game is the winner of the
//! full board at its end, and that board is a random deal of the empty cells:
//! so many to black, so many to white, season by season. 64·W boards are
//! dealt side by side, one bit each, and flooded together.
//!
//! A deal that gives both players equally many cells pairs the cells at
//! random and gives one of each pair to either player, by coin. No pairing is
//! likelier than another, so every board gets every set of cells of that
//! size equally often, exactly; nothing has to be counted. Boards that are
//! dealt together share the pairing, but not the coins.
//!
//! On the torus a full board can hold rings of both colours. There the first
//! ring wins, so boards on which both colours could have one are played
//! again in a random order. Seasons together with random turns have no such
//! deal, since the seasons run out differently in each game: they are played
//! stone by stone.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::{Lanes, Net};
use crate::{
    board::{Cell, Game, Position},
    rules::{Colour, Topology, Turns},
};

/// Deals random games from a position, 64·W at a time.
pub struct Filler<const W: usize> {
    /// Each colour's way across; on the torus, cut open at each of its seams.
    nets: [Vec<Net<W>>; 2],
    /// Where the games start; kept only if some are played stone by stone.
    position: Position,
    replays: bool,
    to_move: Colour,
    groups: Vec<Group>,
    /// Pairs of cells of which each player gets one.
    pairs: Vec<[Cell; 2]>,
    /// Black's cells.
    black: Vec<Lanes<W>>,
    /// A copy of the position for games that are played stone by stone.
    scratch: Position,
    /// The cells of such a game that are still to be laid: by season and colour.
    hands: Vec<Vec<Cell>>,
    /// A coin colours each empty cell, whatever the rules say of turns and
    /// seasons.
    coins: bool,
}

/// Cells that are dealt together: those of one season.
#[derive(Default)]
struct Group {
    cells: Vec<Cell>,
    /// How many more cells one colour gets than the other, and which.
    surplus: usize,
    richer: Option<Colour>,
}

impl<const W: usize> Filler<W> {
    /// For positions of this game.
    pub fn new(game: &Arc<Game>) -> Filler<W> {
        let (geometry, cells) = (game.geometry(), game.size().cells());
        let size = game.size();
        let topology = game.rules().topology;
        let seams = match topology {
            Topology::Torus => [size.rows(), size.columns()],
            _ => [1, 0],
        };
        let nets = Colour::ALL.map(|colour| {
            let seams = 0..seams[colour.index()];
            seams.map(|seam| Net::new(geometry, colour, seam)).collect()
        });
        Filler {
            nets,
            position: Position::new(Arc::clone(game)),
            replays: topology == Topology::Torus
                || game.rules().turns == Turns::Random && game.rules().seasons.count() > 1,
            to_move: Colour::Black,
            groups: (0..game.rules().seasons.count()).map(|_| Group::default()).collect(),
            pairs: Vec::with_capacity(cells),
            black: vec![[0; W]; cells],
            scratch: Position::new(Arc::clone(game)),
            hands: vec![Vec::with_capacity(cells); 2 * game.rules().seasons.count()],
            coins: false,
        }
    }

    /// For positions of this game; a fair coin colours each empty cell, as in
    /// random turns without seasons, whatever the rules. On the torus the
    /// stones of a board that has rings of both colours are laid in random
    /// order.
    pub fn of_coins(game: &Arc<Game>) -> Filler<W> {
        Filler { coins: true, ..Filler::new(game) }
    }

    /// The games to come start here, with this colour to move. Each of the
    /// `pairs` (disjoint, empty) is shared between the players: a bridge that
    /// is always answered.
    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        if self.replays {
            self.position.clone_from(position);
        }
        self.to_move = to_move;
        self.pairs.clear();
        self.pairs.extend_from_slice(pairs);
        let mut open = position.empty();
        pairs.iter().flatten().for_each(|&cell| open.remove(cell));
        position.stones(Colour::Black).iter().for_each(|cell| self.black[cell.index()] = [!0; W]);
        position.stones(Colour::White).iter().for_each(|cell| self.black[cell.index()] = [0; W]);
        for (group, cells) in self.groups.iter_mut().zip(position.game().season_cells()) {
            group.cells.clear();
            group.cells.extend(open.and(cells).iter());
            group.surplus = 0;
        }
        if position.rules().turns == Turns::Alternating && !self.coins {
            self.share(position);
        }
    }

    /// How many cells each player gets of each season.
    fn share(&mut self, position: &Position) {
        if let [group] = &mut self.groups[..] {
            group.surplus = group.cells.len() % 2;
            group.richer = Some(self.to_move);
            return;
        }
        let mut ahead = vec![0i32; self.groups.len()];
        for (colour, season) in position.coming_seasons(self.to_move) {
            ahead[season] += if colour == Colour::Black { 1 } else { -1 };
        }
        for (group, ahead) in self.groups.iter_mut().zip(ahead) {
            group.surplus = ahead.unsigned_abs() as usize;
            group.richer = Some(if ahead > 0 { Colour::Black } else { Colour::White });
        }
    }

    /// Plays the games. Answers the boards that black wins; of the others
    /// only those in `wanted` are sure to be played out.
    pub fn fill(&mut self, rng: &mut impl Rng, wanted: Lanes<W>) -> Lanes<W> {
        self.fill_with(rng, wanted, |_| ())
    }

    /// The same; `change` may give cells to other colours after the deal. The
    /// games are judged by their full boards then, which is sound on rhombus
    /// and cylinder where no game is played stone by stone.
    pub fn fill_with(
        &mut self,
        rng: &mut impl Rng,
        wanted: Lanes<W>,
        change: impl FnOnce(&mut [Lanes<W>]),
    ) -> Lanes<W> {
        let rules = self.position.rules();
        let random_turns = rules.turns == Turns::Random || self.coins;
        let seasons = rules.seasons.count() > 1 && !self.coins;
        if random_turns {
            self.toss(rng);
        } else {
            self.deal(rng);
        }
        change(&mut self.black);
        if random_turns && seasons {
            return self.replay(rng, wanted, Self::play_stone_by_stone);
        }
        if self.position.rules().topology == Topology::Torus {
            return self.rings(rng, wanted);
        }
        self.nets[0][0].joined(&self.black, 0)
    }

    /// The torus. Cut open at a seam it is a cylinder: who cannot cross it has
    /// no ring that passes the seam, because the other has one that lies
    /// along it; so the other has won. Boards on which both can cross at
    /// every seam that is tried are played in order.
    fn rings(&mut self, rng: &mut impl Rng, wanted: Lanes<W>) -> Lanes<W> {
        let mut open = wanted;
        let mut wins = [0; W];
        for seam in 0..self.nets[0].len().max(self.nets[1].len()) {
            for (nets, flip) in self.nets.iter_mut().zip([0, !0]) {
                // A flood costs about as much as a few games.
                let boards: u32 = open.iter().map(|lane| lane.count_ones()).sum();
                if boards <= 4 * W as u32 {
                    break;
                }
                let Some(net) = nets.get_mut(seam) else { continue };
                let joined = net.joined(&self.black, flip);
                for w in 0..W {
                    let lost = open[w] & !joined[w];
                    wins[w] |= lost & flip;
                    open[w] &= !lost;
                }
            }
        }
        let replayed = self.replay(rng, open, Self::play_in_order);
        std::array::from_fn(|w| wins[w] | replayed[w])
    }

    /// For each cell, the boards of the last games on which black has it.
    #[inline]
    pub fn black_cells(&self) -> &[Lanes<W>] {
        &self.black
    }

    /// A coin for each cell.
    fn toss(&mut self, rng: &mut impl Rng) {
        for cell in self.groups.iter().flat_map(|group| &group.cells) {
            self.black[cell.index()] = std::array::from_fn(|_| rng.next_u64());
        }
    }

    /// Exact shares for each player.
    fn deal(&mut self, rng: &mut impl Rng) {
        self.pairs.iter().for_each(|&[a, b]| split(&mut self.black, a, b, rng));
        for group in &mut self.groups {
            shuffle(&mut group.cells, rng);
            let (surplus, shared) = group.cells.split_at(group.surplus);
            for pair in shared.chunks_exact(2) {
                split(&mut self.black, pair[0], pair[1], rng);
            }
            let all = if group.richer == Some(Colour::Black) { !0 } else { 0 };
            surplus.iter().for_each(|cell| self.black[cell.index()] = [all; W]);
        }
    }

    /// Plays some of the boards one by one; those that black wins.
    fn replay<R: Rng>(
        &mut self,
        rng: &mut R,
        boards: Lanes<W>,
        play: fn(&mut Self, &mut R, usize, u64) -> Option<Colour>,
    ) -> Lanes<W> {
        let mut wins = [0; W];
        for w in 0..W {
            let mut open = boards[w];
            while open != 0 {
                let bit = open & open.wrapping_neg();
                open ^= bit;
                self.scratch.clone_from(&self.position);
                if play(self, rng, w, bit) == Some(Colour::Black) {
                    wins[w] |= bit;
                }
            }
        }
        wins
    }

    /// Lays the stones of a full board in a random order that the turns and
    /// the seasons allow, until somebody wins.
    fn play_in_order(&mut self, rng: &mut impl Rng, w: usize, bit: u64) -> Option<Colour> {
        for hand in &mut self.hands {
            hand.clear();
        }
        let groups = self.groups.iter().flat_map(|group| &group.cells);
        for &cell in groups.chain(self.pairs.iter().flatten()) {
            let colour = usize::from(self.black[cell.index()][w] & bit == 0);
            let season = if self.coins { 0 } else { self.scratch.game().season_of(cell) };
            self.hands[2 * season + colour].push(cell);
        }
        if self.scratch.rules().turns == Turns::Random || self.coins {
            return self.race(rng);
        }
        let mut colour = self.to_move;
        while self.scratch.winner().is_none() {
            let hand = &mut self.hands[2 * self.scratch.season(colour)? + colour.index()];
            let cell = hand.swap_remove(below(rng, hand.len()));
            self.scratch.place(colour, cell);
            colour = colour.other();
        }
        self.scratch.winner()
    }

    /// Lays all stones, of either colour, in a random order.
    fn race(&mut self, rng: &mut impl Rng) -> Option<Colour> {
        while self.scratch.winner().is_none() {
            let [black, white, ..] = &mut self.hands[..] else { return None };
            let at = below(rng, black.len() + white.len());
            let (colour, cell) = match at.checked_sub(black.len()) {
                None => (Colour::Black, black.swap_remove(at)),
                Some(at) => (Colour::White, white.swap_remove(at)),
            };
            self.scratch.place(colour, cell);
        }
        self.scratch.winner()
    }

    /// A random game with a coin before every move.
    fn play_stone_by_stone(&mut self, rng: &mut impl Rng, w: usize, bit: u64) -> Option<Colour> {
        for hand in &mut self.hands {
            hand.clear();
        }
        for &cell in self.groups.iter().flat_map(|group| &group.cells) {
            self.hands[self.scratch.game().season_of(cell)].push(cell);
        }
        while self.scratch.winner().is_none() {
            let colour = if rng.random() { Colour::Black } else { Colour::White };
            let hand = &mut self.hands[self.scratch.season(colour)?];
            let cell = hand.swap_remove(below(rng, hand.len()));
            self.scratch.place(colour, cell);
            let black = &mut self.black[cell.index()][w];
            *black = if colour == Colour::Black { *black | bit } else { *black & !bit };
        }
        self.scratch.winner()
    }
}

/// A number from 0 to `count` − 1, each equally likely to within 2⁻²².
#[inline]
pub(super) fn below(rng: &mut impl Rng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Puts cells into a random order.
#[inline]
pub(super) fn shuffle(cells: &mut [Cell], rng: &mut impl Rng) {
    for i in (1..cells.len()).rev() {
        cells.swap(i, below(rng, i + 1));
    }
}

/// Gives one of two cells to black and the other to white, by coin.
#[inline]
fn split<const W: usize>(black: &mut [Lanes<W>], a: Cell, b: Cell, rng: &mut impl Rng) {
    let coin: Lanes<W> = std::array::from_fn(|_| rng.next_u64());
    black[a.index()] = coin;
    black[b.index()] = coin.map(|lane| !lane);
}
