//! The puzzles of the page: their number and variety, and a sample of them solved again.

use std::collections::HashSet;

use super::collect::{PuzzleSettings, collect};
use super::{GRADES, Puzzle, PuzzleFile};

fn stored() -> Vec<Puzzle> {
    PuzzleFile::parse(include_str!("../../../../web/page/puzzles.json")).unwrap().puzzles
}

#[test]
fn the_page_has_puzzles_of_every_grade_on_every_topology() {
    let puzzles = stored();
    for grade in 1..=GRADES {
        assert!(puzzles.iter().filter(|puzzle| puzzle.grade == grade).count() >= 12, "{grade}");
    }
    for topology in ["rhombus", "cylinder", "torus"] {
        let count = puzzles.iter().filter(|puzzle| puzzle.rules.starts_with(topology)).count();
        assert!(count >= 10, "{topology}: {count}");
    }
    let seasonal = puzzles.iter().filter(|puzzle| puzzle.rules.contains("seasons")).count();
    assert!((10..50).contains(&seasonal), "{seasonal}");
    let positions: HashSet<_> =
        puzzles.iter().map(|puzzle| (&puzzle.rules, &puzzle.setup)).collect();
    assert_eq!(positions.len(), puzzles.len());
}

/// `kring-lab puzzles --check` solves all of them; this is every seventh.
#[test]
fn the_solver_confirms_a_sample_of_the_puzzles() {
    let text = include_str!("../../../../web/page/puzzles.json");
    assert_eq!(PuzzleFile::parse(text).unwrap().to_text(), text);
    for puzzle in stored().iter().step_by(7) {
        puzzle.confirm().unwrap();
        let (position, colour) = puzzle.position().unwrap();
        assert!(position.winning_cells(colour).is_empty(), "{puzzle:?}");
        // With another solution it is refused.
        let cells = position.legal_cells(colour);
        let names = cells.iter().map(|cell| cell.name(position.size()));
        let other = names.into_iter().find(|name| puzzle.solution != [name.clone()]).unwrap();
        assert!(Puzzle { solution: vec![other], ..puzzle.clone() }.confirm().is_err());
    }
}

#[test]
fn a_seed_gives_the_same_puzzles() {
    let settings = PuzzleSettings { count: 5, games: 3, random: 0.4, seed: 9 };
    let [one, two] = [(); 2].map(|()| collect(&settings, |_, _| ()).unwrap());
    assert_eq!(one, two);
    for puzzle in &one.puzzles {
        puzzle.confirm().unwrap();
    }
}
