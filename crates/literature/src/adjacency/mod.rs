//! The length and the number of shortest paths, as the adjacency players of Trevorah's report
//! count them.
//!
//! A colour's graph has the empty cells as nodes. Own stones are bypassed: two cells are linked,
//! once, if they touch or touch the same group of own stones. Enemy stones are removed. The
//! report multiplies the matrix of this graph by itself until the entry between the two sides is
//! not zero. That power is the *length* (the missing stones plus one), and the entry is the
//! number of shortest *paths*. Here both come from one breadth-first pass. Counts are `f64`,
//! which is large enough for the largest board.
//!
//! **Rings.** If the goal is a ring, the graph is unwrapped along the colour's axis, and each
//! link stores its number of turns around the board. A ring is a closed walk whose turns do not
//! cancel, regardless of its start and direction. Its length is the missing stones plus one, as
//! for paths, and the count is the number of different rings of the least length. In terms of
//! matrices: let the entries of A(z) be z to the power of each link's turns. Then the length less
//! one is the least L for which the trace of A(z)^L has a term in z^w with w ≠ 0. The number is
//! the sum of the coefficients of these terms, divided by 2L for the L starts and both
//! directions.
//!
//! **Seasons.** There is one graph per season. The graphs are multiplied in the order of the
//! colour's coming seasons; see [`SeasonLinks`] and [`SeasonSteps`].

mod links;
mod path_sampler;
mod season_steps;
mod walker;

pub use links::{Links, PathCount, UNREACHABLE};
pub use path_sampler::PathSampler;
pub use season_steps::{SeasonLinks, SeasonSteps};
pub use walker::Walker;

use kring_board::{Cell, CellSet, Colour, Goal, Position};

/// The path counts of both players after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveOutlook {
    /// The move.
    pub cell: Cell,
    /// The path count of the mover.
    pub mine: PathCount,
    /// The path count of the opponent.
    pub theirs: PathCount,
}

/// The path counts of both players after each move of a colour; `None` if `go_on` says no. There
/// is one graph per season, with these links; without them seasons are ignored.
///
/// ```
/// use kring_board::{Colour, Position, Rules, Size, chance};
/// use kring_literature::adjacency::move_outlooks;
///
/// let game = chance::game(Size::new(3, 3).unwrap(), Rules::default(), 1);
/// let outlooks = move_outlooks(&Position::new(game), Colour::Black, None, &|| true).unwrap();
/// // A stone in the centre leaves two missing stones, and two cells for each.
/// assert_eq!((outlooks[4].mine.length, outlooks[4].mine.paths), (3, 4.0));
/// ```
pub fn move_outlooks(
    position: &Position,
    colour: Colour,
    links: Option<SeasonLinks>,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<MoveOutlook>> {
    let legal = position.legal_cells(colour);
    let Some(any) = legal.iter().next() else { return Some(Vec::new()) };
    let go_on = || go_on().then_some(());
    go_on()?;
    let [my_steps, their_steps] = match links {
        Some(links) => season_steps(position, colour, any, links),
        None => [SeasonSteps::open(), SeasonSteps::open()],
    };
    let mut mine = PlayerGraph::new(position, colour, my_steps);
    go_on()?;
    let mut theirs = PlayerGraph::new(position, colour.other(), their_steps);
    let outlook = |cell: Cell| {
        go_on()?;
        Some(MoveOutlook { cell, mine: mine.with(cell), theirs: theirs.without(cell) })
    };
    legal.iter().map(outlook).collect()
}

/// Both players' coming seasons after a move. All legal moves belong to one season, so the coming
/// seasons do not depend on the move.
fn season_steps(
    position: &Position,
    colour: Colour,
    cell: Cell,
    links: SeasonLinks,
) -> [SeasonSteps; 2] {
    let mut after = position.clone();
    after.play_unchecked(colour, cell);
    let enemy = colour.other();
    let steps = |player| SeasonSteps::new(&after, player, enemy, links);
    [steps(colour).begun_by(position.season(colour)), steps(enemy)]
}

/// One player's graph and its shortest walks before the move.
struct PlayerGraph {
    own: CellSet,
    enemy: CellSet,
    steps: SeasonSteps,
    walker: Walker,
    before: Links,
    after: Links,
    best: PathCount,
    /// The cells of all shortest walks.
    cells: CellSet,
    /// Whether the goal is a ring and there are no seasons: then the path count after a stone
    /// often follows from the rings through its cell, without a search from the whole gate.
    is_open_ring: bool,
}

/// Integers below this are exact in `f64`.
const EXACT: f64 = (1u64 << 53) as f64;

impl PlayerGraph {
    fn new(position: &Position, colour: Colour, steps: SeasonSteps) -> PlayerGraph {
        let own = *position.stones(colour);
        let enemy = *position.stones(colour.other());
        let mut before = Links::new(position.geometry(), colour);
        before.build(&own, &enemy);
        let mut walker = Walker::default();
        let (best, cells) = walker.search(&before, &steps);
        let is_open_ring = steps.is_open() && position.geometry().goal(colour) == Goal::Ring;
        let after = before.clone();
        PlayerGraph { own, enemy, steps, walker, before, after, best, cells, is_open_ring }
    }

    /// The path count after an own stone.
    fn with(&mut self, cell: Cell) -> PathCount {
        self.rings_with(cell).unwrap_or_else(|| {
            let mut more = self.own;
            more.insert(cell);
            self.after.build(&more, &self.enemy);
            self.walker.search(&self.after, &self.steps).0
        })
    }

    /// The path count after an enemy stone. If the stone is not on any of the shortest walks,
    /// they all remain and there are no new ones.
    fn without(&mut self, cell: Cell) -> PathCount {
        if !self.cells.contains(cell) {
            return self.best;
        }
        self.rings_without(cell).unwrap_or_else(|| {
            let mut more = self.enemy;
            more.insert(cell);
            self.after.build(&self.own, &more);
            self.walker.search(&self.after, &self.steps).0
        })
    }

    /// The path count after an own stone; `None` if that takes a search. After a stone on
    /// shortest rings, these remain and are one stone shorter: two of them never become one, and
    /// no shorter ring can use the stone twice. If all rings through the cell are at least two
    /// stones longer than the shortest, nothing changes.
    fn rings_with(&mut self, cell: Cell) -> Option<PathCount> {
        if !self.is_open_ring {
            return None;
        }
        if self.before.joined {
            return Some(PathCount::REACHED);
        }
        let limit = self.best.length + 1;
        let PathCount { length, paths } = self.walker.rings_by(&self.before, cell, limit);
        if self.cells.contains(cell) {
            return Some(PathCount { length: length - 1, paths });
        }
        (paths == 0.0).then_some(self.best)
    }

    /// The path count after an enemy stone on a shortest ring; `None` if that takes a search.
    fn rings_without(&mut self, cell: Cell) -> Option<PathCount> {
        if !self.is_open_ring {
            return None;
        }
        let PathCount { length, paths } = self.best;
        let left = paths - self.walker.rings_by(&self.before, cell, length).paths;
        (left > 0.0 && paths < EXACT).then_some(PathCount { length, paths: left })
    }
}
