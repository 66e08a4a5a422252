//! The swap in searches: the value of a first move allows for the opponent's
//! swap, proofs do too, and the principal variation includes the swap.

use std::collections::HashMap;

use kring::{
    agents::{AGENTS, AgentSpec, Choice, Limits, Networks, Task},
    board::{
        Cell, Colour, Move, Position, Rules, Size,
        chance::{self, Purpose},
    },
    gtp::GtpSession,
    session::Session,
};

use crate::{
    helper::{all_rules, answer, first_block, fresh_session},
    mcts::agent,
};
use kring_reference::{empty, wins};

/// The agents that search deeper than one move.
const SEARCHES: [&str; 5] =
    ["mcts sims=3000", "mcts plain=on sims=3000", "neural evals=400", "minimax depth=9", "minimax"];

const BOARDS: [(&str, usize, usize); 7] = [
    ("hex", 3, 3),
    ("hex", 3, 4),
    ("cylinder", 3, 3),
    ("cylinder", 4, 3),
    ("torus", 3, 3),
    ("torus", 3, 4),
    ("hex seasons=3", 3, 3),
];

fn choose(spec: &str, position: &Position, colour: Colour) -> Choice {
    let rng = &mut chance::generator(3, Purpose::Coin);
    let limits = Limits::default();
    agent(spec).choose(Task { limits, ..Task::new(position, colour, rng) })
}

fn plays(spec: &str, position: &Position) -> bool {
    let entry = AGENTS.iter().find(|entry| spec.starts_with(entry.name)).unwrap();
    Colour::ALL.iter().all(|c| entry.plays(position.rules(), position.size(), *c).is_ok())
}

/// The search agents that play this game.
fn searches(position: &Position) -> impl Iterator<Item = &'static str> {
    SEARCHES.into_iter().filter(|spec| plays(spec, position))
}

#[test]
fn no_first_move_is_worth_more_than_after_the_best_swap_decision() {
    for (variant, columns, rows) in BOARDS {
        let position = empty(&format!("{variant} swap=on"), columns, rows);
        for spec in searches(&position) {
            let choice = choose(spec, &position, Colour::Black);
            assert!(choice.value.unwrap() <= 0.5, "{variant} {columns}x{rows} {spec}: {choice:?}");
        }
        // If all first moves are decided, the player who makes one loses.
        for spec in ["mcts sims=60000", "minimax depth=9"] {
            if columns * rows == 9 {
                let choice = choose(spec, &position, Colour::Black);
                assert!(choice.value.unwrap() < 0.01, "{variant} {spec}: {choice:?}");
            }
        }
    }
}

#[test]
fn a_swap_is_made_exactly_where_the_first_stone_wins() {
    for (variant, columns, rows) in BOARDS {
        let swapping = empty(&format!("{variant} swap=on"), columns, rows);
        let mut plain = empty(variant, columns, rows);
        let mut known = HashMap::new();
        for cell in swapping.legal_cells(Colour::Black).iter() {
            plain.play_unchecked(Colour::Black, cell);
            let loses = !wins(&mut plain, Colour::White, &mut known);
            plain.undo();
            let mut position = swapping.clone();
            position.play_unchecked(Colour::Black, cell);
            for spec in ["mcts sims=3000", "neural evals=1500", "minimax depth=9"] {
                if plays(spec, &position) {
                    let choice = choose(spec, &position, Colour::White);
                    let name = format!("{variant} {columns}x{rows} {cell:?} {spec}: {choice:?}");
                    assert_eq!(choice.mv == position.swap(Colour::White).unwrap(), loses, "{name}");
                    assert!(choice.value.unwrap() > 0.5, "{name}");
                }
            }
        }
    }
}

#[test]
fn principal_variations_begin_with_the_move_and_are_legal() {
    for rules in all_rules().filter(|rules| rules.swap) {
        let size =
            Size::new(4, if rules.to_string().contains("seasons=2") { 5 } else { 4 }).unwrap();
        let first = Position::new(chance::game(size, rules.clone(), 1));
        let first_cells: Vec<Cell> = first.legal_cells(Colour::Black).iter().collect();
        for entry in AGENTS.iter().filter(|entry| !entry.needs_file()) {
            let spec = format!("{} {}", entry.name, entry.quick);
            let plays = |colour| entry.plays(&rules, size, colour).is_ok();
            for cell in [None, first_cells.first(), first_cells.get(first_cells.len() / 2)] {
                let mut position = first.clone();
                if let Some(cell) = cell {
                    position.play_unchecked(Colour::Black, *cell);
                }
                let colour = if cell.is_none() { Colour::Black } else { Colour::White };
                if !plays(colour) {
                    continue;
                }
                let choice = choose(&spec, &position, colour);
                let expected = &choice.variation;
                assert!(
                    expected.is_empty() || expected[0] == choice.mv,
                    "{rules} {spec} {choice:?}"
                );
                for (i, &mv) in expected.iter().enumerate() {
                    let known = position.turn().or((i == 0).then_some(colour));
                    let Some(mover) = known else { break };
                    let played = position.play(mover, mv);
                    assert!(played.is_ok(), "{rules} {spec} {choice:?}: {played:?}");
                }
            }
        }
    }
}

#[test]
fn a_swap_is_followed_by_what_would_have_been_best() {
    for (variant, swap) in [("hex", Move::SwapPieces), ("cylinder", Move::SwapSides)] {
        let empty = empty(&format!("{variant} swap=on"), 5, 5);
        let after = |cell: Cell| {
            let mut position = empty.clone();
            position.play_unchecked(Colour::Black, cell);
            position
        };
        for spec in ["mcts sims=500", "neural evals=100"] {
            let choice = choose(spec, &after(Cell::unchecked(12)), Colour::White);
            assert_eq!(choice.variation[0], swap, "{spec}");
            assert!(choice.variation.len() > 1, "{spec} {choice:?}");
        }
        let lines = (0..25)
            .map(|cell| choose("minimax depth=2", &after(Cell::unchecked(cell)), Colour::White));
        let swaps: Vec<Choice> = lines.filter(|choice| choice.mv == swap).collect();
        assert!(swaps.iter().all(|choice| choice.variation[0] == swap), "{swaps:?}");
        assert!(swaps.iter().any(|choice| choice.variation.len() > 1), "{variant} {swaps:?}");
    }
}

#[test]
fn only_a_move_that_can_be_swapped_is_chosen_to_be_even() {
    for variant in ["hex", "cylinder", "torus"] {
        for spec in
            ["heuristic", "minimax", "mcts sims=500", "neural evals=60", "random-spot fills=999"]
        {
            // White's first stone is never swapped.
            let [on, off] = ["on", "off"].map(|swap| {
                choose(spec, &empty(&format!("{variant} swap={swap}"), 5, 4), Colour::White)
            });
            assert_eq!((on.mv, on.value), (off.mv, off.value), "{variant} {spec}");
        }
        // Under random turns `mcts` opens with its strongest move.
        let [on, off] = ["on", "off"].map(|swap| {
            let position = empty(&format!("{variant} turns=random swap={swap}"), 5, 4);
            choose("mcts sims=500", &position, Colour::Black)
        });
        assert_eq!((on.mv, on.value), (off.mv, off.value), "{variant}");
    }
}

/// Black's chance under random turns, before a coin: both play their best.
fn coin_value(position: &mut Position, known: &mut HashMap<u64, f64>) -> f64 {
    let key = position.hash();
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let [black, white] = Colour::ALL.map(|colour| best_value(position, colour, known));
    let value = (black + white) / 2.0;
    known.insert(key, value);
    value
}

/// Black's chance if this colour is to move.
fn best_value(position: &mut Position, colour: Colour, known: &mut HashMap<u64, f64>) -> f64 {
    let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
    let values = cells.into_iter().map(|cell| {
        position.play_unchecked(colour, cell);
        let value = match position.winner() {
            Some(winner) => f64::from(winner == Colour::Black),
            None => coin_value(position, known),
        };
        position.undo();
        value
    });
    match colour {
        Colour::Black => values.fold(0.0, f64::max),
        Colour::White => values.fold(1.0, f64::min),
    }
}

#[test]
fn a_swap_under_random_turns_costs_the_turn() {
    let mut decisions = [0; 2];
    for variant in ["hex", "cylinder"] {
        let mut plain = empty(&format!("{variant} turns=random"), 3, 3);
        let swapping = empty(&format!("{variant} turns=random swap=on"), 3, 3);
        for cell in swapping.empty().iter() {
            plain.play_unchecked(Colour::Black, cell);
            let known = &mut HashMap::new();
            let after_swap = coin_value(&mut plain, known);
            let without = 1.0 - best_value(&mut plain, Colour::White, known);
            plain.undo();
            // White wins with black's chance after a swap.
            if (after_swap - without).abs() > 0.05 {
                let mut position = swapping.clone();
                position.play_unchecked(Colour::Black, cell);
                let choice = choose("mcts sims=4000", &position, Colour::White);
                let swaps = after_swap > without;
                assert_eq!(choice.mv.cell().is_none(), swaps, "{variant} {cell:?} {choice:?}");
                decisions[usize::from(swaps)] += 1;
            }
        }
    }
    assert!(decisions.iter().all(|count| *count > 0), "{decisions:?}");
}

#[test]
fn live_graphics_show_the_swap_and_whose_move_is_next() {
    let rules: Rules = "cylinder swap=on".parse().unwrap();
    let agent = "mcts sims=1000000000".parse::<AgentSpec>().unwrap();
    let agent = agent.load(&Networks::default()).unwrap();
    let mut session =
        GtpSession::new(Session::new(Size::new(9, 9).unwrap(), rules, Some(&agent), 1));
    for line in ["live-graphics on", "play black e5"] {
        assert_eq!(answer(&mut session, line), "= \n\n");
    }
    let text = first_block(&mut session, "genmove white");
    assert!(text.contains("\nVAR W swap-sides W "), "{text}");
    assert!(text.contains("\nTEXT white swap-sides, "), "{text}");
}

#[test]
fn a_resigned_game_never_has_a_winning_chain() {
    let mut session = fresh_session();
    for line in
        ["boardsize 3 3", "play black b1", "play white resign", "play black b2", "play black b3"]
    {
        assert!(answer(&mut session, line).starts_with('='), "{line}");
    }
    assert_eq!(answer(&mut session, "winner"), "= black\n\n");
    assert_eq!(answer(&mut session, "winning-chain"), "= \n\n");
}
