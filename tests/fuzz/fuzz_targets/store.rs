//! Any text as lines of a store of solved positions: each is refused, or what is
//! written of it is read again as the same record.
#![no_main]

use kring::{board::Size, solve::StoreRecord};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for size in [Size::new(5, 4), Size::new(16, 8), Size::new(32, 32)].map(Result::unwrap) {
        for line in text.lines() {
            // Without the right checksum nothing else of a line is read.
            for line in [line, &format!("{line} {:04x}", checksum(line))] {
                if let Some(record) = StoreRecord::parse(line, size) {
                    let again = StoreRecord::parse(&record.line(size), size);
                    assert_eq!(again.as_ref(), Some(&record), "{line}");
                }
            }
        }
    }
});

/// FNV-1a, folded to 16 bits, as in a store.
fn checksum(text: &str) -> u16 {
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 16 ^ hash) as u16
}
