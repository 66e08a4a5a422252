use crate::{
    board::Position,
    rules::{Colour, Cycle, Seasons},
};

/// The seasons of a colour's coming moves, and which links of the graph can be
/// used in which of them.
///
/// Step number t of a walk lays a stone in the colour's t-th coming season, so
/// it must enter a cell of that season. The report's graph of a season has no
/// links but those between cells of this season (and the sides, which belong
/// to all): a walk never leaves its season, and waits while others are due.
/// That is `directed = false`. With `directed` there are one-way links as well,
/// from each cell to neighbours of the season that follows in the cycle. They
/// belong to the graph of the season that they lead to, so that a walk which
/// takes one at each step lays a stone with each move.
///
/// A cell counts as entered at the first step at which it can be. If each
/// season occurs once in a cycle and none runs out, this is the product of the matrices (with a
/// link from each node to itself, for waiting, and none back to the first
/// side); otherwise the product would also count different ways to wait.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    /// The season of each cell; empty: all cells are always in season.
    seasons: Vec<u8>,
    /// The seasons of the moves to come, as far as the board has room.
    due: Vec<u8>,
    /// What would come after that, again and again.
    cycle: Vec<u8>,
    directed: bool,
    /// The longest time between two moves in one season.
    gap: usize,
}

impl Calendar {
    /// All cells are in season at every step.
    pub fn open() -> Calendar {
        Calendar::default()
    }

    /// The seasons of a colour's moves when the players take turns from
    /// `first` on; under random turns that is as good a guess as any.
    pub fn new(position: &Position, colour: Colour, first: Colour, directed: bool) -> Calendar {
        let game = position.game();
        if game.rules().seasons.count() == 1 {
            return Calendar::open();
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
        Calendar { seasons: game.map().cells().to_vec(), due, cycle, directed, gap }
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
            return Step { seasons: &[], to: 0, from: 0 };
        }
        let to = self.season(step);
        let from = if self.directed && step > 1 { self.season(step - 1) } else { to };
        Step { seasons: &self.seasons, to, from }
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
    to: u8,
    from: u8,
}

impl Step<'_> {
    /// Whether the step can enter a cell.
    #[inline]
    pub fn enters(self, cell: u16) -> bool {
        self.seasons.get(usize::from(cell)).is_none_or(|&season| season == self.to)
    }

    /// Whether the step can leave a cell.
    #[inline]
    pub fn leaves(self, cell: u16) -> bool {
        let season = self.seasons.get(usize::from(cell));
        season.is_none_or(|&season| season == self.to || season == self.from)
    }
}
