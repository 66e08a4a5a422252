//! What a search knows of a move beside its results, in 32 bits: RAVE counts in `mcts`, the
//! network's prior in `neural`. All nodes of a tree have the same.

/// The bits of [`RaveCounts`] or of a [`Prior`]. Of two moves the better one has the higher bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extra(pub(super) u32);

/// The playouts below a node's parent in which the mover had this cell at any time, in the lower
/// half, and those of them that the mover won, in the upper half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaveCounts(pub u32);

impl RaveCounts {
    /// Before any playout: two games, of which one was won.
    pub const NEW: RaveCounts = RaveCounts(1 << 16 | 2);

    /// Up to this number of visits, every playout below a node updates the counts of its children.
    pub const EVERY_VISIT: u32 = 1 << 7;

    /// A count that has this bit is halved.
    const LARGE: u32 = 1 << 15;

    #[inline]
    pub fn games(self) -> u32 {
        self.0 & 0xffff
    }

    #[inline]
    pub fn won(self) -> u32 {
        self.0 >> 16
    }

    /// With further playouts, at most 64.
    #[inline]
    pub fn plus(self, more: RaveCounts) -> RaveCounts {
        let sum = self.0 + more.0;
        if sum & RaveCounts::LARGE == 0 { RaveCounts(sum) } else { RaveCounts(sum).halved() }
    }

    #[cold]
    fn halved(self) -> RaveCounts {
        RaveCounts(self.0 >> 1 & 0x7fff_7fff)
    }
}

impl From<RaveCounts> for Extra {
    fn from(counts: RaveCounts) -> Extra {
        Extra(counts.0)
    }
}

/// The prior of a move, and its visits that are under way: the upper 20 bits of the prior as an
/// `f32` without its sign, then 12 bits that count the visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prior(pub(super) u32);

impl Prior {
    /// A search never has that many positions under evaluation.
    const UNDER_WAY: u32 = (1 << 12) - 1;

    /// One visit under way.
    pub(super) const VISIT: u32 = 1;

    /// The network's prior of a move, from 0 to 1.
    pub fn new(prior: f32) -> Prior {
        Prior(prior.to_bits() << 1 & !Prior::UNDER_WAY)
    }

    /// From 0 to 1; a little less than the network's.
    #[inline]
    pub fn value(self) -> f32 {
        f32::from_bits((self.0 & !Prior::UNDER_WAY) >> 1)
    }

    /// The number of visits that have begun and not ended.
    #[inline]
    pub fn under_way(self) -> u32 {
        self.0 & Prior::UNDER_WAY
    }
}

impl From<Prior> for Extra {
    fn from(prior: Prior) -> Extra {
        Extra(prior.0)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn priors_lose_little() {
        for prior in [1.0, 0.5, 0.1234567, 1e-6, 1e-20, 0.0] {
            let packed = Prior::new(prior);
            assert_eq!(packed.under_way(), 0);
            assert!((packed.value() - prior).abs() <= prior / 2048.0);
        }
    }
}
