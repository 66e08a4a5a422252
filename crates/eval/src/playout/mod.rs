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

mod deal;
mod evaluator;
mod lane_flood;
mod lanes;
mod ring_replay;
mod ring_search;
mod rng;
mod season_deal;
mod taken;
mod torus_flood;

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Position, Topology, Turns, chance::shuffle};
use rand::Rng;

pub use self::{
    evaluator::{PlayoutEvaluator, PlayoutResult},
    rng::PlayoutRng,
};

use self::{
    deal::AlternatingDeal,
    ring_replay::{Notes, RingReplay},
    ring_search::{FindRings, ring_search},
    season_deal::SeasonDeal,
    taken::BatchTurn,
};
use super::{BitFlood, BoardBatch, bit_flood::is_none};

/// On the torus, batches of at most this number of words are flooded with a lane per board;
/// larger ones are faster with a bit per board.
const FEW: usize = 2;

/// Plays random games from a position, 64·W at a time.
///
/// ```
/// use kring_board::{Colour, Position, Rules, Size, chance::{self, Purpose}};
/// use kring_eval::Playouts;
///
/// let game = chance::game(Size::STANDARD, Rules::default(), 1);
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
    /// On the torus, where a full board does not show the winner.
    first_ring: Option<FirstRing>,
}

/// Finds the colour that closes the first ring: by a search on several boards at once, and stone
/// by stone where the search does not decide.
struct FirstRing {
    search: Box<dyn FindRings + Send + Sync>,
    replay: RingReplay,
    /// One word of each cell.
    word: Vec<u64>,
}

impl FirstRing {
    /// Loads the boards to search next, as [`FindRings::load`] does for one word.
    fn load<const W: usize>(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
        are_crossed: bool,
    ) -> [BoardBatch<W>; 2] {
        let [mut can, mut both] = [[0; W]; 2];
        self.search.clear();
        for w in (0..W).filter(|&w| boards[w] != 0) {
            self.word.clear();
            self.word.extend(black.iter().map(|cell| cell[w]));
            [can[w], both[w]] = self.search.load(w, boards[w], &self.word, are_crossed);
        }
        [can, both]
    }
}

/// The distribution of the cells and their order.
enum Deal<const W: usize> {
    /// The players alternate.
    Alternating(AlternatingDeal),
    /// Before each move a coin decides which player takes a random cell. So a coin colours each
    /// cell, and all orders of the cells are equally likely.
    Coin(Vec<BatchTurn>),
    /// A coin before each move, and seasons that run out.
    Season(SeasonDeal<W>),
}

impl<const W: usize> Playouts<W> {
    /// For positions of this game.
    pub fn new(game: &Arc<Game>) -> Playouts<W> {
        let rules = game.rules();
        let deal = match rules.turns {
            Turns::Alternating => Deal::Alternating(AlternatingDeal::new(game)),
            Turns::Random if rules.seasons.count() == 1 => Deal::Coin(Vec::new()),
            Turns::Random => Deal::Season(SeasonDeal::new(game)),
        };
        Playouts::with(game, deal)
    }

    /// For positions of this game, but a fair coin colours each empty cell, as in random turns
    /// without seasons, whatever the rules. On the torus, boards with rings of both colours are
    /// filled in a random order.
    pub fn of_coins(game: &Arc<Game>) -> Playouts<W> {
        Playouts::with(game, Deal::Coin(Vec::new()))
    }

    fn with(game: &Arc<Game>, deal: Deal<W>) -> Playouts<W> {
        let torus = game.rules().topology == Topology::Torus;
        Playouts {
            // A second copy of the torus excludes nearly all boards on which a colour has no ring.
            floods: Colour::each(|colour| {
                BitFlood::new(game.geometry(), colour, usize::from(torus))
            }),
            deal,
            black: vec![[0; W]; game.size().cells()],
            first_ring: torus.then(|| FirstRing {
                search: ring_search(game.size()),
                replay: RingReplay::new(game),
                word: Vec::new(),
            }),
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
            Deal::Coin(turns) => {
                turns.clear();
                let turn = |cell| BatchTurn { colour: None, cells: [cell; 2] };
                turns.extend(position.empty().iter().map(turn));
            }
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

    /// For each cell, the boards of the last deal on which black has it.
    #[inline]
    pub fn black_cells(&self) -> &[BoardBatch<W>] {
        &self.black
    }

    /// Deals the stones of full boards, without a look at who wins.
    pub fn deal(&mut self, rng: &mut impl Rng) {
        match &mut self.deal {
            Deal::Alternating(alternating) => alternating.deal(rng, &mut self.black),
            Deal::Coin(turns) => {
                for turn in turns {
                    self.black[turn.cells[0].index()] = std::array::from_fn(|_| rng.next_u64());
                }
            }
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
        let Some(first_ring) = first_ring else { return black_flood.joined(wanted, black, 0) };
        let [can, both] = if W <= FEW {
            first_ring.load(wanted, black, false)
        } else {
            let can = black_flood.joined(wanted, black, 0);
            let both = white_flood.joined(can, black, !0);
            first_ring.load(both, black, true);
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
        let Some(FirstRing { search, replay, .. }) = &mut self.first_ring else { return [0; W] };
        let order = match &mut self.deal {
            Deal::Alternating(alternating) => alternating.order(rng),
            Deal::Coin(turns) => {
                shuffle(turns, rng);
                turns
            }
            Deal::Season(deal) => {
                return replay.black_wins(boards, |w, bit| deal.game(w, bit), notes);
            }
        };
        let black = &self.black;
        let game = |w, bit| order.iter().map(move |turn| turn.stone(black, w, bit));
        if notes.is_some() || replay.winner.is_some() {
            return replay.black_wins(boards, game, notes);
        }
        let [mut wins, mut unknown] = [[0; W]; 2];
        search.black_wins(order, [&mut wins, &mut unknown]);
        let rest = replay.black_wins(unknown, game, None);
        std::array::from_fn(|w| wins[w] | rest[w])
    }
}
