//! Breadth-first search by whole lines of bits: one pass over the lines takes
//! a whole level of cells to all their neighbours. Own stones cost nothing,
//! so a level is first closed through them.

use super::oriented_board::Across;

/// What a flood runs over: own stones and empty cells, line by line. For a
/// ring the lines of the board follow each other again and again, which is
/// the board unwrapped along its axis.
#[derive(Clone, Debug, Default)]
pub(super) struct UnwrappedLines {
    own: Vec<u32>,
    empty: Vec<u32>,
}

impl UnwrappedLines {
    /// The lines, `copies` times one after the other. A line without cells is
    /// put before and after them, so that no pass looks over the end.
    pub fn fill(&mut self, own: &[u32], empty: &[u32], copies: usize) {
        for (to, from) in [(&mut self.own, own), (&mut self.empty, empty)] {
            to.clear();
            to.push(0);
            (0..copies).for_each(|_| to.extend_from_slice(from));
            to.push(0);
        }
    }
}

/// The empty cells that a flood came to with a level: lines from `first` on.
#[derive(Clone, Copy, Debug)]
struct Level {
    first: usize,
    count: usize,
    at: usize,
}

/// Where a flood begins: line numbers are those of the strip, from zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    pub line: usize,
    /// Cells that the flood stands on already.
    pub stands: u32,
    /// Empty cells that it reaches with its first stone.
    pub reaches: u32,
}

/// A flood: which cells can be reached with how many stones.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    seen: Vec<u32>,
    fresh: Vec<u32>,
    grown: Vec<u32>,
    next: Vec<u32>,
    levels: Vec<Level>,
    store: Vec<u32>,
}

impl Flood {
    /// Floods the strip level by level until `done` says so of the number of
    /// stones laid and the cells seen; that number, or `None` if `limit`
    /// stones do not get there.
    pub fn run(
        &mut self,
        unwrapped: &UnwrappedLines,
        across: Across,
        source: Source,
        limit: u32,
        mut done: impl FnMut(u32, &Reached<'_>) -> bool,
    ) -> Option<u32> {
        let height = unwrapped.own.len();
        for lines in [&mut self.seen, &mut self.fresh, &mut self.grown, &mut self.next] {
            lines.clear();
            lines.resize(height, 0);
        }
        self.levels.clear();
        self.store.clear();
        let at = source.line + 1;
        self.fresh[at] = source.stands;
        self.seen[at] = source.stands;
        self.next[at] = source.reaches;
        self.keep(at, source.stands & unwrapped.empty[at]);
        let (mut low, mut high) = (at, at);
        for stones in 0..=limit {
            (low, high) = self.close(unwrapped, across, low, high);
            if done(stones, &Reached(&self.seen)) {
                return Some(stones);
            }
            if stones == limit || !self.advance(low, high) {
                break;
            }
        }
        None
    }

    /// Takes the fresh cells to their neighbours and on through own stones:
    /// the lines that may hold new cells now.
    fn close(
        &mut self,
        unwrapped: &UnwrappedLines,
        across: Across,
        mut low: usize,
        mut high: usize,
    ) -> (usize, usize) {
        loop {
            low = (low - 1).max(1);
            high = (high + 1).min(unwrapped.own.len() - 2);
            let (lines, count) = (low..=high, high + 1 - low);
            let any = pass(
                across,
                &self.fresh[low - 1..][..count + 2],
                &unwrapped.own[lines.clone()],
                &unwrapped.empty[lines.clone()],
                &mut self.seen[lines.clone()],
                &mut self.next[lines.clone()],
                &mut self.grown[lines],
            );
            std::mem::swap(&mut self.fresh, &mut self.grown);
            if !any {
                return (low, high);
            }
        }
    }

    /// Lays a stone: the cells found next become the new level.
    fn advance(&mut self, low: usize, high: usize) -> bool {
        let at = self.store.len();
        self.store.extend_from_slice(&self.next[low..=high]);
        self.levels.push(Level { first: low, count: high + 1 - low, at });
        let mut any = 0;
        for line in low..=high {
            let cells = std::mem::take(&mut self.next[line]);
            self.fresh[line] = cells;
            self.seen[line] |= cells;
            any |= cells;
        }
        any != 0
    }

    /// Keeps the cells of level 0, which lie in one line.
    fn keep(&mut self, line: usize, cells: u32) {
        self.store.push(cells);
        self.levels.push(Level { first: line, count: 1, at: 0 });
    }

    /// The empty cells of a level: the number of its first line in the strip,
    /// and its lines.
    pub fn level(&self, stones: u32) -> (usize, &[u32]) {
        match self.levels.get(stones as usize) {
            Some(level) => (level.first - 1, &self.store[level.at..][..level.count]),
            None => (0, &[]),
        }
    }
}

/// All cells that a flood has seen.
pub(super) struct Reached<'a>(&'a [u32]);

impl Reached<'_> {
    /// The cells of a line of the strip; none beyond its end.
    #[inline]
    pub fn line(&self, line: usize) -> u32 {
        self.0.get(line + 1).copied().unwrap_or(0)
    }
}

/// One step to all neighbours. `fresh` has one line more on either side.
/// Empty cells are put down for the next level, own stones belong to this
/// one: whether there are any. A function of plain slices, so that the
/// compiler knows them apart and takes several lines at once.
#[inline(never)]
fn pass(
    across: Across,
    fresh: &[u32],
    own: &[u32],
    empty: &[u32],
    seen: &mut [u32],
    next: &mut [u32],
    grown: &mut [u32],
) -> bool {
    let count = fresh.len() - 2;
    let (above, here, below) = (&fresh[..count], &fresh[1..][..count], &fresh[2..][..count]);
    let (own, empty, seen) = (&own[..count], &empty[..count], &mut seen[..count]);
    let (next, grown) = (&mut next[..count], &mut grown[..count]);
    let mut any = 0;
    for i in 0..count {
        let touched = across.and_before(above[i])
            | across.and_before(here[i])
            | across.and_after(here[i])
            | across.and_after(below[i]);
        let unseen = touched & !seen[i];
        next[i] |= unseen & empty[i];
        let stones = unseen & own[i];
        seen[i] |= stones;
        grown[i] = stones;
        any |= stones;
    }
    any != 0
}
