//! The bots of `examples/bots/` as opponents in real matches.

use std::process::Command;

use crate::helper;

/// Plays a few games with and without swap against `random`.
fn plays(bot: &str, variant: &str) {
    let first = format!("cmd:\"{bot}\"");
    let mut kring = Command::new(helper::program());
    kring.args(["match", "--first", &first, "--second", "random", "--strict", "--size", "4x5"]);
    let report = helper::printed(kring.args(["--games", "6", "--variant", variant]));
    assert!(report.contains("games            6"), "{report}");
}

#[test]
#[ignore = "needs python3; scripts/check.sh runs it"]
fn the_bots_play_with_python() {
    plays("python3 examples/bots/bot.py", "hex");
    plays("python3 examples/bots/path_bot.py", "swap=on");
}

#[test]
#[ignore = "needs Node; scripts/check.sh runs it"]
fn the_bot_plays_with_node() {
    plays("node examples/bots/bot.mjs", "swap=on");
}

#[test]
fn the_bot_in_rust_plays() {
    let folder = helper::program().parent().expect("a folder").join("examples");
    let bot = folder.join(format!("bot{}", std::env::consts::EXE_SUFFIX));
    // `cargo test` builds the examples, `cargo test --test suite` does not.
    assert!(bot.exists(), "not built: cargo build --release --example bot");
    plays(&bot.display().to_string(), "hex");
}

#[test]
fn engines_are_checked() {
    let check = |engine: &str| {
        let mut kring = Command::new(helper::program());
        kring.args(["check-engine", engine]).output().unwrap()
    };
    let report = check(&format!("'{}' --agent random", helper::program().display()));
    let text = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(report.status.success(), "{text}");
    assert!(
        text.contains("failed: 0 that every referee needs, 0 that some clients need"),
        "{text}"
    );
    // Not an engine: an error and no report.
    let report = check("cat");
    assert_eq!(report.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&report.stderr).contains("not a GTP reply"));
}
