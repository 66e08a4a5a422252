//! Values of positions and moves: the opponent's distance minus one's own.
//!
//! A stone reduces its own colour's distance exactly on the cells of the cheapest paths, and
//! increases the opponent's distance only on the opponent's vital cells. So the values of all
//! moves take one search per colour and one more per vital cell. With two-distance, or with the
//! potential, every move takes its own searches.

use kring_board::{Cell, CellSet, Colour, Geometry, Position, Size};

use super::{Cheapest, Distances, oriented_board::OrientedStones, two_distance::beyond};

/// The value of a position for one player.
pub type Value = i32;

/// The value of being one stone nearer: larger than any difference of two numbers of cells, which
/// break ties between equal distances.
pub const STONE: Value = 2 * Size::MAX_CELLS as Value;

/// The value of a win.
pub const WIN: Value = 1 << 28;

/// How distance is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The number of missing stones.
    One,
    /// Two-distance: a cell counts by its second-best neighbour.
    Two,
}

/// Evaluates positions and moves by both colours' distances.
#[derive(Clone, Debug)]
pub struct DistanceEval {
    distances: Distances,
    metric: Metric,
    potential: bool,
}

impl DistanceEval {
    /// For a board. With `potential`, the number of cells on cheapest paths (with two-distance:
    /// of cells with the smallest sum) breaks ties between equal distances: more own cells and
    /// fewer of the opponent's are better.
    pub fn new(geometry: &Geometry, metric: Metric, potential: bool) -> DistanceEval {
        DistanceEval { distances: Distances::new(geometry), metric, potential }
    }

    /// The same, with the potential.
    pub fn with_potential(&self) -> DistanceEval {
        DistanceEval { potential: true, ..self.clone() }
    }

    /// The value for a colour with these stones of both colours. The game must not be over.
    ///
    /// # Panics
    /// If a stone is outside the board.
    pub fn value(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> Value {
        let (far, cells) = self.standing(colour, own, enemy);
        let (enemy_far, enemy_cells) = self.standing(colour.other(), enemy, own);
        (enemy_far - far) * STONE + cells - enemy_cells
    }

    /// A colour's distance, and with the potential the number of cells on its cheapest paths.
    fn standing(&mut self, colour: Colour, own: &CellSet, enemy: &CellSet) -> (Value, Value) {
        let (distance, cells) = match (self.metric, self.potential) {
            (Metric::One, false) => (self.distances.distance(colour, own, enemy), 0),
            (Metric::One, true) => {
                let cheapest = self.distances.cheapest(colour, own, enemy);
                (cheapest.distance, cheapest.cells.len())
            }
            (Metric::Two, count) => {
                let one = |distances: &mut Distances| distances.distance(colour, own, enemy);
                self.distances.two_distance_or(colour, own, enemy, count, one)
            }
        };
        (distance as Value, if self.potential { cells as Value } else { 0 })
    }

    /// The value of every move of a colour, for that colour; a winning move has the value
    /// [`WIN`]. `None` if `stop` returns true.
    ///
    /// # Panics
    /// If the position is on a larger board than this was made for.
    pub fn moves(
        &mut self,
        position: &Position,
        colour: Colour,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(Cell, Value)>> {
        let (own, enemy) = (position.stones(colour), position.stones(colour.other()));
        let legal = position.legal_cells(colour);
        let mine = self.distances.cheapest(colour, own, enemy);
        if self.metric == Metric::Two {
            return self.moves_by_two(position, colour, &mine, Value::MAX, stop);
        }
        let theirs = (!self.potential).then(|| self.distances.cheapest(colour.other(), enemy, own));
        let mut value = |cell: Cell| {
            let nearer = mine.cells.contains(cell);
            if nearer && mine.distance == 1 {
                return Some(WIN);
            }
            if theirs.as_ref().is_none_or(|t| t.vital.contains(cell)) && stop() {
                return None;
            }
            let mut more = *own;
            more.insert(cell);
            let Some(theirs) = &theirs else { return Some(self.value(colour, &more, enemy)) };
            let their_distance = self.after_enemy(colour.other(), theirs, enemy, &more, cell);
            Some((their_distance as Value - mine.distance as Value + Value::from(nearer)) * STONE)
        };
        legal.iter().map(|cell| Some((cell, value(cell)?))).collect()
    }

    /// A colour's distance after an enemy stone on `cell`. `enemy` includes that stone.
    fn after_enemy(
        &mut self,
        colour: Colour,
        before: &Cheapest,
        own: &CellSet,
        enemy: &CellSet,
        cell: Cell,
    ) -> u32 {
        match before.vital.contains(cell) {
            true => self.distances.distance(colour, own, enemy),
            false => before.distance,
        }
    }

    /// The best move of a colour and its value, or the first move found with a value of at least
    /// `enough`. `None` if `stop` returns true, or without a legal move.
    ///
    /// # Panics
    /// If the position is on a larger board than this was made for.
    pub fn best(
        &mut self,
        position: &Position,
        colour: Colour,
        enough: Value,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Cell, Value)> {
        if self.metric == Metric::Two || self.potential {
            let moves = match self.metric {
                Metric::One => self.moves(position, colour, stop)?,
                Metric::Two => {
                    let (own, enemy) = (position.stones(colour), position.stones(colour.other()));
                    let mine = self.distances.cheapest(colour, own, enemy);
                    self.moves_by_two(position, colour, &mine, enough, stop)?
                }
            };
            return moves
                .into_iter()
                .reduce(|best, next| if next.1 > best.1 { next } else { best });
        }
        let (own, enemy) = (position.stones(colour), position.stones(colour.other()));
        let legal = position.legal_cells(colour);
        let mine = self.distances.cheapest(colour, own, enemy);
        let nearer = mine.cells.and(&legal).iter().next();
        if let (Some(cell), 1) = (nearer, mine.distance) {
            return Some((cell, WIN));
        }
        let theirs = self.distances.cheapest(colour.other(), enemy, own);
        let lead = (theirs.distance as Value - mine.distance as Value) * STONE;
        let mut best = match nearer {
            Some(cell) => (cell, lead + STONE),
            None => (legal.iter().next()?, lead),
        };
        for cell in theirs.vital.and(&legal).iter() {
            if best.1 >= enough {
                break;
            }
            if stop() {
                return None;
            }
            let mut more = *own;
            more.insert(cell);
            let further = self.distances.distance(colour.other(), enemy, &more) - theirs.distance;
            let gain = further as Value + Value::from(mine.cells.contains(cell));
            if lead + gain * STONE > best.1 {
                best = (cell, lead + gain * STONE);
            }
        }
        Some(best)
    }

    /// The values of moves by two-distance, up to the first with a value of at least `enough`.
    /// The stones are converted once for all moves. Ordinary distances are computed only where
    /// the two-distance is infinite.
    fn moves_by_two(
        &mut self,
        position: &Position,
        colour: Colour,
        mine: &Cheapest,
        enough: Value,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(Cell, Value)>> {
        let (own, enemy) = (position.stones(colour), position.stones(colour.other()));
        let oriented = self.distances.oriented.clone();
        let [my_board, their_board] =
            [colour, colour.other()].map(|colour| &oriented[colour.index()]);
        let my_stones = OrientedStones::new(my_board, own, enemy);
        let their_stones = OrientedStones::new(their_board, enemy, own);
        let before = (!self.potential).then(|| self.distances.two.before(&their_stones));
        let mut theirs = None;
        let mut moves = Vec::new();
        for cell in position.legal_cells(colour).iter() {
            let nearer = mine.cells.contains(cell);
            if nearer && mine.distance == 1 {
                moves.push((cell, WIN));
                if WIN >= enough {
                    break;
                }
                continue;
            }
            if stop() {
                return None;
            }
            let my_two = self.distances.two.standing(&my_stones.with_own(cell), self.potential);
            let (far, cells) =
                my_two.unwrap_or_else(|| (beyond(my_board, mine.distance - u32::from(nearer)), 0));
            let their_stones = their_stones.with_enemy(cell);
            let their_two = match before {
                Some(before) => self.distances.two.after(&their_stones, before).map(|far| (far, 0)),
                None => self.distances.two.standing(&their_stones, true),
            };
            let (enemy_far, enemy_cells) = their_two.unwrap_or_else(|| {
                let (them, mut more) = (colour.other(), *own);
                more.insert(cell);
                let before =
                    theirs.get_or_insert_with(|| self.distances.cheapest(them, enemy, own));
                let one = self.after_enemy(them, &before.clone(), enemy, &more, cell);
                (beyond(their_board, one), 0)
            });
            let cells = if self.potential { cells as Value - enemy_cells as Value } else { 0 };
            let value = (enemy_far as Value - far as Value) * STONE + cells;
            moves.push((cell, value));
            if value >= enough {
                break;
            }
        }
        Some(moves)
    }
}
