//! What nobody can guess: cookies, the names of rooms, the keys of their players, and seeds.

use kring_board::word::hex;
use rand::TryRng;
use rand::rngs::SysRng;

/// A seed from the generator of the system.
pub fn seed() -> u64 {
    SysRng.try_next_u64().expect("the system has a random number generator")
}

/// A new token of hexadecimal digits from the generator of the system, two for each byte.
pub fn token<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    SysRng.try_fill_bytes(&mut bytes).expect("the system has a random number generator");
    hex(&bytes)
}
