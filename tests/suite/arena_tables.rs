//! Games tables: those of earlier versions go on as they are; games of replaced programs and rows
//! that cannot be right do not count.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::helper::{new_folder, program};

fn folder(name: &str) -> PathBuf {
    new_folder(&format!("tables-{name}"))
}

/// A folder with the tables that Kring wrote in format 1, and what they need.
fn old_tables(name: &str) -> PathBuf {
    let folder = folder(name);
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/old-tables");
    for entry in fs::read_dir(old).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(program()).current_dir(folder).args(args).output().unwrap()
}

/// What a run prints; it must succeed.
fn good(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a run that must fail, as runs do that do not play.
fn bad(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    said
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The match of the old tables: an agent with a network file against an engine.
const OLD_MATCH: [&str; 11] = [
    "match",
    "--first",
    "neural evals=2 net=tiny.safetensors",
    "--second",
    "cmd:\"/bin/sh engine.sh\" name:E",
    "--size",
    "4x4",
    "--openings",
    "random:1",
    "--csv",
    "match.csv",
];

/// A table of b927b160 and the number of lines of the whole.
#[cfg(unix)]
fn goes_on(folder: &Path, name: &str, before: &str, lines: usize) {
    let after = text(folder, name);
    assert!(after.starts_with(before), "{after}");
    assert_eq!(after.lines().count(), lines, "{after}");
    let columns = |line: &str| line.matches(',').count();
    assert_eq!(columns(after.lines().last().unwrap()), columns(before.lines().next().unwrap()));
    assert!(!after.contains("checksum"), "{after}");
}

#[test]
#[cfg(unix)]
fn old_tables_go_on_as_they_are() {
    let folder = old_tables("old");
    let before = ["match.csv", "cup.csv", "study.csv"].map(|name| text(&folder, name));
    // Four of ten games are missing; the seed is that of the table.
    let output = run(&folder, &[&OLD_MATCH[..], &["--games", "10"]].concat());
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && report.contains("6 of 10 games from match.csv"), "{said}");
    assert!(said.contains("match.csv: a table of an earlier version of Kring has no "), "{said}");
    goes_on(&folder, "match.csv", &before[0], 11);
    let report = good(&folder, &["tournament", "cup.toml", "--no-sgf"]);
    assert!(report.contains("15 of 24 games from cup.csv"), "{report}");
    goes_on(&folder, "cup.csv", &before[1], 25);
    fs::create_dir(folder.join("study")).unwrap();
    fs::rename(folder.join("study.csv"), folder.join("study/games.csv")).unwrap();
    good(&folder, &["experiment", "study.toml", "--out", "study"]);
    goes_on(&folder, "study/games.csv", &before[2], 9);
}

#[test]
#[cfg(unix)]
fn old_tables_of_other_events_are_refused() {
    let folder = old_tables("others");
    let table = text(&folder, "match.csv");
    for (from, to) in
        [("tiny.safetensors", "copy.safetensors"), ("4x4", "3x3"), ("name:E", "name:F")]
    {
        fs::copy(folder.join("tiny.safetensors"), folder.join("copy.safetensors")).unwrap();
        let args = OLD_MATCH.map(|word| word.replace(from, to));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let said = bad(&folder, &args);
        assert!(said.contains("holds games"), "{said}");
    }
    fs::write(folder.join("new.csv"), good_new_table(&folder)).unwrap();
    let said = bad(&folder, &["merge", "match.csv", "new.csv", "--output", "x.csv", "--partial"]);
    assert!(said.contains("match.csv has format 1, "), "{said}");
    assert!(said.contains(" and new.csv has format 2"), "{said}");
    good(&folder, &["merge", "match.csv", "--output", "merged.csv"]);
    assert_eq!(text(&folder, "merged.csv"), table);
}

/// The table of two games in the format of today.
fn good_new_table(folder: &Path) -> String {
    let args =
        ["match", "--first", "random", "--second", "random", "--games", "2", "--size", "3x3"];
    good(folder, &[&args[..], &["--csv", "written.csv", "--seed", "1"]].concat());
    text(folder, "written.csv")
}

/// An engine that plays the first free cell, with this version; it notes its starts.
#[cfg(unix)]
fn write_engine(path: &Path, version: &str) {
    use std::os::unix::fs::PermissionsExt;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/old-tables");
    let script = fs::read_to_string(folder.join("engine.sh")).unwrap();
    let script = script.replace("'= 1\\n\\n'", &format!("\"= {version}\\n\\n\""));
    fs::write(path, format!("#!/bin/sh\necho $$ >> pids\n{script}")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A match of an engine, started by this command, against an agent.
fn engine_match(command: &str, more: &[&str]) -> Vec<String> {
    let first = format!("cmd:\"{command}\" name:new");
    let mut args = vec!["match", "--first", &first, "--second", "random", "--size", "4x4"];
    args.extend(["--games", "4", "--seed", "1", "--csv", "t.csv"]);
    args.extend(more);
    args.into_iter().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn a_replaced_program_does_not_go_on_with_the_games_of_the_old_one() {
    let folder = folder("replaced");
    fs::create_dir(folder.join("bin")).unwrap();
    let path = std::env::join_paths(
        [folder.join("bin")]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .unwrap();
    let play = |command: &str, more: &[&str]| {
        let mut kring = Command::new(program());
        kring.current_dir(&folder).env("PATH", &path).args(engine_match(command, more));
        kring.output().unwrap()
    };
    // As an executable, found through PATH, as a script of an interpreter, behind a launcher; and a
    // program whose file stays the same, but not its reply to `version`.
    for (command, file) in [
        ("./engine", "engine"),
        ("engine-in-path", "bin/engine-in-path"),
        ("/bin/sh script", "script"),
        ("env nice -n 1 ./launched", "launched"),
        ("/bin/sh -c 'exec ./behind'", "behind"),
    ] {
        let _ = fs::remove_file(folder.join("t.csv"));
        write_engine(&folder.join(file), "1");
        assert!(play(command, &[]).status.success(), "{command}");
        let report = String::from_utf8(play(command, &[]).stdout).unwrap();
        assert!(report.contains("4 of 4 games from t.csv"), "{command}: {report}");
        let table = text(&folder, "t.csv");
        write_engine(&folder.join(file), "2");
        let refused = play(command, &[]);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("t.csv, line 2: 'new' was another program (First Cell 1 "), "{said}");
        assert!(said.contains(", not First Cell 2 sha256:"), "{said}");
        assert_eq!(text(&folder, "t.csv"), table);
        // Those who know why go on.
        let anyway = play(command, &["--resume-anyway"]);
        let report = String::from_utf8(anyway.stdout).unwrap();
        assert!(anyway.status.success() && report.contains("4 of 4 games"), "{command}: {report}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_is_replaced_during_a_run_ends_it() {
    // Replaced in the first games: with a crash, after which the next process is the new program,
    // or without one, so that this is the process of the next match.
    let replacing = |then: &str| {
        format!("genmove) n=$((n + 1)); if [ $n = 12 ]; then mv next engine; {then} fi")
    };
    let folder = folder("replaced-during-a-run");
    let cup = "sizes = ['4x4']\nvariants = ['hex', 'hex swap=on']\ngames = 4\nseed = 1\n
        [[player]]\ncmd = './engine'\nname = 'new'\n[[player]]\nagent = 'random'\n";
    fs::write(folder.join("cup.toml"), cup).unwrap();
    let recover = engine_match("./engine", &["--recover", "--workers", "1"]);
    let tournament = ["tournament", "cup.toml", "--csv", "t.csv", "--no-sgf", "--workers", "1"]
        .map(str::to_owned);
    // The new program has another version, or the same version in another file.
    for version in ["2", "1 "] {
        for (args, then) in [(&recover[..], "exit 1;"), (&tournament[..], "")] {
            write_engine(&folder.join("engine"), "1");
            let engine = text(&folder, "engine").replace("genmove)", &replacing(then));
            fs::write(folder.join("engine"), engine).unwrap();
            write_engine(&folder.join("next"), version);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let said = bad(&folder, &args);
            let expected = format!("another program now (First Cell {} sha256:", version.trim());
            assert!(said.contains("' was replaced during the run: "), "{said}");
            assert!(
                said.contains(&expected) && said.contains(", not First Cell 1 sha256:"),
                "{said}"
            );
            // The games before it count, with the crash; the new program has played none.
            let table = text(&folder, "t.csv");
            assert_eq!(table.contains(",crash,"), !then.is_empty(), "{table}");
            assert!((2..6).contains(&table.lines().count()), "{table}");
            let mut rows = table.lines().skip(1);
            assert!(rows.all(|row| row.contains("First Cell 1 sha256:")), "{table}");
            fs::remove_file(folder.join("t.csv")).unwrap();
        }
    }
}

#[test]
#[cfg(unix)]
fn tables_of_different_programs_are_not_merged() {
    let folder = folder("merged");
    let play = |part: &str, version: &str| {
        write_engine(&folder.join("engine"), version);
        let args = engine_match("./engine", &["--shard", part]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        good(&folder, &args);
        let own = format!("{version}.csv");
        fs::rename(folder.join("t.csv"), folder.join(&own)).unwrap();
    };
    play("1/2", "1");
    play("2/2", "2");
    let merge = ["merge", "1.csv", "2.csv", "--output", "whole.csv"];
    let said = bad(&folder, &merge);
    assert!(said.contains("2.csv, line 2: 'new' was another program (First Cell 2 "), "{said}");
    assert!(said.contains(", not First Cell 1 "), "{said}");
    good(&folder, &[&merge[..], &["--resume-anyway"]].concat());
    assert_eq!(text(&folder, "whole.csv").lines().count(), 5);
}

#[test]
#[cfg(unix)]
fn an_engine_is_started_once_to_be_asked_and_to_play() {
    let folder = folder("starts");
    write_engine(&folder.join("engine"), "1");
    let args = engine_match("./engine", &["--workers", "1", "--sgf", "games"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    good(&folder, &args);
    assert_eq!(text(&folder, "pids").lines().count(), 1, "four games, one worker");
    // A tournament asks each engine once, and starts it for each worker.
    let cup = "sizes = ['3x3', '4x4']\nvariants = ['hex', 'hex swap=on']\ngames = 2\n
        [[player]]\ncmd = './engine'\n[[player]]\nagent = 'random'\n";
    fs::write(folder.join("cup.toml"), cup).unwrap();
    fs::remove_file(folder.join("pids")).unwrap();
    let output = run(&folder, &["tournament", "cup.toml", "--workers", "1"]);
    assert!(output.status.success());
    // Four matches, each with its own process; the engine does not know a board of three columns,
    // and a fault ends its process.
    let starts = text(&folder, "pids").lines().count();
    assert!((5..=9).contains(&starts), "{starts}");
}

/// A row of a table with other texts in some columns. In format 2 the checksum is left as it is.
fn changed(table: &str, changes: &[(&str, &str)]) -> String {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).unwrap();
    for (number, row) in reader.records().map(Result::unwrap).enumerate() {
        let fields = header.iter().zip(&row).map(|(name, text)| {
            let change = changes.iter().find(|(column, _)| *column == name && number == 0);
            change.map_or(text, |(_, text)| *text)
        });
        writer.write_record(fields).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
#[cfg(unix)]
fn rows_that_cannot_be_games_are_refused() {
    let folder = old_tables("rows");
    let table = text(&folder, "match.csv");
    let args = [&OLD_MATCH[..], &["--games", "6"]].concat();
    for (changes, message) in [
        (&[("first_seconds", "1e19")][..], "first_seconds=1e19 is not possible"),
        (&[("second_worst", "1e19")], "second_worst=1e19 is not possible"),
        (&[("first_seconds", "-1")], "first_seconds=-1 is not possible"),
        (&[("moves", "18446744073709551615")], "4x4 has no game of 18446744073709551615 moves"),
        (&[("second_moves", "19")], "4x4 has no game of 19 moves"),
        (&[("score", "0")], "the score contradicts the winner: black won"),
        (&[("winner", "white")], "the score contradicts the winner: white won"),
        (&[("first", "white")], "the score contradicts the winner"),
        (&[("score", "2")], "score=2 is not possible"),
        (&[("swapped", "perhaps")], "swapped=perhaps is not possible"),
        (&[("reason", "luck")], "reason=luck is not possible"),
        (&[("record", "x")], "record=x is not possible"),
    ] {
        fs::write(folder.join("match.csv"), changed(&table, changes)).unwrap();
        for said in
            [bad(&folder, &args), bad(&folder, &["merge", "match.csv", "--output", "merged.csv"])]
        {
            assert!(said.contains(&format!("match.csv, line 2: {message}")), "{changes:?}: {said}");
        }
    }
    // What is possible, but was not so.
    let two = good_new_table(&folder);
    let again =
        ["match", "--first", "random", "--second", "random", "--games", "2", "--size", "3x3"];
    let again = [&again[..], &["--csv", "written.csv"]].concat();
    good(&folder, &again);
    for (column, text) in
        [("moves", "3"), ("first_seconds", "0.1"), ("detail", "x"), ("checksum", "0")]
    {
        fs::write(folder.join("written.csv"), changed(&two, &[(column, text)])).unwrap();
        let said = bad(&folder, &again);
        assert!(said.contains("written.csv, line 2: the checksum is wrong"), "{column}: {said}");
        let said = bad(&folder, &[&again[..], &["--resume-anyway"]].concat());
        assert!(said.contains("the checksum is wrong"), "{column}: {said}");
    }
}

#[test]
fn rows_name_the_version_of_the_agents() {
    let folder = folder("agents");
    let table = good_new_table(&folder);
    let signature = kring::signature::SIGNATURE;
    let expected = format!(",2,Kring signature {signature},Kring signature {signature},");
    assert!(table.lines().skip(1).all(|row| row.contains(&expected)), "{table}");
}

#[test]
fn lost_sgf_files_are_reported() {
    let folder = folder("sgf");
    let args =
        ["match", "--first", "random", "--second", "random", "--games", "6", "--size", "3x3"];
    let args = [&args[..], &["--csv", "t.csv", "--sgf", "games"]].concat();
    let said = |output: Output| String::from_utf8(output.stderr).unwrap();
    assert!(!said(run(&folder, &args)).contains("SGF"));
    assert!(!said(run(&folder, &args)).contains("SGF"));
    fs::write(folder.join("games/game-000002.sgf"), "").unwrap();
    fs::remove_file(folder.join("games/game-000005.sgf")).unwrap();
    let said = said(run(&folder, &args));
    let expected =
        "games: 2 games of the table have no SGF here, or an empty one; the first is game 2";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn temporary_files_of_killed_runs_are_removed() {
    let folder = folder("killed");
    fs::create_dir(folder.join("games")).unwrap();
    let file = |name: &str| folder.join("games").join(name);
    for name in [".kring-4194304-0", ".kring-17-3", ".kring-4194304-1", ".kring-mine", ".kring-1-a"]
    {
        fs::write(file(name), "half").unwrap();
    }
    // A process that lives holds this one.
    let held = fs::File::open(file(".kring-17-3")).unwrap();
    held.lock().unwrap();
    let args =
        ["match", "--first", "random", "--second", "random", "--games", "2", "--size", "3x3"];
    good(&folder, &[&args[..], &["--sgf", "games"]].concat());
    let left = [".kring-1-a", ".kring-17-3", ".kring-mine"];
    let mut found: Vec<String> = fs::read_dir(folder.join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    found.sort();
    assert_eq!(found, left);
}

/// A match against an engine that crashes in every game, with these options.
#[cfg(unix)]
fn crash_match(folder: &Path, first: &str, second: &str, more: &[&str]) -> Output {
    let crashing =
        "while read -r c x; do case $c in genmove) exit 1 ;; esac; printf '= \\n\\n'; done";
    fs::write(folder.join("crash.sh"), crashing).unwrap();
    let args = ["match", "--first", first, "--second", second, "--size", "4x4", "--games", "40"];
    let sprt = ["--workers", "1", "--sprt", "elo0=0", "elo1=30"];
    run(folder, &[&args[..], &sprt, more].concat())
}

#[cfg(unix)]
const CRASHING: &str = "cmd:'/bin/sh crash.sh' name:reference";

#[test]
#[cfg(unix)]
fn a_reference_that_crashes_ends_the_match_and_decides_nothing() {
    let folder = folder("faults");
    let table = ["--csv", "t.csv", "--seed", "1"];
    let output = crash_match(&folder, "random", CRASHING, &table);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(6), "{report}{said}");
    // Games that have begun by then are still played.
    assert!(said.contains("Error: the second player lost "), "{said}");
    assert!(report.contains("not decided") && !report.contains("accepted"), "{report}");
    assert!(report.contains("games left out because of faults: "), "{report}");
    let games = text(&folder, "t.csv");
    assert!((4..20).contains(&games.lines().count()), "{games}");
    // Started again, it is over at once.
    let output = crash_match(&folder, "random", CRASHING, &table[..2]);
    assert_eq!(output.status.code(), Some(6));
    assert_eq!(text(&folder, "t.csv"), games);
    // With all games played it still decides nothing.
    let output = crash_match(&folder, "random", CRASHING, &["--recover", "--strict"]);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(5), "{report}");
    assert!(report.contains("games            40,") && !report.contains("accepted"), "{report}");
    assert!(report.contains("left out because of faults: 40"), "{report}");
    let output = crash_match(&folder, CRASHING, "random", &["--faults", "2"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("Error: the first player lost "), "{said}");
}

#[test]
#[cfg(unix)]
fn faults_end_only_a_match_that_would_go_on() {
    let folder = folder("complete");
    // An engine that crashes at its twelfth move, once.
    let crashing = "genmove) n=$((n + 1)); if [ $n = 12 ] && mkdir crashed; then exit 1; fi";
    write_engine(&folder.join("engine"), "1");
    let engine = text(&folder, "engine").replace("genmove)", crashing);
    fs::write(folder.join("engine"), engine).unwrap();
    let code = |more: &[&str]| {
        let args = engine_match("./engine", &[&["--workers", "1"], more].concat());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = run(&folder, &args);
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    };
    // Unfinished, then complete.
    let (unfinished, said) = code(&["--faults", "1"]);
    assert!(unfinished == 3 && said.contains("the match is over; --recover plays on"), "{said}");
    assert_eq!(code(&["--recover"]).0, 0);
    let table = text(&folder, "t.csv");
    assert_eq!(table.lines().count(), 5, "{table}");
    let (complete, said) = code(&["--faults", "1"]);
    assert!(complete == 0 && !said.contains("--recover plays on"), "{said}");
    assert_eq!(code(&["--faults", "1", "--strict"]).0, 3, "a fault of the first player");
    // Decided by the test, with games left.
    fs::remove_file(folder.join("t.csv")).unwrap();
    fs::remove_dir(folder.join("crashed")).unwrap();
    let sprt = ["--openings", "random:1", "--sprt", "elo0=-800", "elo1=-400"];
    let longer = ["--csv", "decided.csv"];
    let decided = |more: &[&str]| {
        let first = "cmd:./engine name:new";
        let args = ["match", "--first", "random", "--second", first, "--size", "4x4"];
        let args = [&args[..], &["--games", "1000", "--seed", "1", "--workers", "1"]].concat();
        let output = run(&folder, &[&args[..], &sprt, &longer, more].concat());
        let report = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), report)
    };
    let (code, report) = decided(&["--recover"]);
    assert!(code == 0 && report.contains("accepted"), "{report}");
    assert!(report.contains("left out because of faults: "), "{report}");
    let (code, report) = decided(&["--faults", "1"]);
    assert!(code == 0 && report.contains("accepted"), "{report}");
}

#[test]
fn options_that_count_begin_at_one() {
    let folder = folder("counts");
    let args = ["match", "--first", "random", "--second", "random"];
    for option in ["--games", "--workers", "--faults"] {
        let output = run(&folder, &[&args[..], &[option, "0"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("expected a number from 1 on"), "{option}: {said}");
    }
}
