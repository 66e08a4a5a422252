//! Engines behind pipes: engines with other dialects play; engines that
//! misbehave lose in time and leave no process behind. They are scripts of
//! `/bin/sh`.
#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    thread,
    time::Duration,
};

use kring::{
    arena::{Entrant, GameResult, PlayerSpec, Reason, Seat},
    board::{Colour, Move},
    external::EngineTimeouts,
};

use crate::{
    arena::{plan, results},
    helper::{LIMIT, Running, program},
};

/// A classic engine as small as can be: one number for the size, nothing of
/// GTP but what a game needs, no notion of who has won. It takes the first
/// free cell of at most 4x4. Its argument says what else it does.
pub const CLASSIC: &str = r#"
echo $$ >> "$0.pids"
while read -r cmd a b; do
    case $cmd in
        boardsize)
            if [ -n "$b" ]; then printf '? unacceptable size\n\n'; continue; fi
            taken=' '; stones=0; own=0 ;;
        play)
            case $b in swap*) printf '? illegal move\n\n'; continue ;; esac
            taken="$taken$b "; stones=$((stones + 1)) ;;
        genmove)
            own=$((own + 1))
            if [ "$1" = resigns ] && [ $own = 3 ]; then printf '= resign\n\n'; continue; fi
            if [ "$1" = passes ] && [ $own = 2 ]; then printf '= PASS\n\n'; continue; fi
            if [ "$1:$stones" = swap-sides:1 ]; then
                stones=2; printf '= swap-sides\n\n'; continue
            fi
            for cell in a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4; do
                case $taken in *" $cell "*) ;; *) break ;; esac
            done
            taken="$taken$cell "; stones=$((stones + 1))
            printf '= %s\n\n' "$cell"; continue ;;
        quit)
            if [ "$1" = stays ]; then while :; do sleep 0.1; done; fi
            printf '= \n\n'; exit ;;
        *) printf '? unknown command\n\n'; continue ;;
    esac
    printf '= \n\n'
done
"#;

pub fn script(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engines");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{}.sh", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

/// An engine that may take this long for each answer.
fn engine(text: &str, limit: Duration) -> PlayerSpec {
    let timeouts = EngineTimeouts { mv: limit, start: limit, game: None };
    text.parse::<PlayerSpec>().unwrap().with_timeouts(timeouts)
}

fn classic(test: &str, does: &str) -> (PlayerSpec, PathBuf) {
    let path = script(test, CLASSIC);
    (engine(&format!("cmd:\"/bin/sh '{}' {does}\" name:classic", path.display()), LIMIT), path)
}

fn random() -> PlayerSpec {
    "random".parse().unwrap()
}

fn kring() -> PlayerSpec {
    let text = format!("cmd:\"'{}' --agent random\"", program().display());
    text.parse().unwrap()
}

/// Whether the processes that a script has noted are gone, zombies too.
fn all_gone(script: &Path) -> bool {
    let pids = fs::read_to_string(format!("{}.pids", script.display())).unwrap();
    assert!(!pids.is_empty());
    pids.lines().all(|pid| !Path::new("/proc").join(pid).exists())
}

fn names(game: &GameResult) -> Vec<String> {
    game.position.moves().map(|(_, mv)| mv.name(game.position.size())).collect()
}

#[test]
fn kring_behind_a_pipe_plays_as_it_does_in_process() {
    // After a swap of sides the agents in process keep their own generators.
    for variant in ["hex", "torus swap=on", "cylinder turns=random seasons=3", "seasonal"] {
        for openings in ["none", "random:2"] {
            let plan = || plan("5x5", variant, openings, Some(12));
            let inside = results(plan(), [&random(), &random()], 2);
            let outside = results(plan(), [&kring(), &kring()], 2);
            for (a, b) in inside.iter().zip(&outside) {
                assert_eq!(names(a), names(b), "{variant} {openings}");
                assert_eq!(
                    (a.outcome.winner, a.outcome.reason),
                    (b.outcome.winner, b.outcome.reason)
                );
            }
        }
    }
}

#[test]
fn piped_players_follow_swaps_of_both_kinds() {
    for variant in ["cylinder swap=on", "seasonal swap=on turns=random", "hex swap=on"] {
        for game in results(plan("4x4", variant, "none", Some(60)), [&kring(), &random()], 2) {
            assert_eq!(game.outcome.reason, Reason::Connection, "{}", game.detail);
        }
    }
}

#[test]
fn classic_engines_play_classic_hex_and_are_not_asked_for_more() {
    let (engine, path) = classic("classic", "plain");
    let games = results(plan("4x4", "hex", "none", Some(10)), [&engine, &random()], 2);
    assert!(
        games.iter().all(|game| game.outcome.reason == Reason::Connection),
        "{:?}",
        games[0].detail
    );
    assert!(all_gone(&path));
    let plays = |variant: &str, size: &str| {
        engine.plays(&variant.parse().unwrap(), size.parse().unwrap(), Colour::Black)
    };
    assert_eq!(plays("hex", "4x4"), Ok(()));
    for variant in ["cylinder", "torus", "seasonal"] {
        assert!(
            plays(variant, "4x4").unwrap_err().to_string().contains("classic Hex alone"),
            "{variant}"
        );
    }
    assert!(plays("hex", "4x3").unwrap_err().to_string().contains("unacceptable size"));
    let missing = "cmd:/no/such/engine".parse::<PlayerSpec>().unwrap();
    let why = missing.plays(&"hex".parse().unwrap(), "4x4".parse().unwrap(), Colour::Black);
    assert!(why.unwrap_err().to_string().contains("cannot start"));
}

#[test]
fn a_resignation_is_one_and_a_pass_is_no_move() {
    for (does, reason) in [("resigns", Reason::Resignation), ("passes", Reason::IllegalMove)] {
        let (engine, path) = classic(does, does);
        for game in results(plan("4x4", "hex", "none", Some(4)), [&engine, &engine], 1) {
            assert_eq!(game.outcome.reason, reason, "{}", game.detail);
            assert_eq!(game.outcome.winner, game.setup.black.other(), "black is asked first");
            if does == "passes" {
                assert_eq!(game.detail, "a pass is not a move in Hex");
            }
        }
        assert!(all_gone(&path));
    }
}

#[test]
fn engines_of_other_dialects_swap() {
    // One that swaps sides plays the mirrored game from then on: it continues as
    // black, and takes the first free cell of its own board.
    let (engine, _) = classic("sides", "swap-sides");
    let games = results(plan("4x4", "hex swap=on", "none", Some(20)), [&random(), &engine], 2);
    for game in &games {
        assert_eq!(game.outcome.reason, Reason::Connection, "{}", game.detail);
        if game.setup.black == Seat::First {
            assert_eq!(game.position.moves().nth(1), Some((Colour::White, Move::SwapPieces)));
            let third = game.position.moves().nth(3).unwrap();
            assert_eq!(third.0, Colour::White);
            assert!(["a1", "a2"].contains(&names(game)[3].as_str()), "{:?}", names(game));
        }
    }
    assert!(games.iter().any(|game| game.outcome.swapped));
    // One that does not know swaps gets the position anew.
    let (engine, _) = classic("shown", "plain");
    let kring = kring();
    for game in results(plan("4x4", "hex swap=on", "none", Some(60)), [&engine, &kring], 2) {
        assert_eq!(game.outcome.reason, Reason::Connection, "{}: {:?}", game.detail, names(&game));
    }
}

/// Engines that misbehave: name, reason of the loss, script.
const BAD: [(&str, Reason, &str); 11] = [
    ("exits", Reason::Crash, "exit 3"),
    ("hangs", Reason::TimeOut, "while read -r x; do :; done"),
    ("chats", Reason::Garbage, "while read -r x; do echo hello; done"),
    ("babbles", Reason::Garbage, "while read -r x; do printf '= zebra\\n\\n'; done"),
    ("strays", Reason::IllegalMove, "while read -r x; do printf '= e5\\n\\n'; done"),
    ("numbers", Reason::Garbage, "while read -r x; do printf '=7 a1\\n\\n'; done"),
    ("cheats", Reason::IllegalMove, "while read -r x; do printf '= a1\\n\\n'; done"),
    (
        "floods",
        Reason::Garbage,
        "while read -r c x; do case $c in
            genmove) printf '= '; exec head -c 100000000 /dev/zero ;;
            *) printf '= \\n\\n' ;;
        esac; done",
    ),
    (
        "shouts",
        Reason::Garbage,
        "while read -r c x; do case $c in
            genmove) exec yes 'what a move this is going to be' ;;
            *) printf '= \\n\\n' ;;
        esac; done",
    ),
    (
        "dies",
        Reason::Crash,
        "while read -r c x; do case $c in
            genmove) kill -9 $$ ;;
            *) printf '= \\n\\n' ;;
        esac; done",
    ),
    (
        // A child keeps the output open.
        "leaves",
        Reason::Crash,
        "while read -r c x; do case $c in
            genmove) sleep 1000 & exit 3 ;;
            *) printf '= \\n\\n' ;;
        esac; done",
    ),
];

#[test]
fn every_misbehaviour_is_a_loss_and_leaves_no_process() {
    for (name, reason, text) in BAD {
        let path = script(name, &format!("echo $$ >> \"$0.pids\"\n{text}\n"));
        // Only one that never answers is waited for in vain.
        let limit = if reason == Reason::TimeOut { Duration::from_millis(500) } else { LIMIT };
        let bad = engine(&format!("cmd:\"/bin/sh '{}'\"", path.display()), limit);
        let games = results(plan("4x4", "hex", "none", Some(2)), [&bad, &random()], 1);
        for game in &games {
            let found = (game.outcome.winner, game.outcome.reason);
            assert_eq!(found, (Seat::Second, reason), "{name}: {}", game.detail);
            assert!(!game.detail.is_empty());
        }
        assert!(all_gone(&path), "{name}");
        let pids = fs::read_to_string(format!("{}.pids", path.display())).unwrap();
        assert_eq!(pids.lines().count(), 2, "{name}: a fresh process for each game");
        // A match does not begin with an engine that fails before its first game.
        let plays = bad.plays(&"hex".parse().unwrap(), "4x4".parse().unwrap(), Colour::Black);
        let starts = !["exits", "hangs", "chats", "numbers"].contains(&name);
        assert_eq!(plays.is_ok(), starts, "{name}: {plays:?}");
    }
}

#[test]
fn the_last_lines_of_an_engine_that_crashes_are_shown() {
    let kring = |engine: &Path| {
        Process::new(program())
            .args(["match", "--second", "random", "--size", "4x4", "--games", "6", "--recover"])
            .args(["--first", &format!("cmd:\"/bin/sh '{}'\" name:E", engine.display())])
            .output()
            .unwrap()
    };
    let text = "i=0; while [ $i -lt 900 ]; do i=$((i + 1)); echo \"line $i\" >&2; done
        echo 'ImportError: no module' >&2; exit 1";
    let output = kring(&script("never", text));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "it ends at once: {said}");
    assert!(said.contains("line 900\nImportError: no module"), "{said}");
    assert!(!said.contains("line 890"), "{said}");
    let text = format!(
        "while read -r c x; do case $c in genmove) {text} ;; *) printf '= \\n\\n' ;; esac; done"
    );
    let output = kring(&script("later", &text));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "it lost all games: {said}");
    assert_eq!(said.matches("E lost by crash: the engine ended: exit status: 1").count(), 3);
    assert_eq!(said.matches("    ImportError: no module\n").count(), 3, "{said}");
}

#[test]
fn a_program_without_cmd_gets_a_hint() {
    let error = "python3 bot.py".parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(error.starts_with("there is no agent 'python3'"), "{error}");
    assert!(error.ends_with("another program takes part as cmd:\"python3 bot.py\""), "{error}");
    let error = "mcts sims=x".parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(!error.contains("cmd:"), "{error}");
}

#[test]
fn a_clock_runs_over_the_whole_game() {
    // It answers every time, but after 30 ms, which ten moves do not allow.
    let slow = CLASSIC.replace("own=$((own + 1))", "own=$((own + 1)); sleep 0.03");
    let path = script("slow", &slow);
    let spec = format!("cmd:\"/bin/sh '{}'\"", path.display()).parse::<PlayerSpec>().unwrap();
    let game = |clock: Duration| {
        let patient = with_clock(&spec, clock);
        let mut games = results(plan("4x4", "hex", "none", Some(1)), [&patient, &patient], 1);
        games.remove(0)
    };
    assert_eq!(game(LIMIT).outcome.reason, Reason::Connection);
    let lost = game(Duration::from_millis(100));
    assert_eq!(lost.outcome.reason, Reason::TimeOut, "{}", lost.detail);
    assert!(lost.outcome.moves < 8, "{}", lost.outcome.moves);
}

/// An engine with this time for a game, and as much for each answer as it needs.
pub fn with_clock(spec: &PlayerSpec, clock: Duration) -> PlayerSpec {
    spec.clone().with_timeouts(EngineTimeouts { mv: LIMIT, start: LIMIT, game: Some(clock) })
}

#[test]
fn an_engine_with_a_clock_gets_the_time_left() {
    let text = CLASSIC.replace(
        "quit)",
        "known_command)
            case $a in time_left) printf '= true\\n\\n' ;; *) printf '= false\\n\\n' ;; esac
            continue ;;
        time_left) echo \"$a $b\" >> \"$0.left\" ;;
        quit)",
    );
    let path = script("left", &text);
    let spec = format!("cmd:\"/bin/sh '{}'\"", path.display()).parse::<PlayerSpec>().unwrap();
    let spec = with_clock(&spec, LIMIT);
    let games = results(plan("4x4", "hex", "none", Some(1)), [&spec, &random()], 1);
    assert_eq!(games[0].outcome.reason, Reason::Connection, "{}", games[0].detail);
    let told = fs::read_to_string(format!("{}.left", path.display())).unwrap();
    let mut last = LIMIT.as_secs_f64();
    for line in told.lines() {
        // The colour, the seconds and the stones.
        let left: f64 = line.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(left > 0.0 && left <= last, "{told}");
        last = left;
    }
    assert_eq!(told.lines().count() as u64, games[0].outcome.thinking[0].moves);
}

#[test]
fn an_engine_that_ignores_quit_is_ended() {
    let (engine, path) = classic("stays", "stays");
    let games = results(plan("4x4", "hex", "none", Some(4)), [&engine, &random()], 1);
    assert!(games.iter().all(|game| game.outcome.reason == Reason::Connection));
    assert!(all_gone(&path));
}

#[test]
#[cfg(target_os = "linux")]
fn a_flood_costs_no_memory() {
    let text = BAD.iter().find(|(name, ..)| *name == "floods").unwrap().2;
    let path = script("memory", text);
    let mut command = Process::new(program());
    command.args(["match", "--second", "random", "--size", "4x4", "--games", "4"]);
    command.args(["--workers", "1", "--recover"]);
    command.args(["--first", &format!("cmd:\"/bin/sh '{}'\"", path.display())]);
    let mut child = Running::start(command.stdout(Stdio::null()));
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(kilobytes.unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    assert!(child.wait().unwrap().success());
    assert!((1..100_000).contains(&most), "{most} kB");
}
