use std::collections::HashSet;

/// How many different games there were. Up to a million it is exact; then
/// only a share of them is remembered, and the number is an estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distinct {
    seen: HashSet<u64>,
    /// Remembered are those whose hash ends in so many zero bits.
    zeros: u32,
}

impl Distinct {
    const MOST: usize = 1 << 20;

    /// Another game, by a hash of all that makes it what it is.
    pub fn add(&mut self, record: u64) {
        // The last bits of a product depend on few bits, the first on all.
        let hash = record.wrapping_mul(0x9e37_79b9_7f4a_7c15).reverse_bits();
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        self.seen.insert(hash);
        if self.seen.len() > Distinct::MOST {
            self.zeros += 1;
            self.seen.retain(|hash| hash.trailing_zeros() >= self.zeros);
        }
    }

    /// The number of different games.
    pub fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.zeros
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_once_and_in_bounded_memory() {
        let mut distinct = Distinct::default();
        for _ in 0..3 {
            (0..1000).for_each(|record| distinct.add(record));
        }
        assert_eq!(distinct.count(), 1000);
        (0..3 << 20).for_each(|record| distinct.add(record));
        assert!(distinct.seen.len() <= Distinct::MOST);
        let share = distinct.count() as f64 / f64::from(3 << 20);
        assert!((0.98..1.02).contains(&share), "{share}");
    }
}
