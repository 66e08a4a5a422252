//! No change alters what the agents play unnoticed.

use std::{fs, process::Command};

use assert_cmd::cargo::cargo_bin;
use kring::{agents::AGENTS, signature::SIGNATURE};

/// The lines of `kring bench --signature --each`.
fn computed() -> String {
    let mut command = Command::new(cargo_bin!("kring"));
    command.args(["bench", "--signature", "--each"]).env_remove("KRING_KERNEL");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A program that is no engine ends the sessions with a reason.
#[test]
fn sessions_need_an_engine() {
    let mut command = Command::new(cargo_bin!("kring"));
    let output = command.args(["bench", "--sessions", "kring-that-is-not-there"]).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("kring-that-is-not-there"), "{error}");
}

#[test]
fn the_agents_play_as_the_signature_says() {
    let kept = fs::read_to_string("src/signature/SIGNATURE").unwrap();
    let computed = computed();
    let is_new = |line: &&str| !kept.lines().any(|kept| kept == *line);
    let changed: Vec<&str> = computed.lines().filter(is_new).collect();
    assert!(
        kept == computed,
        "these agents play, count or value otherwise than before: {changed:#?}\nIf that is meant, \
         say so in the commit, and write the new signature:\n\
         cargo run --release -- bench --signature --each > src/signature/SIGNATURE"
    );
    assert_eq!(kept.lines().next(), Some(SIGNATURE));
    for entry in AGENTS {
        let has_it = |line: &str| line.split(' ').nth(1) == Some(entry.name);
        assert!(kept.lines().any(has_it), "{} is not part of the signature", entry.name);
    }
}
