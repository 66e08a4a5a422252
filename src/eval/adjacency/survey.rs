use super::{Calendar, Links, Outlook, SeasonLinks, Walker, ring::Rings};
use crate::{
    board::{Cell, CellSet, Goal, Position},
    rules::Colour,
};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The move.
    pub cell: Cell,
    /// The outlook of who moves.
    pub mine: Outlook,
    /// The outlook of the opponent.
    pub theirs: Outlook,
}

/// How seasons count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survey {
    /// Not at all.
    Plain,
    /// One graph for each season, with these links.
    Seasonal(SeasonLinks),
}

impl Survey {
    /// The outlooks of both players after each move of a colour.
    pub fn prospects(self, position: &Position, colour: Colour) -> Vec<Prospect> {
        self.prospects_while(&|| true, position, colour).unwrap_or_default()
    }

    /// The same, unless `go_on` says no on the way.
    pub fn prospects_while(
        self,
        go_on: &dyn Fn() -> bool,
        position: &Position,
        colour: Colour,
    ) -> Option<Vec<Prospect>> {
        let legal = position.legal_cells(colour);
        let Some(any) = legal.iter().next() else { return Some(Vec::new()) };
        let go_on = || go_on().then_some(());
        go_on()?;
        let [my_calendar, their_calendar] = self.calendars(position, colour, any);
        let mut mine = Side::new(position, colour, my_calendar);
        go_on()?;
        let mut theirs = Side::new(position, colour.other(), their_calendar);
        let prospect = |cell: Cell| {
            go_on()?;
            Some(Prospect { cell, mine: mine.with(cell), theirs: theirs.without(cell) })
        };
        legal.iter().map(prospect).collect()
    }

    /// The calendars after a move; they are the same after each, since all
    /// legal moves are of one season.
    fn calendars(self, position: &Position, colour: Colour, cell: Cell) -> [Calendar; 2] {
        let Survey::Seasonal(links) = self else {
            return [Calendar::open(), Calendar::open()];
        };
        let mut after = position.clone();
        after.place(colour, cell);
        let enemy = colour.other();
        let [mine, theirs] =
            [colour, enemy].map(|player| Calendar::new(&after, player, enemy, links));
        [mine.begun_by(position.season(colour)), theirs]
    }
}

/// One player's graph, and what is known of it before the move.
struct Side {
    own: CellSet,
    enemy: CellSet,
    calendar: Calendar,
    walker: Walker,
    before: Links,
    after: Links,
    best: Outlook,
    /// The cells of all cheapest walks.
    cells: CellSet,
    rings: Option<Rings>,
}

impl Side {
    fn new(position: &Position, colour: Colour, calendar: Calendar) -> Side {
        let (own, enemy) = (*position.stones(colour), *position.stones(colour.other()));
        let mut before = Links::new(position.geometry(), colour);
        before.build(&own, &enemy);
        let mut walker = Walker::default();
        let (best, cells) = walker.search(&before, &calendar);
        let simple = calendar.is_open() && position.geometry().goal(colour) == Goal::Ring;
        let rings = simple.then_some(Rings { best, cells });
        let after = before.clone();
        Side { own, enemy, calendar, walker, before, after, best, cells, rings }
    }

    /// After an own stone.
    fn with(&mut self, cell: Cell) -> Outlook {
        let rings = self.rings.as_ref();
        rings.and_then(|rings| rings.with(&mut self.walker, &self.before, cell)).unwrap_or_else(
            || {
                let mut more = self.own;
                more.insert(cell);
                self.after.build(&more, &self.enemy);
                self.walker.search(&self.after, &self.calendar).0
            },
        )
    }

    /// After an enemy stone. One on none of the cheapest walks leaves them all,
    /// and gives no new ones.
    fn without(&mut self, cell: Cell) -> Outlook {
        if !self.cells.contains(cell) {
            return self.best;
        }
        let rings = self.rings.as_ref();
        rings.and_then(|rings| rings.without(&mut self.walker, &self.before, cell)).unwrap_or_else(
            || {
                let mut more = self.enemy;
                more.insert(cell);
                self.after.build(&self.own, &more);
                self.walker.search(&self.after, &self.calendar).0
            },
        )
    }
}
