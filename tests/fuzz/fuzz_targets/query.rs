//! Any bytes as queries of the analysis: each is refused with a reason, or is at
//! least one position that could be searched.
#![no_main]

use kring::{agents::Networks, analysis::{AnalysisSettings, read_query}};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Networks and proofs are files: reading them are other targets. The names can
    // hide behind escapes.
    let is_file = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    if is_file(b"net") || is_file(b"file") || is_file(b"book") || is_file(b"\\u") {
        return;
    }
    let networks = Networks::default();
    let settings = AnalysisSettings { threads: 1, positions: 1, memory: 16, seed: 1, networks };
    for line in bytes.split(|byte| *byte == b'\n') {
        match read_query(&settings, line) {
            Ok(positions) => assert!(positions > 0),
            Err(reason) => assert!(!reason.is_empty()),
        }
    }
});
