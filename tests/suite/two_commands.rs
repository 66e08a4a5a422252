//! The test command of the README is what continuous integration runs.

use std::{fs, path::Path};

use kring::eval::Kernel;

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The first commands of a script, without what sets the shell up.
fn commands(script: &str) -> Vec<&str> {
    let is_set_up = |line: &str| {
        line.is_empty() || ["#", "set ", "cd "].iter().any(|begin| line.starts_with(begin))
    };
    script.lines().filter(|line| !is_set_up(line)).collect()
}

#[test]
fn the_checks_begin_with_the_test_command_of_the_readme() {
    let readme = text("README.md");
    let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let two: Vec<&str> = block.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
    assert_eq!(two.len(), 2, "{block}");
    let [engine, tests] = two[..] else { panic!("two commands: {block}") };
    assert_eq!(engine, "cargo run --release");
    let ci = text(".ci/run");
    assert_eq!(commands(&ci), [tests, "exec bash scripts/check.sh --tested"]);
    let check = text("scripts/check.sh");
    assert!(
        check.lines().any(|line| line.trim() == tests),
        "scripts/check.sh does not run '{tests}'"
    );
    let workflow = text(".github/workflows/check.yml");
    // On Linux before everything else, and on the other systems.
    let jobs = workflow.lines().filter(|line| line.trim() == format!("- run: {tests}"));
    assert_eq!(jobs.count(), 2, "check.yml");
}

#[test]
fn the_check_asks_for_every_kernel() {
    let check = text("scripts/check.sh");
    let list = check.split("for kernel in ").nth(1).unwrap().split(';').next().unwrap();
    let asked: Vec<&str> = list.split(' ').collect();
    assert_eq!(asked, Kernel::ALL.map(Kernel::name));
}
