//! Events as a whole: killed and continued, played in parts and merged; what the
//! files hold and what they refuse.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use crate::helper::{Running, new_folder, printed, program};

fn folder(name: &str) -> PathBuf {
    new_folder(&format!("events-{name}"))
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(folder).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// What a run prints; it must succeed.
fn good(folder: &Path, args: &[&str]) -> String {
    printed(&mut command(folder, args))
}

/// The message of a run that must fail.
fn bad(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The rows of a table without what takes time, in the order of the games.
fn games(path: &Path) -> BTreeSet<(usize, Vec<String>)> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let timeless: Vec<bool> = {
        let takes_time =
            |name: &str| ["seconds", "worst", "checksum"].iter().any(|part| name.contains(part));
        reader.headers().unwrap().iter().map(|name| !takes_time(name)).collect()
    };
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let fields = |row: &csv::StringRecord| -> (usize, Vec<String>) {
        let kept = row.iter().zip(&timeless).filter(|(_, keep)| **keep);
        (row[2].parse().unwrap(), kept.map(|(field, _)| field.to_owned()).collect())
    };
    let found: BTreeSet<_> = rows.iter().map(fields).collect();
    assert_eq!(found.len(), rows.len(), "no game twice");
    found
}

const MATCH: [&str; 13] = [
    "match",
    "--first",
    "mcts sims=60",
    "--second",
    "random",
    "--size",
    "5x5",
    "--variant",
    "torus swap=on",
    "--games",
    "300",
    "--workers",
    "2",
];

fn kill_after(mut child: Running, path: &Path, lines: usize) {
    let count = || fs::read_to_string(path).map_or(0, |text| text.lines().count());
    while count() < lines && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_match_continues_with_exactly_the_missing_games() {
    let folder = folder("killed");
    let with = |more: &[&'static str]| [&MATCH[..], more].concat();
    good(&folder, &with(&["--seed", "5", "--csv", "whole.csv"]));
    let path = folder.join("part.csv");
    // From the second time on the seed is read from the file.
    let mut seed = vec!["--seed", "5"];
    for lines in [1, 20, 90, 160] {
        let args = with(&[&seed[..], &["--csv", "part.csv", "--sgf", "games"]].concat());
        kill_after(Running::start(&mut command(&folder, &args)), &path, lines);
        let text = fs::read(&path).unwrap();
        if lines > 1 {
            // As if the system had written half of the last line.
            fs::write(&path, &text[..text.len() - 9]).unwrap();
            seed.clear();
        }
    }
    // On a fast machine too: some games are missing, and half of one.
    let text = fs::read_to_string(&path).unwrap();
    let end: usize = text.split_inclusive('\n').take(150).map(str::len).sum();
    fs::write(&path, &text[..end - 30]).unwrap();
    let output = run(&folder, &with(&["--csv", "part.csv", "--sgf", "games"]));
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(" games from part.csv, "), "{said}");
    assert_eq!(games(&path), games(&folder.join("whole.csv")));
    let sgf = fs::read_dir(folder.join("games")).unwrap();
    assert_eq!(
        sgf.filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|e| e == "sgf")).count(),
        300
    );
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        bad(&folder, &with(&["--csv", "part.csv", "--seed", "6"])).contains("another schedule")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn other_files_are_left_as_they_are() {
    let folder = folder("other");
    for (text, message) in [
        ("a,b\n1,2\n", "not a file of games"),
        ("precious, but without an end", "not a file of games"),
    ] {
        fs::write(folder.join("other.csv"), text).unwrap();
        let said = bad(&folder, &[&MATCH[..], &["--csv", "other.csv"]].concat());
        assert!(said.contains(message), "{said}");
        assert_eq!(fs::read_to_string(folder.join("other.csv")).unwrap(), text);
    }
}

#[test]
fn a_test_stops_early_and_workers_do_not_change_it() {
    let folder = folder("sprt");
    let decide = |first: &str, second: &str, workers: &str| {
        let said = good(
            &folder,
            &[
                "match",
                "--first",
                first,
                "--second",
                second,
                "--size",
                "5x5",
                "--games",
                "2000",
                "--seed",
                "1",
                "--workers",
                workers,
                "--sprt",
                "elo0=0",
                "elo1=50",
            ],
        );
        said.lines().last().unwrap().to_owned()
    };
    let strong = decide("mcts sims=60", "random", "1");
    assert!(strong.starts_with("SPRT elo0=0 elo1=50 alpha=0.05 beta=0.05: H1 accepted after "));
    assert_eq!(decide("mcts sims=60", "random", "2"), strong);
    assert!(decide("random", "mcts sims=60", "2").contains("H0 accepted after"));
    assert!(bad(&folder, &[&MATCH[..], &["--sprt", "elo0=50"]].concat()).contains("below elo1"));
}

#[test]
fn tables_know_the_networks_that_played() {
    let folder = folder("networks");
    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/eval/nets/kring-6x64.safetensors");
    let mut bytes = fs::read(net).unwrap();
    fs::write(folder.join("a.net"), &bytes).unwrap();
    let play = |more: &[&'static str]| {
        let own = ["match", "--second", "random", "--size", "3x3", "--games", "2", "--seed", "1"];
        [&own[..], &["--csv", "t.csv"], more].concat()
    };
    let player = ["--first", "neural evals=1 net=a.net"];
    good(&folder, &play(&player));
    good(&folder, &play(&player));
    // One weight has another sign: the same name, another player.
    *bytes.last_mut().unwrap() ^= 0x80;
    fs::write(folder.join("a.net"), &bytes).unwrap();
    let said = bad(&folder, &play(&player));
    assert!(said.contains("holds games with other networks (a sha256:"), "{said}");
    // The openings depend on a network too.
    fs::remove_file(folder.join("t.csv")).unwrap();
    good(&folder, &play(&["--first", "random", "--openings", "balanced:1"]));
    let table = fs::read_to_string(folder.join("t.csv")).unwrap();
    assert!(table.lines().nth(1).unwrap().contains(",kring-6x64 sha256:"), "{table}");
    // A table of an earlier version has fewer columns.
    let old: String =
        table.lines().map(|line| line.rsplitn(3, ',').last().unwrap().to_owned() + "\n").collect();
    fs::write(folder.join("t.csv"), &old).unwrap();
    let said = bad(&folder, &play(&["--first", "random", "--openings", "balanced:1"]));
    assert!(said.contains("written by another version of Kring"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("t.csv")).unwrap(), old);
}

#[test]
fn a_tournament_tests_each_pair() {
    let folder = folder("tests");
    let cup = "sizes = ['4x4', '5x5']\ngames = 2000\nsprt = 'elo0=0 elo1=80'\n
        [[player]]\nagent = 'mcts'\nsims = 60\n[[player]]\nagent = 'random'\n";
    fs::write(folder.join("cup.toml"), cup).unwrap();
    let alone = good(&folder, &["tournament", "cup.toml", "--no-sgf", "--workers", "1"]);
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("SPRT")).map(str::to_owned).collect()
    };
    assert_eq!(lines(&alone).len(), 2, "{alone}");
    assert!(lines(&alone).iter().all(|line| line.contains("H1 accepted after")), "{alone}");
    let played = games(&folder.join("cup.csv")).len();
    assert!(played < 200, "{played} of 4000");
    // Nothing is left, and workers change nothing.
    let again = good(&folder, &["tournament", "cup.toml", "--no-sgf"]);
    assert_eq!(again.replace(&format!("{played} of {played} games from cup.csv\n"), ""), alone);
    assert_ne!(again, alone);
    let two = ["tournament", "cup.toml", "--no-sgf", "--workers", "2", "--csv", "two.csv"];
    assert_eq!(lines(&good(&folder, &two)), lines(&alone));
    let said = bad(&folder, &["tournament", "cup.toml", "--shard", "1/2"]);
    assert!(said.contains("without --shard"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_million_games_are_shown_while_they_are_played_and_fit_into_memory() {
    let folder = folder("million");
    let cup = "sizes = ['3x3', '4x4']\ngames = 100000000\nopenings = 'random:2'\n
        [[player]]\nagent = 'random'\n[[player]]\nagent = 'heuristic'\n
        [[player]]\ncmd = '/no/such/engine'\nname = 'E'\n";
    // To show games, a missing engine is not started.
    let with_engine = |on: bool| {
        let cut = cup.rfind("[[player]]").unwrap();
        fs::write(folder.join("cup.toml"), if on { cup } else { &cup[..cut] }).unwrap();
    };
    with_engine(false);
    let args = ["tournament", "cup.toml", "--workers", "1", "--no-sgf"];
    let mut child = Running::start(&mut command(&folder, &args));
    let table = folder.join("cup.csv");
    while fs::metadata(&table).map_or(0, |data| data.len()) < 100_000 {
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
    let shown = good(&folder, &["tournament", "cup.toml", "--show"]);
    assert!(shown.contains("3x3 rhombus"), "{shown}");
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    drop(child);
    assert!(kilobytes < 60_000, "{kilobytes} kB");
    // Nothing is written, not even where half a line is left.
    let mut text = fs::read(&table).unwrap();
    text.truncate(text.len() - 7);
    fs::write(&table, &text).unwrap();
    good(&folder, &["tournament", "cup.toml", "--show"]);
    assert_eq!(fs::read(&table).unwrap(), text);
    with_engine(true);
    let said = bad(&folder, &["tournament", "cup.toml", "--show"]);
    assert!(said.contains("another schedule") && !said.contains("cannot start"), "{said}");
}

const TOURNAMENT: &str = r#"
sizes = ["3x3", "4x5"]
variants = ["hex swap=on", "cylinder seasons=2"]
openings = "random:1"
games = 6
seed = 9
[[player]]
agent = "random"
[[player]]
agent = "mcts"
sims = [10, 20]
name = "m{sims}"
"#;

#[test]
fn merged_parts_equal_the_whole() {
    let folder = folder("parts");
    fs::write(folder.join("cup.toml"), TOURNAMENT).unwrap();
    let whole = good(&folder, &["tournament", "cup.toml", "--workers", "1"]);
    assert!(whole.contains("m20") && whole.contains("Elo"), "{whole}");
    assert_eq!(fs::read_dir(folder.join("cup.games")).unwrap().count(), 73);
    for part in ["1/3", "2/3", "3/3"] {
        let args = ["tournament", "cup.toml", "--shard", part, "--workers", "1", "--sgf", "parts"];
        good(&folder, &args);
    }
    let [a, b, c] = [1, 2, 3].map(|i| format!("cup.{i}-of-3.csv"));
    good(&folder, &["merge", &a, &b, &c, "--output", "merged.csv"]);
    assert_eq!(games(&folder.join("merged.csv")), games(&folder.join("cup.csv")));
    // Not only the same games: the same order too.
    let order = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.lines().map(|line| line.split(',').take(11).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(order("merged.csv"), order("cup.csv"));
    let shown = good(&folder, &["tournament", "cup.toml", "--csv", "merged.csv", "--show"]);
    assert_eq!(shown, whole);
    for number in [1, 72] {
        let [one, other] = ["cup.games", "parts"].map(|name| {
            fs::read_to_string(folder.join(name).join(format!("game-{number:06}.sgf"))).unwrap()
        });
        assert_eq!(one, other);
    }
    assert!(bad(&folder, &["merge", &a, &b, "--output", "x.csv"]).contains("24 of 72 games are"));
    assert!(bad(&folder, &["merge", &a, &a, "--output", "x.csv"]).contains("twice"));
    assert!(bad(&folder, &["merge", &a, &b, &c, "--output", "cup.csv"]).contains("exists"));
    fs::write(folder.join("cup.toml"), TOURNAMENT.replace("seed = 9", "seed = 8")).unwrap();
    assert!(bad(&folder, &["tournament", "cup.toml"]).contains("another schedule"));
    good(&folder, &["tournament", "cup.toml", "--csv", "eight.csv", "--no-sgf"]);
    let said = bad(&folder, &["merge", &a, "eight.csv", "--output", "x.csv", "--partial"]);
    assert!(said.contains("another schedule"), "{said}");
    good(&folder, &["merge", &a, &b, "--output", "x.csv", "--partial"]);
}
