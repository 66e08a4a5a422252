//! Packs the bits of some boards of a batch together.

use crate::eval::BoardBatch;

/// Moves the bits of a word that are in a mask to its low end.
#[derive(Clone, Copy, Default)]
struct SqueezeWord {
    mask: u64,
    /// The bits that move by 1, 2, 4, 8, 16 and 32 places.
    moves: [u64; 6],
}

impl SqueezeWord {
    fn new(mask: u64) -> SqueezeWord {
        let mut squeeze = SqueezeWord { mask, moves: [0; 6] };
        // Bit by bit, from the number of places that each bit has to move:
        // that of the bits below it which are not in the mask.
        let (mut left, mut gaps) = (mask, !mask << 1);
        for (i, moves) in squeeze.moves.iter_mut().enumerate() {
            // The bits with an odd number of gaps below.
            let odd = (0..6).fold(gaps, |all, step| all ^ all << (1 << step));
            *moves = odd & left;
            left = (left ^ *moves) | *moves >> (1 << i);
            gaps &= !odd;
        }
        squeeze
    }

    #[inline]
    fn of(&self, word: u64) -> u64 {
        let mut word = word & self.mask;
        for (i, moves) in self.moves.iter().enumerate() {
            let moved = word & moves;
            word = (word ^ moved) | moved >> (1 << i);
        }
        word
    }
}

/// Moves the bits that are in a mask to the low end.
pub(super) struct Squeeze([SqueezeWord; 2], u32);

impl Squeeze {
    pub fn new(mask: u128) -> Squeeze {
        let words = [mask as u64, (mask >> 64) as u64];
        Squeeze(words.map(SqueezeWord::new), words[0].count_ones())
    }

    #[inline]
    pub fn of(&self, word: u128) -> u128 {
        let [low, high] = [word as u64, (word >> 64) as u64];
        u128::from(self.0[0].of(low)) | u128::from(self.0[1].of(high)) << self.1
    }
}

/// Packs up to 128 boards of a batch.
pub(super) struct Packing<const W: usize> {
    boards: BoardBatch<W>,
    /// As in `SqueezeWord`, step by step for all words.
    moves: [BoardBatch<W>; 6],
    /// Where the bits of each word begin.
    starts: [u32; W],
    /// The boards that follow.
    rest: BoardBatch<W>,
}

impl<const W: usize> Packing<W> {
    /// For as many of these boards as fit, whole words of them.
    pub fn new(boards: BoardBatch<W>) -> Packing<W> {
        let (mut rest, mut end) = (boards, 0);
        let starts = std::array::from_fn(|w| {
            let start = end;
            if start + boards[w].count_ones() <= 128 {
                end += boards[w].count_ones();
                rest[w] = 0;
            }
            start.min(127)
        });
        let boards = std::array::from_fn(|w| boards[w] & !rest[w]);
        let words = boards.map(SqueezeWord::new);
        let moves = std::array::from_fn(|i| std::array::from_fn(|w| words[w].moves[i]));
        Packing { boards, moves, starts, rest }
    }

    /// For the boards that did not fit.
    pub fn next(&self) -> Packing<W> {
        Packing::new(self.rest)
    }

    pub fn count(&self) -> usize {
        self.boards.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Packs the bits of a cell.
    #[inline]
    pub fn pack(&self, cell: &BoardBatch<W>) -> u128 {
        let mut words: BoardBatch<W> = std::array::from_fn(|w| cell[w] & self.boards[w]);
        for (i, moves) in self.moves.iter().enumerate() {
            for w in 0..W {
                let moved = words[w] & moves[w];
                words[w] = (words[w] ^ moved) | moved >> (1 << i);
            }
        }
        (0..W).fold(0, |all, w| all | u128::from(words[w]) << self.starts[w])
    }

    /// Adds packed boards to a batch.
    pub fn unpack(&self, packed: u128, boards: &mut BoardBatch<W>) {
        let mut number = 0;
        for (&packing, word) in self.boards.iter().zip(boards) {
            let mut left = packing;
            while left != 0 {
                if packed >> number & 1 != 0 {
                    *word |= left & left.wrapping_neg();
                }
                left &= left - 1;
                number += 1;
            }
        }
    }
}
