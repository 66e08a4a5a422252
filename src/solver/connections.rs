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

use super::{
    bits::Bits,
    graph::{Graph, Node, Winding},
};
use crate::board::Goal;

/// How much is remembered: more finds more and takes longer.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Carriers between two empty cells have at most so many cells.
    pub between_cells: usize,
    /// Full connections of two nodes.
    pub fulls: usize,
    /// Semi connections of two nodes.
    pub semis: usize,
    /// Semi connections that one OR joins.
    pub alternatives: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { between_cells: 4, fulls: 8, semis: 16, alternatives: 4 }
    }
}

/// What connects two nodes.
#[derive(Clone, Copy, Debug, Default)]
struct List<B> {
    fulls: u8,
    semis: u8,
    /// What all semi connections so far have in common.
    common: B,
}

/// What a colour can reach.
#[derive(Clone, Debug)]
pub struct Reach<B> {
    /// A win even if the opponent moves first.
    pub full: Option<Win<B>>,
    /// Wins with the move.
    pub semis: Vec<Win<B>>,
}

/// A way to win.
#[derive(Clone, Copy, Debug)]
pub struct Win<B> {
    /// The cells that it may need.
    pub carrier: B,
    /// The first move, if one is needed.
    pub key: Node,
    /// Whether it wins whatever the opponent has elsewhere. If not, it wins
    /// because the opponent cannot win at once: on the torus the first ring
    /// counts, and both can have one.
    pub pure: bool,
}

/// Stands for a win that needs no move.
pub const NO_KEY: Node = 255;

/// The most lengths of carriers that are told apart in the queue.
const LENGTHS: usize = 40;

/// Builds the connections of one colour; kept for the memory that it holds.
pub struct Connections<'a, B> {
    graph: &'a Graph<B>,
    effort: Effort,
    lists: Vec<List<B>>,
    fulls: Vec<B>,
    semis: Vec<(B, Node)>,
    /// New full connections by the size of their carriers.
    queue: Vec<Vec<(u16, B)>>,
    /// The least size in the queue.
    least: usize,
    /// The lists of each node that have full connections.
    active: Vec<Vec<u16>>,
    empty: B,
    /// Each stone's group and its winding seen from there.
    group: Vec<(Node, Winding)>,
    /// Whether rings count that leave the opponent a ring beside them.
    all_rings: bool,
    reach: Reach<B>,
    /// What all wins with the move have in common.
    common: B,
}

impl<'a, B: Bits> Connections<'a, B> {
    /// For this board.
    pub fn new(graph: &'a Graph<B>, effort: Effort) -> Connections<'a, B> {
        let lists = graph.ends.len();
        Connections {
            graph,
            effort,
            lists: vec![List::default(); lists],
            fulls: vec![B::EMPTY; lists * effort.fulls],
            semis: vec![(B::EMPTY, 0); lists * effort.semis],
            queue: vec![Vec::new(); LENGTHS + 1],
            least: 0,
            active: vec![Vec::new(); graph.nodes()],
            empty: B::EMPTY,
            group: vec![(0, 0); graph.nodes()],
            all_rings: true,
            reach: Reach { full: None, semis: Vec::new() },
            common: B::EMPTY,
        }
    }

    /// What the colour of these stones can reach. If only wins with the move
    /// are asked for, the first one ends it.
    pub fn build(&mut self, own: B, other: B, with_the_move: bool) -> &Reach<B> {
        self.clear(own, other);
        self.find_groups(own);
        self.touch(own);
        while self.reach.full.is_none() && !(with_the_move && !self.reach.semis.is_empty()) {
            let Some((list, carrier)) = self.next() else { break };
            self.join(list, carrier);
        }
        &self.reach
    }

    /// The connections that were found between two cells, whichever copies: the
    /// carriers, and the keys of semi connections. Cells of one group need none.
    pub fn between(&self, a: usize, b: usize) -> Vec<(B, Option<usize>)> {
        let (a, b) = (self.group[a].0, self.group[b].0);
        let mut found = Vec::new();
        for winding in (0..self.graph.windings.count as Winding).filter(|_| a != b) {
            let list = self.graph.list(a, b, winding);
            found.extend(self.fulls_of(list).iter().map(|&carrier| (carrier, None)));
            let semis = self.semis_of(list).iter();
            found.extend(semis.map(|&(carrier, key)| (carrier, Some(usize::from(key)))));
        }
        found
    }

    fn clear(&mut self, own: B, other: B) {
        self.empty = self.graph.all & !own & !other;
        self.lists.fill(List { fulls: 0, semis: 0, common: self.graph.all });
        self.queue.iter_mut().for_each(Vec::clear);
        self.active.iter_mut().for_each(Vec::clear);
        self.least = 0;
        self.reach.full = None;
        self.reach.semis.clear();
        self.common = self.graph.all;
    }

    /// The groups of stones; those that touch a side belong to it.
    fn find_groups(&mut self, own: B) {
        let graph = self.graph;
        for node in 0..graph.nodes() {
            self.group[node] = (node as Node, graph.windings.none);
        }
        let mut left = own;
        for side in 0..2 {
            let node = graph.side(side);
            for cell in (own & graph.sides[side]).cells() {
                self.spread(cell, node, graph.windings.none, &mut left);
            }
        }
        while !left.is_empty() {
            let cell = left.first();
            self.spread(cell, cell as Node, graph.windings.none, &mut left);
        }
        if graph.goal == Goal::Path {
            let through =
                (own & graph.sides[1]).cells().any(|cell| self.group[cell].0 == graph.side(0));
            if through {
                self.reach.full = Some(Win { carrier: B::EMPTY, key: NO_KEY, pure: true });
            }
        }
        let torus = graph.windings.count > 3;
        self.all_rings = !torus || !diagonal_ring(graph, graph.all & !own);
    }

    /// Gives a group to a stone and to all that it touches.
    fn spread(&mut self, cell: usize, group: Node, winding: Winding, left: &mut B) {
        if !left.has(cell) {
            return;
        }
        *left = *left & !B::one(cell);
        self.group[cell] = (group, winding);
        for i in 0..self.graph.arcs[cell].len() {
            let (to, step) = self.graph.arcs[cell][i];
            // Copies too far away are left alone: some connections are missed.
            if let Some(winding) = self.graph.windings.sum(winding, step) {
                self.spread(usize::from(to), group, winding, left);
            }
        }
    }

    /// The connections of neighbours.
    fn touch(&mut self, own: B) {
        let graph = self.graph;
        for cell in (self.empty | own).cells() {
            let (from, at) = self.group[cell];
            for &(to, step) in &graph.arcs[cell] {
                let occupied = own.has(usize::from(to));
                if !occupied && !self.empty.has(usize::from(to)) {
                    continue;
                }
                let (node, there) = self.group[usize::from(to)];
                let winding = graph.windings.sum(at, step);
                let winding =
                    winding.and_then(|w| graph.windings.sum(w, graph.windings.back(there)));
                if let Some(winding) = winding
                    && (from != node || winding != graph.windings.none)
                {
                    self.add_full(from, node, winding, B::EMPTY);
                }
            }
        }
        if graph.goal == Goal::Path {
            for side in 0..2 {
                for cell in (self.empty & graph.sides[side]).cells() {
                    self.add_full(cell as Node, graph.side(side), graph.windings.none, B::EMPTY);
                }
            }
        }
    }

    fn is_empty_cell(&self, node: Node) -> bool {
        usize::from(node) < self.graph.cells && self.empty.has(usize::from(node))
    }

    /// Whether a connection of a node with itself is what the colour needs.
    fn counts(&self, winding: Winding) -> bool {
        let windings = &self.graph.windings;
        match self.all_rings {
            true => windings.wins[usize::from(winding)],
            false => windings.pure[usize::from(winding)],
        }
    }

    /// The next new full connection, a short one first.
    fn next(&mut self) -> Option<(u16, B)> {
        while self.least < self.queue.len() {
            while let Some((list, carrier)) = self.queue[self.least].pop() {
                if self.fulls_of(list).contains(&carrier) {
                    return Some((list, carrier));
                }
            }
            self.least += 1;
        }
        None
    }

    fn fulls_of(&self, list: u16) -> &[B] {
        let start = usize::from(list) * self.effort.fulls;
        &self.fulls[start..start + usize::from(self.lists[usize::from(list)].fulls)]
    }

    fn semis_of(&self, list: u16) -> &[(B, Node)] {
        let start = usize::from(list) * self.effort.semis;
        &self.semis[start..start + usize::from(self.lists[usize::from(list)].semis)]
    }

    /// The AND rule, over both ends of a full connection.
    fn join(&mut self, list: u16, carrier: B) {
        let (a, b, winding) = self.graph.ends[usize::from(list)];
        self.join_at(a, b, winding, carrier);
        if a != b {
            self.join_at(b, a, self.graph.windings.back(winding), carrier);
        }
    }

    /// With the full connections of `middle`, which one leads from to `end`.
    fn join_at(&mut self, middle: Node, end: Node, winding: Winding, carrier: B) {
        if usize::from(middle) >= self.graph.cells {
            // Over a side nothing is reached that was not connected with it.
            return;
        }
        let graph = self.graph;
        let open = self.is_empty_cell(middle);
        let end_bit = if self.is_empty_cell(end) { B::one(usize::from(end)) } else { B::EMPTY };
        let taken = carrier | end_bit;
        let from_end = graph.windings.back(winding);
        for i in 0..self.active[usize::from(middle)].len() {
            let list = self.active[usize::from(middle)][i];
            let (x, y, there) = graph.ends[usize::from(list)];
            let (far, there) =
                if x == middle { (y, there) } else { (x, graph.windings.back(there)) };
            if far == middle {
                continue;
            }
            let Some(total) = graph.windings.sum(from_end, there) else { continue };
            if far == end && total == graph.windings.none {
                continue;
            }
            let far_bit = if self.is_empty_cell(far) { B::one(usize::from(far)) } else { B::EMPTY };
            if far_bit.meets(carrier) {
                continue;
            }
            for k in 0..usize::from(self.lists[usize::from(list)].fulls) {
                let second = self.fulls[usize::from(list) * self.effort.fulls + k];
                if second.meets(taken) {
                    continue;
                }
                match open {
                    true => {
                        let carrier = carrier | second | B::one(usize::from(middle));
                        self.add_semi(end, far, total, carrier, middle);
                    }
                    false => self.add_full(end, far, total, carrier | second),
                }
                if self.reach.full.is_some() {
                    return;
                }
            }
        }
    }

    /// The most cells of a carrier between two nodes.
    fn most(&self, a: Node, b: Node) -> usize {
        match self.is_empty_cell(a) && self.is_empty_cell(b) && a != b {
            true => self.effort.between_cells,
            false => LENGTHS,
        }
    }

    fn add_full(&mut self, a: Node, b: Node, winding: Winding, carrier: B) {
        if carrier.len() > self.most(a, b) {
            return;
        }
        let list = self.graph.list(a, b, winding);
        if self.fulls_of(list).iter().any(|full| full.within(carrier)) {
            return;
        }
        self.note_full(a, b, winding, carrier);
        let (start, most) = (usize::from(list) * self.effort.fulls, self.effort.fulls);
        let mut count = usize::from(self.lists[usize::from(list)].fulls);
        let places = &mut self.fulls[start..start + most];
        let mut i = 0;
        while i < count {
            if carrier.within(places[i]) {
                count -= 1;
                places[i] = places[count];
            } else {
                i += 1;
            }
        }
        if count == most {
            // The longest makes room.
            let longest = (0..count).max_by_key(|&i| places[i].len()).unwrap_or_default();
            if places[longest].len() <= carrier.len() {
                self.lists[usize::from(list)].fulls = count as u8;
                return;
            }
            places[longest] = carrier;
        } else {
            places[count] = carrier;
            count += 1;
        }
        let was = std::mem::replace(&mut self.lists[usize::from(list)].fulls, count as u8);
        if was == 0 {
            self.active[usize::from(a)].push(list);
            if a != b {
                self.active[usize::from(b)].push(list);
            }
        }
        let length = carrier.len();
        self.least = self.least.min(length);
        self.queue[length].push((list, carrier));
    }

    /// Whether a new full connection is a win.
    fn note_full(&mut self, a: Node, b: Node, winding: Winding, carrier: B) {
        if a == b {
            let pure = self.counts(winding);
            // The stone that closes a ring wins at once, whatever its class.
            let closes = carrier.is_empty() && self.graph.windings.wins[usize::from(winding)];
            if !pure && !closes {
                return;
            }
            match self.is_empty_cell(a) {
                true => self.note_win(carrier | B::one(usize::from(a)), a, pure),
                false => self.reach.full = Some(Win { carrier, key: NO_KEY, pure }),
            }
        } else if usize::from(a.min(b)) >= self.graph.cells {
            self.reach.full = Some(Win { carrier, key: NO_KEY, pure: true });
        }
    }

    /// A win with the move.
    fn note_win(&mut self, carrier: B, key: Node, pure: bool) {
        let semis = &mut self.reach.semis;
        if semis.iter().any(|semi| semi.pure >= pure && semi.carrier.within(carrier)) {
            return;
        }
        semis.retain(|semi| semi.pure > pure || !carrier.within(semi.carrier));
        semis.push(Win { carrier, key, pure });
        self.common &= carrier;
        if self.common.is_empty() && self.reach.full.is_none() {
            self.reach.full = Some(alternatives(&self.reach.semis));
        }
    }

    fn add_semi(&mut self, a: Node, b: Node, winding: Winding, carrier: B, key: Node) {
        if carrier.len() > self.most(a, b) {
            return;
        }
        let list = self.graph.list(a, b, winding);
        if self.fulls_of(list).iter().any(|full| full.within(carrier))
            || self.semis_of(list).iter().any(|semi| semi.0.within(carrier))
        {
            return;
        }
        let sides = usize::from(a.min(b)) >= self.graph.cells;
        if sides || a == b && !self.is_empty_cell(a) && self.counts(winding) {
            self.note_win(carrier, key, true);
        }
        let (start, most) = (usize::from(list) * self.effort.semis, self.effort.semis);
        let mut count = usize::from(self.lists[usize::from(list)].semis);
        let places = &mut self.semis[start..start + most];
        let mut i = 0;
        while i < count {
            if carrier.within(places[i].0) {
                count -= 1;
                places[i] = places[count];
            } else {
                i += 1;
            }
        }
        if count == most {
            let longest = (0..count).max_by_key(|&i| places[i].0.len()).unwrap_or_default();
            if places[longest].0.len() <= carrier.len() {
                self.lists[usize::from(list)].semis = count as u8;
                return;
            }
            places.swap(longest, count - 1);
            count -= 1;
        }
        places[count] = (carrier, key);
        let entry = &mut self.lists[usize::from(list)];
        entry.semis = count as u8 + 1;
        entry.common &= carrier;
        if entry.common.is_empty() {
            self.alternate(
                (a, b, winding),
                list,
                carrier,
                carrier,
                0,
                self.effort.alternatives - 1,
            );
        }
    }

    /// The OR rule: semi connections that have no cell in common with those
    /// chosen so far. `common` is what these have in common, `carrier` what
    /// they need together.
    fn alternate(
        &mut self,
        ends: (Node, Node, Winding),
        list: u16,
        common: B,
        carrier: B,
        first: usize,
        more: usize,
    ) {
        for i in first..self.semis_of(list).len() {
            let next = self.semis[usize::from(list) * self.effort.semis + i].0;
            let left = common & next;
            if left == common {
                continue;
            }
            if left.is_empty() {
                self.add_full(ends.0, ends.1, ends.2, carrier | next);
            } else if more > 1 {
                self.alternate(ends, list, left, carrier | next, i + 1, more - 1);
            }
            if self.reach.full.is_some() {
                return;
            }
        }
    }
}

/// A few wins with the move that together are a win without it.
fn alternatives<B: Bits>(semis: &[Win<B>]) -> Win<B> {
    let mut win = Win { carrier: B::EMPTY, key: NO_KEY, pure: true };
    let mut common = !B::EMPTY;
    while !common.is_empty() {
        let cost = |semi: &&Win<B>| {
            (!semi.pure, (common & semi.carrier).len(), (win.carrier | semi.carrier).len())
        };
        let useful = semis.iter().filter(|semi| !common.within(semi.carrier));
        let Some(next) = useful.min_by_key(cost) else { break };
        common &= next.carrier;
        win.carrier |= next.carrier;
        win.pure &= next.pure;
    }
    win
}

/// Whether these cells hold a closed walk that goes round the torus in both
/// directions: only beside such a ring can the other colour have one too.
fn diagonal_ring<B: Bits>(graph: &Graph<B>, cells: B) -> bool {
    let mut rounds: Vec<Option<(i32, i32)>> = vec![None; graph.cells];
    let mut left = cells;
    while !left.is_empty() {
        let start = left.first();
        let mut closed: Vec<(i32, i32)> = Vec::new();
        let mut stack = vec![start];
        rounds[start] = Some((0, 0));
        left = left & !B::one(start);
        while let Some(cell) = stack.pop() {
            let Some(at) = rounds[cell] else { continue };
            for &(to, winding) in &graph.arcs[cell] {
                let to = usize::from(to);
                if !cells.has(to) {
                    continue;
                }
                let step = graph.windings.rounds(winding);
                let there = (at.0 + step.0, at.1 + step.1);
                match rounds[to] {
                    None => {
                        rounds[to] = Some(there);
                        left = left & !B::one(to);
                        stack.push(to);
                    }
                    Some(known) => closed.push((there.0 - known.0, there.1 - known.1)),
                }
            }
        }
        // Sums of closed walks are closed walks too.
        let across = closed.iter().any(|walk| walk.0 != 0);
        let down = closed.iter().any(|walk| walk.1 != 0);
        if across && down {
            return true;
        }
    }
    false
}
