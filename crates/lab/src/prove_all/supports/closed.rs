//! The closed sets of contracts.
//!
//! Read the rows of a board downwards. The contracts that can lie below the rows read so far are a closed set: with a
//! contract it has all lesser ones, which are worse for the next row. If rows are read upwards, the contracts that
//! can lie above them are closed in the same way: with a contract there are all greater ones.

use std::collections::HashSet;

use crate::prove_all::window::Way;

use super::contracts::{Contracts, Mask};

/// A closed set that is not empty.
#[derive(Clone, Copy)]
pub struct Closed {
    /// All contracts of the set.
    pub all: Mask,
    /// Those that are best for the next row: the others follow from them.
    pub best: Mask,
    /// The first ones outside of the set: if the set lacks these, it lacks all others outside.
    pub missing: Mask,
}

impl Closed {
    /// The set of the other direction: the half turn exchanges above and below and negates contracts.
    fn turned(self, contracts: usize) -> Closed {
        let turned = |mask: Mask| mask.reverse_bits() >> (Mask::BITS as usize - contracts);
        Closed { all: turned(self.all), best: turned(self.best), missing: turned(self.missing) }
    }
}

/// All closed sets, by their numbers. The half turn maps the set with a number to that of the other direction
/// with the same number.
pub struct ClosedSets {
    down: Vec<Closed>,
    up: Vec<Closed>,
    /// For each set the sets that include it, itself among them. They are the same for both directions.
    pub supersets: Vec<Vec<usize>>,
}

impl ClosedSets {
    /// All closed sets; `None` if they have more than `most` nested pairs.
    pub fn new(contracts: &Contracts, most: usize) -> Option<ClosedSets> {
        let down = read_downwards(contracts, most)?;
        let up = down.iter().map(|set| set.turned(contracts.count())).collect();
        let supersets = |inner: &Closed| {
            let includes = |&outer: &usize| inner.all & !down[outer].all == 0;
            (0..down.len()).filter(includes).collect()
        };
        let supersets: Vec<Vec<usize>> = down.iter().map(supersets).collect();
        let sets = ClosedSets { supersets, down, up };
        (sets.nested() <= most).then_some(sets)
    }

    /// The number of sets for a direction.
    pub fn count(&self) -> usize {
        self.down.len()
    }

    /// The number of nested pairs of sets for a direction.
    pub fn nested(&self) -> usize {
        self.supersets.iter().map(Vec::len).sum()
    }

    /// The number of the set of all contracts.
    pub fn full(&self) -> usize {
        self.count() - 1
    }

    /// A set of contracts at the end of rows that are read in a direction.
    pub fn get(&self, way: Way, number: usize) -> Closed {
        match way {
            Way::Down => self.down[number],
            Way::Up => self.up[number],
        }
    }
}

/// The closed sets for rows that are read downwards, smaller ones first; `None` if there are more than `most`.
fn read_downwards(contracts: &Contracts, most: usize) -> Option<Vec<Closed>> {
    let all = 0..contracts.count();
    let less: Vec<Mask> = all.clone().map(|contract| contracts.less(contract)).collect();
    // A contract can be added to a closed set if all lesser ones are in it.
    let fits = |set: Mask, contract: usize| set >> contract & 1 == 0 && less[contract] & !set == 0;
    let missing = |set| all.clone().filter(move |&contract| fits(set, contract));
    let mut known: HashSet<Mask> = HashSet::new();
    let mut queue: Vec<Mask> = vec![0];
    while let Some(set) = queue.pop() {
        let larger = missing(set).map(|contract| set | 1 << contract);
        queue.extend(larger.filter(|&larger| known.insert(larger)));
        if known.len() > most {
            return None;
        }
    }
    let mut masks: Vec<Mask> = known.into_iter().collect();
    masks.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let closed = |set: Mask| {
        let follow = all.clone().filter(|contract| set >> contract & 1 == 1);
        let follow = follow.map(|contract| less[contract]).fold(0, |all, less| all | less);
        Closed { all: set, best: set & !follow, missing: missing(set).map(|c| 1 << c).sum() }
    };
    Some(masks.into_iter().map(closed).collect())
}
