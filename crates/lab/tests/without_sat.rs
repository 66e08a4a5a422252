//! `prove-all` in a program without the SAT solver.

#![cfg(not(feature = "sat"))]

use std::process::Command;

#[test]
fn what_needs_the_sat_solver_says_how_to_get_it() {
    for options in [["--columns=3", "--batch=9"], ["--columns=3", "--solver=walk=0"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kring-lab"));
        let output = command.arg("prove-all").args(options).output().unwrap();
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("built without the SAT solver"), "{said}");
        assert!(said.contains("cargo run --release -p kring-lab --features sat"), "{said}");
    }
}
