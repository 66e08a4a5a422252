//! Virtual connections: what a colour can connect even if the opponent moves
//! first.
//!
//! A *full* connection of two nodes holds against any move of the opponent; a
//! *semi* connection needs one more own stone, its key. Each has a carrier: the
//! empty cells that it may need, its ends not counted. They are built from
//! neighbours by two rules until nothing new is found:
//!
//! - AND: two full connections with a common end and disjoint carriers. If the
//!   common end is a group of own stones they make a full connection, if it is
//!   an empty cell a semi connection with that cell as the key.
//! - OR: semi connections of the same two nodes whose carriers have no cell in
//!   common make a full connection.
//!
//! Nodes are groups of own stones, empty cells and the colour's two sides. On
//! boards that wrap, a connection leads to a certain copy of its second node
//! (see [`super::graph`]), while carriers are sets of cells of the board itself: one
//! cell cannot serve two copies. A connection of a node with another copy of
//! itself is a ring.

mod groups;
mod history;
mod lists;
mod race;
mod rules;
mod torus;
mod wins;

use super::{
    bits::Bits,
    graph::{Ends, Graph, ListId, Node, Winding},
};
use history::History;
pub use history::{How, Strength};
pub use lists::Effort;
use lists::Lists;
use race::Race;
#[cfg(test)]
pub use rules::Wrong;
pub use wins::{Reach, Win};

/// The most lengths of carriers that are told apart in the queue.
const LENGTHS: usize = 40;

/// Builds the connections of one colour; kept for the memory that it holds.
pub struct Connections<'a, B> {
    graph: &'a Graph<B>,
    lists: Lists<B>,
    /// New full connections by the size of their carriers.
    queue: Vec<Vec<(ListId, B)>>,
    /// The least size in the queue.
    least: usize,
    /// The lists of each node that have full connections, where they lead,
    /// and the windings on the way.
    active: Vec<Vec<(ListId, Node, Winding)>>,
    empty: B,
    /// Each stone's group and how many rounds away from it the stone is.
    group: Vec<(Node, (i32, i32))>,
    /// Whether rings count that leave the opponent a ring beside them.
    all_rings: bool,
    reach: Reach<B>,
    /// Rings that may be fast enough beside such a ring of the opponent's.
    race: Race<B>,
    /// How connections were found, if that is asked for.
    history: Option<History<B>>,
    /// What all wins with the move have in common.
    common: B,
}

impl<'a, B: Bits> Connections<'a, B> {
    /// For this board.
    pub fn new(graph: &'a Graph<B>) -> Connections<'a, B> {
        Connections {
            graph,
            lists: Lists::new(graph.ends.len()),
            queue: vec![Vec::new(); LENGTHS + 1],
            least: 0,
            active: vec![Vec::new(); graph.nodes()],
            empty: B::EMPTY,
            group: vec![(0, (0, 0)); graph.nodes()],
            all_rings: true,
            reach: Reach { full: None, semis: Vec::new() },
            race: Race::none(),
            history: None,
            common: B::EMPTY,
        }
    }

    /// What the colour of these stones can reach. If only wins with the move
    /// are asked for, the first one ends it.
    pub fn build(&mut self, own: B, other: B, with_the_move: bool) -> &Reach<B> {
        self.clear(own, other);
        self.find_groups(own);
        self.find_wins(own);
        self.begin_race(own, other, with_the_move);
        self.touch(own);
        while self.reach.full.is_none() && (!with_the_move || self.reach.semis.is_empty()) {
            let Some((list, carrier)) = self.next() else { break };
            self.join(list, carrier);
        }
        self.end_race();
        &self.reach
    }

    /// The connections that were found between two cells, whichever copies: the
    /// carriers, and the keys of semi connections. Cells of one group need none.
    pub fn between(&self, a: usize, b: usize) -> Vec<(B, Option<usize>)> {
        let (a, b) = (self.group[a].0, self.group[b].0);
        let mut found = Vec::new();
        for winding in (0..self.graph.windings.count as Winding).filter(|_| a != b) {
            let list = self.graph.list(Ends { a, b, winding });
            found.extend(self.lists.fulls(list).iter().map(|&carrier| (carrier, None)));
            let semis = self.lists.semis(list).iter();
            found.extend(semis.map(|&(carrier, key)| (carrier, Some(usize::from(key)))));
        }
        found
    }

    fn clear(&mut self, own: B, other: B) {
        self.empty = self.graph.all & !own & !other;
        self.lists.clear(self.graph.all);
        self.queue.iter_mut().for_each(Vec::clear);
        self.active.iter_mut().for_each(Vec::clear);
        self.least = 0;
        self.reach.full = None;
        self.reach.semis.clear();
        self.history.iter_mut().for_each(History::clear);
        self.common = self.graph.all;
    }

    /// The next new full connection, a short one first.
    fn next(&mut self) -> Option<(ListId, B)> {
        while self.least < self.queue.len() {
            while let Some((list, carrier)) = self.queue[self.least].pop() {
                if self.lists.fulls(list).contains(&carrier) {
                    return Some((list, carrier));
                }
            }
            self.least += 1;
        }
        None
    }

    fn is_empty_cell(&self, node: Node) -> bool {
        !self.graph.is_side(node) && self.empty.has(usize::from(node))
    }
}
