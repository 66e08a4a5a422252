//! The connections that are kept of each two nodes: the shortest, and none that
//! has another's carrier within its own.

use super::super::{
    bits::Bits,
    graph::{ListId, Node},
};

/// How much is remembered: more finds more and takes longer.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Carriers between two empty cells have at most so many cells.
    pub between_cells: usize,
    /// Full connections of two nodes.
    fulls: usize,
    /// Semi connections of two nodes.
    semis: usize,
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

/// The connections of all pairs of nodes.
pub struct Lists<B> {
    pub effort: Effort,
    lists: Vec<List<B>>,
    fulls: Vec<B>,
    semis: Vec<(B, Node)>,
}

impl<B: Bits> Lists<B> {
    /// So many lists, all of them empty.
    pub fn new(lists: usize) -> Lists<B> {
        let effort = Effort::for_lists(lists);
        Lists {
            effort,
            lists: vec![List::default(); lists],
            fulls: vec![B::EMPTY; lists * effort.fulls],
            semis: vec![(B::EMPTY, 0); lists * effort.semis],
        }
    }

    /// Empties all lists of a board with these cells.
    pub fn clear(&mut self, all: B) {
        self.lists.fill(List { fulls: 0, semis: 0, common: all });
    }

    /// The carriers of the full connections.
    #[inline]
    pub fn fulls(&self, list: ListId) -> &[B] {
        let start = list as usize * self.effort.fulls;
        &self.fulls[start..start + usize::from(self.lists[list as usize].fulls)]
    }

    /// The carriers and the keys of the semi connections.
    #[inline]
    pub fn semis(&self, list: ListId) -> &[(B, Node)] {
        let start = list as usize * self.effort.semis;
        &self.semis[start..start + usize::from(self.lists[list as usize].semis)]
    }

    /// The carrier of one of the full connections.
    #[inline]
    pub fn full(&self, list: ListId, i: usize) -> B {
        self.fulls[list as usize * self.effort.fulls + i]
    }

    /// The carrier of one of the semi connections.
    #[inline]
    pub fn semi(&self, list: ListId, i: usize) -> B {
        self.semis[list as usize * self.effort.semis + i].0
    }

    /// Whether a full connection needs no more than this.
    #[inline]
    pub fn has_full_within(&self, list: ListId, carrier: B) -> bool {
        self.fulls(list).iter().any(|full| full.within(carrier))
    }

    /// Whether any connection needs no more than this.
    #[inline]
    pub fn has_within(&self, list: ListId, carrier: B) -> bool {
        self.has_full_within(list, carrier)
            || self.semis(list).iter().any(|semi| semi.0.within(carrier))
    }

    /// Keeps a full connection, unless all others are shorter.
    pub fn keep_full(&mut self, list: ListId, carrier: B) -> bool {
        let (start, most) = (list as usize * self.effort.fulls, self.effort.fulls);
        let places = &mut self.fulls[start..start + most];
        let count = &mut self.lists[list as usize].fulls;
        let left = without_longer(&mut places[..usize::from(*count)], carrier, |&full| full);
        if left < most {
            places[left] = carrier;
            *count = left as u8 + 1;
            return true;
        }
        let longest = longest(places, |&full| full);
        if places[longest].len() <= carrier.len() {
            return false;
        }
        places[longest] = carrier;
        true
    }

    /// Keeps a semi connection, unless all others are shorter. Whether those so
    /// far have no cell in common.
    pub fn keep_semi(&mut self, list: ListId, carrier: B, key: Node) -> bool {
        let (start, most) = (list as usize * self.effort.semis, self.effort.semis);
        let places = &mut self.semis[start..start + most];
        let kept = &mut self.lists[list as usize];
        let mut left =
            without_longer(&mut places[..usize::from(kept.semis)], carrier, |semi| semi.0);
        if left == most {
            let longest = longest(places, |semi| semi.0);
            if places[longest].0.len() <= carrier.len() {
                return false;
            }
            left -= 1;
            places.swap(longest, left);
        }
        places[left] = (carrier, key);
        kept.semis = left as u8 + 1;
        kept.common &= carrier;
        kept.common.is_empty()
    }
}

/// Drops the connections that need all cells of another one; how many are left.
#[inline]
fn without_longer<T: Copy, B: Bits>(places: &mut [T], carrier: B, of: impl Fn(&T) -> B) -> usize {
    let (mut i, mut count) = (0, places.len());
    while i < count {
        if carrier.within(of(&places[i])) {
            count -= 1;
            places[i] = places[count];
        } else {
            i += 1;
        }
    }
    count
}

/// The connection that makes room.
fn longest<T, B: Bits>(places: &[T], of: impl Fn(&T) -> B) -> usize {
    (0..places.len()).max_by_key(|&i| of(&places[i]).len()).unwrap_or_default()
}
