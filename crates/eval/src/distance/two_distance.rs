//! Two-distance, after van Rijswijck's Queenbee: the opponent will block the
//! best way, so the second best counts.
//!
//! Cells are neighbours if they touch or touch the same group of own stones.
//! A cell has two-distance 1 from a side if it touches the side or a group
//! that does; otherwise one more than the second smallest two-distance among
//! its neighbours. So a bridge costs no more than a direct contact. The goal's
//! two-distance is the least sum of a cell's two-distances from both sides,
//! less one, since the cell itself is counted twice.
//!
//! For a ring both sides are one cell of the seam: a start, and its copy one
//! turn on. The start must be filled too, so an empty one costs one more. The
//! cheapest start counts. The search goes no further than one turn either way.
//!
//! Where every cell is infinitely far (the opponent can block every way), the
//! ordinary distance plus the number of cells of the board stands for it.

use kring_board::Goal;

use super::{
    oriented_board::{Ground, Lines, OrientedBoard, UNREACHABLE},
    spread::{Groups, Spread},
};

/// The copies of the board in the search for a ring: that of the start, one
/// before it and one after it.
const COPIES: usize = 3;

/// More than any two-distance.
const FAR: u32 = 1 << 16;

/// Finds two-distances, and holds the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct TwoDistance {
    groups: Groups,
    spreads: [Spread; 2],
}

/// A two-distance, which an enemy stone can only make longer, with its seam and
/// the start that gave it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    distance: u32,
    seam: usize,
    start: usize,
}

impl TwoDistance {
    /// The two-distance of the goal, which has not been reached, and with
    /// `with_cells` the cells that give it; `None` if it is infinite.
    pub fn find(&mut self, ground: &Ground<'_>, with_cells: bool) -> Option<(u32, Lines)> {
        let least = match ground.oriented.goal {
            Goal::Path => self.path(ground),
            Goal::Ring => self.ring(ground, with_cells, 0, 0),
        };
        (least.distance < FAR).then_some((least.distance, least.cells))
    }

    /// What [`TwoDistance::after`] needs to know about the position before an enemy
    /// stone.
    pub fn before(&mut self, ground: &Ground<'_>) -> Before {
        let least = match ground.oriented.goal {
            Goal::Path => self.path(ground),
            Goal::Ring => self.ring(ground, false, 0, 0),
        };
        Before { distance: least.distance, seam: ground.seam().line, start: least.start }
    }

    /// The two-distance after one more enemy stone. With the same seam no start
    /// has become better, so the first that is as good as before gives it.
    pub fn after(&mut self, ground: &Ground<'_>, before: Before) -> Option<u32> {
        let Before { distance, seam, start } = before;
        let least = match ground.oriented.goal {
            _ if distance == FAR && ground.seam().line == seam => return None,
            Goal::Ring if ground.seam().line == seam => self.ring(ground, false, start, distance),
            Goal::Ring => self.ring(ground, false, 0, 0),
            Goal::Path => self.path(ground),
        };
        (least.distance < FAR).then_some(least.distance)
    }

    /// The two-distance, and the number of cells that give it, if they are
    /// to be counted; `None` if it is infinite.
    pub fn standing(&mut self, ground: &Ground<'_>, count: bool) -> Option<(u32, usize)> {
        let (distance, cells) = self.find(ground, count)?;
        Some((distance, cells.iter().map(|line| line.count_ones() as usize).sum()))
    }

    fn path(&mut self, ground: &Ground<'_>) -> Least {
        let (lines, across) = (ground.oriented.lines, ground.oriented.across);
        self.groups.fill(ground, 1);
        for (spread, side) in self.spreads.iter_mut().zip([1, lines]) {
            spread.clear(&self.groups);
            spread.seed(&self.groups, side, across.all);
            spread.run(&self.groups, across, FAR);
        }
        let mut least = Least::new();
        let [top, bottom] = &self.spreads;
        least.meet(top, bottom, (0, 0), FAR, lines);
        least
    }

    /// The cheapest ring, looked for from start number `first` on, until one
    /// is found that is no longer than `enough`.
    fn ring(&mut self, ground: &Ground<'_>, with_cells: bool, first: usize, enough: u32) -> Least {
        let (lines, width, across) =
            (ground.oriented.lines, ground.oriented.width, ground.oriented.across);
        self.groups.fill(ground, COPIES);
        let seam = ground.seam().line;
        let line = 1 + lines + seam;
        let (groups, spread) = (&self.groups, &mut self.spreads[0]);
        let mut least = Least::new();
        for bit in (first..width).chain(0..first) {
            let start = 1 << bit;
            let is_own = ground.own[seam] & start != 0;
            if !is_own && ground.empty[seam] & start == 0 {
                continue;
            }
            let cost = u32::from(!is_own);
            // The most that the two-distances of a cell can add up to.
            let most = least.distance + u32::from(with_cells) - cost;
            spread.clear(groups);
            if is_own {
                spread.seed(groups, line, start);
            } else {
                spread.seed_around(groups, across, line, start);
            }
            spread.run(groups, across, most.saturating_sub(1).max(1));
            let before = least.distance;
            // The start alone closes the ring.
            if !is_own && spread.is_next(line + lines, start) {
                least.set(1, |cells| cells[seam] |= start);
            }
            spread.remove(line, start);
            least.meet(spread, spread, (lines, cost), most, lines);
            if least.distance < before {
                least.start = bit;
            }
            if least.distance <= enough {
                break;
            }
        }
        least
    }
}

/// The least distance so far, and the cells that give it.
struct Least {
    distance: u32,
    cells: Lines,
    /// For a ring: which start gave it first.
    start: usize,
}

impl Least {
    fn new() -> Least {
        Least { distance: FAR, cells: Lines::default(), start: 0 }
    }

    /// The least sum of levels of a cell in two spreads, of which the second
    /// is shifted by some lines.
    fn meet(
        &mut self,
        forth: &Spread,
        back: &Spread,
        (shift, cost): (usize, u32),
        most: u32,
        lines: usize,
    ) {
        for sum in 2..=most.min(forth.depth() + back.depth()) {
            let mut any = false;
            let from = sum.saturating_sub(back.depth()).max(1);
            for level in from..=forth.depth().min(sum - 1) {
                let (first, cells) = forth.level(level);
                let (start, others) = back.level(sum - level);
                let start = start + shift;
                let begin = first.max(start);
                let end = (first + cells.len()).min(start + others.len());
                if begin >= end {
                    continue;
                }
                let pairs = cells[begin - first..end - first].iter().zip(&others[begin - start..]);
                let met = pairs.clone().fold(0, |met, (a, b)| met | a & b);
                if met != 0 {
                    any = true;
                    self.set(sum + cost - 1, |all| {
                        for (line, (a, b)) in (begin - 1..).zip(pairs) {
                            all[line % lines] |= a & b;
                        }
                    });
                }
            }
            if any {
                return;
            }
        }
    }

    /// Takes a distance, if there is no shorter one, and its cells.
    fn set(&mut self, distance: u32, add: impl FnOnce(&mut Lines)) {
        if distance < self.distance {
            (self.distance, self.cells) = (distance, Lines::default());
        }
        if distance == self.distance {
            add(&mut self.cells);
        }
    }
}

/// The number that stands for an infinite two-distance, given the ordinary
/// distance.
pub(super) fn beyond(oriented: &OrientedBoard, one: u32) -> u32 {
    match one {
        0 | UNREACHABLE => one,
        _ => (oriented.lines * oriented.width) as u32 + one,
    }
}
