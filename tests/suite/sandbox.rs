//! What untrusted clients can do.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use kring::{
    engine::{COMMANDS, Sandbox, Session},
    rules::{Rules, Size},
};

use crate::helper::{LIMIT, answer, ask, client, refusal};

fn sandboxed() -> Session {
    let size = Size::new(11, 11).expect("a size");
    Session::new(size, Rules::default(), None, 1).sandboxed(Sandbox::default())
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn no_command_opens_a_file() {
    let mut session = sandboxed();
    let refused = "this engine opens no files for clients";
    let takers: Vec<_> = COMMANDS.iter().filter(|command| command.takes_file()).collect();
    assert_eq!(
        takers.iter().map(|command| command.name).collect::<Vec<_>>(),
        ["loadsgf", "savesgf"]
    );
    let path = file("sandboxed.sgf");
    for command in takers {
        let reply = answer(&mut session, format!("{} {}", command.name, path.display()));
        assert_eq!(reply, format!("? refused: {}: {refused}\n\n", command.name));
    }
    assert!(!path.exists());
    // Not even to say that there is none.
    let net = "set-agent neural net=/nonexistent";
    let reply = answer(&mut session, net);
    assert_eq!(reply, format!("? refused: net=/nonexistent: {refused} (at character 12)\n\n"));
    assert_eq!(answer(&mut session, "agent black"), "= neural memory=64\n\n");
}

#[test]
fn boards_memory_threads_and_time_are_limited() {
    let mut session = sandboxed();
    for (line, reply) in [
        ("boardsize 19", "= "),
        ("boardsize 20 3", "? unacceptable size: 20x3: this engine plays on at most 19x19"),
        ("boardsize 3 20", "? unacceptable size: 3x20: this engine plays on at most 19x19"),
        (
            "set-agent mcts memory=65",
            "? refused: memory=65: this engine permits at most 64 (at character 13)",
        ),
        (
            "set-agent mcts threads=2",
            "? refused: threads=2: this engine permits at most 1 (at character 14)",
        ),
        (
            "set-agent mcts time=10.5",
            "? refused: time=10.5: this engine permits at most 10 (at character 11)",
        ),
        (
            "set-agent mcts time=inf",
            "? refused: time=inf: this engine permits at most 10 (at character 11)",
        ),
        (
            "set-agent mcts memory=x",
            "? syntax error: memory=x: expected 1..65536 (at character 13)",
        ),
        ("set-agent white mcts memory=8 time=3", "= "),
        ("agent", "= black: neural memory=64\nwhite: mcts memory=8 time=3"),
        ("variant seasonal", "= "),
        ("agent black", "= mcts memory=64"),
        ("set-agent default", "= "),
        ("agent white", "= mcts memory=64"),
    ] {
        assert_eq!(answer(&mut session, line), format!("{reply}\n\n"), "{line}");
    }
}

#[test]
fn a_search_without_an_end_is_ended() {
    let options = "--sandboxed --max-time 0.5 --max-memory 8 --max-threads 2 --max-size 5x4";
    let mut client = client(options);
    assert_eq!(ask(&mut client, "agent black"), "neural memory=8");
    refusal(&mut client, "boardsize 6 4");
    ask(&mut client, "boardsize 5 4");
    ask(&mut client, "set-agent mcts sims=1000000000 threads=2");
    ask(&mut client, "variant random-turn");
    let begin = Instant::now();
    ask(&mut client, "genmove black");
    ask(&mut client, "time_settings 1000000 0 0");
    ask(&mut client, "reg_genmove white");
    let time = begin.elapsed();
    assert!(time >= Duration::from_secs(1) && time < LIMIT / 2, "{time:?}");
}
