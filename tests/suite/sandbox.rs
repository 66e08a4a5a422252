//! What untrusted clients can do.

use std::{
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use kring::{
    board::{Rules, Size},
    gtp::{COMMANDS, GtpSession},
    session::{Sandbox, Session},
};

use crate::helper::{answer, ask, client, refusal};

fn sandboxed() -> GtpSession {
    let size = Size::new(11, 11).expect("a size");
    GtpSession::new(Session::new(size, Rules::default(), None, 1).sandboxed(Sandbox::default()))
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
        ("variant random-turn", "= "),
        ("agent black", "= coin-exact"),
        ("variant torus turns=random", "= "),
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
    assert!(begin.elapsed() >= Duration::from_secs(1), "{:?}", begin.elapsed());
}

#[test]
fn what_is_shown_is_what_holds() {
    let mut session = sandboxed();
    for (line, reply) in [
        ("param_dfpn threads 256", "? refused: threads 256: this engine permits at most 1"),
        ("param_dfpn timelimit 11", "? refused: timelimit 11: this engine permits at most 10"),
        ("param_dfpn timelimit 0", "? refused: timelimit 0: this engine permits at most 10"),
        ("param_solver time 0", "? refused: time 0: this engine permits at most 10"),
        ("param_solver threads 2", "? refused: threads 2: this engine permits at most 1"),
        ("param_solver memory 65", "? refused: memory 65: this engine permits at most 64"),
        ("param_solver memory 0", "? syntax error: memory 0: expected 1..1048576"),
        (
            "param_solver",
            "= [string] memory 64\n[string] threads 1\n[string] time 10\n[string] positions 0",
        ),
        ("param_dfpn timelimit 5", "= "),
        (
            "param_solver",
            "= [string] memory 64\n[string] threads 1\n[string] time 5\n[string] positions 0",
        ),
        ("kata-set-param numSearchThreads 64", "= "),
        ("kata-get-param numSearchThreads", "= 1"),
        ("param_mohex num_threads 64", "= "),
        ("param_mohex max_time 30", "= "),
        ("param_mohex max_memory 1073741824", "= "),
        ("agent black", "= neural memory=64 time=10 threads=1"),
        ("param_agent threads 2", "? refused: threads=2: this engine permits at most 1"),
    ] {
        assert_eq!(answer(&mut session, line), format!("{reply}\n\n"), "{line}");
    }
    let shown = |session: &mut GtpSession, line: &str| -> Vec<String> {
        answer(session, line).lines().map(|line| line.trim_start().to_owned()).collect()
    };
    for (command, line) in [
        ("param_dfpn", "[string] timelimit 5"),
        ("param_dfpn", "[string] threads 1"),
        ("param_mohex", "[string] num_threads 1"),
        ("param_mohex", "[string] max_time 10"),
        ("param_mohex", "[string] max_memory 67108864"),
        ("param_agent", "[string] memory 64"),
        ("list-agents", "memory=64 (1..64): megabytes that the tree never exceeds"),
        ("list-agents", "time=unset (0.0..10.0): seconds a move"),
    ] {
        let lines = shown(&mut session, command);
        assert!(lines.iter().any(|shown| shown == line), "{command}: {lines:#?}");
    }
    for command in ["list-agents", "param_agent"] {
        let lines = shown(&mut session, command).join("\n");
        assert!(!lines.contains("(file)") && !lines.contains("] net"), "{command}: {lines}");
        for hidden in ["threads=", "] threads", "\nbook:", "/book/"] {
            assert!(!lines.contains(hidden), "{command}, {hidden}: {lines}");
        }
    }
    let commands = shown(&mut session, "list_commands");
    assert!(!commands.iter().any(|name| name.ends_with("sgf")), "{commands:?}");
    assert_eq!(answer(&mut session, "known_command loadsgf"), "= false\n\n");
    assert_eq!(answer(&mut session, "known_command loadlink"), "= true\n\n");
    assert!(!answer(&mut session, "help").contains("savesgf"));
}

#[test]
fn a_swap_map_ends_in_time_on_a_large_board() {
    let mut client = client("--sandboxed --max-time 0.5 --max-size 32x32");
    ask(&mut client, "boardsize 32");
    // Three quarters of a million searches of a thousand simulations take hours.
    let map = ask(&mut client, "swap-map 1000 1000");
    assert!(map.contains(", not searched 512"), "{map}");
}

/// A session whose commands may take this long, with an agent that would think for ever.
fn thinker(time: Duration) -> GtpSession {
    let size = Size::new(11, 11).expect("a size");
    let sandbox = Sandbox { time, ..Sandbox::default() };
    let mut session =
        GtpSession::new(Session::new(size, Rules::default(), None, 1).sandboxed(sandbox));
    assert_eq!(answer(&mut session, "set-agent mcts sims=1000000000"), "= \n\n");
    session
}

/// One thread keeps the deadlines of all sessions. A command that has ended in time leaves
/// nothing behind that would interrupt the next one too early.
#[test]
fn each_command_is_interrupted_at_its_own_time_unless_it_has_ended() {
    let times = [500, 200, 350].map(Duration::from_millis);
    let searches = times.map(|time| {
        thread::spawn(move || {
            let mut session = thinker(time);
            assert_eq!(answer(&mut session, "name"), "= Kring\n\n");
            thread::sleep(time * 3 / 4);
            let begin = Instant::now();
            assert!(answer(&mut session, "genmove black").starts_with("= "));
            begin.elapsed()
        })
    });
    for (search, time) in searches.into_iter().zip(times) {
        let taken = search.join().unwrap();
        assert!(taken >= time, "{taken:?} of {time:?}");
    }
    // A time that no clock can tell.
    assert_eq!(answer(&mut thinker(Duration::MAX), "name"), "= Kring\n\n");
}
