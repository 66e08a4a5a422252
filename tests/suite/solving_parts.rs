//! The lines of a store, the names of the files of two starters, and the progress of a run.

use std::{process::Command, time::Duration};

use kring::{
    board::{Cell, Colour, Move, Size},
    solve::{RunStatus, SolveQuestion, SolveVerdict, SolvedOpenings, StoreRecord},
    solver::{INFINITE, ProofNumbers, RootMove, SolvedPosition, SolverProgress},
};

use crate::helper::{new_folder, printed, program};

#[test]
fn records_round_trip_and_damaged_ones_are_refused() {
    let size = Size::new(5, 4).unwrap();
    let solved = SolvedPosition {
        stones: [0x8_0001, 0x10],
        to_move: Colour::Black,
        winner: Colour::Black,
        carrier: 0x0_ff00,
        best: Some(Cell::unchecked(3)),
        work: 12345,
    };
    let question = SolveQuestion::parse(Colour::White, "a1 e4", size).unwrap();
    let verdict = SolveVerdict {
        winner: None,
        line: vec![Move::Cell(Cell::unchecked(7)), Move::SwapSides],
        positions: 77,
        time: Duration::from_micros(1_234_567),
        ..SolveVerdict::default()
    };
    for record in [StoreRecord::Position(solved), StoreRecord::Question(question, verdict)] {
        let line = record.line(size);
        // A board with more cells than a word has bits is no harm.
        assert!(StoreRecord::parse(&line, Size::new(32, 32).unwrap()).is_some());
        assert_eq!(StoreRecord::parse(&line, size), Some(record), "{line}");
        for at in 0..line.len() {
            let mut damaged = line.clone().into_bytes();
            damaged[at] ^= 1;
            let damaged = String::from_utf8(damaged).unwrap();
            assert_eq!(StoreRecord::parse(&damaged, size), None, "{damaged}");
        }
    }
}

#[test]
fn two_starters_have_two_files() {
    let folder = new_folder("solve-starters");
    let solve = |first: &str, name: &str| {
        let mut command = Command::new(program());
        command.current_dir(&folder).args(["solve", "--size", "2x2", "--first", first]);
        printed(command.args(["--proof", name]));
    };
    for (name, black) in
        [("b.proof", "b-black.proof"), ("b", "b-black"), ("./x.y.z", "x.y-black.z")]
    {
        solve("both", name);
        assert!(!folder.join(name).exists() && folder.join(black).exists(), "{name}");
        assert!(folder.join(black.replace("black", "white")).exists(), "{name}");
        solve("black", name);
        assert!(folder.join(name).exists(), "{name}");
    }
}

#[test]
fn the_progress_shows_the_most_promising_moves_first() {
    let size = Size::new(9, 3).unwrap();
    let moves = [(3, 9), (INFINITE, 0), (1, 5), (1, 7), (4, INFINITE)];
    let moves = (0..)
        .zip(moves)
        .map(|(at, (p, d))| RootMove {
            mv: Move::Cell(Cell::unchecked(at)),
            numbers: ProofNumbers { proof: p, disproof: d },
        })
        .collect();
    let progress = SolverProgress { positions: 500, moves, ..Default::default() };
    let status = RunStatus {
        first: Colour::Black,
        opening: Some(Move::Cell(Cell::unchecked(9))),
        openings: SolvedOpenings { solved: 0, all: 1 },
        positions: 1500,
        time: Duration::from_secs(3),
        progress: &progress,
    };
    let expected = "black first, a2: 1500 positions (500/s), d1 1/7, c1 1/5, a1 3/9, e1 4/inf";
    assert_eq!(status.text(size), expected);
}
