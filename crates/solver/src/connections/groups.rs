//! Groups of stones, and the paths and rings that they are or that one more
//! stone closes.

use kring_board::Goal;

use super::{
    super::{
        bits::Bits,
        graph::{Node, Winding},
    },
    Connections,
    torus::diagonal_ring,
    wins::Win,
};

/// How many rounds, to the right and down.
type Rounds = (i32, i32);

impl<B: Bits> Connections<'_, B> {
    /// The groups of stones; those that touch a side belong to it.
    pub(super) fn find_groups(&mut self, own: B) {
        let graph = self.graph;
        for node in 0..graph.nodes() {
            self.group[node] = (node as Node, (0, 0));
        }
        let mut left = own;
        for side in 0..2 {
            for cell in (own & graph.sides[side]).cells() {
                self.spread(cell, graph.side(side), (0, 0), &mut left);
            }
        }
        while !left.is_empty() {
            let cell = left.first();
            self.spread(cell, cell as Node, (0, 0), &mut left);
        }
    }

    /// Gives a group to a stone and to all that it touches. They lie so many
    /// rounds away from the group's node.
    fn spread(&mut self, cell: usize, group: Node, rounds: Rounds, left: &mut B) {
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

    /// The wins that stand, and the rings that one stone closes.
    pub(super) fn find_wins(&mut self, own: B) {
        let graph = self.graph;
        let torus = graph.windings.count > 3;
        self.all_rings = !torus || !diagonal_ring(graph, graph.all & !own);
        match graph.goal {
            Goal::Path => self.find_path(own),
            Goal::Ring => self.find_rings(own),
        }
    }

    /// Whether the stones join the sides.
    fn find_path(&mut self, own: B) {
        let (first, second) = (self.graph.side(0), self.graph.sides[1]);
        if (own & second).cells().any(|cell| self.group[cell].0 == first) {
            self.reach.full = Some(Win::of_stones(true));
        }
    }

    /// The rings that stand, and the cells that close one. This counts all
    /// rounds, however many: on the torus it matters who can win at once.
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

    /// The groups that a cell touches, and how many rounds away it lies from
    /// each; the cell itself is one of them.
    fn contacts(&self, own: B, cell: usize) -> Vec<(Node, Rounds)> {
        let (from, _) = self.group[cell];
        let contact = |&(to, step): &(Node, Winding)| {
            let (group, rounds) = self.step(cell, usize::from(to), step);
            (own.has(usize::from(to)) || group == from).then_some((group, rounds))
        };
        let mut contacts: Vec<_> = self.graph.arcs[cell].iter().filter_map(contact).collect();
        contacts.push((from, (0, 0)));
        contacts
    }

    /// Where a step leads: the group, and how many rounds lie between the nodes
    /// of both groups.
    pub(super) fn step(&self, from: usize, to: usize, step: Winding) -> (Node, Rounds) {
        let (at, (group, there)) = (self.group[from].1, self.group[to]);
        let step = self.graph.windings.rounds(step);
        (group, (at.0 + step.0 - there.0, at.1 + step.1 - there.1))
    }

    /// A closed walk through a cell, if the colour needs such a one.
    fn note_ring(&mut self, own: B, cell: usize, rounds: Rounds) {
        let (across, along) = self.graph.windings.turned(rounds);
        if along == 0 {
            return;
        }
        let win = Win::of_stones(self.all_rings || across == 0);
        if own.has(cell) {
            self.reach.full = Some(win);
        } else {
            self.note_win(Win { carrier: B::one(cell), key: cell as Node, ..win });
        }
    }

    /// A stone's group, and how many rounds away from it the stone is.
    pub fn group(&self, cell: usize) -> (Node, Rounds) {
        self.group[cell]
    }
}
