//! The verifier, compared with slow, obvious code and with known results.

use std::fs;

use assert_cmd::Command;
use kring::{
    agents::{self, AgentSpec},
    board::{Colour, Position, Rules, Size, chance, record},
    literature::{
        strategy::permitted,
        verifier::{Choices, First, VerifierQuestion, VerifierReport, VerifierVerdict, moves},
    },
};

use crate::helper::{ask, client, program};
use kring_reference::SlowVerifier;

fn question(strategy: &str, variant: &str, size: &str) -> VerifierQuestion {
    let rules: Rules = variant.parse().unwrap();
    let size: Size = size.parse().unwrap();
    let spec: AgentSpec = strategy.parse().unwrap();
    VerifierQuestion::new(agents::strategy(&spec).unwrap(), chance::game(size, rules, 1)).unwrap()
}

fn report(
    strategy: &str,
    variant: &str,
    size: &str,
    first: First,
    choices: Choices,
) -> VerifierReport {
    let mut question = question(strategy, variant, size);
    question.first = first;
    question.choices = choices;
    question.answer(&mut |_, _| ())
}

fn name(report: &VerifierReport) -> String {
    report.to_string().split(':').next().unwrap().to_owned()
}

fn verdict(strategy: &str, size: &str, choices: Choices) -> String {
    name(&report(strategy, "cylinder", size, First::Both, choices))
}

/// The verifier and the slow search agree, also in the number of white stones.
fn check(strategy: &str, variant: &str, size: &str, memory: bool) {
    for (choices, first) in [Choices::All, Choices::Best]
        .into_iter()
        .flat_map(|choices| Colour::ALL.map(|first| (choices, first)))
    {
        let made = agents::strategy(&strategy.parse().unwrap()).unwrap();
        let mut slow = SlowVerifier::new(made.as_ref(), choices, memory);
        let rules: Rules = variant.parse().unwrap();
        let mut position = Position::new(chance::game(size.parse().unwrap(), rules, 1));
        let expected = slow.stones(&mut position, first);
        let report = report(strategy, variant, size, First::Only(first), choices);
        let found = match &report.verdict {
            VerifierVerdict::Refuted(game) => {
                check_game(strategy, game, first);
                Some(game.stones(Colour::White).len())
            }
            verdict => {
                assert_eq!(*verdict, VerifierVerdict::Proved);
                None
            }
        };
        assert_eq!(found, expected, "{strategy} {variant} {size} {choices:?} {first}: {report}");
    }
}

/// Black's moves are permitted by the strategy, the colours alternate, and white
/// wins.
fn check_game(strategy: &str, game: &Position, first: Colour) {
    let strategy = agents::strategy(&strategy.parse().unwrap()).unwrap();
    let mut position = Position::new(game.game().clone());
    let mut to_move = first;
    for (colour, mv) in game.moves() {
        assert_eq!(colour, to_move);
        assert_eq!(position.winner(), None);
        if colour == Colour::Black {
            let permitted = permitted(strategy.as_ref(), &position, &|| false);
            assert!(permitted.contains(mv.cell().unwrap()), "{}", moves(game));
        }
        position.play(colour, mv).unwrap();
        to_move = to_move.other();
    }
    assert_eq!(position.winner(), Some(Colour::White));
}

const ODD: [&str; 6] = [
    "three-rings",
    "shift by=2",
    "five-rings",
    "bridge-rings",
    "bridge-rings connected=pass",
    "ring-master",
];

#[test]
fn verdicts_are_those_of_plain_recursion() {
    for strategy in ODD {
        for size in ["1x1", "1x3", "3x1", "3x2", "3x3", "5x1"] {
            check(strategy, "cylinder", size, false);
        }
        check(strategy, "cylinder seasons=3", "3x3", false);
    }
    for strategy in ["pairing", "shift by=1", "three-rings", "bridge-rings"] {
        for size in ["2x1", "2x2", "2x3", "2x4", "4x2"] {
            check(strategy, "cylinder", size, false);
        }
    }
    for size in ["1x1", "2x2", "3x2", "2x3", "3x3"] {
        check("bridge-rings", "torus", size, false);
        check("bridge-rings wrap=off", "torus", size, false);
        check("ring-master", "torus", size, false);
    }
}

#[test]
fn verdicts_are_those_of_a_search_without_symmetry_and_early_ends() {
    for strategy in ODD {
        for size in ["3x4", "5x2"] {
            check(strategy, "cylinder", size, true);
        }
    }
    check("three-rings", "cylinder", "4x3", true);
    check("shift by=2", "cylinder", "5x3", true);
    check("bridge-rings connected=pass", "cylinder", "5x3", true);
    check("bridge-rings", "torus", "3x4", true);
    check("bridge-rings connected=pass", "torus", "4x3", true);
    check("five-rings", "cylinder seasons=2", "3x4", true);
    check("pairing", "cylinder", "4x3", true);
    check("pairing", "cylinder", "2x6", true);
}

#[test]
fn three_rings_wins_on_three_columns() {
    for rows in 1..=5 {
        assert_eq!(verdict("three-rings", &format!("3x{rows}"), Choices::All), "proved");
    }
}

#[test]
fn three_rings_loses_on_more_columns_unless_it_chooses_well() {
    for (size, length) in [("5x3", 13), ("5x4", 13), ("4x4", 11)] {
        let report = report("three-rings", "cylinder", size, First::Both, Choices::All);
        let VerifierVerdict::Refuted(game) = &report.verdict else { panic!("{size}: {report}") };
        assert_eq!(game.ply(), length, "{size}: {report}");
        assert_eq!(verdict("three-rings", size, Choices::Best), "proved");
    }
}

#[test]
fn pairing_wins_on_even_circumferences() {
    let sizes = (1..=8).map(|n| format!("2x{n}")).chain((1..=4).map(|n| format!("4x{n}")));
    for size in sizes.chain(["6x3".to_owned()]) {
        assert_eq!(verdict("pairing", &size, Choices::All), "proved", "{size}");
    }
}

#[test]
fn shifting_by_two_wins_on_two_rings_of_five_only() {
    assert_eq!(verdict("shift by=2", "5x2", Choices::All), "proved");
    for size in ["5x3", "5x4", "5x5", "5x7"] {
        assert_eq!(verdict("shift by=2", size, Choices::All), "refuted", "{size}");
    }
}

/// Where Algorithm 3 loses, its successor wins, without free choices.
#[test]
fn ring_master_wins_where_bridge_rings_loses() {
    for size in ["3x4", "3x5", "5x3", "5x4", "7x3"] {
        assert_eq!(verdict("ring-master", size, Choices::All), "proved", "{size}");
    }
    assert_eq!(verdict("bridge-rings", "3x4", Choices::All), "proved");
    assert_eq!(verdict("bridge-rings", "3x5", Choices::Best), "refuted");
}

#[test]
fn limits_leave_the_verdict_open() {
    let mut question = question("three-rings", "cylinder", "3x6");
    question.limit = Some(1000);
    let report = question.answer(&mut |_, _| ());
    assert_eq!((report.verdict, report.positions), (VerifierVerdict::Unknown, 1001));
    question.limit = None;
    question.time = Some(std::time::Duration::ZERO);
    assert_eq!(question.answer(&mut |_, _| ()).verdict, VerifierVerdict::Unknown);
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let refusal = |strategy: &str, variant: &str, size: &str| {
        let game = chance::game(size.parse().unwrap(), variant.parse().unwrap(), 1);
        match agents::strategy(&strategy.parse().unwrap()) {
            Ok(strategy) => VerifierQuestion::new(strategy, game).err().unwrap().to_string(),
            Err(none) => none.to_string(),
        }
    };
    assert!(refusal("mcts", "cylinder", "3x3").starts_with("mcts plays by no strategy"));
    assert!(refusal("pairing", "cylinder", "3x3").contains("an even number of columns"));
    assert!(refusal("three-rings", "hex", "3x3").contains("black on the cylinder"));
    assert!(refusal("three-rings", "cylinder turns=random", "3x3").contains("alternating turns"));
    assert!(refusal("three-rings", "cylinder swap=on", "3x3").contains("without swap"));
    assert!(refusal("three-rings", "cylinder", "5x13").contains("64 cells"));
}

#[test]
fn the_program_writes_a_game_that_loads() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("refuted.sgf");
    let name = file.to_str().unwrap();
    let options = ["verify", "--strategy", "shift by=2", "--variant", "cylinder", "--size", "5x3"];
    let assert = Command::new(program()).args(options).args(["--sgf", name]).assert().code(3);
    let output = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let mut lines = output.lines();
    assert!(lines.next().unwrap().starts_with("refuted: "), "{output}");
    let game = chance::game("5x3".parse().unwrap(), Rules::default(), 1);
    let position = record::load(&fs::read_to_string(&file).unwrap(), &game, 1, None).unwrap();
    assert_eq!(lines.next().unwrap(), moves(&position));
    let mut client = client("--seed 1");
    ask(&mut client, &format!("loadsgf {name}"));
    assert_eq!(ask(&mut client, "winner"), "white");
    let report = Command::new(program()).args(options).args(["--limit", "10"]).assert().code(4);
    assert!(report.get_output().stdout.starts_with(b"unknown: "));
}
