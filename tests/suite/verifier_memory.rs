//! The transposition table of the verifier: it grows, and it keeps its limit.

use kring::{
    agents,
    board::chance,
    literature::verifier::{VerifierQuestion, VerifierReport, VerifierVerdict},
};

fn report(memory: usize) -> VerifierReport {
    let game = chance::game("4x5".parse().unwrap(), "cylinder".parse().unwrap(), 1);
    let strategy = agents::strategy(&"pairing".parse().unwrap()).unwrap();
    let mut question = VerifierQuestion::new(strategy, game).unwrap();
    question.memory = memory;
    question.answer(&mut |_, _| ())
}

#[test]
fn with_hardly_any_memory_positions_are_searched_again() {
    let [little, much] = [0, 1 << 30].map(report);
    assert_eq!(little.verdict, VerifierVerdict::Proved);
    assert_eq!(much.verdict, VerifierVerdict::Proved);
    // The smallest table has 4096 slots.
    assert!(little.remembered <= 4096 && much.remembered > 4096, "{little}, {much}");
    assert!(little.positions > much.positions, "{little}, {much}");
}
