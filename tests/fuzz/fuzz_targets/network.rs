//! Any bytes as a network: refused with a reason, or it evaluates a position.
#![no_main]

use kring::eval::Network;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Network::from_bytes("fuzz", bytes);
});
