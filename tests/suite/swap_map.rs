//! The swap map: right on solved boards, symmetric, for every game, and never
//! longer than it may take.

use std::{collections::HashMap, time::Duration};

use kring::{
    agents::{AgentFactory, AgentSpec, Limits, Networks, Stop, SwapMap, default_agent},
    board::{Colour, Position, Turns},
};

use crate::helper::{all_rules, answer, fresh_session};
use kring_reference::{empty, wins};

fn factory(spec: &str) -> AgentFactory {
    spec.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap()
}

fn map(position: &Position, spec: &str, evals: u64) -> SwapMap {
    SwapMap::new(position.game(), &factory(spec), evals, &Limits::default(), 1).unwrap()
}

#[test]
fn on_solved_boards_the_advice_is_right() {
    for (variant, columns, rows) in
        [("hex", 3, 3), ("hex", 4, 4), ("hex", 3, 4), ("hex swap=on", 4, 3), ("cylinder", 4, 3)]
    {
        let mut position = empty(variant.trim_end_matches(" swap=on"), columns, rows);
        let known = &mut HashMap::new();
        let maps = ["neural", "mcts"].map(|spec| map(&empty(variant, columns, rows), spec, 200));
        for opening in maps.iter().flat_map(|map| &map.openings) {
            position.play_unchecked(Colour::Black, opening.cell);
            let wins = position.winner().is_some() || !wins(&mut position, Colour::White, known);
            position.undo();
            assert_eq!(opening.should_swap(), wins, "{variant} {columns}x{rows}: {opening:?}");
        }
    }
}

#[test]
fn every_game_has_one_and_symmetric_openings_are_equal() {
    for rules in all_rules() {
        let position = empty(&rules.to_string(), 4, 4);
        let agent = default_agent(&rules, position.size(), Colour::White).to_string();
        let map = map(&position, &agent, 4);
        let legal = position.legal_cells(Colour::Black);
        assert_eq!(map.openings.len(), legal.len(), "{rules}");
        for opening in &map.openings {
            assert!(legal.contains(opening.cell) && (0.0..=1.0).contains(&opening.chance));
            if rules.turns == Turns::Alternating {
                assert_eq!(opening.should_swap(), opening.chance > 0.5, "{rules}: {opening:?}");
            }
        }
        if rules.seasons.count() == 1 {
            let chances: Vec<f64> = map.openings.iter().map(|opening| opening.chance).collect();
            let turned: Vec<f64> = chances.iter().rev().copied().collect();
            assert_eq!(chances, turned, "{rules}");
        }
    }
}

#[test]
fn time_leaves_a_whole_map_and_an_interruption_what_is_known() {
    let position = empty("hex", 11, 11);
    let stop = Stop::default();
    stop.set();
    let stopped = Limits { time: None, stop };
    let hurried = Limits { time: Some(Duration::ZERO.into()), stop: Stop::default() };
    for (limits, openings) in [(stopped, 0), (hurried, 121)] {
        let map = SwapMap::new(position.game(), &factory("neural"), 1_000_000, &limits, 1).unwrap();
        assert_eq!((map.openings.len(), map.unsearched), (openings, 61));
    }
    let session = &mut fresh_session();
    answer(session, "set-agent neural");
    let reply = answer(session, "swap-map 1000000 0");
    assert!(reply.contains("\nTEXT swap ") && reply.ends_with(", not searched 61\n\n"), "{reply}");
    for wrong in ["swap-map 0", "swap-map 1 -1", "swap-map 1 nan", "swap-map x"] {
        assert!(answer(session, wrong).starts_with("? syntax error"), "{wrong}");
    }
}
