//! `kring solve` as people use it: tables, JSON, stores that are killed, resumed
//! and merged, and what is refused.

use std::{
    collections::HashMap,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use kring::{
    board::{Cell, Colour, Position, chance},
    solve::{Store, StoreRecord},
    solver::SolvedPosition,
};
use serde_json::Value;

use crate::helper::{Running, new_folder, printed, program};

/// Runs `kring solve`; the words of the options are separated by blanks.
fn solve(options: &str) -> Output {
    Command::new(program()).arg("solve").args(options.split(' ')).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The standard output of a run that ends with this code.
fn solved(options: &str, code: i32) -> String {
    let output = solve(options);
    assert_eq!(output.status.code(), Some(code), "{options}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The lines of JSON of a run that solves its board.
fn json(options: &str) -> Vec<Value> {
    let lines = solved(&format!("{options} --json"), 0);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows of a table, without those figures that differ from run to run.
fn winners(table: &str) -> Vec<String> {
    let rows =
        table.lines().filter(|line| line.starts_with("black ") || line.starts_with("white "));
    let row = |line: &str| line.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    rows.filter(|line| !line.contains("first")).map(row).collect()
}

/// Every search there is, with a table.
fn plain(position: &mut Position, to_move: Colour, known: &mut HashMap<u64, Colour>) -> Colour {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let key = position.hash_for(to_move);
    if let Some(&winner) = known.get(&key) {
        return winner;
    }
    let wins = position.legal_moves(to_move).into_iter().any(|mv| {
        position.play(to_move, mv).unwrap();
        let winner = plain(position, to_move.other(), known);
        position.undo();
        winner == to_move
    });
    let winner = if wins { to_move } else { to_move.other() };
    known.insert(key, winner);
    winner
}

#[test]
fn every_opening_has_the_winner_of_a_plain_search() {
    for (variant, size) in [
        ("hex", "3x3"),
        ("hex", "2x3"),
        ("cylinder", "3x3"),
        ("torus", "3x2"),
        ("torus", "2x4"),
        ("seasons=2", "3x3"),
    ] {
        let game = chance::game(size.parse().unwrap(), variant.parse().unwrap(), 1);
        let found = json(&format!("--variant {variant} --size {size} --openings"));
        assert_eq!(found.len(), 2);
        for (found, first) in found.iter().zip(Colour::ALL) {
            assert_eq!(found["first"], first.to_string());
            let mut position = Position::new(game.clone());
            let mut known = HashMap::new();
            let mut winning = Vec::new();
            for mv in position.legal_moves(first) {
                position.play(first, mv).unwrap();
                let winner = plain(&mut position, first.other(), &mut known);
                position.undo();
                let name = mv.name(game.size());
                let has = |opening: &&Value| {
                    opening["cells"].as_array().unwrap().iter().any(|cell| *cell == name.as_str())
                };
                let opening = found["openings"].as_array().unwrap().iter().find(has).unwrap();
                assert_eq!(opening["winner"], winner.to_string(), "{variant} {size} {name}");
                winning.extend((winner == first).then_some(Value::from(name)));
            }
            assert_eq!(found["winning"], Value::from(winning), "{variant} {size}");
            let winner = plain(&mut position, first, &mut known).to_string();
            assert_eq!(found["winner"], winner, "{variant} {size}");
            let alone = json(&format!("--variant {variant} --size {size} --first {first}"));
            assert_eq!(alone[0]["winner"], winner, "{variant} {size}");
        }
    }
}

#[test]
fn the_table_has_a_row_for_each_opening_and_a_board() {
    let table = solved("--size 3x3 --first white --openings", 0);
    assert!(
        table.starts_with("3x3 rhombus seasons=1 turns=alternating swap=off\nfirst "),
        "{table}"
    );
    let expected = ["white a1 black", "white b1 white", "white c1 white", "white a2 black"];
    assert_eq!(winners(&table)[..4], expected, "{table}");
    let board = "     a b c\n 1   - + +   1\n  2   - + -   2\n   3   + + -   3\n        a b c\n";
    assert!(table.ends_with(board), "{table}");
    // After some moves, with the other starter's view of the same board.
    let table = solved("--size 3x3 --first black --moves a1,b2", 0);
    assert!(table.contains("\nafter a1 b2\n") && winners(&table) == ["black white -"], "{table}");
}

#[test]
fn openings_share_the_limits() {
    // The hard ones, each by itself, take more positions than there are for all.
    let table = solved("--size 6x6 --first black --openings --positions 1500", 4);
    let unknown = winners(&table).iter().filter(|row| row.ends_with("unknown")).count();
    assert!((1..9).contains(&unknown), "{table}");
}

#[test]
fn a_run_that_reached_a_limit_is_continued_and_then_only_read() {
    let folder = new_folder("solve-limit");
    let store = folder.join("s").display().to_string();
    let options = format!("--size 5x5 --first black --openings --store {store}");
    let table = solved(&format!("{options} --positions 1"), 4);
    assert!(winners(&table).iter().any(|row| row.ends_with("unknown")), "{table}");
    let whole = solved(&options, 0);
    assert!(!winners(&whole).iter().any(|row| row.ends_with("unknown")), "{whole}");
    // One position would not do for anything that is searched for.
    assert_eq!(solved(&format!("{options} --positions 1"), 0), whole);
    assert_eq!(winners(&whole), winners(&solved("--size 5x5 --first black --openings", 0)));
    // The answers to the openings are one to the board.
    let table = solved(&format!("--size 5x5 --first white --store {store} --positions 1"), 0);
    assert!(!winners(&table).iter().any(|row| row.contains("unknown")), "{table}");
}

#[test]
fn merged_parts_are_the_whole() {
    let folder = new_folder("solve-merge");
    let path = |name: &str| folder.join(name).display().to_string();
    for (variant, size) in [("hex", "3x3"), ("cylinder", "4x3")] {
        let options = format!("--variant {variant} --size {size} --openings");
        let parts: Vec<String> = (1..=3).map(|part| path(&format!("{size}.{part}"))).collect();
        for (part, store) in (1..).zip(&parts) {
            solved(&format!("{options} --shard {part}/3 --store {store}"), 0);
        }
        let merge = |output: &str| {
            let mut command = Command::new(program());
            command.arg("merge").args(&parts).args(["--output", output]).output().unwrap()
        };
        let output = merge(&path(size));
        assert!(output.status.success(), "{}", text(&output.stderr));
        let merged = solved(&format!("{options} --positions 1 --store {}", path(size)), 0);
        let whole = solved(&options, 0);
        assert_eq!(winners(&merged), winners(&whole));
        let boards = |table: &str| table.split_once("+").unwrap().1.to_owned();
        assert_eq!(boards(&merged).matches(" + ").count(), boards(&whole).matches(" + ").count());
        // What is there is not overwritten.
        assert_eq!(merge(&path(size)).status.code(), Some(1));
    }
    let mixed = Command::new(program())
        .args(["merge", &path("3x3.1"), &path("4x3.1"), "--output", &path("mixed")])
        .output()
        .unwrap();
    assert_eq!(mixed.status.code(), Some(1));
    assert!(text(&mixed.stderr).contains("is a store of another game (4x3 cylinder"));
    assert!(!folder.join("mixed").exists());
}

/// A run in the background that has saved something, or has ended.
fn begun(options: &str, store: &Path) -> Running {
    begun_by(&mut Command::new(program()), options, store)
}

/// The same by a command that starts the program.
fn begun_by(command: &mut Command, options: &str, store: &Path) -> Running {
    let command = command.arg("solve").args(options.split(' '));
    let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let has_records = || fs::read_to_string(store).is_ok_and(|text| text.lines().count() > 1);
    while !has_records() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_killed_run_is_resumed() {
    let folder = new_folder("solve-killed");
    let store = folder.join("s");
    let options = "--size 5x5 --first black --openings";
    let with_store = format!("{options} --store {}", store.display());
    drop(begun(&with_store, &store));
    // As if it had been killed in the middle of a record.
    let mut bytes = fs::read(&store).unwrap();
    bytes.extend(b"p 12 400 bw ff");
    fs::write(&store, bytes).unwrap();
    let table = solved(&with_store, 0);
    assert_eq!(winners(&table), winners(&solved(options, 0)));
    let text = fs::read_to_string(&store).unwrap();
    assert!(!text.contains("p 12 400 bw ff\n") && text.ends_with('\n'));
    assert_eq!(solved(&with_store, 0), table);
}

/// The scripts for clusters, without a cluster.
#[cfg(unix)]
#[test]
#[ignore = "needs bash; scripts/check.sh runs it"]
fn the_scripts_solve_a_board_in_parts_with_bash() {
    let folder = new_folder("solve-scripts");
    let spec = folder.join("b.solve");
    fs::write(&spec, "--variant \"cylinder swap=off\"\n--size 4x3\n").unwrap();
    let script = |name: &str, arguments: &[&str]| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster").join(name);
        let mut command = Command::new("bash");
        printed(command.arg(path).arg(&spec).args(arguments).env("KRING", program()))
    };
    for part in ["1", "2"] {
        script("part.sh", &[part, "2", "1"]);
    }
    let table = script("merge.sh", &["2"]);
    assert_eq!(winners(&table), winners(&solved("--variant cylinder --size 4x3 --openings", 0)));
    assert!(folder.join("b.1-of-2.store").exists() && folder.join("b.store").exists());
}

#[cfg(unix)]
#[test]
fn signals_end_a_run_with_its_store_saved() {
    use crate::helper::ignores_hang_ups;
    use rustix::process::{Pid, Signal, kill_process};
    let folder = new_folder("solve-signals");
    let signals = [(Signal::INT, "int"), (Signal::TERM, "term"), (Signal::HUP, "hup")];
    for (signal, name) in signals {
        // Started by `nohup`, this test and all that it starts ignore hang-ups.
        if signal == Signal::HUP && ignores_hang_ups(std::process::id()) {
            continue;
        }
        let store = folder.join(name);
        let options = format!("--size 11x11 --first black --store {}", store.display());
        let child = begun(&options, &store);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.output();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
        assert!(winners(&text(&output.stdout)) == ["black unknown -"], "{}", text(&output.stdout));
        let kept = fs::read_to_string(&store).unwrap();
        assert!(kept.lines().any(|line| line.starts_with("q b - ? ")) && kept.ends_with('\n'));
    }
}

/// `nohup` lets a run go on when its terminal is closed: a signal that is ignored stays so.
#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_that_is_ignored_stays_ignored() {
    let store = new_folder("solve-nohup").join("s");
    let options = format!("--size 11x11 --first black --store {}", store.display());
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(program());
    let child = begun_by(&mut shell, &options, &store);
    assert!(crate::helper::ignores_hang_ups(child.id()));
}

/// A system on which no thread can start: none has room for a stack of this size.
#[test]
fn without_further_threads_a_board_is_solved_on_one() {
    let mut command = Command::new(program());
    command.args(["solve", "--size", "4x4", "--threads", "4"]).env("RUST_MIN_STACK", NO_STACK);
    let output = command.output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("a search thread cannot be started"), "{said}");
    assert!(said.contains("signals cannot be handled"), "{said}");
    assert!(winners(&text(&output.stdout)).len() == 2, "{}", text(&output.stdout));
}

/// More than an address space.
const NO_STACK: &str = "1000000000000000";

/// A store with these lines after its header, and what a run says about it.
fn run_with(lines: &str, store: &Path) -> (Option<i32>, String) {
    let header = "kring store 1 3x3 rhombus seasons=1 turns=alternating swap=off\n";
    fs::write(store, format!("{header}{lines}")).unwrap();
    let output = solve(&format!("--size 3x3 --store {}", store.display()));
    (output.status.code(), text(&output.stderr))
}

#[test]
fn torn_records_are_cut_off_and_damaged_ones_refused() {
    let store = new_folder("solve-damaged").join("s");
    for torn in ["", "q b - ? 3 1 - - 12", "p", "\u{fffd}"] {
        let (code, said) = run_with(torn, &store);
        assert_eq!(code, Some(0), "{torn}: {said}");
        let kept = fs::read_to_string(&store).unwrap();
        assert!(kept.lines().skip(1).all(|line| line.starts_with("q ") || line.starts_with("p ")));
        assert!(torn.is_empty() || !kept.contains(&format!("\n{torn}\n")), "{kept}");
    }
    for damaged in ["q b - ? 3 1 - - 1234\n", "\n", "x\ny"] {
        let (code, said) = run_with(damaged, &store);
        assert_eq!(code, Some(1), "{damaged}: {said}");
        assert!(said.contains("line 2: this record is damaged. Nothing was changed"), "{said}");
        assert!(fs::read_to_string(&store).unwrap().ends_with(&format!("\n{damaged}")));
    }
    // A header that was not finished is that of a new store.
    fs::write(&store, "kring store 1 3x3 rho").unwrap();
    solved(&format!("--size 3x3 --store {}", store.display()), 0);
}

#[test]
fn a_store_keeps_what_it_is_given() {
    let path = new_folder("solve-store").join("s");
    let game = chance::game("5x4".parse().unwrap(), "torus".parse().unwrap(), 1);
    let records: Vec<StoreRecord> = (0..200u32)
        .map(|at| {
            StoreRecord::Position(SolvedPosition {
                stones: [1 << (at % 10), 1 << (10 + at % 9)],
                to_move: Colour::ALL[at as usize % 2],
                winner: Colour::Black,
                carrier: u128::from(at),
                best: (at % 3 == 0).then_some(Cell::unchecked(19)),
                work: u64::from(at) * 1000,
            })
        })
        .collect();
    let mut read = Vec::new();
    let mut store = Store::open(&path, &game, |record| read.push(record)).unwrap();
    for some in records.chunks(7) {
        store.append(some).unwrap();
    }
    // One process at a time.
    let busy = Store::open(&path, &game, |_| ()).err().unwrap().to_string();
    assert!(busy.ends_with("is in use: another run writes to it"), "{busy}");
    drop(store);
    Store::open(&path, &game, |record| read.push(record)).unwrap();
    assert!(read == records);
    let length = fs::metadata(&path).unwrap().len();
    assert!(length < 40 * 200, "{length} bytes");
}

#[test]
fn files_that_are_no_stores_of_this_game_are_left_alone() {
    let folder = new_folder("solve-wrong");
    let path = |name: &str| folder.join(name);
    fs::write(path("text"), "number,winner\n1,black\n").unwrap();
    fs::write(path("bytes"), [0xff, 0xfe, 0, 10]).unwrap();
    fs::write(path("newer"), "kring store 2 3x3 rhombus\n").unwrap();
    for (name, options) in [("hex", "hex"), ("map", "seasons=2")] {
        let store = path(name).display().to_string();
        solved(&format!("--size 3x3 --variant {options} --store {store}"), 0);
    }
    for (name, options, why) in [
        ("text", "--size 3x3", "is not a store of solved positions. Nothing was changed"),
        ("bytes", "--size 3x3", "is not a store of solved positions"),
        ("newer", "--size 3x3", "was written by another version"),
        ("hex", "--size 3x2", "is a store of another game (3x3 rhombus"),
        ("hex", "--size 3x3 --variant torus", "is a store of another game (3x3 rhombus"),
        ("hex", "--size 3x3 --variant swap=on", "is a store of another game (3x3 rhombus"),
        ("map", "--size 3x3 --variant seasons=2 --seed 5", "is a store of another game"),
    ] {
        let before = fs::read(path(name)).unwrap();
        let output = solve(&format!("{options} --store {}", path(name).display()));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains(why), "{name}: {said}");
        assert_eq!(fs::read(path(name)).unwrap(), before, "{name}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_before_any_file_is_touched() {
    let folder = new_folder("solve-refused");
    let store = folder.join("store");
    let here = folder.display();
    let notes = format!("{here}/notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    for (options, code, why) in [
        ("--size 0x3".to_owned(), 2, "each side must be from 1 to 32"),
        ("--size 3x3 --first red".to_owned(), 2, "expected black, white or both"),
        ("--size 3x3 --openings --shard 5/4".to_owned(), 2, "I from 1 to N"),
        ("--size 3x3 --shard 1/4".to_owned(), 2, "--openings"),
        ("--size 3x3 --threads 0".to_owned(), 2, "--threads"),
        ("--size 3x3 --time 0".to_owned(), 2, "--time"),
        ("--size 3x3 --picture x.svg".to_owned(), 2, "--openings"),
        ("--variant hex".to_owned(), 2, "--size"),
        ("--size 3x3 --variant turns=random".to_owned(), 1, "random turns have no winner"),
        (
            "--size 3x3 --memory 99999999999".to_owned(),
            1,
            "no memory for a table of 99999999999 MB",
        ),
        ("--size 12x11".to_owned(), 1, "only boards of up to 128 cells can be solved"),
        ("--size 3x3 --moves a1,a1".to_owned(), 1, "white cannot play there: a1 is taken"),
        ("--size 3x3 --moves a9".to_owned(), 1, "'a9' is not a cell of this board"),
        ("--size 3x3 --moves pass".to_owned(), 1, "'pass' is not a cell"),
        ("--size 1x1 --moves a1".to_owned(), 1, "black has already won"),
        (format!("--size 3x3 --proof {here}"), 1, "this is not a plain file"),
        (format!("--size 3x3 --openings --picture {here}/no/x.svg"), 1, "there is no folder"),
        (format!("--size 3x3 --openings --first black --picture {here}/store"), 1, "named twice"),
        (
            format!("--size 3x3 --openings --picture {here}/x.gif"),
            1,
            "pictures are .svg, .png or .pdf",
        ),
        (format!("--size 3x3 --first black --proof {here}/./store"), 1, "named twice"),
        (format!("--size 3x3 --first black --proof {notes}"), 1, "it is not overwritten"),
        ("--size 3x3 --threads 1000".to_owned(), 2, "1..=256"),
        ("--size 3x3 --memory 0".to_owned(), 2, "non-zero"),
    ] {
        let output = solve(&format!("{options} --store {}", store.display()));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{options}: {said}");
        assert!(said.contains(why), "{options}: {said}");
        assert!(!store.exists(), "{options}");
    }
    let output = solve(&format!("--size 3x3 --store {here}"));
    assert!(text(&output.stderr).contains("this is not a plain file"));
}

#[test]
fn pictures_show_who_wins_after_each_opening() {
    let folder = new_folder("solve-pictures");
    let picture = folder.join("map.svg");
    solved(&format!("--size 3x3 --openings --json --picture {}", picture.display()), 0);
    for colour in ["black", "white"] {
        let svg = fs::read_to_string(folder.join(format!("map-{colour}.svg"))).unwrap();
        let title = format!("3x3 rhombus, {colour} first: {colour} wins; 5 of 9 moves win");
        assert!(svg.contains(&title) && svg.contains("wins by playing here"), "{svg}");
    }
}
