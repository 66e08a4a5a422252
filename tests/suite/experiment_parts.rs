//! The parts of an experiment: its counts and means, correlations, the effort of a short
//! run, and the section of the results document.

use kring::{
    arena::{
        MatchTally, Outcome, Reason, Seat, ThinkingTime,
        statistics::{Estimate, RunningMean, Z},
    },
    board::{Cell, Colour},
    experiment::{Experiment, ExperimentFile, RunScale, correlation, insert},
};

/// Van den Broek averages black's stones over all games (figure 26).
#[test]
fn stones_are_counted_in_lost_games_too() {
    let thinking = |moves| ThinkingTime { moves, ..ThinkingTime::default() };
    let game = |colour, moves: [u64; 2]| Outcome {
        swapped: false,
        winner: if colour == Colour::Black { Seat::First } else { Seat::Second },
        colour,
        reason: Reason::Connection,
        moves: moves.iter().sum(),
        thinking: moves.map(thinking),
        record_hash: 0,
    };
    let mut tally = MatchTally::default();
    tally.add(&game(Colour::Black, [4, 3]));
    tally.add(&game(Colour::White, [8, 8]));
    assert_eq!((tally.black_wins(), tally.black_stones.estimate().unwrap().value), (1, 6.0));
}

#[test]
fn means_are_those_of_their_numbers() {
    let mut mean = RunningMean::default();
    assert_eq!(mean.estimate(), None);
    mean.add(1.0);
    assert!(mean.estimate().is_some_and(|one| one.value == 1.0 && one.low.is_infinite()));
    for number in [3.0, 3.0, 5.0].into_iter() {
        mean.add(number);
    }
    let Estimate { value, low, high } = mean.estimate().unwrap();
    assert_eq!(value, 3.0);
    // Three degrees of freedom: the deviation is √(8/3), and four numbers halve it.
    let half = Z * (8f64 / 3.0).sqrt() / 2.0;
    assert!((high - 3.0 - half).abs() < 1e-9 && (low + high - 6.0).abs() < 1e-9);
}

fn map(values: [f64; 4]) -> Vec<(Cell, f64)> {
    (0..).map(Cell::unchecked).zip(values).collect()
}

#[test]
fn correlations_are_those_of_the_books() {
    let rising = map([1.0, 2.0, 3.0, 4.0]);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(close(correlation(&rising, &map([2.0, 4.0, 6.0, 8.0])), 1.0));
    assert!(close(correlation(&rising, &map([4.0, 3.0, 2.0, 1.0])), -1.0));
    assert!(close(correlation(&rising, &map([1.0, 3.0, 2.0, 4.0])), 0.8));
    assert_eq!(correlation(&rising, &map([1.0; 4])), 0.0);
}

#[test]
fn effort_changes_work_and_nothing_else() {
    let half = RunScale { effort: 0.5, ..RunScale::full() };
    for (full, expected) in [
        ("mcts sims=3300 rave=off", "mcts sims=1650 rave=off"),
        ("mcts time=0.5 threads=2", "mcts time=0.25 threads=2"),
        ("random-path fills=1 both=on", "random-path fills=1 both=on"),
        ("minimax depth=3", "minimax depth=3"),
    ] {
        let text = format!(
            "kind = 'matches'\ntitle = 't'\nsource = 's'\ngames = 2\nsize = '5x5'\n\
             [[match]]\nlabel = 'l'\nfirst = '{full}'\nsecond = 'random'\n"
        );
        let file = ExperimentFile::parse(&text).unwrap();
        let experiment = Experiment::new(file, half.clone()).unwrap();
        assert_eq!(experiment.players[0].to_string(), expected);
    }
}

#[test]
fn a_section_takes_the_place_of_the_last_one() {
    let first = insert("# Results\n", "a", "one\n").unwrap();
    assert_eq!(first, "# Results\n\n<!-- kring experiment a -->\none\n<!-- end -->\n");
    let both = insert(&first, "ab", "two\n").unwrap();
    let again = insert(&both, "a", "three\n").unwrap();
    assert_eq!(again, both.replace("one", "three"));
    assert!(insert("<!-- kring experiment a -->\n", "a", "").is_err());
}
