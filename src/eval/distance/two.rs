//! Two-distance, in the manner of van Rijswijck's Queenbee: as the opponent
//! will take the best way, what counts is the second best.
//!
//! Cells are neighbours if they touch or touch the same group of own stones.
//! A cell has two-distance 1 from a side if it touches the side or a group
//! that does; otherwise one more than the second smallest two-distance among
//! its neighbours. A bridge costs no more than a touch that way. The goal's
//! two-distance is the least sum of a cell's two-distances from both sides,
//! less one, for the cell counts on both.
//!
//! For a ring both sides are one cell of the seam: a start, and its copy one
//! turn on. The start must be filled too, so an empty one costs one more; the
//! cheapest start counts. The search goes no further than one turn either way.
//!
//! Where every cell is infinitely far (the opponent can cut every way), the
//! distance is the ordinary one plus the number of cells.

use super::{Ground, UNREACHABLE, lens::Lines};
use crate::board::Goal;

/// Stands for cells that cannot be reached.
const FAR: u16 = u16::MAX;

/// How often the board stands in the search for a ring: the start's copy,
/// one before it and one after it.
const COPIES: usize = 3;

/// A node of the unwrapped board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Enemy,
    Empty,
    /// A stone of the group with this number.
    Own(u16),
}

/// The unwrapped board as a graph in which own stones are bypassed.
pub(super) struct Graph<'a> {
    ground: &'a Ground<'a>,
    /// Without a number yet, a group is `u16::MAX`.
    nodes: Vec<Node>,
    /// The empty nodes around each group.
    shores: Vec<Vec<usize>>,
}

impl<'a> Graph<'a> {
    pub fn new(ground: &'a Ground<'a>) -> Graph<'a> {
        let copies = if ground.lens.goal == Goal::Ring { COPIES } else { 1 };
        let (lines, width) = (ground.lens.lines, ground.lens.width);
        let node = |i: usize| {
            let (line, bit) = (i / width % lines, i % width);
            match (ground.own[line] >> bit & 1, ground.empty[line] >> bit & 1) {
                (1, _) => Node::Own(u16::MAX),
                (_, 1) => Node::Empty,
                _ => Node::Enemy,
            }
        };
        let nodes = (0..copies * lines * width).map(node).collect();
        let mut graph = Graph { ground, nodes, shores: Vec::new() };
        (0..graph.nodes.len()).for_each(|node| graph.number_group(node));
        graph
    }

    /// Gives the group of a stone a number, if it has none, and its shore.
    fn number_group(&mut self, node: usize) {
        if self.nodes[node] != Node::Own(u16::MAX) {
            return;
        }
        let number = Node::Own(self.shores.len() as u16);
        self.nodes[node] = number;
        let (mut stones, mut shore) = (vec![node], Vec::new());
        while let Some(stone) = stones.pop() {
            for next in self.touching(stone) {
                match self.nodes[next] {
                    Node::Own(u16::MAX) => {
                        self.nodes[next] = number;
                        stones.push(next);
                    }
                    Node::Empty if !shore.contains(&next) => shore.push(next),
                    _ => {}
                }
            }
        }
        self.shores.push(shore);
    }

    fn touching(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let width = self.ground.lens.width;
        let closes = self.ground.lens.across.closes();
        let (line, bit) = (node / width, node % width);
        let lines = self.nodes.len() / width;
        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].into_iter().filter_map(
            move |(down, right)| {
                let line = line.checked_add_signed(down).filter(|&line| line < lines)?;
                let bit = bit as isize + right;
                let inside = (0..width as isize).contains(&bit);
                (inside || closes).then(|| line * width + bit.rem_euclid(width as isize) as usize)
            },
        )
    }

    /// The neighbours of a node, each once for each way to touch it.
    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.touching(node).flat_map(move |next| self.with_shore(next)).filter(move |&n| n != node)
    }

    /// An empty node, or the shore of a stone's group.
    fn with_shore(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let (alone, shore): (_, &[usize]) = match self.nodes[node] {
            Node::Enemy => (None, &[]),
            Node::Empty => (Some(node), &[]),
            Node::Own(group) => (None, &self.shores[usize::from(group)]),
        };
        alone.into_iter().chain(shore.iter().copied())
    }

    /// Two-distances of all nodes from a side, given what lies next to it.
    fn spread(&self, next_to: impl Iterator<Item = usize>) -> Vec<u16> {
        let mut distances = vec![FAR; self.nodes.len()];
        let mut queue = Vec::with_capacity(self.nodes.len());
        for node in next_to {
            if distances[node] == FAR {
                distances[node] = 1;
                queue.push(node);
            }
        }
        let mut near = vec![0u8; self.nodes.len()];
        let mut told_by = vec![usize::MAX; self.nodes.len()];
        let mut told = 0;
        while let Some(&node) = queue.get(told) {
            told += 1;
            for next in self.neighbours(node) {
                if distances[next] == FAR && told_by[next] != node {
                    told_by[next] = node;
                    near[next] += 1;
                    if near[next] == 2 {
                        distances[next] = distances[node] + 1;
                        queue.push(next);
                    }
                }
            }
        }
        distances
    }

    /// The goal's two-distance, and the cells that give it.
    pub fn distance(&self, one: u32) -> (u32, Lines) {
        if one == 0 || one == UNREACHABLE {
            return (one, Lines::default());
        }
        let (distance, cells) = match self.ground.lens.goal {
            Goal::Path => self.path(),
            Goal::Ring => self.ring(),
        };
        let cells_of_board = (self.ground.lens.lines * self.ground.lens.width) as u32;
        if distance == u32::from(FAR) { (cells_of_board + one, cells) } else { (distance, cells) }
    }

    fn path(&self) -> (u32, Lines) {
        let width = self.ground.lens.width;
        let last = self.nodes.len() - width;
        let mut least = Least::new();
        let top = self.spread((0..width).flat_map(|node| self.with_shore(node)));
        let bottom = self.spread((last..self.nodes.len()).flat_map(|node| self.with_shore(node)));
        for node in 0..self.nodes.len() {
            least.offer(top[node], bottom[node], 0, (node / width, node % width));
        }
        (least.distance, least.cells)
    }

    fn ring(&self) -> (u32, Lines) {
        let (lines, width) = (self.ground.lens.lines, self.ground.lens.width);
        let seam = self.ground.seam().line;
        let turn = lines * width;
        let mut least = Least::new();
        for bit in 0..width {
            let start = turn + seam * width + bit;
            let cost = match self.nodes[start] {
                Node::Enemy => continue,
                Node::Empty => 1,
                Node::Own(_) => 0,
            };
            let mut away = match self.nodes[start] {
                Node::Empty => self.spread(self.neighbours(start)),
                _ => self.spread(self.with_shore(start)),
            };
            // The start alone closes the ring.
            if cost == 1 && away[start + turn] == 1 {
                least.offer(1, 1, 0, (seam, bit));
            }
            away[start] = FAR;
            for node in turn..self.nodes.len() {
                let spot = (node / width % lines, node % width);
                least.offer(away[node], away[node - turn], cost, spot);
            }
        }
        (least.distance, least.cells)
    }
}

/// The least distance so far, and the cells that give it.
struct Least {
    distance: u32,
    cells: Lines,
}

impl Least {
    fn new() -> Least {
        Least { distance: u32::from(FAR), cells: Lines::default() }
    }

    fn offer(&mut self, from: u16, to: u16, cost: u32, (line, bit): (usize, usize)) {
        if from == FAR || to == FAR {
            return;
        }
        let distance = u32::from(from) + u32::from(to) + cost - 1;
        if distance < self.distance {
            *self = Least { distance, cells: Lines::default() };
        }
        if distance == self.distance {
            self.cells[line] |= 1 << bit;
        }
    }
}
