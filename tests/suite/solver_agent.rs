//! The agent `solver`, and proofs that other searches take in endgames.

use std::collections::HashMap;

use kring::{
    agents::{AgentSpec, Choice, Task},
    board::{
        Colour, Move, Position,
        chance::{self, Purpose},
    },
};

use crate::helper::{answer, fresh_session};
use kring_reference::{empty, wins};

fn choose(spec: &str, position: &Position, colour: Colour, seed: u64) -> Choice {
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    let mut agent = spec.parse::<AgentSpec>().unwrap().build().unwrap();
    agent.choose(Task::new(position, colour, rng))
}

/// Small boards and seasons: everything is proved at once.
const BOARDS: [(&str, usize, usize); 6] = [
    ("hex", 3, 4),
    ("hex", 4, 3),
    ("cylinder", 3, 3),
    ("torus", 3, 3),
    ("hex seasons=2", 3, 3),
    ("torus seasons=3", 3, 3),
];

#[test]
fn what_is_won_is_never_lost() {
    for (variant, columns, rows) in BOARDS {
        let known = &mut HashMap::new();
        for (seed, first) in (1..5).flat_map(|seed| Colour::ALL.map(|first| (seed, first))) {
            let mut position = empty(variant, columns, rows);
            let winner = if wins(&mut position, first, known) { first } else { first.other() };
            let mut agent = "solver positions=1000000 evals=2 memory=2"
                .parse::<AgentSpec>()
                .unwrap()
                .build()
                .unwrap();
            let mut colour = first;
            while position.winner().is_none() {
                let choice = if colour == winner {
                    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
                    agent.choose(Task::new(&position, colour, rng))
                } else {
                    choose("random", &position, colour, seed + position.ply() as u64)
                };
                if colour == winner {
                    assert_eq!(choice.value, Some(1.0), "{variant}: {choice:?}\n{position}");
                    assert_eq!(choice.variation[0], choice.mv);
                }
                position.play(colour, choice.mv).unwrap();
                colour = colour.other();
            }
            assert_eq!(position.winner(), Some(winner), "{variant} {columns}x{rows}\n{position}");
        }
    }
}

#[test]
fn what_is_lost_or_not_proved_is_played_as_the_default_agent_would() {
    // Three columns of a cylinder are black's.
    let lost = empty("cylinder", 3, 3);
    let choice = choose("solver evals=8", &lost, Colour::White, 1);
    assert_eq!(choice.value, Some(0.0));
    assert_eq!(choice.mv, choose("neural evals=8", &lost, Colour::White, 1).mv);
    for (variant, usual) in [
        ("hex", "neural evals=8"),
        ("torus seasons=2", "neural evals=8"),
        ("torus turns=random", "mcts sims=80"),
    ] {
        let large = empty(variant, 7, 7);
        let choice = choose("solver positions=10 evals=8", &large, Colour::Black, 3);
        assert_eq!(choice.mv, choose(usual, &large, Colour::Black, 3).mv, "{variant}");
        assert!(choice.value.is_some_and(|value| value > 0.0 && value < 1.0), "{choice:?}");
    }
}

#[test]
fn under_random_turns_few_coins_are_counted() {
    let position = empty("random-turn", 4, 3);
    let choice = choose("solver", &position, Colour::White, 1);
    assert_eq!(choice.value, choose("coin-exact", &position, Colour::White, 1).value);
    assert_eq!(choice.mv, choose("coin-exact", &position, Colour::White, 1).mv);
}

#[test]
fn searches_take_a_proof_in_endgames_if_they_shall() {
    let proved = |spec: &str, position: &Position| {
        let choice = choose(spec, position, Colour::Black, 1);
        let is_proved = choice.counters.iter().any(|(name, _)| *name == "positions");
        assert!(!is_proved || choice.value == Some(1.0) && matches!(choice.mv, Move::Cell(_)));
        is_proved
    };
    for agent in ["neural evals=4", "mcts sims=40"] {
        let position = empty("hex", 3, 3);
        for (more, expected) in
            [("", false), ("endgame=8", false), ("endgame=9", true), ("endgame=9 level=1", false)]
        {
            assert_eq!(proved(&format!("{agent} {more}"), &position), expected, "{agent} {more}");
        }
        // A lost endgame is searched as before.
        let lost = empty("hex", 3, 4);
        assert!(!proved(&format!("{agent} endgame=12"), &lost));
        let before = choose(agent, &lost, Colour::Black, 1);
        let after = choose(&format!("{agent} endgame=12"), &lost, Colour::Black, 1);
        assert_eq!(before.mv, after.mv);
    }
    // Chance and large boards are not solved.
    assert!(!proved("mcts sims=40 endgame=128", &empty("random-turn", 3, 3)));
    assert!(!proved("mcts sims=4 endgame=128", &empty("hex", 13, 13)));
}

/// Without a proof another agent moves; its numbers are not the solver's.
#[test]
fn a_heat_map_of_the_solver_has_no_numbers_of_another_agent() {
    let mut session = fresh_session();
    for line in ["boardsize 11", "set-agent solver positions=1 evals=20"] {
        assert_eq!(answer(&mut session, line), "= \n\n");
    }
    let unproven = answer(&mut session, "heat-map black");
    let lines: Vec<&str> = unproven.trim_end().lines().collect();
    assert!(
        matches!(lines[..], ["= INFLUENCE", text] if text.ends_with(", no proof: the move of neural"))
    );
    for line in ["boardsize 3", "play black b2"] {
        answer(&mut session, line);
    }
    let lost = answer(&mut session, "heat-map white");
    assert!(lost.starts_with("= INFLUENCE\n"), "{lost}");
    assert!(lost.contains(", proven loss: the move of neural"), "{lost}");
    answer(&mut session, "play white a1");
    let won = answer(&mut session, "heat-map black");
    assert!(won.contains("1.000\n") && won.contains("100.0 %"), "{won}");
}
