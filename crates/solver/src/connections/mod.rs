//! Virtual connections: what a colour can connect even if the opponent moves first.
//!
//! A *full* connection of two nodes holds against any move of the opponent; a *semi* connection
//! needs one more own stone, its key. Each has a carrier: the empty cells that it may need,
//! without its ends. They are built from neighbours by two rules until nothing new is found:
//!
//! - AND: two full connections with a common end and disjoint carriers. If the common end is a
//!   group of own stones, they make a full connection; if it is an empty cell, a semi connection
//!   with that cell as the key.
//! - OR: semi connections of the same two nodes whose carriers have no cell in common make a full
//!   connection.
//!
//! Nodes are groups of own stones, empty cells and the colour's two sides. On boards that wrap, a
//! connection leads to a certain copy of its second node (see [`super::graph`]), while carriers
//! are sets of cells of the board itself: one cell cannot serve two copies. A connection of a
//! node with another copy of itself is a ring.

mod groups;
mod lists;
mod race;
mod rings;
mod rules;
mod wins;

use std::collections::HashMap;

use super::{
    bits::Bits,
    graph::{Graph, GraphNode, ListEnds, ListId, Winding},
};
pub use lists::ConnectionLists;
use race::RingRace;
pub use rings::{KINDS, NO_RACE, RaceMoves, least_moves, slower};
pub use wins::{ColourWins, Win};

/// The maximum carrier size: the queue has one bucket per size.
const LENGTHS: usize = 40;

/// Whether a connection needs one more stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    Full,
    /// It needs its key.
    Semi,
}

/// The rule that derived a connection.
#[derive(Clone, Debug)]
pub enum Derivation<B> {
    /// The nodes are neighbours.
    Touch,
    /// AND of two full connections with this common end: their lists and carriers.
    And(GraphNode, (ListId, B), (ListId, B)),
    /// OR of semi connections of the same list.
    Or(Box<[B]>),
}

/// A connection: its list, strength and carrier.
pub type ConnectionId<B> = (ListId, Strength, B);

/// Builds the connections of one colour. It is reused for its memory.
pub struct Connections<'a, B> {
    graph: &'a Graph<B>,
    lists: ConnectionLists<B>,
    /// New full connections by carrier size.
    queue: Vec<Vec<(ListId, B)>>,
    /// The smallest size in the queue.
    least: usize,
    /// The lists of each node that have full connections, with the other end and the winding.
    active: Vec<Vec<(ListId, GraphNode, Winding)>>,
    empty: B,
    /// Each stone's group, and the rounds between the group's node and the stone, to the right and
    /// down.
    group: Vec<(GraphNode, (i32, i32))>,
    /// Whether rings count that leave room for a ring of the opponent.
    all_rings: bool,
    reach: ColourWins<B>,
    /// Rings that may be faster than such a ring of the opponent.
    race: RingRace<B>,
    /// The derivation of each connection, from which a proof is written, if it is recorded.
    pub history: Option<HashMap<ConnectionId<B>, Derivation<B>>>,
    /// The intersection of the carriers of all wins with the move.
    common: B,
    /// What the semi connections of a list, from each of them on, have in common.
    common_from: Vec<B>,
}

impl<'a, B: Bits> Connections<'a, B> {
    /// With room for the connections of all pairs of nodes.
    pub fn new(graph: &'a Graph<B>) -> Connections<'a, B> {
        Connections::with_slots(graph, graph.ends.len())
    }

    /// With room for the connections of this number of pairs of nodes.
    pub fn with_slots(graph: &'a Graph<B>, slots: usize) -> Connections<'a, B> {
        Connections {
            graph,
            lists: ConnectionLists::new(graph.ends.len(), slots),
            queue: vec![Vec::new(); LENGTHS + 1],
            least: 0,
            active: vec![Vec::new(); graph.nodes()],
            empty: B::EMPTY,
            group: vec![(0, (0, 0)); graph.nodes()],
            all_rings: true,
            reach: ColourWins::default(),
            race: RingRace::default(),
            history: None,
            common: B::EMPTY,
            common_from: Vec::new(),
        }
    }

    /// Builds the connections of the colour with the stones `own`, and returns its wins. With
    /// `with_the_move`, stops at the first win with the move.
    pub fn build(&mut self, own: B, other: B, with_the_move: bool) -> &ColourWins<B> {
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

    /// The connections found between two cells, for all copies: their carriers, and the keys of
    /// semi connections. Empty for cells of one group.
    pub fn between(&self, a: usize, b: usize) -> Vec<(B, Option<usize>)> {
        let a = self.group[a].0;
        let b = self.group[b].0;
        let mut found = Vec::new();
        for winding in (0..self.graph.windings.count as Winding).filter(|_| a != b) {
            let list = self.graph.list(ListEnds { a, b, winding });
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
        self.history.iter_mut().for_each(HashMap::clear);
        self.common = self.graph.all;
    }

    /// Records the derivation of a connection, if recording is on.
    #[inline(always)]
    fn record(&mut self, of: ConnectionId<B>, how: impl Fn() -> Derivation<B>) {
        if self.history.is_some() {
            self.keep(of, &how);
        }
    }

    #[cold]
    fn keep(&mut self, of: ConnectionId<B>, how: &dyn Fn() -> Derivation<B>) {
        if let Some(history) = &mut self.history {
            history.entry(of).or_insert_with(how);
        }
    }

    /// The next new full connection, the shortest first.
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

    fn is_empty_cell(&self, node: GraphNode) -> bool {
        !self.graph.is_side(node) && self.empty.has(usize::from(node))
    }
}
