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

use std::collections::HashMap;

use super::{
    bits::Bits,
    graph::{Graph, ListId, Node, Winding},
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
}

impl Effort {
    /// For so many lists: on large boards that wrap there are tens of
    /// thousands, and less is remembered of each.
    pub fn for_lists(lists: usize) -> Effort {
        match lists {
            0..8_000 => Effort { between_cells: 4, fulls: 8, semis: 16 },
            _ => Effort { between_cells: 2, fulls: 4, semis: 8 },
        }
    }

    /// The bytes that the lists take.
    pub fn bytes<B: Bits>(self, lists: usize) -> usize {
        let each = self.fulls * size_of::<B>() + self.semis * size_of::<(B, Node)>();
        lists * (each + size_of::<List<B>>())
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
    /// The connection that it is: its list, and whether the key is the end of
    /// a full one. None: stones alone, or several wins together.
    pub connection: Option<(ListId, Strength)>,
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
    /// How connections were found, if that is asked for.
    history: Option<HashMap<(ListId, Strength, B), How<B>>>,
    /// What all wins with the move have in common.
    common: B,
}

impl<'a, B: Bits> Connections<'a, B> {
    /// For this board.
    pub fn new(graph: &'a Graph<B>) -> Connections<'a, B> {
        let lists = graph.ends.len();
        let effort = Effort::for_lists(lists);
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
            group: vec![(0, (0, 0)); graph.nodes()],
            all_rings: true,
            reach: Reach { full: None, semis: Vec::new() },
            history: None,
            common: B::EMPTY,
        }
    }

    /// What the colour of these stones can reach. If only wins with the move
    /// are asked for, the first one ends it.
    pub fn build(&mut self, own: B, other: B, with_the_move: bool) -> &Reach<B> {
        self.clear(own, other);
        self.find_groups(own);
        self.touch(own);
        while self.reach.full.is_none() && (!with_the_move || self.reach.semis.is_empty()) {
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
        self.history.iter_mut().for_each(HashMap::clear);
        self.common = self.graph.all;
    }

    /// The groups of stones; those that touch a side belong to it.
    fn find_groups(&mut self, own: B) {
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
        let torus = graph.windings.count > 3;
        self.all_rings = !torus || !diagonal_ring(graph, graph.all & !own);
        match graph.goal {
            Goal::Path => self.find_path(own),
            Goal::Ring => self.find_rings(own),
        }
    }

    /// Gives a group to a stone and to all that it touches. They lie so many
    /// rounds away from the group's node.
    fn spread(&mut self, cell: usize, group: Node, rounds: (i32, i32), left: &mut B) {
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

    /// Whether the stones join the sides.
    fn find_path(&mut self, own: B) {
        let (first, second) = (self.graph.side(0), self.graph.sides[1]);
        if (own & second).cells().any(|cell| self.group[cell].0 == first) {
            self.reach.full =
                Some(Win { carrier: B::EMPTY, key: NO_KEY, pure: true, connection: None });
        }
    }

    /// The rings that stand, and the cells that close one. This counts all
    /// rounds, however many: on the torus it matters who can win at once.
    fn find_rings(&mut self, own: B) {
        let graph = self.graph;
        for cell in (own | self.empty).cells() {
            let (from, at) = self.group[cell];
            let contact = |&(to, step): &(Node, Winding)| {
                let (group, there) = self.group[usize::from(to)];
                let step = graph.windings.rounds(step);
                let rounds = (at.0 + step.0 - there.0, at.1 + step.1 - there.1);
                (own.has(usize::from(to)) || group == from).then_some((group, rounds))
            };
            let mut contacts: Vec<_> = graph.arcs[cell].iter().filter_map(contact).collect();
            contacts.push((from, (0, 0)));
            for (i, a) in contacts.iter().enumerate() {
                for b in contacts[..i].iter().filter(|b| a.0 == b.0) {
                    let (across, along) = graph.windings.turned((a.1.0 - b.1.0, a.1.1 - b.1.1));
                    if along == 0 {
                        continue;
                    }
                    let pure = self.all_rings || across == 0;
                    match own.has(cell) {
                        true => {
                            self.reach.full = Some(Win {
                                carrier: B::EMPTY,
                                key: NO_KEY,
                                pure,
                                connection: None,
                            });
                        }
                        false => self.note_win(B::one(cell), cell as Node, pure, None),
                    }
                }
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
                let step = graph.windings.rounds(step);
                // Copies too far away are left alone: some connections are missed.
                let winding = graph.windings.find(at.0 + step.0 - there.0, at.1 + step.1 - there.1);
                if let Some(winding) = winding
                    && (from != node || winding != graph.windings.none)
                {
                    self.add_full(from, node, winding, B::EMPTY, || How::Touch);
                }
            }
        }
        if graph.goal == Goal::Path {
            for side in 0..2 {
                for cell in (self.empty & graph.sides[side]).cells() {
                    let winding = graph.windings.none;
                    self.add_full(cell as Node, graph.side(side), winding, B::EMPTY, || How::Touch);
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
    fn next(&mut self) -> Option<(ListId, B)> {
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

    fn fulls_of(&self, list: ListId) -> &[B] {
        let start = list as usize * self.effort.fulls;
        &self.fulls[start..start + usize::from(self.lists[list as usize].fulls)]
    }

    fn semis_of(&self, list: ListId) -> &[(B, Node)] {
        let start = list as usize * self.effort.semis;
        &self.semis[start..start + usize::from(self.lists[list as usize].semis)]
    }

    /// The AND rule, over both ends of a full connection.
    fn join(&mut self, list: ListId, carrier: B) {
        let (a, b, winding) = self.graph.ends[list as usize];
        // A ring leads nowhere else.
        if a != b {
            self.join_at(list, a, b, winding, carrier);
            self.join_at(list, b, a, self.graph.windings.back(winding), carrier);
        }
    }

    /// With the full connections of `middle`, which one leads from to `end`.
    fn join_at(&mut self, first: ListId, middle: Node, end: Node, winding: Winding, carrier: B) {
        if usize::from(middle) >= self.graph.cells {
            // Over a side nothing is reached that was not connected with it.
            return;
        }
        let graph = self.graph;
        let open = self.is_empty_cell(middle);
        let end_open = self.is_empty_cell(end);
        let end_bit = if end_open { B::one(usize::from(end)) } else { B::EMPTY };
        let taken = carrier | end_bit;
        // Between two empty cells only short connections are kept.
        let long = end_open && carrier.len() + usize::from(open) > self.effort.between_cells;
        let from_end = graph.windings.back(winding);
        for i in 0..self.active[usize::from(middle)].len() {
            let (list, far, there) = self.active[usize::from(middle)][i];
            let far_open = self.is_empty_cell(far);
            if far == middle || long && far_open && far != end {
                continue;
            }
            let Some(total) = graph.windings.sum(from_end, there) else { continue };
            if far == end && total == graph.windings.none {
                continue;
            }
            if far_open && carrier.has(usize::from(far)) {
                continue;
            }
            for k in 0..usize::from(self.lists[list as usize].fulls) {
                let second = self.fulls[list as usize * self.effort.fulls + k];
                if second.meets(taken) {
                    continue;
                }
                let how = || How::And(middle, (first, carrier), (list, second));
                match open {
                    true => {
                        let carrier = carrier | second | B::one(usize::from(middle));
                        self.add_semi(end, far, total, carrier, middle, how);
                    }
                    false => self.add_full(end, far, total, carrier | second, how),
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

    fn add_full(
        &mut self,
        a: Node,
        b: Node,
        winding: Winding,
        carrier: B,
        how: impl FnOnce() -> How<B>,
    ) {
        if carrier.len() > self.most(a, b) {
            return;
        }
        let list = self.graph.list(a, b, winding);
        if self.fulls_of(list).iter().any(|full| full.within(carrier)) {
            return;
        }
        if let Some(history) = &mut self.history {
            history.entry((list, Strength::Full, carrier)).or_insert_with(how);
        }
        self.note_full(a, b, winding, carrier);
        let (start, most) = (list as usize * self.effort.fulls, self.effort.fulls);
        let mut count = usize::from(self.lists[list as usize].fulls);
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
                self.lists[list as usize].fulls = count as u8;
                return;
            }
            places[longest] = carrier;
        } else {
            places[count] = carrier;
            count += 1;
        }
        let was = std::mem::replace(&mut self.lists[list as usize].fulls, count as u8);
        if was == 0 {
            self.active[usize::from(a)].push((list, b, winding));
            if a != b {
                let back = self.graph.windings.back(winding);
                self.active[usize::from(b)].push((list, a, back));
            }
        }
        let length = carrier.len();
        self.least = self.least.min(length);
        self.queue[length].push((list, carrier));
    }

    /// Whether a new full connection is a win.
    fn note_full(&mut self, a: Node, b: Node, winding: Winding, carrier: B) {
        let connection = Some((self.graph.list(a, b, winding), Strength::Full));
        if a == b {
            if !self.counts(winding) {
                return;
            }
            match self.is_empty_cell(a) {
                true => self.note_win(carrier | B::one(usize::from(a)), a, true, connection),
                false => {
                    self.reach.full = Some(Win { carrier, key: NO_KEY, pure: true, connection });
                }
            }
        } else if usize::from(a.min(b)) >= self.graph.cells {
            self.reach.full = Some(Win { carrier, key: NO_KEY, pure: true, connection });
        }
    }

    /// A win with the move.
    fn note_win(
        &mut self,
        carrier: B,
        key: Node,
        pure: bool,
        connection: Option<(ListId, Strength)>,
    ) {
        let semis = &mut self.reach.semis;
        if semis.iter().any(|semi| semi.pure >= pure && semi.carrier.within(carrier)) {
            return;
        }
        semis.retain(|semi| (semi.pure && !pure) || !carrier.within(semi.carrier));
        semis.push(Win { carrier, key, pure, connection });
        self.common &= carrier;
        if self.common.is_empty() && self.reach.full.is_none() {
            self.reach.full = Some(alternatives(&self.reach.semis));
        }
    }

    fn add_semi(
        &mut self,
        a: Node,
        b: Node,
        winding: Winding,
        carrier: B,
        key: Node,
        how: impl FnOnce() -> How<B>,
    ) {
        if carrier.len() > self.most(a, b) {
            return;
        }
        let list = self.graph.list(a, b, winding);
        if self.fulls_of(list).iter().any(|full| full.within(carrier))
            || self.semis_of(list).iter().any(|semi| semi.0.within(carrier))
        {
            return;
        }
        if let Some(history) = &mut self.history {
            history.entry((list, Strength::Semi, carrier)).or_insert_with(how);
        }
        let sides = usize::from(a.min(b)) >= self.graph.cells;
        if sides || a == b && !self.is_empty_cell(a) && self.counts(winding) {
            self.note_win(carrier, key, true, Some((list, Strength::Semi)));
        }
        let (start, most) = (list as usize * self.effort.semis, self.effort.semis);
        let mut count = usize::from(self.lists[list as usize].semis);
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
                self.lists[list as usize].semis = count as u8;
                return;
            }
            places.swap(longest, count - 1);
            count -= 1;
        }
        places[count] = (carrier, key);
        let entry = &mut self.lists[list as usize];
        entry.semis = count as u8 + 1;
        entry.common &= carrier;
        if entry.common.is_empty() {
            let mut chosen = [B::EMPTY; ALTERNATIVES];
            chosen[0] = carrier;
            self.alternate((a, b, winding), list, &mut chosen, 1, 0);
        }
    }

    /// The OR rule: semi connections that have no cell in common with those
    /// chosen so far.
    fn alternate(
        &mut self,
        ends: (Node, Node, Winding),
        list: ListId,
        chosen: &mut [B; ALTERNATIVES],
        count: usize,
        first: usize,
    ) {
        let common = chosen[1..count].iter().fold(chosen[0], |common, &next| common & next);
        for i in first..self.semis_of(list).len() {
            let next = self.semis[list as usize * self.effort.semis + i].0;
            let left = common & next;
            if left == common {
                continue;
            }
            chosen[count] = next;
            if left.is_empty() {
                let all = &chosen[..=count];
                let carrier = all.iter().fold(B::EMPTY, |carrier, &next| carrier | next);
                self.add_full(ends.0, ends.1, ends.2, carrier, || How::Or(all.into()));
            } else if count + 1 < ALTERNATIVES {
                self.alternate(ends, list, chosen, count + 1, i + 1);
            }
            if self.reach.full.is_some() {
                return;
            }
        }
    }

    /// From now on it is remembered how each connection was found.
    pub fn remember(&mut self) {
        self.history = Some(HashMap::new());
    }

    /// How a connection was found.
    pub fn how(&self, list: ListId, strength: Strength, carrier: B) -> Option<&How<B>> {
        self.history.as_ref()?.get(&(list, strength, carrier))
    }

    /// A stone's group, and how many rounds away from it the stone is.
    pub fn group(&self, cell: usize) -> (Node, (i32, i32)) {
        self.group[cell]
    }
}

/// Semi connections that one OR joins.
const ALTERNATIVES: usize = 4;

/// Whether a connection needs one more stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// It needs none.
    Full,
    /// It needs its key.
    Semi,
}

/// How a connection was found.
#[derive(Clone, Debug)]
pub enum How<B> {
    /// The nodes are neighbours.
    Touch,
    /// Two full connections with this common end: lists and carriers.
    And(Node, (ListId, B), (ListId, B)),
    /// Semi connections of the same list.
    Or(Box<[B]>),
}

/// A few wins with the move that together are a win without it.
fn alternatives<B: Bits>(semis: &[Win<B>]) -> Win<B> {
    let mut win = Win { carrier: B::EMPTY, key: NO_KEY, pure: true, connection: None };
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
        left &= !B::one(start);
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
                        left &= !B::one(to);
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
