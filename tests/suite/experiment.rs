//! Experiments: those of the literature run, others need only a file, and an
//! interrupted experiment gives the same report as an uninterrupted one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use kring::{
    arena::Standings,
    experiment::{
        Experiment, ExperimentFile, ExperimentKind, ExperimentReport, RunInfo, RunScale, built_in,
        experiments,
    },
};

use crate::helper::{Running, new_folder, printed, program};

fn folder(name: &str) -> PathBuf {
    new_folder(&format!("experiment-{name}"))
}

/// The folder of experiments.
fn experiments_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/experiments")
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(folder).arg("experiment").args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// What a run prints; it must succeed.
fn good(folder: &Path, args: &[&str]) -> String {
    printed(&mut command(folder, args))
}

/// A short experiment with a white starter.
const SHORT: &str = r#"
kind = "boards"
title = "Who likes tall boards"
source = "a test"
discussion = "None yet."
games = 4
columns = [3, 4]
rows = [2, 3, 4]
variant = "cylinder"

[[match]]
label = "white starts"
first = "three-rings"
second = "montecarlo playouts=20"
starter = "white"
"#;

/// The experiment of a file, or if it has many matches a copy with three of them.
fn shortened(path: &Path, folder: &Path) -> PathBuf {
    let text = fs::read_to_string(path).unwrap();
    let start = if text.contains("[[match]]") { "[[match]]" } else { "  { label" };
    let (head, matches) = text.split_at(text.find(start).unwrap_or(text.len()));
    let end = matches.find("\n]").filter(|_| start != "[[match]]").unwrap_or(matches.len());
    let (matches, tail) = matches.split_at(end);
    let matches: Vec<&str> = matches.split(start).skip(1).collect();
    if matches.len() <= 3 {
        return path.to_owned();
    }
    let some = matches.iter().step_by(matches.len().div_ceil(3)).flat_map(|one| [start, one]);
    let copy = folder.join(path.file_name().unwrap());
    fs::write(&copy, [head].into_iter().chain(some).chain([tail]).collect::<String>()).unwrap();
    copy
}

#[test]
fn every_experiment_of_the_literature_runs() {
    let folder = folder("all");
    fs::write(folder.join("all.md"), "# All\n").unwrap();
    let found = experiments(&experiments_folder()).unwrap();
    assert!(found.len() > 20, "{found:?}");
    for (name, title) in &found {
        let path = shortened(&experiments_folder().join(format!("{name}.toml")), &folder);
        let path = path.to_str().unwrap();
        let tiny = [path, "--quick", "--games", "2", "--effort", "0.0001"];
        let section = good(&folder, &[&tiny[..], &["--results", "all.md"]].concat());
        assert!(section.starts_with(&format!("### {title}\n")), "{section}");
        let files = folder.join("results");
        assert!(fs::read_to_string(files.join(format!("{name}.csv"))).unwrap().lines().count() > 2);
        let pictures = section.split("](").filter_map(|part| part.split_once(".svg)"));
        let pictures: Vec<&str> = pictures.map(|(picture, _)| picture).collect();
        assert!(!pictures.is_empty(), "{section}");
        for picture in pictures {
            let svg = fs::read_to_string(files.join(format!("{picture}.svg"))).unwrap();
            assert!(svg.starts_with("<svg"), "{picture}");
        }
    }
    let document = fs::read_to_string(folder.join("all.md")).unwrap();
    assert_eq!(document.matches("<!-- kring experiment ").count(), found.len());
    let list = Command::new(program())
        .current_dir(experiments_folder().parent().unwrap())
        .arg("experiment")
        .output();
    assert_eq!(String::from_utf8(list.unwrap().stdout).unwrap().lines().count(), found.len());
}

/// Discussions name numbers that a full run has.
#[test]
fn the_discussions_of_all_experiments_can_be_filled_in() {
    let mut filled_in = 0;
    for (name, _) in experiments(&experiments_folder()).unwrap() {
        let file = ExperimentFile::parse(built_in(&name).unwrap()).unwrap();
        let kind = file.kind;
        let experiment = Experiment::new(file, RunScale::full()).unwrap();
        let run = RunInfo { name: &name, command: "", files: "", discussed: true };
        if !matches!(kind, ExperimentKind::FirstMoves | ExperimentKind::Convergence) {
            let event = experiment.event().unwrap();
            let report =
                ExperimentReport::of_games(&experiment, &Standings::new(&event, None).matches);
            let section = report.section(&experiment, run).unwrap();
            assert!(!section.contains(['{', '}']), "{section}");
            filled_in += usize::from(experiment.file.discussion.contains('{'));
        }
    }
    assert!(filled_in > 20);
}

/// What was measured has one colour in all charts, what was published another.
#[test]
fn one_meaning_has_one_colour_in_all_charts() {
    let folder = folder("colours");
    let colours = |name: &str| {
        let path = experiments_folder().join(format!("{name}.toml"));
        let tiny = [path.to_str().unwrap(), "--quick", "--games", "2", "--effort", "0.0001"];
        good(&folder, &tiny);
        let svg = folder.join(format!("results/{name}-quick/{name}.svg"));
        let svg = fs::read_to_string(svg).unwrap();
        // The sign of a key is the last shape before its text.
        ["measured", "published"].map(|meaning| {
            let (before, _) = svg.split_once(&format!(">{meaning}</text>")).unwrap();
            let (_, fill) = before.rsplit_once("<rect").unwrap().1.split_once("fill=\"").unwrap();
            fill.split('"').next().unwrap().to_owned()
        })
    };
    let [measured, published] = colours("kuncarova-7-random");
    assert_ne!(measured, published);
    assert_eq!(colours("trevorah-classic"), [measured, published]);
}

/// With more fills heat maps agree better, and those of the exact player are exact.
#[test]
fn heat_maps_converge() {
    let text = r#"
        kind = "convergence"
        title = "Two maps"
        source = "a test"
        games = 5
        boards = ["3x3", "4x3"]
        fills = [20, 2000]
        variant = "random-turn"
        [[player]]
        label = "all"
        player = "random-spot"
        [[player]]
        label = "exact"
        player = "coin-exact"
    "#;
    let file = ExperimentFile::parse(text).unwrap();
    let found = Experiment::new(file, RunScale::full()).unwrap().convergence().unwrap();
    assert_eq!(found.len(), 8);
    let exact = |i: usize| found[i].exact.estimate().unwrap().value;
    let seeds = |i: usize| found[i].seeds.estimate().unwrap().value;
    for board in [0, 4] {
        assert!(exact(board) < exact(board + 1) && exact(board + 1) > 0.95);
        assert!(seeds(board) < seeds(board + 1) && seeds(board + 1) > 0.9);
        assert!(exact(board + 2) > 0.999_999 && found[board + 2].best == 10);
    }
    let torus = text.replace("random-turn", "torus turns=random");
    let file = ExperimentFile::parse(&torus).unwrap();
    let found = Experiment::new(file.clone(), file.quick);
    assert!(found.unwrap().convergence().unwrap().iter().all(|row| row.compared == 0));
}

#[test]
fn an_interrupted_experiment_gives_the_same_report() {
    let folder = folder("interrupted");
    let path = experiments_folder().join("trevorah-random-turn.toml");
    let args = [path.to_str().unwrap(), "--quick"];
    let whole = good(&folder, &args);
    let table = folder.join("results/trevorah-random-turn-quick/games.csv");
    let text = fs::read_to_string(&table).unwrap();
    // As after a kill: some games are missing, and half of one.
    let end: usize = text.split_inclusive('\n').take(12).map(str::len).sum();
    fs::write(&table, &text[..end - 20]).unwrap();
    let again = run(&folder, &args);
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("10 games from results"), "{said}");
    assert_eq!(String::from_utf8(again.stdout).unwrap(), whole);
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), text.lines().count());
}

#[test]
fn a_new_file_is_a_new_experiment() {
    let folder = folder("new");
    fs::create_dir(folder.join("docs")).unwrap();
    fs::write(folder.join("docs/RESULTS.md"), "# Results\n").unwrap();
    fs::write(folder.join("mine.toml"), SHORT).unwrap();
    let section = good(&folder, &["mine.toml"]);
    // Black has won on three columns, as it always does with this strategy.
    assert!(section.contains("| white starts | "), "{section}");
    let table = fs::read_to_string(folder.join("docs/results/mine.csv")).unwrap();
    assert_eq!(table.lines().filter(|row| row.starts_with("white starts,3,")).count(), 3);
    assert!(table.contains("white starts,3,4,4,4,1.0000"), "{table}");
    let games = fs::read_to_string(folder.join("results/mine/games.csv")).unwrap();
    assert_eq!(games.lines().skip(1).filter(|row| row.contains(",,white,no,")).count(), 24);
    // Another discussion changes the text and plays nothing.
    fs::write(folder.join("mine.toml"), SHORT.replace("None yet.", "Short boards.")).unwrap();
    good(&folder, &["mine.toml"]);
    assert_eq!(fs::read_to_string(folder.join("results/mine/games.csv")).unwrap(), games);
    let document = fs::read_to_string(folder.join("docs/RESULTS.md")).unwrap();
    assert!(document.contains("Short boards.") && !document.contains("None yet."), "{document}");
    assert_eq!(document.matches("<!-- end -->").count(), 1);
    // A quick run says what was played, and leaves out the discussion, which is
    // about the full run.
    let quick = good(&folder, &["mine.toml", "--quick", "--games", "2"]);
    assert!(quick.contains("2 of 4 games per match and board"), "{quick}");
    assert!(quick.contains("10 % of the work") && quick.contains("`montecarlo playouts=2`"));
    assert!(!quick.contains("Short boards."), "{quick}");
    let fewer = good(&folder, &["mine.toml", "--games", "2", "--out", "fewer"]);
    assert!(fewer.contains("**Quick run**") && !fewer.contains("Short boards."), "{fewer}");
    assert_eq!(fs::read_to_string(folder.join("docs/RESULTS.md")).unwrap(), document);
    // Numbers in the discussion are those of the run.
    let counted = "All: {white starts, all}; on 3x4 {white starts,\n3x4}, {games} games.";
    fs::write(
        folder.join("mine.toml"),
        SHORT.replace("\"None yet.\"", &format!("\"\"\"{counted}\"\"\"")),
    )
    .unwrap();
    let counted = good(&folder, &["mine.toml"]);
    let table_row = counted.lines().find(|line| line.starts_with("| white starts | ")).unwrap();
    let all = table_row.split(['|', '(']).nth(2).unwrap().trim().replace(".0 %", " %");
    let expected = format!("**Discussion.** All: {all}; on 3x4 100 %, 24 games.");
    assert!(counted.contains(&expected), "{expected}\n{counted}");
    assert!(counted.contains(&format!("signature {}; all numbers", kring::signature::SIGNATURE)));
    fs::write(folder.join("mine.toml"), SHORT.replace("None yet.", "{white starts, al}")).unwrap();
    let unknown = run(&folder, &["mine.toml"]);
    let error = String::from_utf8(unknown.stderr).unwrap();
    assert!(
        error.contains("no number 'white starts, al' (did you mean 'white starts, all'?)"),
        "{error}"
    );
}

/// Each run reads the document, changes its own section and writes it back.
#[test]
fn runs_at_the_same_time_keep_all_sections_of_their_document() {
    let folder = folder("together");
    let text = SHORT.replace("montecarlo playouts=20", "random").replace("games = 4", "games = 2");
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for name in names {
        fs::write(folder.join(format!("{name}.toml")), &text).unwrap();
    }
    // Whoever writes last would win: the more often they write, the surer a section is lost.
    for _ in 0..3 {
        let mut commands: Vec<Command> = Vec::new();
        for name in names {
            let file = format!("{name}.toml");
            commands.push(command(&folder, &[&file, "--results", "all.md", "--workers", "1"]));
        }
        let mut runs: Vec<Running> = Vec::new();
        for command in &mut commands {
            runs.push(Running::start(command.stdout(Stdio::null()).stderr(Stdio::null())));
        }
        for mut run in runs {
            assert!(run.wait().unwrap().success());
        }
        let document = fs::read_to_string(folder.join("all.md")).unwrap();
        for name in names {
            let mark = format!("<!-- kring experiment {name} -->");
            assert_eq!(document.matches(&mark).count(), 1, "{name}: {document}");
        }
        assert_eq!(document.matches("<!-- end -->").count(), names.len());
        fs::remove_file(folder.join("all.md")).unwrap();
    }
}

#[test]
fn errors_in_a_file_are_reported() {
    let error = |text: &str| {
        let made =
            ExperimentFile::parse(text).and_then(|file| Experiment::new(file, RunScale::full()));
        match made.and_then(|experiment| experiment.event().map(|_| ())) {
            Err(error) => error.to_string(),
            Ok(()) => panic!("{text}"),
        }
    };
    for (from, to, expected) in [
        ("games = 4", "gmaes = 4", "unknown field `gmaes`"),
        ("games = 4", "", "missing field `games`"),
        ("\"boards\"", "\"bords\"", "unknown variant `bords`"),
        ("\"boards\"", "\"matches\"", "size = \"...\" is missing"),
        ("\"boards\"", "\"round-robin\"", "too few [[player]]"),
        ("games = 4", "games = 4\nboards = [\"40x\"]", "40x"),
        ("columns = [3, 4]", "", "columns = [...] and rows = [...] are missing"),
        ("[3, 4]", "[3, 40]", "40"),
        ("three-rings", "four-rings", "there is no agent 'four-rings'"),
        ("playouts=20", "playouts=0", "playouts=0: expected"),
        ("\"white\"", "\"red\"", "expected black or white"),
        ("\"cylinder\"", "\"torus\"", "three-rings does not play black"),
        ("games = 4", "games = 4\nopenings = \"random:1\"", "openings are started by black"),
    ] {
        let text = SHORT.replacen(from, to, 1);
        assert_ne!(text, SHORT);
        let said = error(&text);
        assert!(said.contains(expected), "{to}: {said}");
    }
    let output = run(&folder("wrong"), &["nothing"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no experiment 'nothing'"));
}
