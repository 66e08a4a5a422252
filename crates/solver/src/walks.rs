//! Connections as claims of a proof: the proof has a node for each rule application.

use std::collections::{HashMap, VecDeque};

use kring_board::{Cell, Game, Geometry};
use kring_proof::{Branch, NodeFault, NodeRef, Promise, ProofBuilder, ProofNode, WalkEnd};

use super::{
    bits::Bits,
    connections::{ConnectionId, Connections, Derivation, Strength},
    graph::{Graph, GraphNode, ListEnds, ListId, Winding},
};

pub struct Walks<'a, 'b, B> {
    pub game: &'a Game,
    pub graph: &'a Graph<B>,
    pub connections: &'b Connections<'a, B>,
    pub builder: &'b mut ProofBuilder,
    /// The winner's stones.
    pub own: B,
    pub written: HashMap<ConnectionId<B>, NodeRef>,
}

impl<B: Bits> Walks<'_, '_, B> {
    /// Writes a connection, from the first end of its list to the second.
    pub fn write(&mut self, connection: ConnectionId<B>) -> Result<NodeRef, NodeFault> {
        if let Some(&written) = self.written.get(&connection) {
            return Ok(written);
        }
        let (list, ..) = connection;
        let ends = self.graph.ends[list as usize];
        let found = self.derivation(connection).cloned();
        let written = match found.unwrap_or(Derivation::Touch) {
            Derivation::Touch => self.touch(ends)?,
            Derivation::And(middle, first, second) => {
                let first = self.towards(middle, first)?;
                let second = self.towards(middle, second)?.reversed();
                let joined = self.builder.add(ProofNode::And([first, second].into()))?;
                if self.is_turned(joined, ends) { joined.reversed() } else { joined }
            }
            Derivation::Or(carriers) => {
                let mut branches = Vec::new();
                for carrier in carriers {
                    branches.push(self.branch(list, carrier)?);
                }
                self.builder.add(ProofNode::Or(branches.into()))?
            }
        };
        self.written.insert(connection, written);
        Ok(written)
    }

    fn derivation(&self, connection: ConnectionId<B>) -> Option<&Derivation<B>> {
        self.connections.history.as_ref()?.get(&connection)
    }

    /// A semi connection: its key, and the full connection after it.
    pub fn branch(&mut self, list: ListId, carrier: B) -> Result<Branch, NodeFault> {
        let connection = (list, Strength::Semi, carrier);
        let then = self.write(connection)?;
        let key = match self.derivation(connection) {
            Some(Derivation::And(middle, ..)) => *middle,
            _ => 0,
        };
        Ok(Branch { play: Cell::unchecked(key.into()), then })
    }

    /// A full connection that ends at this node.
    fn towards(
        &mut self,
        middle: GraphNode,
        (list, carrier): (ListId, B),
    ) -> Result<NodeRef, NodeFault> {
        let written = self.write((list, Strength::Full, carrier))?;
        let ends = self.graph.ends[list as usize];
        Ok(if ends.b == middle { written } else { written.reversed() })
    }

    /// Whether a walk has the opposite direction of its list.
    fn is_turned(&self, walk: NodeRef, ListEnds { a, b, winding }: ListEnds) -> bool {
        let Promise::Walk { from, by, .. } = self.builder.claim(walk).promise else { return false };
        let from = match from {
            WalkEnd::Cell(cell) => cell.index(),
            WalkEnd::Side(side) => self.graph.cells + usize::from(side),
        };
        let size = self.game.size();
        let (x, y) = self.graph.windings.rounds(winding);
        if a == b {
            by != (x * size.columns() as i32, y * size.rows() as i32)
        } else {
            from != usize::from(a)
        }
    }

    /// The walk over the stones between two neighbours.
    fn touch(&mut self, ListEnds { a, b, winding }: ListEnds) -> Result<NodeRef, NodeFault> {
        let rounds = self.graph.windings.rounds(winding);
        let side = |node: GraphNode| usize::from(node).checked_sub(self.graph.cells);
        // An empty cell at a side; sides come after cells.
        let cell = usize::from(a);
        if let Some(side) = side(b)
            && self.graph.sides[side].has(cell)
            && !self.own.has(cell)
        {
            let start = Cell::unchecked(a.into());
            let sides = [None, Some(side as u8)];
            return self.builder.add(ProofNode::Walk { start, steps: [].into(), sides });
        }
        for from in self.members(a) {
            for (step, to, winding) in self.steps(from) {
                if self.connections.step(from, to, winding) != (b, rounds) {
                    continue;
                }
                let (start, mut steps) = self.way(a, from);
                steps.push(step);
                let (_, back) = self.way(b, to);
                steps.extend(reversed(&back));
                let side = |node| side(node).map(|side| side as u8);
                let start = Cell::unchecked(start as u16);
                let sides = [side(a), side(b)];
                return self.builder.add(ProofNode::Walk { start, steps: steps.into(), sides });
            }
        }
        // Unreachable: the nodes touch. The builder refuses the claim.
        self.builder.add(ProofNode::And([].into()))
    }

    /// The cells of a node: a group's stones, or an empty cell.
    fn members(&self, node: GraphNode) -> Vec<usize> {
        let stones = self.own.cells().filter(|&cell| self.connections.group(cell) == node);
        let empty =
            Some(usize::from(node)).filter(|&node| node < self.graph.cells && !self.own.has(node));
        stones.chain(empty).collect()
    }

    /// The steps from the node of a group to one of its stones, and the first stone: the node
    /// itself, or one at the side.
    pub fn way(&self, node: GraphNode, to: usize) -> (usize, Vec<u8>) {
        let starts: Vec<usize> = match usize::from(node).checked_sub(self.graph.cells) {
            Some(side) => (self.own & self.graph.sides[side]).cells().collect(),
            None => vec![usize::from(node)],
        };
        let mut before: HashMap<usize, Option<(usize, u8)>> =
            starts.iter().map(|&start| (start, None)).collect();
        let mut queue = VecDeque::from(starts);
        while let Some(cell) = queue.pop_front().filter(|&cell| cell != to) {
            let group = self.connections.group(cell);
            for (step, to, winding) in self.steps(cell) {
                let is_inside =
                    self.own.has(to) && self.connections.step(cell, to, winding) == (group, (0, 0));
                if is_inside && !before.contains_key(&to) {
                    before.insert(to, Some((cell, step)));
                    queue.push_back(to);
                }
            }
        }
        let mut cell = to;
        let mut steps = Vec::new();
        while let Some(&Some((from, step))) = before.get(&cell) {
            steps.push(step);
            cell = from;
        }
        steps.reverse();
        (cell, steps)
    }

    /// The steps on the board from a cell: their numbers, targets, and how they go round.
    fn steps(&self, cell: usize) -> Vec<(u8, usize, Winding)> {
        let neighbours = (0..).zip(self.game.geometry().neighbours(Cell::unchecked(cell as u16)));
        // The arcs have the same order.
        let on_board = neighbours.filter(|&(_, &to)| to != Geometry::OUTSIDE);
        let steps = on_board.zip(&self.graph.arcs[cell]);
        steps.map(|((step, _), &(to, winding))| (step, to.into(), winding)).collect()
    }

    /// The ring that a stone on an empty cell closes.
    pub fn ring(&mut self, cell: usize) -> Result<NodeRef, NodeFault> {
        let group = self.connections.group(cell);
        let mut contacts: Vec<(GraphNode, (i32, i32), Vec<u8>)> = vec![(group, (0, 0), Vec::new())];
        for (step, to, winding) in self.steps(cell) {
            let is_own = self.own.has(to);
            if is_own || to == cell {
                let (group, rounds) = self.connections.step(cell, to, winding);
                let way = if is_own { self.way(group, to).1 } else { Vec::new() };
                let steps = [step].into_iter().chain(reversed(&way)).collect();
                contacts.push((group, rounds, steps));
            }
        }
        for (i, a) in contacts.iter().enumerate() {
            for b in contacts[..i].iter().filter(|b| a.0 == b.0) {
                let rounds = (a.1.0 - b.1.0, a.1.1 - b.1.1);
                let (_, along) = self.graph.windings.across_and_along(rounds);
                if along != 0 {
                    let steps = a.2.iter().copied().chain(reversed(&b.2)).collect();
                    let start = Cell::unchecked(cell as u16);
                    let sides = [None, None];
                    return self.builder.add(ProofNode::Walk { start, steps, sides });
                }
            }
        }
        self.builder.add(ProofNode::And([].into()))
    }
}

/// The steps of the reversed walk.
fn reversed(steps: &[u8]) -> impl Iterator<Item = u8> + '_ {
    steps.iter().rev().map(|&step| (step + 3) % 6)
}
