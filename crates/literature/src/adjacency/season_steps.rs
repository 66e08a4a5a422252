//! Seasons: the links of the graph that a step can use, and the product of the seasons' matrices.

use kring_board::{Colour, Cycle, Position, Seasons};

use super::links::{Links, MANY, PathCount, SIDES, UNREACHABLE};

/// The links of a season's graph: three readings of Trevorah's report.
///
/// The sides belong to all seasons. Each node is linked to itself, for waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeasonLinks {
    /// The design of section 4.1 of the report, which was not completed there: links between
    /// cells of the season, and one-way links from the previous season. A step places a stone in
    /// the season that is due, so the product begins with the season of the player's next move.
    #[default]
    OneWay,
    /// The listings of the report, as far as they show it: the links from a season's cells to
    /// those of the next season are symmetric, as is every matrix of listing E.2, and the sides
    /// are linked to the cells of the season. The mover's product begins with the season of the
    /// move that is being made, the opponent's with that of its next move (listing E.7).
    BothWays,
    /// Only links between cells of the season: a walk stays in its season, and waits in others.
    Same,
}

/// The seasons of a colour's coming moves, and the links that can be used in each of them.
///
/// A cell counts as entered at the first step at which it can be. With [`SeasonLinks::OneWay`]
/// and [`SeasonLinks::Same`], if each season occurs once in a cycle and none runs out, the result
/// is that of the product of the matrices (with a link from each node to itself, for waiting, and
/// none back to the first side). Otherwise the product would also count different ways to wait.
/// With [`SeasonLinks::BothWays`] and a path as the goal they are counted, because the report's
/// player counts them.
#[derive(Clone, Debug, Default)]
pub struct SeasonSteps {
    /// The season of each cell; empty if all cells are always in season.
    seasons: Vec<u8>,
    /// The seasons of the coming moves, as far as the board has room.
    due: Vec<u8>,
    /// The cycle that would follow them.
    cycle: Vec<u8>,
    links: SeasonLinks,
    /// The largest number of moves from one move in a season to the next in it: after more idle
    /// steps in a row than this, no step will enter a new cell.
    pub(super) gap: usize,
}

impl SeasonSteps {
    /// All cells are in season at every step.
    pub fn open() -> SeasonSteps {
        SeasonSteps::default()
    }

    /// The seasons of a colour's moves if the players take turns from `first` on. This order is
    /// also assumed under random turns.
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
        // The cycle continues after the last season that is due.
        let at_last = |step: &usize| Some(&cycle.season(*step)) == due.last();
        let next = steps.clone().find(at_last).map_or(0, |step| step + 1);
        let cycle: Vec<u8> = steps.map(|step| cycle.season(next + step)).collect();
        let gap = gap(&due, &cycle);
        SeasonSteps { seasons: game.map().cells().to_vec(), due, cycle, links, gap }
    }

    /// The same steps with this season prepended if the links are [`SeasonLinks::BothWays`].
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

    pub(super) fn step(&self, step: usize) -> SeasonStep<'_> {
        if self.is_open() {
            return SeasonStep { seasons: &[], now: 0, other: 0, both_ways: false };
        }
        let now = self.season(step);
        let other = match self.links {
            SeasonLinks::OneWay if step > 1 => self.season(step - 1),
            SeasonLinks::BothWays => self.season(step + 1),
            SeasonLinks::OneWay | SeasonLinks::Same => now,
        };
        let both_ways = self.links == SeasonLinks::BothWays;
        SeasonStep { seasons: &self.seasons, now, other, both_ways }
    }

    /// Whether different ways to wait are counted.
    pub(super) fn counts_waiting(&self) -> bool {
        self.links == SeasonLinks::BothWays && !self.is_open()
    }

    pub(super) fn is_open(&self) -> bool {
        self.seasons.is_empty()
    }
}

/// The largest number of moves from one move in a season to the next in it, or to the first.
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
pub(super) struct SeasonStep<'a> {
    seasons: &'a [u8],
    /// The season of the step.
    now: u8,
    /// The season of the previous step; with links both ways that of the next.
    other: u8,
    both_ways: bool,
}

impl SeasonStep<'_> {
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

    /// Whether a cell belongs to the step's own season.
    #[inline]
    pub fn is_of(self, cell: u16) -> bool {
        self.seasons.get(usize::from(cell)).is_none_or(|&season| season == self.now)
    }
}

/// Multiplies the row of the first side by the matrices of the coming steps until the entry of
/// the second side is not zero. This product counts walks that differ only in when they wait, or
/// that turn back, as different walks.
pub(super) fn product(links: &Links, steps: &SeasonSteps) -> PathCount {
    let mut row = vec![0.0; links.sides.len()];
    // The walks at the first side, which can wait there, too.
    let mut waiting: f64 = 1.0;
    let mut idle = 0;
    for number in 1..UNREACHABLE {
        let step = steps.step(number as usize);
        let at_side = |side: u8, row: &[f64]| -> f64 {
            let cells = links.open.iter().filter(|cell| links.sides[cell.index()] & side != 0);
            cells.filter(|cell| step.is_of(cell.number())).map(|cell| row[cell.index()]).sum()
        };
        let paths = at_side(SIDES[1], &row);
        if paths > 0.0 {
            return PathCount { length: number, paths: paths.min(MANY) };
        }
        let mut next = row.clone();
        let mut fresh = false;
        for cell in links.open.iter().filter(|cell| step.enters(cell.number())) {
            let begins = links.sides[cell.index()] & SIDES[0] != 0 && step.is_of(cell.number());
            let from =
                links.of(cell.number()).iter().filter(|(from, _)| step.links(*from, cell.number()));
            let walks: f64 = from.map(|(from, _)| row[usize::from(*from)]).sum();
            let walks = walks + if begins { waiting } else { 0.0 };
            fresh |= walks > 0.0 && row[cell.index()] == 0.0;
            next[cell.index()] = (row[cell.index()] + walks).min(MANY);
        }
        waiting = (waiting + at_side(SIDES[0], &row)).min(MANY);
        idle = if fresh { 0 } else { idle + 1 };
        if idle > steps.gap {
            break;
        }
        row = next;
    }
    PathCount::NEVER
}
