//! Who is to blame: what counts on an engine's clock, and what is the referee's own failure.
#![cfg(unix)]

use std::{fs, path::Path, process::Command, time::Duration};

use kring::arena::{PlayerSpec, Reason, Seat};

use crate::{
    arena::{plan, results},
    arena_engines::{CLASSIC, script, with_clock},
    helper::{Running, new_folder, program},
};

fn spec(engine: &Path) -> PlayerSpec {
    format!("cmd:\"/bin/sh '{}'\" name:E", engine.display()).parse().unwrap()
}

#[test]
fn what_an_engine_thinks_while_it_answers_play_counts() {
    let text = CLASSIC.replace("taken=\"$taken$b \"; s", "sleep 0.3; taken=\"$taken$b \"; s");
    let engine = with_clock(&spec(&script("thinks", &text)), Duration::from_millis(500));
    let random: PlayerSpec = "random".parse().unwrap();
    // No game is over before it has got two moves of its opponent.
    for game in results(plan("4x4", "hex", "none", Some(2)), [&engine, &random], 1) {
        let found = (game.outcome.winner, game.outcome.reason);
        assert_eq!(found, (Seat::Second, Reason::TimeOut), "{}", game.detail);
    }
}

/// What a match writes with an engine whose `genmove` begins with this, in a folder of its own.
fn game_with(name: &str, begin: &str, options: &[&str]) -> (Option<i32>, String) {
    let text = CLASSIC.replace("own=$((own + 1))", &format!("own=$((own + 1)); {begin}"));
    let player = format!("cmd:\"/bin/sh '{}'\" name:E", script(name, &text).display());
    let mut command = Command::new(program());
    command.args(["match", "--first", &player, "--second", "random", "--size", "4x4"]);
    command.args(["--games", "1", "--seed", "1", "--workers", "1"]).args(options);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let output = Running::start(&mut command).output();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The engine stops its referee, as Ctrl-Z does, for longer than it may think.
#[test]
fn a_referee_that_was_stopped_does_not_blame_the_engine() {
    let stop = "kill -STOP $PPID";
    let resume = "sleep 2.5; kill -CONT $PPID";
    for (name, begin) in [
        // It has answered when the referee goes on, or answers soon after that.
        ("early", format!("if [ $own = 1 ]; then ({stop}; {resume}) & fi")),
        ("late", format!("if [ $own = 1 ]; then {stop}; {resume}; sleep 0.3; fi")),
    ] {
        for limit in ["--move-time", "--game-clock"] {
            let (code, said) = game_with(name, &begin, &[limit, "2"]);
            assert_eq!(
                (code, said.contains("lost by")),
                (Some(0), false),
                "{name} {limit}: {said}"
            );
        }
    }
}

/// Runs a match in a shell with this limit. The games that were recorded must be without a fault;
/// returns whether all were played.
fn is_played_within(folder: &Path, engine: &Path, limit: &str) -> bool {
    let table = folder.join("games.csv");
    let _ = fs::remove_file(&table);
    let player = format!("cmd:\"/bin/sh '{}'\" name:E", engine.display());
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit {limit} && exec \"$0\" \"$@\"")).arg(program());
    command.args(["match", "--first", &player, "--second", &player, "--size", "4x4"]);
    command.args(["--games", "6", "--workers", "2", "--seed", "1", "--csv"]).arg(&table);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let rows = fs::read_to_string(&table).unwrap_or_default();
    let games = rows.lines().skip(1);
    for game in games.clone() {
        assert!(game.contains(",connection,"), "{limit}: {game}\n{said}");
    }
    assert!(!said.contains("lost by"), "{limit}: {said}");
    let all = games.count() == 6;
    assert_eq!(output.status.success(), all, "{limit}: {:?} {said}", output.status);
    all
}

#[test]
fn without_descriptors_nobody_loses() {
    let folder = new_folder("referee-descriptors");
    let engine = script("descriptors", CLASSIC);
    let played: Vec<bool> = (8..=40)
        .step_by(2)
        .map(|n| is_played_within(&folder, &engine, &format!("-n {n}")))
        .collect();
    assert!(played.contains(&true) && played.contains(&false), "{played:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn without_memory_or_threads_nobody_loses() {
    let folder = new_folder("referee-memory");
    let engine = script("no-memory", CLASSIC);
    let played: Vec<bool> =
        (1..=16).map(|i| is_played_within(&folder, &engine, &format!("-v {}", i * 8000))).collect();
    assert!(played.contains(&true) && played.contains(&false), "{played:?}");
}
