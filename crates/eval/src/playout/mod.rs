//! Playouts: random games to a full board, many at once (bit-parallel).
//!
//! On rhombus and cylinder the winner of a random game is the colour that connects its sides on
//! the full board. So no game is played move by move: a *deal* gives each empty cell to one of
//! the colours, on 64·W boards at once, one bit per board, and one flood finds the winners of all
//! of them. Every board is distributed exactly as the end of a random game. Boards that are dealt
//! together share the order of the cells, but not the coins, so they are not independent of each
//! other.
//!
//! On the torus a full board can hold rings of both colours. There the first ring wins. Where both
//! colours may have one, the order of the deal decides: it is searched for the first ring, on
//! several boards at once. Boards on which the search does not decide are replayed stone by stone.

mod bit_extract;
mod deal;
mod first_ring;
mod lane_flood;
mod lanes;
mod ring_replay;
mod ring_search;
mod rng;
mod season_deal;
mod taken;
mod torus_flood;

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Position, Topology, Turns};
use rand::Rng;

pub use self::rng::PlayoutRng;

use self::{
    deal::{AlternatingDeal, CoinDeal},
    first_ring::FirstRing,
    ring_replay::Notes,
    season_deal::SeasonDeal,
};
use super::{BitFlood, BoardBatch, Bridges, bit_flood::is_none};

/// On the torus, batches of at most this number of words are flooded with a lane per board;
/// larger ones are faster with a bit per board.
const FEW: usize = 2;

/// Plays random games from a position, 64·W at a time.
///
/// ```
/// use kring_board::{Colour, Position, Rules, Size, chance::{self, Purpose}};
/// use kring_eval::Playouts;
///
/// let game = chance::game(Size::new(11, 11).unwrap(), Rules::default(), 1);
/// let mut playouts = Playouts::<8>::new(&game);
/// playouts.prepare(&Position::new(game), Colour::Black, &[]);
/// let won = playouts.play(&mut chance::generator(1, Purpose::Coin), [!0; 8]);
/// // Black moves first, and wins more than half of the 512 games.
/// assert!(won.iter().map(|word| word.count_ones()).sum::<u32>() > 256);
/// ```
pub struct Playouts<const W: usize> {
    /// Each colour's flood from side to side.
    floods: [BitFlood<W>; 2],
    deal: Deal<W>,
    /// Black's cells.
    black: Vec<BoardBatch<W>>,
    /// Finds the first ring, where a full board does not show the winner.
    first_ring: Option<FirstRing<W>>,
}

/// The distribution of the cells and their order.
enum Deal<const W: usize> {
    /// The players alternate.
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

    /// For positions of this game, but a fair coin colours each empty cell, as in random turns
    /// without seasons, whatever the rules. On the torus, boards with rings of both colours are
    /// filled in a random order.
    pub fn of_coins(game: &Arc<Game>) -> Playouts<W> {
        Playouts::with(game, Deal::Coin(CoinDeal::default()))
    }

    fn with(game: &Arc<Game>, deal: Deal<W>) -> Playouts<W> {
        let torus = game.rules().topology == Topology::Torus;
        Playouts {
            // A second copy of the torus excludes nearly all boards on which a colour has no ring.
            floods: Colour::ALL
                .map(|colour| BitFlood::new(game.geometry(), colour, usize::from(torus))),
            deal,
            black: vec![[0; W]; game.size().cells()],
            first_ring: torus.then(|| FirstRing::new(game)),
        }
    }

    /// Prepares games from this position, with this colour to move. Each of the `pairs`
    /// (disjoint, empty) is shared between the players: a bridge that is always answered. With
    /// seasons or random turns that is not possible, and the pairs are ignored.
    ///
    /// # Panics
    /// If the position is on a larger board than that of the game.
    pub fn prepare(&mut self, position: &Position, to_move: Colour, pairs: &[[Cell; 2]]) {
        position.stones(Colour::Black).iter().for_each(|cell| self.black[cell.index()] = [!0; W]);
        position.stones(Colour::White).iter().for_each(|cell| self.black[cell.index()] = [0; W]);
        match &mut self.deal {
            Deal::Alternating(alternating) => alternating.prepare(position, to_move, pairs),
            Deal::Coin(coins) => coins.prepare(position),
            Deal::Season(deal) => deal.prepare(position),
        }
        if let Some(first_ring) = &mut self.first_ring {
            first_ring.replay.prepare(position);
        }
    }

    /// Plays the games; returns the boards that black wins. Only the boards in `wanted` are
    /// guaranteed to be correct.
    pub fn play(&mut self, rng: &mut impl Rng, wanted: BoardBatch<W>) -> BoardBatch<W> {
        self.play_with(rng, wanted, |_| ())
    }

    /// Deals the stones of full boards, without a look at who wins: for each cell, the boards on
    /// which black has it.
    pub fn dealt(&mut self, rng: &mut impl Rng) -> &[BoardBatch<W>] {
        self.deal(rng);
        &self.black
    }

    /// Like [`Playouts::play`]; `change` may give cells to other colours after the deal. The winner
    /// is then that of the changed full board, which only makes sense on rhombus and cylinder.
    pub fn play_with(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        change: impl FnOnce(&mut [BoardBatch<W>]),
    ) -> BoardBatch<W> {
        self.deal(rng);
        change(&mut self.black);
        self.black_wins(rng, wanted, None)
    }

    /// Like [`Playouts::play`], with a fair coin for each cell. On the torus, also calls `saves`
    /// with each cell of `colour` that would have turned a lost fill into a win, had it been
    /// placed first, once for each such fill.
    pub fn fill_noting(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        colour: Colour,
        mut saves: impl FnMut(Cell),
    ) -> BoardBatch<W> {
        self.deal(rng);
        self.black_wins(rng, wanted, Some((colour, &mut saves)))
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

    /// The boards of the deal that black wins.
    ///
    /// On the torus, cut open and laid out several times, the board is a cylinder. A ring,
    /// followed for long enough, crosses this cylinder; so a colour that cannot cross it has no
    /// ring. On a full board at least one colour has a ring, so then the other colour has won. On
    /// boards on which both can cross, the order decides.
    fn black_wins(
        &mut self,
        rng: &mut impl Rng,
        wanted: BoardBatch<W>,
        notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        let Playouts { floods: [black_flood, white_flood], black, first_ring, .. } = self;
        let Some(first_ring) = first_ring else { return black_flood.joined_of(wanted, black, 0) };
        let [can, both] = if W <= FEW {
            first_ring.search.load(wanted, black, false)
        } else {
            let can = black_flood.joined_of(wanted, black, 0);
            let both = white_flood.joined_of(can, black, !0);
            first_ring.search.load(both, black, true);
            [can, both]
        };
        let first = if is_none(&both) { both } else { self.in_order(rng, both, notes) };
        std::array::from_fn(|w| can[w] & !both[w] | first[w])
    }

    /// The boards on which black has the first ring, among boards on which both colours may have
    /// one.
    fn in_order(
        &mut self,
        rng: &mut impl Rng,
        boards: BoardBatch<W>,
        notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        let (Some(first_ring), black) = (&mut self.first_ring, &self.black) else { return [0; W] };
        let order = match &mut self.deal {
            Deal::Alternating(alternating) => alternating.order(rng),
            Deal::Coin(coins) => coins.order(rng),
            Deal::Season(deal) => {
                return first_ring.replay.black_wins(boards, |w, bit| deal.game(w, bit), notes);
            }
        };
        let game = |w, bit| order.iter().map(move |turn| turn.stone(black, w, bit));
        match notes {
            Some(_) => first_ring.replay.black_wins(boards, game, notes),
            None => first_ring.black_wins(boards, order, game),
        }
    }
}

/// The results of the playouts of a position.
#[derive(Clone, Debug, Default)]
pub struct PlayoutResult {
    /// Black's chance to win, from 0 to 1.
    pub black: f32,
    /// For each colour and each cell, if games are counted by cell: in the lower 16 bits the games
    /// in which the colour had the cell in the end, in the upper 16 bits those of them that it won.
    pub cells: [Vec<u32>; 2],
}

impl PlayoutResult {
    /// Counts these boards by cell, from those in which black had each cell and those that it won.
    fn count_by_cell(&mut self, black_cells: &[[u64; 1]], boards: u64, wins: u64) {
        let pack = |had: u32, won: u32| had | won << 16;
        let games = boards.count_ones();
        let all = pack(games, games - wins.count_ones());
        self.cells.iter_mut().for_each(|cells| cells.resize(black_cells.len(), 0));
        let [black_results, white_results] = &mut self.cells;
        let cells = black_results.iter_mut().zip(white_results);
        for (&[black], (black_result, white_result)) in black_cells.iter().zip(cells) {
            let (had, won) = ((black & boards).count_ones(), (black & wins).count_ones());
            *black_result = pack(had, won);
            // White had the cell in the other games. Of its wins, it had the cell in all but
            // those in which black had it.
            *white_result = all - pack(had, had - won);
        }
    }
}

/// Evaluates positions by up to 64 playouts at once.
pub struct PlayoutEvaluator {
    playouts: Playouts<1>,
    bridges: Option<Bridges>,
    /// The boards that are played, one bit each.
    boards: u64,
    by_cell: bool,
}

impl PlayoutEvaluator {
    /// For positions of this game, with the number of playouts per evaluation (1 to 64), whether
    /// bridges are always answered in them, and whether wins are counted by cell.
    pub fn new(position: &Position, games: u32, bridges: bool, by_cell: bool) -> PlayoutEvaluator {
        PlayoutEvaluator {
            playouts: Playouts::new(position.game()),
            bridges: bridges.then(|| Bridges::new(position.geometry())),
            boards: !0 >> (64 - games.clamp(1, 64)),
            by_cell,
        }
    }

    /// The default number of playouts: fewer on the torus, where the first ring has to be found.
    pub fn default_games(position: &Position) -> u32 {
        match position.rules().topology {
            Topology::Torus => 16,
            _ => 64,
        }
    }

    /// Evaluates a position without a winner, with this colour to move.
    ///
    /// # Panics
    /// If the position is on a larger board than this was made for.
    pub fn evaluate(
        &mut self,
        position: &Position,
        to_move: Colour,
        rng: &mut PlayoutRng,
        evaluation: &mut PlayoutResult,
    ) {
        let pairs = match &mut self.bridges {
            Some(bridges) => bridges.find(position),
            None => &[],
        };
        self.playouts.prepare(position, to_move, pairs);
        let boards = self.boards;
        let [wins] = self.playouts.play(rng, [boards]);
        let wins = wins & boards;
        let games = boards.count_ones();
        evaluation.black = wins.count_ones() as f32 / games as f32;
        if self.by_cell {
            evaluation.count_by_cell(self.playouts.black_cells(), boards, wins);
        }
    }
}
