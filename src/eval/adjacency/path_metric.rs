use super::{Links, PathCount, SeasonLinks, SeasonSteps, Walker, ring::RingPaths};
use crate::{
    board::{Cell, CellSet, Goal, Position},
    rules::Colour,
};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveOutlook {
    /// The move.
    pub cell: Cell,
    /// The outlook of who moves.
    pub mine: PathCount,
    /// The outlook of the opponent.
    pub theirs: PathCount,
}

/// How seasons count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathMetric {
    /// Not at all.
    Plain,
    /// One graph for each season, with these links.
    Seasonal(SeasonLinks),
}

impl PathMetric {
    /// The outlooks of both players after each move of a colour.
    pub fn move_outlooks(self, position: &Position, colour: Colour) -> Vec<MoveOutlook> {
        self.move_outlooks_while(&|| true, position, colour).unwrap_or_default()
    }

    /// The same, unless `go_on` says no on the way.
    pub fn move_outlooks_while(
        self,
        go_on: &dyn Fn() -> bool,
        position: &Position,
        colour: Colour,
    ) -> Option<Vec<MoveOutlook>> {
        let legal = position.legal_cells(colour);
        let Some(any) = legal.iter().next() else { return Some(Vec::new()) };
        let go_on = || go_on().then_some(());
        go_on()?;
        let [my_steps, their_steps] = self.season_steps(position, colour, any);
        let mut mine = Side::new(position, colour, my_steps);
        go_on()?;
        let mut theirs = Side::new(position, colour.other(), their_steps);
        let outlook = |cell: Cell| {
            go_on()?;
            Some(MoveOutlook { cell, mine: mine.with(cell), theirs: theirs.without(cell) })
        };
        legal.iter().map(outlook).collect()
    }

    /// The calendars after a move; they are the same after each, since all
    /// legal moves are of one season.
    fn season_steps(self, position: &Position, colour: Colour, cell: Cell) -> [SeasonSteps; 2] {
        let PathMetric::Seasonal(links) = self else {
            return [SeasonSteps::open(), SeasonSteps::open()];
        };
        let mut after = position.clone();
        after.place(colour, cell);
        let enemy = colour.other();
        let [mine, theirs] =
            [colour, enemy].map(|player| SeasonSteps::new(&after, player, enemy, links));
        [mine.begun_by(position.season(colour)), theirs]
    }
}

/// One player's graph, and what is known of it before the move.
struct Side {
    own: CellSet,
    enemy: CellSet,
    steps: SeasonSteps,
    walker: Walker,
    before: Links,
    after: Links,
    best: PathCount,
    /// The cells of all cheapest walks.
    cells: CellSet,
    rings: Option<RingPaths>,
}

impl Side {
    fn new(position: &Position, colour: Colour, steps: SeasonSteps) -> Side {
        let (own, enemy) = (*position.stones(colour), *position.stones(colour.other()));
        let mut before = Links::new(position.geometry(), colour);
        before.build(&own, &enemy);
        let mut walker = Walker::default();
        let (best, cells) = walker.search(&before, &steps);
        let simple = steps.is_open() && position.geometry().goal(colour) == Goal::Ring;
        let rings = simple.then_some(RingPaths { best, cells });
        let after = before.clone();
        Side { own, enemy, steps, walker, before, after, best, cells, rings }
    }

    /// After an own stone.
    fn with(&mut self, cell: Cell) -> PathCount {
        let rings = self.rings.as_ref();
        rings.and_then(|rings| rings.with(&mut self.walker, &self.before, cell)).unwrap_or_else(
            || {
                let mut more = self.own;
                more.insert(cell);
                self.after.build(&more, &self.enemy);
                self.walker.search(&self.after, &self.steps).0
            },
        )
    }

    /// After an enemy stone. One on none of the cheapest walks leaves them all,
    /// and gives no new ones.
    fn without(&mut self, cell: Cell) -> PathCount {
        if !self.cells.contains(cell) {
            return self.best;
        }
        let rings = self.rings.as_ref();
        rings.and_then(|rings| rings.without(&mut self.walker, &self.before, cell)).unwrap_or_else(
            || {
                let mut more = self.enemy;
                more.insert(cell);
                self.after.build(&self.own, &more);
                self.walker.search(&self.after, &self.steps).0
            },
        )
    }
}
