//! Tokens that cannot be guessed: cookies, the names of rooms, and the keys of their players.

use kring_board::word::hex;
use rand::TryRng;
use rand::rngs::SysRng;

/// A new token of hexadecimal digits from the generator of the system, two for each byte.
pub fn token<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    SysRng.try_fill_bytes(&mut bytes).expect("the system has a random number generator");
    hex(&bytes)
}
