//! The connections kept for each pair of nodes: the shortest, and none whose carrier contains
//! another's.

use crate::{
    bits::Bits,
    graph::{GraphNode, ListId},
};

/// Limits on the connections kept: higher ones find more and take longer.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The maximum size of a carrier between two empty cells.
    pub between_cells: usize,
    /// The maximum number of full connections of two nodes.
    fulls: usize,
    /// The maximum number of semi connections of two nodes.
    semis: usize,
}

impl Effort {
    /// The limits for this number of lists. Large boards that wrap have tens of thousands of
    /// lists, so fewer connections are kept in each.
    fn for_lists(lists: usize) -> Effort {
        match lists {
            0..8_000 => Effort { between_cells: 4, fulls: 8, semis: 16 },
            _ => Effort { between_cells: 2, fulls: 4, semis: 8 },
        }
    }
}

/// The connections of two nodes.
#[derive(Clone, Copy, Debug, Default)]
struct ConnectionList<B> {
    /// Where the connections lie; [`NO_SLOT`] if the list has had none.
    slot: u32,
    fulls: u8,
    semis: u8,
    /// The intersection of the carriers of all semi connections so far.
    common: B,
}

/// The first slot belongs to no list.
const NO_SLOT: u32 = 0;

/// The connections of all pairs of nodes.
///
/// Most pairs have none: a list takes a slot, with room for the connections that it may keep, when it
/// keeps its first. So the lists of a large board that wraps lie close together. Where no slot is
/// left, connections are not kept: fewer are known, and those that are known hold.
pub struct ConnectionLists<B> {
    pub effort: Effort,
    lists: Vec<ConnectionList<B>>,
    /// The slots in use, with the first.
    used: usize,
    fulls: Vec<B>,
    semis: Vec<(B, GraphNode)>,
}

impl<B: Bits> ConnectionLists<B> {
    /// The memory of this number of lists: without slots, and of each slot.
    pub fn bytes(lists: usize) -> (usize, usize) {
        let Effort { fulls, semis, .. } = Effort::for_lists(lists);
        let slot = fulls * size_of::<B>() + semis * size_of::<(B, GraphNode)>();
        (lists * size_of::<ConnectionList<B>>() + slot, slot)
    }

    pub fn new(lists: usize, slots: usize) -> ConnectionLists<B> {
        let effort = Effort::for_lists(lists);
        let slots = 1 + slots.min(lists);
        // Memory that is all zero is taken from the system when it is first used.
        ConnectionLists {
            effort,
            lists: vec![ConnectionList::default(); lists],
            used: 1,
            fulls: vec![B::EMPTY; slots * effort.fulls],
            semis: vec![(B::EMPTY, 0); slots * effort.semis],
        }
    }

    /// Empties all lists of a board with these cells.
    pub fn clear(&mut self, all: B) {
        self.lists.fill(ConnectionList { slot: NO_SLOT, fulls: 0, semis: 0, common: all });
        self.used = 1;
    }

    /// The carriers of the full connections.
    #[inline]
    pub fn fulls(&self, list: ListId) -> &[B] {
        let list = &self.lists[list as usize];
        let start = list.slot as usize * self.effort.fulls;
        &self.fulls[start..start + usize::from(list.fulls)]
    }

    /// The carriers and the keys of the semi connections.
    #[inline]
    pub fn semis(&self, list: ListId) -> &[(B, GraphNode)] {
        let list = &self.lists[list as usize];
        let start = list.slot as usize * self.effort.semis;
        &self.semis[start..start + usize::from(list.semis)]
    }

    #[inline]
    pub fn full(&self, list: ListId, i: usize) -> B {
        self.fulls[self.lists[list as usize].slot as usize * self.effort.fulls + i]
    }

    #[inline]
    pub fn semi(&self, list: ListId, i: usize) -> B {
        self.semis[self.lists[list as usize].slot as usize * self.effort.semis + i].0
    }

    /// Whether a full connection has a carrier within this one.
    #[inline]
    pub fn has_full_within(&self, list: ListId, carrier: B) -> bool {
        self.fulls(list).iter().any(|full| full.within(carrier))
    }

    /// Whether any connection has a carrier within this one.
    #[inline]
    pub fn has_within(&self, list: ListId, carrier: B) -> bool {
        self.has_full_within(list, carrier)
            || self.semis(list).iter().any(|semi| semi.0.within(carrier))
    }

    /// The slot of a list, which takes one if it has none; `None` if none is left.
    fn slot(&mut self, list: ListId) -> Option<usize> {
        let list = &mut self.lists[list as usize];
        if list.slot == NO_SLOT {
            if self.used * self.effort.fulls >= self.fulls.len() {
                return None;
            }
            list.slot = self.used as u32;
            self.used += 1;
        }
        Some(list.slot as usize)
    }

    /// Keeps a full connection, unless the list is full of connections that are at most as long.
    /// Returns whether it was kept.
    pub fn keep_full(&mut self, list: ListId, carrier: B) -> bool {
        let Some(slot) = self.slot(list) else { return false };
        let start = slot * self.effort.fulls;
        let most = self.effort.fulls;
        let slots = &mut self.fulls[start..start + most];
        let count = &mut self.lists[list as usize].fulls;
        let left = drop_supersets(&mut slots[..usize::from(*count)], carrier, |&full| full);
        if left < most {
            slots[left] = carrier;
            *count = left as u8 + 1;
            return true;
        }
        let longest = longest(slots, |&full| full);
        if slots[longest].len() <= carrier.len() {
            return false;
        }
        slots[longest] = carrier;
        true
    }

    /// Keeps a semi connection, unless the list is full of connections that are at most as long.
    /// Returns whether it was kept and the carriers so far have no cell in common, so that the OR
    /// rule may apply. Unlike `keep_full`, false does not mean that it was not kept.
    pub fn keep_semi(&mut self, list: ListId, carrier: B, key: GraphNode) -> bool {
        let Some(slot) = self.slot(list) else { return false };
        let start = slot * self.effort.semis;
        let most = self.effort.semis;
        let slots = &mut self.semis[start..start + most];
        let kept = &mut self.lists[list as usize];
        let mut left =
            drop_supersets(&mut slots[..usize::from(kept.semis)], carrier, |semi| semi.0);
        if left == most {
            let longest = longest(slots, |semi| semi.0);
            if slots[longest].0.len() <= carrier.len() {
                return false;
            }
            left -= 1;
            slots.swap(longest, left);
        }
        slots[left] = (carrier, key);
        kept.semis = left as u8 + 1;
        kept.common &= carrier;
        kept.common.is_empty()
    }
}

/// Drops the connections whose carrier contains this one; returns the number left.
#[inline]
fn drop_supersets<T: Copy, B: Bits>(slots: &mut [T], carrier: B, of: impl Fn(&T) -> B) -> usize {
    let mut i = 0;
    let mut count = slots.len();
    while i < count {
        if carrier.within(of(&slots[i])) {
            count -= 1;
            slots[i] = slots[count];
        } else {
            i += 1;
        }
    }
    count
}

/// The index of the longest connection, which is replaced.
fn longest<T, B: Bits>(slots: &[T], of: impl Fn(&T) -> B) -> usize {
    (0..slots.len()).max_by_key(|&i| of(&slots[i]).len()).unwrap_or_default()
}
