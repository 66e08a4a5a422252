//! A colour's graph (own stones bypassed, enemy stones removed), and the length
//! and number of its shortest paths.

use kring_board::{Cell, CellSet, Colour, Geometry, Goal, STEPS, Size};

/// The length if the goal cannot be reached any more.
pub const UNREACHABLE: u32 = 1 << 16;

/// How far a colour is from its goal: the length and number of shortest walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathCount {
    /// The steps of a shortest walk: 1 if the goal is reached, one more for
    /// each missing stone and for each move spent waiting for the right season.
    pub length: u32,
    /// The number of such walks.
    pub paths: f64,
}

impl PathCount {
    /// The goal cannot be reached.
    pub const NEVER: PathCount = PathCount { length: UNREACHABLE, paths: 0.0 };
    /// The goal is reached.
    pub const REACHED: PathCount = PathCount { length: 1, paths: 1.0 };
}

/// The largest count of walks; counts are clamped to it, so that none is infinite.
pub(super) const MANY: f64 = 1e300;

/// A link's end: the cell, and the link's number of turns around the board.
pub(super) type LinkEnd = (u16, i16);

/// The bits of a colour's two sides.
pub(super) const SIDES: [u8; 2] = [1, 2];

const NONE: u16 = u16::MAX;

/// The links between empty cells for a colour. Each [`Links::build`] reuses the memory.
#[derive(Clone, Debug)]
pub struct Links {
    pub(super) goal: Goal,
    /// Each cell's neighbours on the board.
    steps: Box<[Vec<LinkEnd>]>,
    /// Each cell's sides: bit 0 for the first, bit 1 for the second.
    edges: Box<[u8]>,
    /// The number of lines across the colour's axis, and each cell's line.
    pub(super) line_count: usize,
    lines: Box<[u8]>,
    /// Whether a cell can have the same neighbour twice.
    narrow: bool,
    groups: Vec<LinkGroup>,
    /// Each own stone's group, and its turns from the group's root.
    member: Vec<(u16, i16)>,
    spans: Vec<(u32, u32)>,
    ends: Vec<LinkEnd>,
    /// The sides that each empty cell is linked to.
    pub(super) sides: Vec<u8>,
    pub(super) open: CellSet,
    own: CellSet,
    board: CellSet,
    /// Whether the goal is reached already.
    pub(super) joined: bool,
}

#[derive(Clone, Debug, Default)]
struct LinkGroup {
    /// The empty cells around it, with their turns from its root.
    shore: Vec<LinkEnd>,
    sides: u8,
    /// The lines with stones of the group, one bit each.
    lines: u32,
}

impl Links {
    /// The links of a colour on an empty board; call [`Links::build`] before use.
    pub fn new(geometry: &Geometry, colour: Colour) -> Links {
        let size = geometry.size();
        let goal = geometry.goal(colour);
        let is_black = colour == Colour::Black;
        let line = |cell: Cell| if is_black { cell.row(size) } else { cell.column(size) };
        let line_count = if is_black { size.rows() } else { size.columns() };
        let cells = || Cell::all(size);
        let step = |cell: Cell, to: u16, (dx, dy): (i32, i32)| {
            let along = if is_black { dy } else { dx };
            let round = (line(cell) as i32 + along).div_euclid(line_count as i32);
            (to, if goal == Goal::Ring { round as i16 } else { 0 })
        };
        let steps = |cell: Cell| {
            let all = geometry.neighbours(cell).iter().zip(STEPS);
            all.filter(|&(&to, _)| to != Geometry::OUTSIDE)
                .map(|(&to, by)| step(cell, to, by))
                .collect()
        };
        Links {
            goal,
            steps: cells().map(steps).collect(),
            edges: cells().map(|cell| geometry.sides(colour, cell)).collect(),
            line_count,
            lines: cells().map(|cell| line(cell) as u8).collect(),
            narrow: size.columns() < 3 || size.rows() < 3,
            groups: Vec::new(),
            member: vec![(NONE, 0); size.cells()],
            spans: vec![(0, 0); size.cells()],
            ends: Vec::new(),
            sides: vec![0; size.cells()],
            open: CellSet::full(size),
            own: CellSet::EMPTY,
            board: CellSet::full(size),
            joined: false,
        }
    }

    /// Finds the links for these stones of both colours.
    ///
    /// # Panics
    /// If a stone is outside the board.
    pub fn build(&mut self, own: &CellSet, enemy: &CellSet) {
        self.own.iter().for_each(|stone| self.member[stone.index()] = (NONE, 0));
        self.own = *own;
        self.open = self.board.without(own).without(enemy);
        self.joined = false;
        self.groups.clear();
        for stone in own.iter() {
            if self.member[stone.index()].0 == NONE {
                self.add_group(stone);
            }
        }
        self.ends.clear();
        let open = self.open;
        open.iter().for_each(|cell| self.link(cell));
    }

    fn add_group(&mut self, root: Cell) {
        let number = self.groups.len() as u16;
        let mut group = LinkGroup::default();
        let mut stones = vec![root.number()];
        self.member[root.index()] = (number, 0);
        while let Some(stone) = stones.pop() {
            let turns = self.member[usize::from(stone)].1;
            group.sides |= self.edges[usize::from(stone)];
            group.lines |= 1 << self.lines[usize::from(stone)];
            for &(to, round) in &self.steps[usize::from(stone)] {
                let there = turns + round;
                if self.own.contains(Cell::unchecked(to)) {
                    let member = &mut self.member[usize::from(to)];
                    if member.0 == NONE {
                        *member = (number, there);
                        stones.push(to);
                    } else {
                        self.joined |= member.1 != there;
                    }
                } else if self.open.contains(Cell::unchecked(to)) {
                    group.shore.push((to, there));
                }
            }
        }
        group.shore.sort_unstable();
        group.shore.dedup();
        self.joined |= self.goal == Goal::Path && group.sides == 3;
        self.groups.push(group);
    }

    fn link(&mut self, cell: Cell) {
        let begin = self.ends.len();
        let mut sides = self.edges[cell.index()];
        let mut repeats = self.narrow;
        for &(to, round) in &self.steps[cell.index()] {
            let (number, turns) = self.member[usize::from(to)];
            if number != NONE {
                let group = &self.groups[usize::from(number)];
                sides |= group.sides;
                repeats = true;
                self.ends.extend(group.shore.iter().map(|&(end, at)| (end, round - turns + at)));
            } else if self.open.contains(Cell::unchecked(to)) {
                self.ends.push((to, round));
            }
        }
        if repeats {
            let mut found = self.ends.split_off(begin);
            found.sort_unstable();
            found.dedup();
            self.ends.extend(found.into_iter().filter(|&end| end != (cell.number(), 0)));
        }
        self.spans[cell.index()] = (begin as u32, self.ends.len() as u32);
        self.sides[cell.index()] = sides;
    }

    #[inline]
    pub(super) fn of(&self, cell: u16) -> &[LinkEnd] {
        let (begin, end) = self.spans[usize::from(cell)];
        &self.ends[begin as usize..end as usize]
    }

    /// The gate, a set of empty cells of which every ring has at least one, and how often a ring
    /// without repetition can pass the gate's line. A ring passes each line either on an empty
    /// cell or through a group's stones; in the second case it has cells of the group's shore
    /// (the empty cells around it). The gate is that of the line with the fewest such cells, or
    /// that of the first line if `first` is set.
    pub(super) fn gate(&self, first: bool) -> (CellSet, usize) {
        let mut gates = [CellSet::EMPTY; Size::MAX as usize];
        let mut passes = [0; Size::MAX as usize];
        for cell in self.open.or(&self.own).iter() {
            let line = usize::from(self.lines[cell.index()]);
            passes[line] += 1;
            if self.open.contains(cell) {
                gates[line].insert(cell);
            }
        }
        for group in &self.groups {
            let shore: CellSet =
                group.shore.iter().map(|&(cell, _)| Cell::unchecked(cell)).collect();
            for line in (0..self.line_count).filter(|line| group.lines >> line & 1 != 0) {
                gates[line] = gates[line].or(&shore);
            }
        }
        let lines = if first { 1 } else { self.line_count };
        let best = (0..lines).min_by_key(|&line| gates[line].len()).unwrap_or(0);
        (gates[best], passes[best])
    }
}
