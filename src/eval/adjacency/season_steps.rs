use crate::{
    board::Position,
    rules::{Colour, Cycle, Seasons},
};

/// Which cells the graph of a season links: three readings of Trevorah's report.
///
/// The sides belong to all seasons, and each node is linked to itself, for
/// waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeasonLinks {
    /// The design of the report (section 4.1), which was never finished: cells
    /// of the season among themselves, and one-way links from the season
    /// before. A step lays a stone in the season that is due, so the product
    /// begins with the season of the player's next move.
    #[default]
    OneWay,
    /// What the listings do, as far as they show it: the links from a season's
    /// cells to those of the next season are symmetric, as every matrix of
    /// listing E.2 is; the sides are linked to the cells of the season. The product of who moves begins with the season of the
    /// move that is being made, that of the opponent with its next one
    /// (listing E.7).
    BothWays,
    /// Cells of the season among themselves only: a walk never leaves its
    /// season, and waits while others are due.
    Same,
}

impl SeasonLinks {
    /// All readings.
    pub const ALL: [SeasonLinks; 3] =
        [SeasonLinks::OneWay, SeasonLinks::BothWays, SeasonLinks::Same];
}

/// The seasons of a colour's coming moves, and which links of the graph can be
/// used in which of them.
///
/// A cell counts as entered at the first step at which it can be. With
/// [`SeasonLinks::OneWay`] and [`SeasonLinks::Same`], if each
/// season occurs once in a cycle and none runs out, this is the product of the matrices (with a
/// link from each node to itself, for waiting, and none back to the first
/// side); otherwise the product would also count different ways to wait. With
/// [`SeasonLinks::BothWays`] it does count them, where the goal is a path, since the
/// report's player does.
#[derive(Clone, Debug, Default)]
pub struct SeasonSteps {
    /// The season of each cell; empty: all cells are always in season.
    seasons: Vec<u8>,
    /// The seasons of the moves to come, as far as the board has room.
    due: Vec<u8>,
    /// What would come after that, again and again.
    cycle: Vec<u8>,
    links: SeasonLinks,
    /// The longest time between two moves in one season.
    gap: usize,
}

impl SeasonSteps {
    /// All cells are in season at every step.
    pub fn open() -> SeasonSteps {
        SeasonSteps::default()
    }

    /// The seasons of a colour's moves when the players take turns from
    /// `first` on; under random turns that is as good a guess as any.
    pub fn new(
        position: &Position,
        colour: Colour,
        first: Colour,
        links: SeasonLinks,
    ) -> SeasonSteps {
        let game = position.game();
        if game.rules().seasons.count() == 1 {
            return SeasonSteps::open();
        }
        let own = |(mover, season): (Colour, usize)| (mover == colour).then_some(season as u8);
        let due: Vec<u8> = position.coming_seasons(first).into_iter().filter_map(own).collect();
        let cycle: &Cycle = game.rules().seasons.cycle(colour);
        let steps = 0..cycle.period();
        // The cycle goes on behind the last season that is due.
        let at_last = |step: &usize| Some(&cycle.season(*step)) == due.last();
        let next = steps.clone().find(at_last).map_or(0, |step| step + 1);
        let cycle: Vec<u8> = steps.map(|step| cycle.season(next + step)).collect();
        let gap = gap(&due, &cycle);
        SeasonSteps { seasons: game.map().cells().to_vec(), due, cycle, links, gap }
    }

    /// The same, begun one step earlier with this season, where the reading of
    /// the links asks for it.
    pub(super) fn begun_by(mut self, season: Option<usize>) -> SeasonSteps {
        if let (SeasonLinks::BothWays, false, Some(season)) = (self.links, self.is_open(), season) {
            self.due.insert(0, season as u8);
            self.gap += 1;
        }
        self
    }

    /// The season of a step, counted from one.
    fn season(&self, step: usize) -> u8 {
        let at = step - 1;
        self.due.get(at).copied().unwrap_or_else(|| {
            let after = at - self.due.len();
            self.cycle[after % self.cycle.len()]
        })
    }

    /// What can be done at a step.
    pub(super) fn step(&self, step: usize) -> Step<'_> {
        if self.seasons.is_empty() {
            return Step { seasons: &[], now: 0, other: 0, both_ways: false };
        }
        let now = self.season(step);
        let other = match self.links {
            SeasonLinks::OneWay if step > 1 => self.season(step - 1),
            SeasonLinks::BothWays => self.season(step + 1),
            SeasonLinks::OneWay | SeasonLinks::Same => now,
        };
        let both_ways = self.links == SeasonLinks::BothWays;
        Step { seasons: &self.seasons, now, other, both_ways }
    }

    /// Whether all ways to wait count.
    pub(super) fn counts_waiting(&self) -> bool {
        self.links == SeasonLinks::BothWays && !self.is_open()
    }

    /// Whether all cells are always in season.
    pub(super) fn is_open(&self) -> bool {
        self.seasons.is_empty()
    }

    /// After so many steps without a new cell there never is another.
    pub(super) fn patience(&self) -> usize {
        self.gap
    }
}

/// The longest time between two moves in one season, or before the first.
fn gap(due: &[u8], cycle: &[u8]) -> usize {
    let mut last = [0; Seasons::MAX as usize + 1];
    let mut gap = 0;
    for (step, &season) in (1..).zip(due.iter().chain(cycle).chain(cycle)) {
        let last = &mut last[usize::from(season)];
        gap = gap.max(step - *last);
        *last = step;
    }
    gap
}

/// The links that one step of a walk can use.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    seasons: &'a [u8],
    /// The season of the step.
    now: u8,
    /// The one before it; with links both ways the one after it.
    other: u8,
    both_ways: bool,
}

impl Step<'_> {
    /// Whether the step can enter a cell.
    #[inline]
    pub fn enters(self, cell: u16) -> bool {
        let season = self.seasons.get(usize::from(cell));
        season.is_none_or(|&season| season == self.now || self.both_ways && season == self.other)
    }

    /// Whether the step can leave a cell.
    #[inline]
    pub fn leaves(self, cell: u16) -> bool {
        let season = self.seasons.get(usize::from(cell));
        season.is_none_or(|&season| season == self.now || season == self.other)
    }

    /// Whether the step can go from a cell to one that it can enter.
    #[inline]
    pub fn links(self, from: u16, to: u16) -> bool {
        self.leaves(from) && (!self.both_ways || self.is_of(from) || self.is_of(to))
    }

    /// Whether a cell is of the step's own season.
    #[inline]
    pub fn is_of(self, cell: u16) -> bool {
        self.seasons.get(usize::from(cell)).is_none_or(|&season| season == self.now)
    }
}
