//! The golden sessions of `protocol/transcripts/`: what real clients send, and
//! every rule, with the replies that the rules demand.

use std::{fs, path::Path};

use crate::helper::replay;

#[test]
fn every_transcript_replays_exactly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let mut report = String::new();
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder of transcripts") {
        let path = entry.expect("an entry of the folder").path();
        if path.extension().is_some_and(|extension| extension == "gtp") {
            files += 1;
            let text = fs::read_to_string(&path).expect("a transcript");
            for mismatch in replay(&text) {
                report.push_str(&format!("{}:{mismatch}\n", path.display()));
            }
        }
    }
    assert!(files >= 13, "only {files} transcripts were found");
    assert!(report.is_empty(), "\n{report}");
}
