//! Values of positions and moves: the opponent's distance minus one's own.
//!
//! A stone reduces its own colour's distance exactly on the cells of the cheapest paths, and
//! increases the opponent's distance only on the opponent's vital cells. So the values of all
//! moves take one search per colour and one more per vital cell. With two-distance, or with the
//! potential, every move takes its own searches.

use kring_board::{Cell, CellSet, Colour, Geometry, Position, Size};

use super::{Cheapest, Distances, oriented_board::OrientedStones, two_distance::LeastTwoDistance};

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
                let two = self.distances.two_distance_or(colour, [own, enemy], count, None, one);
                (two.distance, two.cells)
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
        self.moves_until(position, colour, Value::MAX, stop)
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
            let enough = if self.metric == Metric::Two { enough } else { Value::MAX };
            let moves = self.moves_until(position, colour, enough, stop)?;
            return moves
                .into_iter()
                .reduce(|best, next| if next.1 > best.1 { next } else { best });
        }
        let own = position.stones(colour);
        let enemy = position.stones(colour.other());
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

    /// The values of moves, up to the first with a value of at least `enough`. Searches from
    /// before the move are used where they give the distances after it.
    fn moves_until(
        &mut self,
        position: &Position,
        colour: Colour,
        enough: Value,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(Cell, Value)>> {
        let them = colour.other();
        let own = position.stones(colour);
        let enemy = position.stones(them);
        let mine = self.distances.cheapest(colour, own, enemy);
        let by_two = self.metric == Metric::Two && !self.potential;
        let their_two = by_two.then(|| {
            let Distances { oriented, two, .. } = &mut self.distances;
            two.least(&OrientedStones::new(&oriented[them.index()], enemy, own), false, 0, 0)
        });
        let their_two = their_two.as_ref();
        let mut before = BeforeMove { colour, own, enemy, mine, theirs: None, their_two };
        let mut moves = Vec::new();
        for cell in position.legal_cells(colour).iter() {
            let value = self.value_after(&mut before, cell, stop)?;
            moves.push((cell, value));
            if value >= enough {
                break;
            }
        }
        Some(moves)
    }

    /// The value of a move; `None` if `stop` returns true.
    fn value_after(
        &mut self,
        before: &mut BeforeMove<'_>,
        cell: Cell,
        stop: &dyn Fn() -> bool,
    ) -> Option<Value> {
        let BeforeMove { colour, own, enemy, their_two, .. } = *before;
        let distances = &mut self.distances;
        let them = colour.other();
        let nearer = before.mine.cells.contains(cell);
        if nearer && before.mine.distance == 1 {
            return Some(WIN);
        }
        let by_one = self.metric == Metric::One && !self.potential;
        // On most cells a move does not change the opponent's distance: no search is needed.
        if (!by_one || before.theirs(distances).vital.contains(cell)) && stop() {
            return None;
        }
        let mut more = *own;
        more.insert(cell);
        let my_one = before.mine.distance - u32::from(nearer);
        let mut their_one = |distances: &mut Distances| match before.theirs(distances) {
            theirs if !theirs.vital.contains(cell) => theirs.distance,
            _ => distances.distance(them, enemy, &more),
        };
        let (mine, theirs) = if by_one {
            (my_one, their_one(distances))
        } else if their_two.is_some() {
            let mine = distances.two_distance_or(colour, [&more, enemy], false, None, |_| my_one);
            let theirs =
                distances.two_distance_or(them, [enemy, &more], false, their_two, their_one);
            (mine.distance, theirs.distance)
        } else {
            return Some(self.value(colour, &more, enemy));
        };
        Some((theirs as Value - mine as Value) * STONE)
    }
}

/// A position before the moves of a colour.
struct BeforeMove<'a> {
    colour: Colour,
    own: &'a CellSet,
    enemy: &'a CellSet,
    mine: Cheapest,
    /// The opponent's paths, once they are needed.
    theirs: Option<Cheapest>,
    /// The opponent's two-distance, if moves are valued by two-distance alone.
    their_two: Option<&'a LeastTwoDistance>,
}

impl BeforeMove<'_> {
    /// The opponent's paths.
    fn theirs(&mut self, distances: &mut Distances) -> &Cheapest {
        let BeforeMove { colour, own, enemy, .. } = *self;
        self.theirs.get_or_insert_with(|| distances.cheapest(colour.other(), enemy, own))
    }
}
