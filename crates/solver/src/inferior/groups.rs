//! Cells that are dead because of groups, near or far.
//!
//! A group *reaches* its own stones and the empty cells that it touches. If one group reaches all
//! contacts of a cell that are not the opponent's, a walk of its colour through the cell can go
//! through the group instead: the cell is dead. A side counts as part of the groups on it, and a
//! cell on a side touches that side. A ring must still go round the board the same number of
//! times. For a ring, the group, its reach and the cell together must therefore leave a column
//! free: then nothing among them goes round the board.

use super::{Bits, FillBoard, fill::Fill};

/// A group with the cells that it reaches.
#[derive(Clone, Copy)]
struct GroupReach<B> {
    cells: B,
    /// A bit for each side of the colour that belongs to it.
    sides: u8,
}

pub(super) struct FillGroups<'a, B> {
    board: &'a FillBoard<B>,
    colour: usize,
    empty: B,
    /// The cells that are not the opponent's.
    open: B,
    own: B,
    /// The groups of the sides come first, if there are any.
    list: Vec<GroupReach<B>>,
    of_cell: [u8; 128],
}

impl<'a, B: Bits> FillGroups<'a, B> {
    pub fn new(fill: &Fill<'a, B>, colour: usize) -> FillGroups<'a, B> {
        let board = fill.board;
        let empty = fill.empty;
        let own = fill.stones[colour];
        let list = Vec::with_capacity(16);
        let of_cell = [0; 128];
        let mut groups = FillGroups { board, colour, empty, open: empty | own, own, list, of_cell };
        let mut rest = own;
        if let Some(edges) = board.edges[colour] {
            for edge in edges {
                groups.add(edge & rest, edge, &mut rest);
            }
        }
        while !rest.is_empty() {
            groups.add(B::one(rest.first()), B::EMPTY, &mut rest);
        }
        groups
    }

    /// Adds the group of some connected stones.
    fn add(&mut self, mut front: B, reached: B, rest: &mut B) {
        let sides = if reached.is_empty() { 0 } else { 1 << self.list.len() };
        let mut reach = GroupReach { cells: reached, sides };
        *rest &= !front;
        while !front.is_empty() {
            let cell = front.first();
            self.of_cell[cell] = self.list.len() as u8;
            reach.cells |= self.board.near[cell] | B::one(cell);
            front = front.rest() | self.board.near[cell] & *rest;
            *rest &= !front;
        }
        reach.cells &= self.open;
        self.list.push(reach);
    }

    pub fn dead(&self) -> B {
        self.list.iter().fold(B::EMPTY, |dead, &reach| dead | self.covered(reach))
    }

    /// Adds the cells that each move of the colour kills, and those that each move of the
    /// opponent kills, by the cell of the move.
    pub fn kills(&self, own_kills: &mut [B], other_kills: &mut [B]) {
        for cell in self.empty.cells() {
            if let Some(reach) = self.joined(cell) {
                own_kills[cell] |= self.covered(reach) & !B::one(cell);
            }
        }
        for &reach in &self.list {
            for cell in (self.allowed(reach) & reach.cells).cells() {
                let beyond = self.board.near[cell] & self.open & !reach.cells;
                if !beyond.is_empty() && beyond.rest().is_empty() && beyond.within(self.empty) {
                    other_kills[beyond.first()] |= B::one(cell);
                }
            }
        }
    }

    /// The reach of a move with all groups that it touches; `None` if it touches no group,
    /// because then its six contacts decide alone.
    fn joined(&self, cell: usize) -> Option<GroupReach<B>> {
        let touched = self.board.near[cell] & self.own;
        let mut reach = GroupReach { cells: B::one(cell), sides: 0 };
        let mut join = |with: &GroupReach<B>| {
            reach.cells |= with.cells;
            reach.sides |= with.sides;
        };
        let mut any = !touched.is_empty();
        for stone in touched.cells() {
            join(&self.list[usize::from(self.of_cell[stone])]);
        }
        for (side, edge) in self.board.edges[self.colour].iter().flatten().enumerate() {
            if edge.has(cell) {
                join(&self.list[side]);
                any = true;
            }
        }
        reach.cells |= self.board.near[cell] & self.open;
        any.then_some(reach)
    }

    /// The empty cells whose open contacts are all reached.
    fn covered(&self, reach: GroupReach<B>) -> B {
        self.allowed(reach) & !self.board.around(self.open & !reach.cells)
    }

    /// The empty cells for which the detour through the group is valid.
    fn allowed(&self, reach: GroupReach<B>) -> B {
        match &self.board.edges[self.colour] {
            Some(edges) => edges.iter().enumerate().fold(self.empty, |allowed, (side, &edge)| {
                if reach.sides >> side & 1 != 0 { allowed } else { allowed & !edge }
            }),
            None => {
                let free = self.board.columns.iter().filter(|column| !column.meets(reach.cells));
                match free.clone().count() {
                    0 => B::EMPTY,
                    1 => self.empty & free.fold(!B::EMPTY, |cells, &column| cells & !column),
                    _ => self.empty,
                }
            }
        }
    }
}
