//! The command line as people see it: errors, hints, exit codes.

use std::{fs, path::Path};

use assert_cmd::Command;
use kring::{eval::Kernel, experiment};

use crate::helper::{LIMIT, program};

fn kring(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args).timeout(LIMIT);
    command
}

/// What is written to standard output and to standard error, and the exit code.
fn outcome(command: &mut Command) -> (String, String, Option<i32>) {
    let output = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn no_user_error_prints_a_backtrace() {
    let table = env!("CARGO_TARGET_TMPDIR");
    for args in [
        &["experiment", "nope"][..],
        &["render", "/nonexistent.sgf", "--out", "-"],
        &["tournament", "/nonexistent.toml"],
        &["merge", "/nonexistent.csv", "--output", "/nonexistent/x.csv"],
        &["match", "--first", "cmd:/nonexistent", "--second", "random", "--games", "1"],
        &["match", "--first", "random", "--second", "random", "--csv", table],
        &["verify", "--strategy", "random", "--size", "3x3"],
        &["--net", "/nonexistent"],
    ] {
        let (_, error, code) = outcome(kring(args).env("RUST_BACKTRACE", "full"));
        assert_eq!(code, Some(1), "{args:?}: {error}");
        assert!(error.starts_with("Error: ") || error.contains("\nError: "), "{args:?}: {error}");
        let lines = error.lines().count();
        assert!(!error.to_lowercase().contains("backtrace") && lines < 9, "{args:?}: {error}");
    }
}

#[test]
fn mistyped_names_get_a_suggestion() {
    for (args, hint) in [
        (
            &["--agent", "nueral"][..],
            "there is no agent 'nueral' (did you mean 'neural'?); available: ",
        ),
        (
            &["--agent", "mcts sim=3"],
            "mcts has no parameter 'sim' (did you mean 'sims'?); available: ",
        ),
        (&["experiment", "broek-fig12"], "(did you mean 'broek-fig21'?); available: broek-fig21, "),
        (&["help", "mach"], "there is no command 'mach' (did you mean 'match'?); available: "),
    ] {
        let (_, error, _) = outcome(&mut kring(args));
        assert!(error.contains(hint), "{args:?}: {error}");
    }
}

#[test]
fn an_unknown_strategy_lists_only_strategies() {
    let (_, error, code) = outcome(&mut kring(&["verify", "--strategy", "nope", "--size", "3x3"]));
    let all = "there is no strategy 'nope'; available: pairing, three-rings, shift, five-rings, bridge-rings";
    assert!(error.contains(all) && !error.contains("mcts"), "{error}");
    assert_eq!(code, Some(2));
}

#[test]
fn every_result_has_an_exit_code() {
    for (strategy, size, more, word, expected) in [
        ("three-rings", "3x3", &[][..], "proved", 0),
        ("shift by=2", "5x3", &[], "refuted", 3),
        ("shift by=2", "5x3", &["--limit", "10"], "unknown", 4),
        ("random", "3x3", &[], "", 1),
    ] {
        let args = [&["verify", "--strategy", strategy, "--size", size], more].concat();
        let (output, error, code) = outcome(&mut kring(&args));
        assert!(output.starts_with(word), "{args:?}: {output}{error}");
        assert_eq!(code, Some(expected), "{args:?}: {output}{error}");
    }
    let crash =
        "cmd:\"sh -c 'while read c rest; do test $c = genmove && exit 3; echo =; echo; done'\"";
    let sprt = ["--sprt", "elo0=0", "elo1=30"];
    for (first, second, more, expected) in [
        ("random", "random", &[][..], 0),
        ("mcts sims=50", "random", &sprt, 0),
        ("random", "mcts sims=50", &sprt, 4),
        ("random", "random", &["--sprt", "elo0=0", "elo1=1"], 5),
        (crash, "random", &[], 3),
    ] {
        let args = ["match", "--first", first, "--second", second, "--size", "5x5", "--seed", "1"];
        let args = [&args, &["--games", "200", "--strict"][..], more].concat();
        let (output, error, code) = outcome(&mut kring(&args));
        assert_eq!(code, Some(expected), "{args:?}: {output}{error}");
    }
}

#[test]
fn help_is_available_in_every_form() {
    let (whole, ..) = outcome(&mut kring(&["--help"]));
    for (args, word) in [
        (&["help"][..], "--sandboxed"),
        (&["help", "--help"], "kring help"),
        (&["help", "verify"], "Exit codes: 0 if the strategy is proved"),
        (&["match", "--help"], "Exit codes: 0 if the match was played"),
        (&["help", "help"], "kring help"),
    ] {
        let (output, error, code) = outcome(&mut kring(args));
        assert_eq!((code, error.as_str()), (Some(0), ""), "{args:?}");
        assert!(output.contains(word) && !output.contains('\x1b'), "{args:?}: {output}");
    }
    assert!(whole.contains("help"), "{whole}");
}

#[test]
fn experiments_come_with_the_program() {
    let elsewhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("elsewhere");
    let _ = fs::remove_dir_all(&elsewhere);
    fs::create_dir_all(elsewhere.join("experiments")).expect("a folder");
    let (all, _, code) = outcome(kring(&["experiment"]).current_dir(&elsewhere));
    assert_eq!(code, Some(0));
    let run = [
        ["experiment", "kuncarova-7-random"],
        ["--games", "1"],
        ["--effort", "0.01"],
        ["--pictures", "pdf"],
    ]
    .concat();
    let (report, error, code) = outcome(kring(&run).current_dir(&elsewhere));
    assert_eq!(code, Some(0), "{error}");
    assert!(report.contains("kring experiment kuncarova-7-random"), "{report}");
    let results = elsewhere.join("results/kuncarova-7-random");
    assert!(results.join("section.md").exists());
    assert!(results.join("kuncarova-7-random.svg").exists());
    let paper = fs::read(results.join("kuncarova-7-random.pdf")).expect("a picture");
    assert!(paper.starts_with(b"%PDF"));
    // A local file takes precedence.
    let own = elsewhere.join("experiments/kuncarova-7-random.toml");
    fs::write(own, "kind = 'matches'\ntitle = 'Our own'\n").expect("a file");
    let (ours, ..) = outcome(kring(&["experiment"]).current_dir(&elsewhere));
    assert!(ours.contains("Our own") && !all.contains("Our own"), "{ours}");
    assert_eq!(ours.lines().count(), all.lines().count());
}

#[test]
fn the_experiments_in_the_program_are_those_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/experiments");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        assert_eq!(experiment::built_in(&name), Some(text.as_str()), "{name}");
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn every_kernel_of_this_machine_can_be_forced() {
    // Only c3 wins at once for black, and every kernel finds it.
    let game = "boardsize 5\nplay b d1\nplay b d2\nplay b c4\nplay b c5\nplay w a1\nplay w b2\n\
                play w d3\nset-agent neural evals=16\ngenmove b\n";
    let mut count = 0;
    for kernel in Kernel::ALL {
        let mut command = kring(&[]);
        command.env("KRING_KERNEL", kernel.name()).env("RUST_LOG", "info").write_stdin(game);
        let (output, error, code) = outcome(&mut command);
        if kernel.is_available() {
            assert!(output.ends_with("= c3\n\n"), "{kernel}: {output}{error}");
            assert!(error.contains(&format!(", kernel {kernel}\n")), "{error}");
            count += 1;
        } else {
            let what =
                format!("KRING_KERNEL={kernel}: this processor does not have it; available: ");
            assert!(code == Some(1) && error.contains(&what), "{error}");
        }
    }
    assert!(count > 0);
    let (_, error, code) = outcome(kring(&[]).env("KRING_KERNEL", "avx3"));
    assert_eq!(code, Some(1));
    assert!(
        error.contains("there is no such kernel (did you mean 'avx2'?); available: portable, avx2"),
        "{error}"
    );
    let (_, error, code) = outcome(kring(&[]).env("KRING_KERNEL", ""));
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_arch = "x86_64")]
#[ignore = "needs an emulator of old processors; scripts/check.sh runs it"]
fn a_processor_that_is_too_old_gets_a_message_with_qemu() {
    let run = |processor: &str| {
        let mut emulator = Command::new("qemu-x86_64");
        emulator.args(["-cpu", processor]).arg(program()).arg("--version").timeout(LIMIT);
        emulator.output().unwrap()
    };
    assert_eq!(run("Nehalem").status.code(), Some(0));
    let old = run("Conroe");
    let error = String::from_utf8_lossy(&old.stderr).into_owned();
    if cfg!(target_feature = "popcnt") {
        assert!(old.status.code() == Some(1) && error.contains("x86-64-v2"), "{error}");
    }
}
