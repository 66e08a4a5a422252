//! Groups of stones, the paths and rings that they form, and the rings that one more stone closes.

use kring_board::{Goal, Topology};
use kring_proof::has_diagonal;

use super::{
    Connections,
    rings::{NO_RACE, kind},
    wins::Win,
};
use crate::{
    bits::Bits,
    graph::{GraphNode, Winding},
};

impl<B: Bits> Connections<'_, B> {
    /// Finds the groups of stones. Groups that touch a side belong to the side.
    pub(super) fn find_groups(&mut self, own: B) {
        let graph = self.graph;
        for node in 0..graph.nodes() {
            self.group[node] = (node as GraphNode, (0, 0));
        }
        let mut left = own;
        for side in 0..2 {
            for cell in (own & graph.sides[side]).cells() {
                self.spread(cell, graph.side(side), (0, 0), &mut left);
            }
        }
        while !left.is_empty() {
            let cell = left.first();
            self.spread(cell, cell as GraphNode, (0, 0), &mut left);
        }
    }

    /// Assigns a stone and all stones connected with it to a group. `rounds` is the distance from
    /// the group's node.
    fn spread(&mut self, cell: usize, group: GraphNode, rounds: (i32, i32), left: &mut B) {
        if !left.has(cell) {
            return;
        }
        *left &= !B::one(cell);
        self.group[cell] = (group, rounds);
        for i in 0..self.graph.arcs[cell].len() {
            let (to, step) = self.graph.arcs[cell][i];
            let step = self.graph.windings.rounds(step);
            self.spread(usize::from(to), group, (rounds.0 + step.0, rounds.1 + step.1), left);
        }
    }

    /// Finds existing wins, and the rings that one stone closes.
    pub(super) fn find_wins(&mut self, own: B) {
        let graph = self.graph;
        self.all_rings = graph.geometry.topology() != Topology::Torus
            || graph.goal == Goal::Path
            || !has_diagonal(&graph.geometry, (graph.all & !own).wide());
        if graph.goal == Goal::Ring {
            self.find_rings(own);
        } else if (own & graph.sides[1]).cells().any(|cell| self.group(cell) == graph.side(0)) {
            self.reach.full = Some(Win::of_stones(NO_RACE));
        }
    }

    /// Finds existing rings, and the cells that close one. All numbers of rounds count: on the
    /// torus it matters which colour can win at once.
    fn find_rings(&mut self, own: B) {
        for cell in (own | self.empty).cells() {
            let contacts = self.contacts(own, cell);
            for (i, a) in contacts.iter().enumerate() {
                for b in contacts[..i].iter().filter(|b| a.0 == b.0) {
                    self.note_ring(own, cell, (a.1.0 - b.1.0, a.1.1 - b.1.1));
                }
            }
        }
    }

    /// The groups that a cell touches, with the rounds between it and each of them; the cell's
    /// own group is one of them.
    fn contacts(&self, own: B, cell: usize) -> Vec<(GraphNode, (i32, i32))> {
        let (from, _) = self.group[cell];
        let contact = |&(to, step): &(GraphNode, Winding)| {
            let (group, rounds) = self.step(cell, usize::from(to), step);
            (own.has(usize::from(to)) || group == from).then_some((group, rounds))
        };
        let mut contacts: Vec<_> = self.graph.arcs[cell].iter().filter_map(contact).collect();
        contacts.push((from, (0, 0)));
        contacts
    }

    /// The group that a step leads to, and the rounds between the nodes of both groups.
    pub fn step(&self, from: usize, to: usize, step: Winding) -> (GraphNode, (i32, i32)) {
        let (at, (group, there)) = (self.group[from].1, self.group[to]);
        let step = self.graph.windings.rounds(step);
        (group, (at.0 + step.0 - there.0, at.1 + step.1 - there.1))
    }

    /// Records a closed walk through a cell, if it is a ring that the colour needs.
    fn note_ring(&mut self, own: B, cell: usize, rounds: (i32, i32)) {
        let rounds = self.graph.windings.across_and_along(rounds);
        if rounds.1 == 0 {
            return;
        }
        let mut race = NO_RACE;
        if let Some(kind) = kind(rounds).filter(|_| !self.all_rings) {
            race[kind] = 1;
        }
        let win = Win::of_stones(race);
        if own.has(cell) {
            self.reach.full = Some(win);
        } else {
            self.note_win(Win { carrier: B::one(cell), key: cell as GraphNode, ..win });
        }
    }

    pub fn group(&self, cell: usize) -> GraphNode {
        self.group[cell].0
    }
}
