//! The transposition table of the verifier: it grows, and it keeps its limit.

use kring::{
    agents,
    board::chance,
    literature::verifier::{VerifierQuestion, VerifierReport, VerifierVerdict},
};

fn report(size: &str, memory: usize) -> VerifierReport {
    let game = chance::game(size.parse().unwrap(), "cylinder".parse().unwrap(), 1);
    let strategy = agents::strategy(&"pairing".parse().unwrap()).unwrap();
    let mut question = VerifierQuestion::new(strategy, game).unwrap();
    (question.memory, question.limit) = (memory, Some(200_000));
    question.answer(&mut |_, _| ())
}

#[test]
fn with_hardly_any_memory_positions_are_searched_again() {
    let [little, much] = [0, 1 << 30].map(|memory| report("6x3", memory));
    assert_eq!(little.verdict, VerifierVerdict::Proved);
    assert_eq!(much.verdict, VerifierVerdict::Proved);
    assert!(little.remembered < much.remembered, "{little}, {much}");
    assert!(little.positions > much.positions, "{little}, {much}");
}

#[test]
fn the_table_grows_up_to_its_limit() {
    // The smallest table has 4096 slots.
    let [little, much] = [0, 1 << 30].map(|memory| report("4x5", memory).remembered);
    assert!(little <= 4096 && much > 4096, "{little}, {much}");
}
