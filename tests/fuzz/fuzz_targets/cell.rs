//! Any text as a cell or a move, in every way to name cells: refused with a
//! reason, or what is written of it is read again as the same.
#![no_main]

use kring::{board::{Cell, Move, Size}, gtp::CoordinateSystem};
use libfuzzer_sys::fuzz_target;

const SIZES: [(usize, usize); 4] = [(1, 1), (5, 9), (11, 11), (32, 32)];

fuzz_target!(|text: &str| {
    for (columns, rows) in SIZES {
        let size = Size::new(columns, rows).unwrap();
        if let Some(cell) = Cell::from_name(size, text) {
            assert_eq!(cell.name(size), text.to_ascii_lowercase());
        }
        if let Some(mv) = Move::from_name(size, text) {
            assert_eq!(mv.name(size), text.to_ascii_lowercase());
        }
        for coordinates in [CoordinateSystem::Plain, CoordinateSystem::Doubled] {
            match coordinates.read_move(size, text) {
                Ok(mv) => {
                    let written = coordinates.write(size, mv);
                    assert_eq!(coordinates.read_move(size, &written), Ok(mv));
                }
                Err(reason) => assert!(!reason.to_string().is_empty()),
            }
        }
    }
});
