//! Signatures: who wins a word with each of many suffixes. The signatures of up to 512 words are found at once, a bit for
//! each word, from the signatures of the words after each move.

use kring_proof::all_n::{Boards, Crossing, Row};

use super::classes::{Classes, half_turn};

/// The most words of a batch.
pub const BATCH: usize = 64 * LANES;
const LANES: usize = 8;
/// A bit for each word of a batch.
type Lane = [u64; LANES];

/// For white to move and for black to move: a bit for each suffix with which black wins.
pub type Signature = [Vec<u64>; 2];

/// The suffixes: half turns of classes of words.
pub struct Suffixes {
    columns: usize,
    pub classes: Classes,
    /// The rows of the suffixes.
    rows: Vec<Vec<Row>>,
}

impl Suffixes {
    pub fn new(columns: usize, classes: Classes) -> Suffixes {
        let rows = classes.words.iter().map(|word| half_turn(word, columns)).collect();
        Suffixes { columns, classes, rows }
    }

    /// The number of words of a half of a signature.
    pub fn blocks(&self) -> usize {
        self.classes.len().div_ceil(64)
    }

    /// The signature before any move is considered: with white to move black wins unless a white move wins, with black to
    /// move it wins only if a black move does.
    pub fn before_moves(&self) -> Signature {
        [vec![!0; self.blocks()], vec![0; self.blocks()]]
    }

    /// Completes signatures, which consider the moves in the words so far, by the moves in the suffixes. `full`: the
    /// words if they have no empty cell.
    pub fn complete(&self, signatures: &mut [Signature], full: Option<&[Vec<Row>]>) {
        // With white to move, and with black to move: a lane for each suffix.
        let [mut white, mut black] = [0, 1].map(|to_move| self.lanes(signatures, to_move));
        for suffix in 0..self.classes.len() {
            if let (Some(words), true) = (full, self.classes.is_full(suffix)) {
                white[suffix] = self.crossings(words, suffix);
                black[suffix] = white[suffix];
                continue;
            }
            let [after_white, after_black] = &self.classes.moves[suffix];
            let mut all = white[suffix];
            let mut any = black[suffix];
            for &class in after_white {
                let lane = &black[class as usize];
                for (all, lane) in all.iter_mut().zip(lane) {
                    *all &= lane;
                }
            }
            for &class in after_black {
                let lane = &white[class as usize];
                for (any, lane) in any.iter_mut().zip(lane) {
                    *any |= lane;
                }
            }
            (white[suffix], black[suffix]) = (all, any);
        }
        // Bits beyond the last suffix are equal in all signatures.
        white[self.classes.len()..].fill([0; LANES]);
        black[self.classes.len()..].fill([0; LANES]);
        for (to_move, lanes) in [white, black].into_iter().enumerate() {
            self.take_lanes(signatures, to_move, &lanes);
        }
    }

    /// The full words that black connects with a full suffix.
    fn crossings(&self, words: &[Vec<Row>], suffix: usize) -> Lane {
        let mut lane = [0; LANES];
        for (i, word) in words.iter().enumerate() {
            let mut rows = word.iter().chain(&self.rows[suffix]);
            let first =
                rows.next().map(|&row| Crossing::first(Boards::Cylinder, row, self.columns));
            let last = first.map(|first| rows.fold(first, |crossing, &row| crossing.then(row)));
            lane[i / 64] |= u64::from(!last.is_some_and(|last| last.is_cut())) << (i % 64);
        }
        lane
    }

    /// The bits of signatures, by suffixes.
    fn lanes(&self, signatures: &[Signature], to_move: usize) -> Vec<Lane> {
        let mut lanes = vec![[0; LANES]; 64 * self.blocks()];
        for block in 0..self.blocks() {
            for (lane, some) in signatures.chunks(64).enumerate() {
                let mut square = [0; 64];
                for (bits, from) in square.iter_mut().zip(some) {
                    *bits = from[to_move][block];
                }
                transpose(&mut square);
                for i in 0..64 {
                    lanes[64 * block + i][lane] = square[i];
                }
            }
        }
        lanes
    }

    /// The reverse of [`Suffixes::lanes`].
    fn take_lanes(&self, signatures: &mut [Signature], to_move: usize, lanes: &[Lane]) {
        for block in 0..self.blocks() {
            for (lane, some) in signatures.chunks_mut(64).enumerate() {
                let mut square = std::array::from_fn(|i| lanes[64 * block + i][lane]);
                transpose(&mut square);
                for (to, bits) in some.iter_mut().zip(square) {
                    to[to_move][block] = bits;
                }
            }
        }
    }
}

/// Transposes 64 × 64 bits: exchanges halves of rows, then quarters, and so on.
fn transpose(square: &mut [u64; 64]) {
    let mut by = 32;
    let mut mask = !0 >> 32;
    while by > 0 {
        for i in (0..64).filter(|i| i & by == 0) {
            let changed = (square[i] >> by ^ square[i + by]) & mask;
            square[i] ^= changed << by;
            square[i + by] ^= changed;
        }
        by /= 2;
        mask ^= mask << by;
    }
}
