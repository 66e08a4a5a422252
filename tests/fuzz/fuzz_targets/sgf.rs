//! Any text as a game file: refused with a reason, or what is saved of it
//! loads as the same position.
#![no_main]

use kring::board::{Rules, Size, chance, record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let size = Size::new(11, 11).unwrap();
    let game = chance::game(size, Rules::default(), 1);
    if let Ok(position) = record::load(text, &game, 1, None) {
        let saved = record::save(&position);
        let again = record::load(&saved, &game, 1, None).expect("what was saved loads");
        assert_eq!(again.hash(), position.hash());
    }
});
