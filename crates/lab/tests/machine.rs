//! Machines of the program: a verified one, and one that is unfinished because of a limit.

use std::{
    path::PathBuf,
    process::{Command, Output},
};

/// Learns a machine and compares it. `name` is the file to which it is written.
fn learn(name: &str, options: &[&str]) -> (Output, PathBuf) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&file);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kring-lab"));
    command.args(["prove-all", "--machine", "--compare", "100", "--out"]);
    (command.arg(&file).args(options).output().unwrap(), file)
}

#[test]
fn the_solver_agrees_with_a_verified_machine() {
    let (output, file) = learn("verified.machine", &["--columns", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("50 states, verified"), "{text}");
    assert!(text.contains("the solver agrees on 100 of 100 random positions"), "{text}");
    assert!(file.exists());
}

#[test]
fn an_unfinished_machine_is_compared_but_not_written() {
    let (output, file) = learn("unfinished.machine", &["--columns", "4", "--time-limit", "4"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("an unfinished one has"), "{text}");
    assert!(text.contains("of 100 random positions"), "{text}");
    assert!(!text.contains("black wins") && !file.exists(), "{text}");
}
