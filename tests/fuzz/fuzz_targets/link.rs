//! Any text as a link to HexWorld: refused with a reason, or the link of the
//! game that it shows is read again as the same game.
#![no_main]

use kring::board::record::hexworld::{link, load};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for before in [None, Some(usize::MAX)] {
        if let Ok(position) = load(text, before) {
            let again = link(&position).expect("a link holds plain Hex");
            let again = load(&again, None).expect("what was written is read");
            assert!(again.moves().eq(position.moves()));
            assert_eq!((again.turn(), again.winner()), (position.turn(), position.winner()));
        }
    }
});
