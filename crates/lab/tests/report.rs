//! `kring-lab report`: tables and opening maps in a document that keeps the rest of its text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use kring::solve::{ResultEntry, SolveQuestion, SolveRun, openings};
use kring_board::{Colour, chance, files};
use kring_solver::{Solver, SolverLimits};

fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `kring-lab report` on two files of a folder.
fn report(folder: &Path, results: &str, document: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kring-lab"));
    command.args(["report", results, "--document", document]).current_dir(folder);
    command.output().unwrap()
}

/// The reason for which there is no report.
fn refusal(folder: &Path, results: &str, document: &str) -> String {
    let output = report(folder, results, document);
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

/// The result for a board as a line, with or without its openings.
fn solved(rules: &str, size: &str, first: Colour, by_openings: bool, most: Option<u64>) -> String {
    let game = chance::game(size.parse().unwrap(), rules.parse().unwrap(), 1);
    let question = SolveQuestion::parse(first, "", game.size()).unwrap();
    let classes = openings(&game, std::slice::from_ref(&question)).unwrap().remove(0);
    let solver = Solver::new(Arc::clone(&game), 64 << 20).unwrap();
    let limits = SolverLimits { positions: most, ..SolverLimits::default() };
    let mut run = SolveRun::new(solver, limits);
    let found = run.find(&question, by_openings.then_some(classes), true, &mut |_| ()).unwrap();
    ResultEntry::new(&found).line() + "\n"
}

/// The results of two boards, and that of a third which a limit left open.
fn results() -> String {
    let mut lines = String::new();
    for first in Colour::ALL {
        lines += &solved("hex", "3x3", first, true, None);
    }
    lines += &solved("cylinder", "5x1", Colour::White, false, None);
    lines += &solved("hex", "8x8", Colour::White, false, Some(1));
    lines
}

#[test]
fn a_report_has_tables_and_opening_maps() {
    let folder = new_folder("report");
    fs::write(folder.join("results.jsonl"), results()).unwrap();
    let old = "# Solved\n\n<!-- kring-lab report -->\nold\n<!-- end -->\nmore\n";
    fs::write(folder.join("DOC.md"), old).unwrap();
    for _ in 0..2 {
        let output = report(&folder, "results.jsonl", "DOC.md");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let document = fs::read_to_string(folder.join("DOC.md")).unwrap();
        for part in [
            "# Solved\n\n<!-- kring-lab report -->\n\n### Cylinder\n\n| board |",
            "\n| 5×1 | white | black | – |",
            "\n### Rhombus\n",
            "\n| 3×3 | black | black | [5 of 9](solved/rhombus-3x3-black.svg) | – | – |",
            "\n| 8×8 | white | unknown | – | ",
            "<!-- end -->\nmore\n",
        ] {
            assert!(document.contains(part), "{part}: {document}");
        }
        assert!(!document.contains("old"));
    }
    let map = fs::read_to_string(folder.join("solved/rhombus-3x3-white.svg")).unwrap();
    assert!(map.contains("3x3 rhombus, white first: white wins; 5 of 9 moves win"), "{map}");
}

#[test]
fn what_is_no_result_is_refused_and_the_document_kept() {
    let folder = new_folder("report-refused");
    fs::write(folder.join("DOC.md"), "<!-- kring-lab report -->\nno end\n").unwrap();
    let too_small = solved("hex", "3x3", Colour::Black, false, None).replace("3x3", "0x3");
    for (text, why) in [
        ("{}", "results: line 1 is no result of kring solve --json: missing field"),
        ("\nx", "results: line 2 is no result of kring solve --json: "),
        (&too_small, "results: line 1: 0x3: "),
        ("", "the document has '<!-- kring-lab report -->', but no '<!-- end -->' after it"),
    ] {
        fs::write(folder.join("results"), text).unwrap();
        let said = refusal(&folder, "results", "DOC.md");
        assert!(said.contains(why), "{text}: {said}");
    }
    let said = refusal(&folder, "results", "./results");
    assert!(said.contains("results holds the results and cannot be the document"), "{said}");
    let said = refusal(&folder, "none", "DOC.md");
    assert!(said.contains("none cannot be read"), "{said}");
    let said = refusal(&folder, "results", "no/DOC.md");
    assert!(said.starts_with("Error: no/DOC.md: "), "{said}");
    let document = fs::read_to_string(folder.join("DOC.md")).unwrap();
    assert_eq!(document, "<!-- kring-lab report -->\nno end\n");
}

/// Experiments write their sections into the same document.
#[test]
fn what_others_write_into_the_document_meanwhile_is_kept() {
    const LINES: usize = 100;
    let folder = new_folder("report-together");
    fs::write(folder.join("results"), results()).unwrap();
    let file = folder.join("all.md");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..LINES {
                files::update(&file, |old| Ok::<_, std::io::Error>(format!("{old}a line\n")))
                    .unwrap();
            }
        });
        for _ in 0..5 {
            assert!(report(&folder, "results", "all.md").status.success());
        }
    });
    let document = fs::read_to_string(file).unwrap();
    assert_eq!(document.matches("a line\n").count(), LINES);
    assert_eq!(document.matches("<!-- kring-lab report -->").count(), 1);
    assert_eq!(document.matches("<!-- end -->").count(), 1);
}
