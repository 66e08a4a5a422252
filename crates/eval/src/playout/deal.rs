//! Deals: which player gets which empty cell, when the players alternate. Deals with coins and
//! seasons are in `season_deal.rs`.

use kring_board::{Cell, Colour, Game, Position, chance::shuffle};
use rand::Rng;

use super::taken::BatchTurn;
use crate::BoardBatch;

/// Deals for alternating players: a fixed number of cells of each season to black, and a fixed
/// number to white.
///
/// A deal puts the cells of a season into a random order, takes them in pairs and gives one cell
/// of each pair to each player, by coin. That is a random game: pair number i holds the cells of
/// the two players' i-th turns in the season, and the surplus of one player is its last turns
/// there. All orders of the cells are equally likely, so every board, with the order of its
/// stones, is as likely as in a random game.
pub(super) struct AlternatingDeal {
    seasons: Vec<SeasonPairs>,
    /// Pairs of cells of which each player gets one: bridges that are answered.
    bridges: Vec<[Cell; 2]>,
    to_move: Colour,
    /// The player and the season of each turn to the end of the game; only if there are several
    /// seasons.
    coming: Vec<(Colour, usize)>,
    order: Vec<BatchTurn>,
}

/// The cells of one season, which are dealt together.
#[derive(Default)]
struct SeasonPairs {
    cells: Vec<Cell>,
    /// The number of cells that one colour gets more than the other, and that colour: they are
    /// the first of the cells.
    surplus: usize,
    richer: Option<Colour>,
    /// Pairs in the order of the turns.
    pairs: Vec<[Cell; 2]>,
}

impl AlternatingDeal {
    pub fn new(game: &Game) -> AlternatingDeal {
        let seasons = 0..game.rules().seasons.count();
        AlternatingDeal {
            seasons: seasons.map(|_| SeasonPairs::default()).collect(),
            bridges: Vec::new(),
            to_move: Colour::Black,
            coming: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Prepares deals from this position; the pairs are bridges.
    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        self.bridges.clear();
        let mut open = position.empty();
        self.to_move = to_move;
        if let [season] = &mut self.seasons[..] {
            self.bridges.extend_from_slice(pairs);
            season.surplus = open.len() % 2;
            season.richer = Some(to_move);
        } else {
            self.coming = position.coming_seasons(to_move);
            for (number, season) in self.seasons.iter_mut().enumerate() {
                let turns =
                    |colour| self.coming.iter().filter(|&&to| to == (colour, number)).count();
                let [black, white] = Colour::each(turns);
                season.surplus = black.abs_diff(white);
                season.richer = Some(if black > white { Colour::Black } else { Colour::White });
            }
        }
        self.bridges.iter().flatten().for_each(|&cell| open.remove(cell));
        for (season, cells) in self.seasons.iter_mut().zip(position.game().season_cells()) {
            season.cells.clear();
            open.and(cells).iter().for_each(|cell| season.cells.push(cell));
        }
    }

    /// Gives each empty cell to a colour on each board.
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

    /// The turns of the last deal. Intrusions into bridges come at any time, and are answered at
    /// once.
    pub fn order(&mut self, rng: &mut impl Rng) -> &[BatchTurn] {
        for season in &mut self.seasons {
            let shared = &season.cells[season.surplus..];
            season.pairs.clear();
            season.pairs.extend(shared.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        if !self.bridges.is_empty() {
            self.seasons[0].pairs.extend_from_slice(&self.bridges);
            shuffle(&mut self.seasons[0].pairs, rng);
        }
        self.order.clear();
        match &self.seasons[..] {
            [season] => {
                let colours = [self.to_move, self.to_move.other()];
                let turn = |colour, cells| BatchTurn { colour: Some(colour), cells };
                let turns = |&pair: &[Cell; 2]| colours.map(|colour| turn(colour, pair));
                self.order.extend(season.pairs.iter().flat_map(turns));
                let surplus = season.cells[..season.surplus].iter();
                self.order.extend(surplus.map(|&cell| turn(self.to_move, [cell; 2])));
            }
            _ => self.order_by_seasons(),
        }
        &self.order
    }

    fn order_by_seasons(&mut self) {
        let mut turns = [[0; 2]; kring_board::Seasons::MAX as usize];
        for &(colour, number) in &self.coming {
            let turn = &mut turns[number][colour.index()];
            let season = &self.seasons[number];
            let cells = match season.pairs.get(*turn) {
                Some(&pair) => pair,
                None => [season.cells[*turn - season.pairs.len()]; 2],
            };
            *turn += 1;
            self.order.push(BatchTurn { colour: Some(colour), cells });
        }
    }
}

/// Gives one of two cells to black and the other to white, by coin.
#[inline]
fn split<const W: usize>(black: &mut [BoardBatch<W>], a: Cell, b: Cell, rng: &mut impl Rng) {
    let coin: BoardBatch<W> = std::array::from_fn(|_| rng.next_u64());
    black[a.index()] = coin;
    black[b.index()] = coin.map(|word| !word);
}
