//! Deals where the players take turns: so many cells of each season to black,
//! so many to white.
//!
//! A deal puts the cells of a season into a random order, takes them in pairs
//! and gives one of each pair to either player, by coin. So it plays a random
//! game: pair number i are the cells of the two players' i-th turns in the
//! season, and what one has more than the other are its last turns there. No
//! order of the cells is likelier than another, so every board, with the order
//! in which its stones were laid, is as likely as in a random game; nothing
//! has to be counted. Boards that are dealt together share the order of the
//! cells, but not the coins.

use rand::Rng;

use super::{owner, shuffle};
use crate::{
    board::{Cell, Game, Position},
    eval::BoardBatch,
    rules::Colour,
};

pub(super) struct AlternatingDeal {
    seasons: Vec<Season>,
    /// Pairs of cells of which each player gets one, by agreement.
    bridges: Vec<[Cell; 2]>,
    /// Whose turn it is, and in which season, to the end of the game.
    coming: Vec<(Colour, usize)>,
    order: Vec<Ply>,
}

/// The cells of one season, which are dealt together.
#[derive(Default)]
struct Season {
    cells: Vec<Cell>,
    /// How many more cells one colour gets than the other, and which: they
    /// are the first of the cells.
    surplus: usize,
    richer: Option<Colour>,
    /// Pairs in the order of the turns.
    pairs: Vec<[Cell; 2]>,
}

/// One turn: on every board its player lays the cell of a pair that it has.
pub(super) struct Ply {
    colour: Colour,
    /// Twice the same where there is no choice.
    pair: [Cell; 2],
}

impl Ply {
    /// What is laid on a board.
    #[inline]
    pub fn stone<const W: usize>(
        &self,
        black: &[BoardBatch<W>],
        w: usize,
        bit: u64,
    ) -> (Colour, Cell) {
        let other = owner(black, self.pair[0], w, bit) != self.colour;
        (self.colour, self.pair[usize::from(other)])
    }
}

impl AlternatingDeal {
    pub fn new(game: &Game) -> AlternatingDeal {
        let seasons = (0..game.rules().seasons.count()).map(|_| Season::default()).collect();
        AlternatingDeal { seasons, bridges: Vec::new(), coming: Vec::new(), order: Vec::new() }
    }

    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        self.bridges.clear();
        let mut open = position.empty();
        self.coming.clear();
        if let [season] = &mut self.seasons[..] {
            self.bridges.extend_from_slice(pairs);
            let turns = [to_move, to_move.other()].into_iter().cycle().take(open.len());
            self.coming.extend(turns.map(|colour| (colour, 0)));
            season.surplus = open.len() % 2;
            season.richer = Some(to_move);
        } else {
            self.coming = position.coming_seasons(to_move);
            for (number, season) in self.seasons.iter_mut().enumerate() {
                let turns =
                    |colour| self.coming.iter().filter(|&&to| to == (colour, number)).count();
                let [black, white] = Colour::ALL.map(turns);
                season.surplus = black.abs_diff(white);
                season.richer = Some(if black > white { Colour::Black } else { Colour::White });
            }
        }
        self.bridges.iter().flatten().for_each(|&cell| open.remove(cell));
        for (season, cells) in self.seasons.iter_mut().zip(position.game().season_cells()) {
            season.cells.clear();
            season.cells.extend(open.and(cells).iter());
        }
    }

    pub fn deal<const W: usize>(&mut self, rng: &mut impl Rng, black: &mut [BoardBatch<W>]) {
        self.bridges.iter().for_each(|&[a, b]| split(black, a, b, rng));
        for season in &mut self.seasons {
            shuffle(&mut season.cells, rng);
            let (surplus, shared) = season.cells.split_at(season.surplus);
            for pair in shared.chunks_exact(2) {
                split(black, pair[0], pair[1], rng);
            }
            let all = if season.richer == Some(Colour::Black) { !0 } else { 0 };
            surplus.iter().for_each(|cell| black[cell.index()] = [all; W]);
        }
    }

    /// The turns of the last deal. Bridges come up at any time, and are
    /// answered at once.
    pub fn order(&mut self, rng: &mut impl Rng) -> &[Ply] {
        for season in &mut self.seasons {
            let shared = &season.cells[season.surplus..];
            season.pairs.clear();
            season.pairs.extend(shared.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        if !self.bridges.is_empty() {
            self.seasons[0].pairs.extend_from_slice(&self.bridges);
            shuffle(&mut self.seasons[0].pairs, rng);
        }
        let mut turns = [[0; 2]; crate::rules::Seasons::MAX as usize];
        self.order.clear();
        for &(colour, number) in &self.coming {
            let turn = &mut turns[number][colour.index()];
            let season = &self.seasons[number];
            let pair = match season.pairs.get(*turn) {
                Some(&pair) => pair,
                None => [season.cells[*turn - season.pairs.len()]; 2],
            };
            *turn += 1;
            self.order.push(Ply { colour, pair });
        }
        &self.order
    }
}

/// Gives one of two cells to black and the other to white, by coin.
#[inline]
fn split<const W: usize>(black: &mut [BoardBatch<W>], a: Cell, b: Cell, rng: &mut impl Rng) {
    let coin: BoardBatch<W> = std::array::from_fn(|_| rng.next_u64());
    black[a.index()] = coin;
    black[b.index()] = coin.map(|word| !word);
}
