//! Moves the bits of some boards of a batch together, like the instruction PEXT.

/// Moves the bits of a word that are in a mask to its low end.
pub(super) struct BitExtract {
    mask: u64,
    /// The bits that move by 1, 2, 4, 8, 16 and 32 positions.
    moves: [u64; 6],
}

impl BitExtract {
    pub fn new(mask: u64) -> BitExtract {
        let mut extract = BitExtract { mask, moves: [0; 6] };
        if mask & mask.wrapping_add(1) == 0 {
            return extract;
        }
        // The distance of each bit is the number of lower bits that are not in the mask. It is
        // applied binary digit by binary digit.
        let (mut left, mut gaps) = (mask, !mask << 1);
        for (i, moves) in extract.moves.iter_mut().enumerate() {
            // The bits with an odd number of gaps below.
            let odd = (0..6).fold(gaps, |all, step| all ^ all << (1 << step));
            *moves = odd & left;
            left = (left ^ *moves) | *moves >> (1 << i);
            gaps &= !odd;
        }
        extract
    }

    #[inline(always)]
    pub fn apply(&self, words: &mut [u64]) {
        for word in &mut *words {
            *word &= self.mask;
        }
        for (i, &moves) in self.moves.iter().enumerate().filter(|(_, moves)| **moves != 0) {
            for word in &mut *words {
                let moved = *word & moves;
                *word = (*word ^ moved) | moved >> (1 << i);
            }
        }
    }
}
