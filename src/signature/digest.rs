//! What is hashed of a decision, and in which form.

use kring_agents::Choice;
use kring_board::{Move, Size, word::hex};
use sha2::{Digest as _, Sha256};

/// The number of hexadecimal digits of a signature.
pub const DIGITS: usize = 16;

/// The SHA-256 of a list of values as exact bytes. A whole number is 8 bytes, the lowest first; a
/// real number the 8 bytes of its IEEE 754 bits; a text its length and its bytes; a list its
/// length and its elements. A change of the order or of the form changes the signature.
#[derive(Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// The first digits of the hash.
    pub fn number(self) -> String {
        hex(&self.0.finalize()[..DIGITS / 2])
    }

    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text);
    }

    fn whole(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn count(&mut self, count: usize) {
        self.whole(count as u64);
    }

    fn real(&mut self, number: f64) {
        self.whole(number.to_bits());
    }

    /// A move is the text by which clients know it.
    fn moves(&mut self, moves: &[Move], size: Size) {
        self.count(moves.len());
        for mv in moves {
            self.text(&mv.name(size));
        }
    }

    /// Everything that an agent reports, in the order of the fields, but for the seconds that it
    /// took and the names of others that it asked.
    pub fn choice(&mut self, choice: &Choice, size: Size) {
        self.moves(&[choice.mv], size);
        self.count(usize::from(choice.value.is_some()));
        if let Some(value) = choice.value {
            self.real(value);
        }
        self.count(choice.scores.len());
        for &(cell, score) in &choice.scores {
            self.text(&cell.name(size));
            self.real(score);
        }
        self.count(choice.visits.len());
        for &(cell, visits) in &choice.visits {
            self.text(&cell.name(size));
            self.whole(visits);
        }
        self.moves(&choice.variation, size);
        self.count(choice.candidates.len());
        for candidate in &choice.candidates {
            self.whole(candidate.visits);
            self.real(candidate.win_rate);
            self.real(candidate.prior);
            self.moves(&[candidate.mv], size);
            self.moves(&candidate.variation, size);
            self.count(candidate.variation_visits.len());
            for &visits in &candidate.variation_visits {
                self.whole(visits);
            }
        }
        for &(name, value) in &choice.counters {
            if name != "seconds" {
                self.text(name);
                self.real(value);
            }
        }
    }
}
