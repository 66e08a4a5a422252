//! Tokens that cannot be guessed: cookies, the names of rooms, and the keys of their players.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// A new token of hexadecimal digits. Its randomness comes from the hash keys of `RandomState`,
/// which the standard library takes from the system.
pub fn token(digits: usize) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let hashes = [0, 1].map(|part: u8| RandomState::new().hash_one((part, count)));
    let digest = Sha256::digest(hashes.map(u64::to_be_bytes).concat());
    let word: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    word[..digits.min(word.len())].to_owned()
}
