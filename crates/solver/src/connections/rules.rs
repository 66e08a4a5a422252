//! The rules that derive connections: neighbours, AND, OR.

use super::{Connections, Derivation, LENGTHS, Strength};
use crate::{
    bits::Bits,
    graph::{GraphNode, ListEnds, ListId, NO_MOVE},
};

/// The maximum number of semi connections in one OR.
const ALTERNATIVES: usize = 8;

/// The semi connections of an incomplete OR.
#[derive(Clone, Copy)]
struct ChosenSemis<B> {
    /// The first `count` of these.
    carriers: [B; ALTERNATIVES],
    count: usize,
    /// The intersection of their carriers.
    common: B,
}

impl<B: Bits> ChosenSemis<B> {
    fn and(mut self, carrier: B) -> ChosenSemis<B> {
        self.carriers[self.count] = carrier;
        self.count += 1;
        self.common &= carrier;
        self
    }

    fn all(&self) -> &[B] {
        &self.carriers[..self.count]
    }
}

impl<B: Bits> Connections<'_, B> {
    /// Adds the connections of neighbours.
    pub(super) fn touch(&mut self, own: B) {
        let graph = self.graph;
        let how = || Derivation::Touch;
        for cell in (self.empty | own).cells() {
            let a = self.group[cell].0;
            for &(to, step) in &graph.arcs[cell] {
                let to = usize::from(to);
                if !own.has(to) && !self.empty.has(to) {
                    continue;
                }
                let (b, rounds) = self.step(cell, to, step);
                // Copies further away have no list: some connections are missed.
                if let Some(winding) = graph.windings.find(rounds)
                    && (a != b || winding != graph.windings.none)
                {
                    self.add_full(ListEnds { a, b, winding }, B::EMPTY, how);
                }
            }
        }
        for side in 0..2 {
            for cell in (self.empty & graph.sides[side]).cells() {
                let a = cell as GraphNode;
                let ends = ListEnds { a, b: graph.side(side), winding: graph.windings.none };
                self.add_full(ends, B::EMPTY, how);
            }
        }
    }

    /// The AND rule, over both ends of a full connection.
    pub(super) fn join(&mut self, list: ListId, carrier: B) {
        let ends = self.graph.ends[list as usize];
        // A ring has no second end.
        if ends.a != ends.b {
            self.join_at(list, ends, carrier);
            let winding = self.graph.windings.back(ends.winding);
            self.join_at(list, ListEnds { a: ends.b, b: ends.a, winding }, carrier);
        }
    }

    /// The AND rule over the first end, with its other full connections: through a stone there they
    /// give full connections between the far ends, through an empty cell semi connections.
    fn join_at(&mut self, first: ListId, ends: ListEnds, carrier: B) {
        let graph = self.graph;
        let middle = ends.a;
        let end = ends.b;
        if graph.is_side(middle) {
            // A side reaches nothing that is not connected with it already.
            return;
        }
        let is_middle_empty = self.is_empty_cell(middle);
        let is_end_empty = self.is_empty_cell(end);
        let end_bit = if is_end_empty { B::one(usize::from(end)) } else { B::EMPTY };
        let taken = carrier | end_bit;
        // Between two empty cells only short connections are kept.
        let least_length = carrier.len() + usize::from(is_middle_empty);
        let is_long = is_end_empty && least_length > self.lists.effort.between_cells;
        let from_end = graph.windings.back(ends.winding);
        for i in 0..self.active[usize::from(middle)].len() {
            let (list, far, to_far) = self.active[usize::from(middle)][i];
            let is_far_empty = self.is_empty_cell(far);
            if far == middle || is_long && is_far_empty && far != end {
                continue;
            }
            let Some(winding) = graph.windings.sum(from_end, to_far) else { continue };
            if far == end && winding == graph.windings.none {
                continue;
            }
            if is_far_empty && carrier.has(usize::from(far)) {
                continue;
            }
            let joined = ListEnds { a: end, b: far, winding };
            for k in 0..self.lists.fulls(list).len() {
                let second = self.lists.full(list, k);
                // No single stone may break both parts.
                if taken.meets(second) {
                    continue;
                }
                let how = || Derivation::And(middle, (first, carrier), (list, second));
                let both = carrier | second;
                if is_middle_empty {
                    self.add_semi(joined, both | B::one(usize::from(middle)), middle, how);
                } else {
                    self.add_full(joined, both, how);
                }
                if self.reach.full.is_some() {
                    return;
                }
            }
        }
    }

    /// The most cells of a carrier that is kept.
    fn longest(&self, ends: ListEnds) -> usize {
        let are_cells = self.is_empty_cell(ends.a) && self.is_empty_cell(ends.b);
        if are_cells && ends.a != ends.b { self.lists.effort.between_cells } else { LENGTHS }
    }

    fn add_full(&mut self, ends: ListEnds, carrier: B, how: impl Fn() -> Derivation<B>) {
        if carrier.len() > self.longest(ends) {
            return;
        }
        let list = self.graph.list(ends);
        if self.lists.has_full_within(list, carrier) {
            return;
        }
        self.record((list, Strength::Full, carrier), how);
        self.note(ends, (list, Strength::Full, carrier), NO_MOVE);
        let is_first = self.lists.fulls(list).is_empty();
        if !self.lists.keep_full(list, carrier) {
            return;
        }
        if is_first {
            self.active[usize::from(ends.a)].push((list, ends.b, ends.winding));
            if ends.a != ends.b {
                let back = self.graph.windings.back(ends.winding);
                self.active[usize::from(ends.b)].push((list, ends.a, back));
            }
        }
        let length = carrier.len();
        self.least = self.least.min(length);
        self.queue[length].push((list, carrier));
    }

    fn add_semi(
        &mut self,
        ends: ListEnds,
        carrier: B,
        key: GraphNode,
        how: impl Fn() -> Derivation<B>,
    ) {
        if carrier.len() > self.longest(ends) {
            return;
        }
        let list = self.graph.list(ends);
        if self.lists.has_within(list, carrier) {
            return;
        }
        self.record((list, Strength::Semi, carrier), how);
        self.note(ends, (list, Strength::Semi, carrier), key);
        if self.lists.keep_semi(list, carrier, key) {
            self.note_common(list);
            let carriers = [carrier; ALTERNATIVES];
            self.alternate(ends, list, ChosenSemis { carriers, count: 1, common: carrier }, 0);
        }
    }

    /// Notes for each semi connection of a list what it and those after it have in common.
    fn note_common(&mut self, list: ListId) {
        let mut common = self.graph.all;
        self.common_from.clear();
        for &(carrier, _) in self.lists.semis(list).iter().rev() {
            common &= carrier;
            self.common_from.push(common);
        }
        self.common_from.reverse();
    }

    /// The OR rule: adds semi connections, from index `first` on, that reduce the intersection of
    /// those chosen so far, as long as those that are left can empty it. (A new full connection removes
    /// semi connections, after which `common_from` has too few cells: nothing is missed.)
    fn alternate(&mut self, ends: ListEnds, list: ListId, chosen: ChosenSemis<B>, first: usize) {
        for i in first..self.lists.semis(list).len() {
            if chosen.common.meets(self.common_from[i]) {
                return;
            }
            let next = self.lists.semi(list, i);
            if chosen.common.within(next) {
                continue;
            }
            let chosen = chosen.and(next);
            if chosen.common.is_empty() {
                let carrier = chosen.all().iter().fold(B::EMPTY, |carrier, &next| carrier | next);
                self.add_full(ends, carrier, || Derivation::Or(chosen.all().into()));
            } else if chosen.count < ALTERNATIVES {
                self.alternate(ends, list, chosen, i + 1);
            }
            if self.reach.full.is_some() {
                return;
            }
        }
    }
}
