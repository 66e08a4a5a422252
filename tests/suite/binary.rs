//! The program from outside: its options, its pipes, the files it writes, and
//! input that no client should send.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    thread,
    time::Duration,
};

use assert_cmd::Command;
use kring_protocol::{ClientError, GtpClient};

use crate::helper::{LIMIT, Running, ask, client, program, refusal};

fn kring(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args).timeout(LIMIT);
    command
}

/// The output of the engine for this input; it must exit with success.
fn output(args: &[&str], input: impl Into<Vec<u8>>) -> String {
    let assert = kring(args).write_stdin(input).assert().code(0);
    String::from_utf8(assert.get_output().stdout.clone()).expect("replies are UTF-8")
}

/// The path of a file for this test run.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn quit_is_answered_and_ends_the_process() {
    assert_eq!(output(&[], "1 name\nquit\nname\n"), "=1 Kring\n\n= \n\n");
    let mut client = client("--seed 1");
    assert_eq!(ask(&mut client, "protocol_version"), "2");
    client.quit(LIMIT).expect("quit ends the process");
}

#[test]
fn the_end_of_input_ends_the_process() {
    assert_eq!(output(&[], ""), "");
    assert_eq!(output(&[], "name"), "= Kring\n\n");
    assert_eq!(output(&[], "name\n# interrupt\n\n"), "= Kring\n\n");
}

/// Runs a command with this standard output and no input; the code, and the standard error.
#[cfg(target_os = "linux")]
fn run_into(output: Stdio, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Process::new(program());
    command.args(arguments).stdin(Stdio::null()).stdout(output).stderr(Stdio::piped());
    let output = Running::start(&mut command).output();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A command that prints has not done its work if the disk is full; a wrong proof stays wrong.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_lost_reader_is_none() {
    let picture = file("full-disk.svg");
    let picture = picture.to_str().unwrap();
    let manual = file("full-disk-manual");
    let manual = manual.to_str().unwrap();
    let proof = "data/solved/rhombus-4x4-black.proof";
    let wrong = "Cargo.toml";
    let refuted = ["verify", "--strategy", "shift", "--size", "3x3", "--sgf", picture];
    let commands: [(&[&str], i32); 11] = [
        (&["--help"], 0),
        (&["--version"], 0),
        (&["match", "--help"], 0),
        (&["help", "match"], 0),
        (&["completions", "bash"], 0),
        (&["man", "--out", manual], 0),
        (&["render", "--size", "3x3", "--out", picture], 0),
        (&["verify", "--strategy", "pairing", "--size", "4x3"], 0),
        (&["check-proof", proof], 0),
        (&["check-proof", proof, wrong], 3),
        (&refuted, 3),
    ];
    for (command, code) in commands {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (found, error) = run_into(full.into(), command);
        assert_eq!(found, Some(code.max(1)), "{command:?}: {error}");
        assert!(error.contains("standard output cannot be written"), "{command:?}: {error}");
        assert!(!error.contains("panicked"), "{command:?}: {error}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (found, error) = run_into(writer.into(), command);
        assert_eq!(found, Some(code), "{command:?}: {error}");
        assert!(!error.contains("standard output"), "{command:?}: {error}");
    }
}

#[test]
fn a_broken_pipe_ends_the_process_quietly() {
    let mut command = Process::new(program());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(&mut command);
    drop(child.stdout.take());
    // Our own pipe breaks too, once the engine has gone.
    let _ = child.stdin.as_mut().expect("a pipe").write_all(&b"showboard\n".repeat(10_000));
    let output = child.output();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn options_set_the_game_up() {
    let mut client = client("--seed 7 --size 4x3 --variant 'torus seasons=3' --agent random");
    assert_eq!(ask(&mut client, "seed"), "7");
    assert_eq!(ask(&mut client, "variant"), "torus seasons=3 turns=alternating swap=off");
    assert_eq!(ask(&mut client, "agent black"), "random");
    assert!(ask(&mut client, "showboard").starts_with("4x3 torus seasons=3"));
    assert_eq!(ask(&mut client, "season-map").len(), "1234 1234 1234".len());
    let map = ask(&mut client, "season-map");
    ask(&mut client, "season-map fair 7");
    assert_eq!(ask(&mut client, "season-map"), map);
}

#[test]
fn equal_seeds_give_equal_games_and_a_log() {
    let log = file("benzene.log");
    let name = log.to_str().expect("a plain path");
    let game = format!("set-agent random\n{}showboard\n", "genmove b\ngenmove w\n".repeat(9));
    let played = output(&["--seed", "3", "--logfile-name", name], game.clone());
    assert_eq!(played, output(&["--seed", "3"], game.clone()));
    assert_ne!(played, output(&["--seed", "4"], game));
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.contains("< genmove b") && log.contains("seed 3"), "{log}");
}

#[test]
fn help_and_version_are_for_people() {
    let help = output(&["--help"], "");
    for option in ["--seed", "--logfile-name", "--agent", "--variant", "--size", "random"] {
        assert!(help.contains(option), "{option}");
    }
    assert_eq!(output(&["--version"], ""), format!("kring {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn bad_options_are_refused_with_a_reason() {
    for (args, reason) in [
        (["--size", "0x3"], "each side must be from 1 to 32"),
        (["--size", "big"], "'big' is not a board size"),
        (["--variant", "cube"], "'cube' is neither a variant"),
        (["--variant", "seasons=10"], "expected a number from 1 to 9"),
        (["--agent", "nobody"], "there is no agent 'nobody'"),
        (["--seed", "x"], "invalid value 'x' for '--seed"),
        (["--speed", "1"], "unexpected argument '--speed'"),
        (["one", "two"], "'one'"),
    ] {
        let assert = kring(&args).write_stdin("name\n").assert().code(2).stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains(reason), "{args:?}: {message}");
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    let assert = kring(&["--logfile-name", folder]).assert().failure().stdout("");
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("cannot be written"), "{message}");
}

#[test]
fn strange_lines_are_answered_or_ignored() {
    let mut input = vec![b'x'; 1 << 20];
    input.extend(b"\n9 ");
    input.resize(2 << 20, b'y');
    input.extend(b"\nname ");
    input.resize(3 << 20, b'#');
    input.extend(b"\n\0\0\n\0n\0ame\0\n8 name \xff\n# \xff\n\xfe\n1 name\r\n");
    let long = "syntax error: line longer than 65536 bytes";
    let text = "syntax error: the line is not valid UTF-8";
    let kring = "= Kring\n\n";
    let expected = format!(
        "? {long}\n\n?9 {long}\n\n{kring}{kring}?8 {text}\n\n? {text}\n\n{}",
        "=1 Kring\n\n"
    );
    assert_eq!(output(&[], input), expected);
}

#[test]
fn a_million_empty_lines_are_ignored() {
    let mut input = b"\n".repeat(1_000_000);
    input.extend(b"play black d4\n");
    input.extend(b"#\n".repeat(100_000));
    input.extend(b" \t\r\n".repeat(100_000));
    input.extend(b"turn\n");
    assert_eq!(output(&[], input), "= \n\n= white\n\n");
}

/// Everything that a client can see of the game.
fn look(client: &mut GtpClient) -> Vec<String> {
    let questions =
        ["showboard", "season-map", "all_legal_moves black", "all_legal_moves white", "winner"];
    questions.map(|question| ask(client, question)).into()
}

/// Saves the game, clears the board, loads the game and compares.
fn survives_a_file(client: &mut GtpClient, name: &str) {
    let path = file(name);
    let before = look(client);
    ask(client, &format!("savesgf {}", path.display()));
    ask(client, "boardsize 5");
    ask(client, "variant hex");
    ask(client, &format!("loadsgf {}", path.display()));
    assert_eq!(look(client), before, "{name}");
}

#[test]
fn games_survive_a_file() {
    let games = [
        ("rhombus", "4", 5),
        ("cylinder", "5 3", 6),
        ("torus turns=random", "3", 9),
        ("seasonal", "4 6", 10),
        ("seasons=2 black-cycle=1,1,2 swap=on", "5 4", 8),
        ("torus seasons=4 turns=random swap=on", "3 2", 6),
        ("hex", "32", 40),
        ("cylinder", "1", 0),
    ];
    let mut client = client("--seed 5 --agent random");
    for (number, (rules, size, moves)) in games.into_iter().enumerate() {
        ask(&mut client, &format!("variant {rules}"));
        ask(&mut client, &format!("boardsize {size}"));
        for ply in 0..moves {
            ask(&mut client, ["genmove black", "genmove white"][ply % 2]);
        }
        survives_a_file(&mut client, &format!("game {number}.sgf"));
    }
}

#[test]
fn swaps_and_resignations_survive_a_file() {
    let mut client = client("");
    for (name, set_up, moves) in [
        ("pieces.sgf", "variant swap=on", ["black d3", "white swap-pieces", "black d3"]),
        ("sides.sgf", "variant cylinder swap=on", ["black d3", "white swap-sides", "white a1"]),
        ("resigned.sgf", "variant hex", ["black d3", "white a1", "black resign"]),
    ] {
        ask(&mut client, "boardsize 4");
        ask(&mut client, set_up);
        for mv in moves {
            ask(&mut client, &format!("play {mv}"));
        }
        survives_a_file(&mut client, name);
        let path = file(name);
        ask(&mut client, &format!("loadsgf {} 2", path.display()));
        ask(&mut client, "undo");
        assert_eq!(refusal(&mut client, "undo"), "cannot undo: no move has been made");
    }
}

/// Writes a file, loads it and returns the engine's answer.
fn load(client: &mut GtpClient, name: &str, text: &str) -> Result<String, ClientError> {
    let path = file(name);
    fs::write(&path, text).expect("a file");
    client.send(&format!("loadsgf {}", path.display()), LIMIT)
}

#[test]
fn files_of_other_programs_are_understood() {
    let mut client = client("");
    let hexgui = "(;FF[4]GM[11]SZ[11];B[a1];W[swap-pieces];B[b2])";
    load(&mut client, "hexgui.sgf", hexgui).expect("HexGui's file");
    assert_eq!(ask(&mut client, "turn"), "white");
    assert_eq!(refusal(&mut client, "play black a1"), "illegal move: a1 is taken");
    for undo in ["undo"; 3] {
        ask(&mut client, undo);
    }
    refusal(&mut client, "undo");

    let set_up =
        "(;GM[11]SZ[4:3]C[no \\] end]AB[a1][b1][c1]AW[b2]PL[B];AE[b1];B[D3](;W[d1])(;W[d2]))";
    load(&mut client, "set-up.sgf", set_up).expect("a set-up");
    let board = ask(&mut client, "showboard");
    assert!(board.contains(" 1   B . B(W)  1\n  2   . W . .   2\n   3   . . . B   3"), "{board}");
    survives_a_file(&mut client, "set-up again.sgf");
    load(&mut client, "turn.sgf", "(;GM[11]SZ[3]AB[a1]AW[b2]PL[W])").expect("a set-up");
    assert_eq!(ask(&mut client, "turn"), "white");
}

#[test]
fn a_file_that_is_no_game_changes_nothing() {
    let mut client = client("--variant 'seasonal swap=on' --size 4x3");
    ask(&mut client, "season-map 1231 2312 3123");
    ask(&mut client, "play black a1");
    let before = look(&mut client);
    for (number, text) in [
        "",
        "(",
        "hello",
        "(;FF[4]GM[11",
        "(;GM[1]SZ[9];B[aa])",
        "(;GM[11]SZ[0])",
        "(;GM[11]SZ[99:99])",
        "(;GM[11]SZ[3];B[a1];W[a1])",
        "(;GM[11]SZ[3];B[z9])",
        "(;GM[11]SZ[3]AB[q1])",
        "(;GM[11]SZ[3]RU[seasonal]SM[123 123])",
        "(;GM[11]SZ[3];B[swap-pieces])",
    ]
    .into_iter()
    .enumerate()
    {
        match load(&mut client, &format!("bad {number} .sgf"), text) {
            Err(ClientError::Refused(reason)) => assert!(reason.starts_with("cannot load file: ")),
            other => panic!("{text}: {other:?}"),
        }
        assert_eq!(look(&mut client), before, "{text}");
    }
    let missing = refusal(&mut client, "loadsgf /nonexistent/game.sgf");
    assert!(missing.starts_with("cannot load file: /nonexistent/game.sgf: "), "{missing}");
    let unwritable = refusal(&mut client, "savesgf /nonexistent/game.sgf");
    assert!(unwritable.starts_with("cannot save file: /nonexistent/game.sgf: "), "{unwritable}");
    assert_eq!(look(&mut client), before);
}

#[test]
fn an_interruption_ends_the_search_that_runs_and_no_other() {
    let mut client = client("--agent 'mcts time=600' --size 11x11");
    let interrupter = client.interrupter();
    // The first may come before the search.
    thread::spawn(move || {
        while interrupter.interrupt().is_ok() {
            thread::sleep(Duration::from_millis(300));
        }
    });
    ask(&mut client, "genmove black");
    // Sent together, the interruption ends the search that came before it.
    let input = "genmove black\n# interrupt\nset-agent random\ngenmove white\n";
    let replies = output(&["--agent", "mcts time=600"], input);
    assert_eq!(replies.matches('=').count(), 3, "{replies}");
}

#[test]
fn rules_and_agents_need_no_blanks_anywhere() {
    let options =
        "--agent mcts,sims=5,rave=off --variant torus,seasons=3,white-cycle=2,3,1 --seed 1";
    let mut client = client(options);
    assert_eq!(ask(&mut client, "agent black"), "mcts sims=5 rave=off");
    let rules = "torus seasons=3 turns=alternating swap=off white-cycle=2,3,1";
    assert_eq!(ask(&mut client, "variant"), rules);
    let players = ["--first", "mcts,sims=5", "--second", "random"];
    let games =
        ["--games", "2", "--size", "2x2", "--variant", "cylinder,swap=on", "--workers", "1"];
    kring(&[&["match"][..], &players, &games].concat()).assert().success();
    kring(&["render", "--size", "3x3", "--heat", "random-spot,fills=64", "--out", "-"])
        .assert()
        .success();
    let verdict = kring(&["verify", "--strategy", "shift,by=2", "--size", "3x3"]).assert();
    assert!(verdict.get_output().stdout.starts_with(b"refuted: "));
}
