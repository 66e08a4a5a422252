//! The proofs of `data/solved/`: what `results.jsonl` says about them is true, and they can be made again.

use std::{fs, path::Path, process::Command};

use kring::solve::ResultEntry;
use sha2::{Digest, Sha256};

use crate::helper::program;

fn entries() -> Vec<ResultEntry> {
    let text = fs::read_to_string("data/solved/results.jsonl").unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn results_say_when_they_were_made() {
    for entry in entries() {
        let (number, day) = entry.version.split_once(" of ").unwrap_or_default();
        assert!(number.starts_with("0.") && day.starts_with("20"), "{}", entry.version);
    }
}

#[test]
fn sums_are_those_of_the_archived_proofs() {
    let mut archived = 0;
    for proof in entries().into_iter().filter_map(|entry| entry.proof) {
        let file = fs::read(Path::new("data/solved").join(&proof.file));
        // A proof that is too large to be kept has no sum, because another one may be made.
        assert_eq!(file.is_ok(), proof.sha256.is_some(), "{}", proof.file);
        let Ok(bytes) = file else { continue };
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!((Some(sum), bytes.len() as u64), (proof.sha256, proof.bytes), "{}", proof.file);
        archived += 1;
    }
    assert!(archived > 100);
}

/// Who wins what, as the checker says it.
fn statement(file: &str) -> String {
    let said = Command::new(program()).args(["check-proof", file]).output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    let (_, said) = said.split_once(": ").unwrap_or_else(|| panic!("{file} is refused"));
    said.lines().next().unwrap().to_owned()
}

#[test]
fn proofs_can_be_made_again() {
    let boards =
        [("cylinder", "5x6", "white"), ("rhombus", "5x5", "black"), ("torus", "4x4", "black")];
    for (topology, size, first) in boards {
        let made = format!("{}/{topology}-{size}.proof", env!("CARGO_TARGET_TMPDIR"));
        let solve = ["solve", "--variant", topology, "--size", size, "--first", first];
        let run = Command::new(program()).args(solve).args(["--proof", &made]).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        let kept = format!("data/solved/{topology}-{size}-{first}.proof");
        assert_eq!(statement(&made), statement(&kept));
    }
}
