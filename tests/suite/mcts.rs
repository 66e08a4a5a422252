//! Tree search: its proofs are correct, its limits hold, it reuses its tree, and
//! it swaps when it should. The agent is `mcts` unless `neural` is named.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kring::{
    agents::{Agent, AgentSpec, Choice, Limits, Networks, Stop, Task},
    board::{
        Cell, Colour, Move, Position, Size,
        chance::{self, Purpose},
    },
    gtp::GtpSession,
    session::Session,
};
use rand::{RngExt, seq::IndexedRandom};

use kring_reference::{empty, wins};

use crate::helper::first_block;

pub fn agent(spec: &str) -> Box<dyn Agent> {
    spec.parse::<AgentSpec>().unwrap().build().unwrap()
}

pub fn choose(agent: &mut dyn Agent, position: &Position, stop: Stop) -> Choice {
    let rng = &mut chance::generator(3, Purpose::Coin);
    let colour = position.turn().unwrap();
    let limits = Limits { time: None, stop };
    agent.choose(Task { limits, ..Task::new(position, colour, rng) })
}

pub fn counter(choice: &Choice, name: &str) -> f64 {
    choice.counters.iter().find(|(key, _)| *key == name).unwrap().1
}

#[test]
fn its_proofs_are_correct() {
    proofs_are_true("mcts sims=3000");
    proofs_are_true("neural evals=200");
}

fn proofs_are_true(spec: &str) {
    let mut rng = chance::generator(9, Purpose::Coin);
    let mut proofs = 0;
    let seasons = "cylinder seasons=2 black-cycle=1,1,2 white-cycle=2,1";
    for variant in ["hex", "cylinder", "torus", "hex seasons=3", seasons, "torus seasons=2"] {
        for (columns, rows) in [(3, 3), (4, 3), (3, 4), (4, 4), (2, 5)] {
            let mut known = HashMap::new();
            for _ in 0..6 {
                let mut position = empty(variant, columns, rows);
                for _ in 0..rng.random_range(1..7) {
                    let moves = position.legal_moves(position.turn().unwrap());
                    if let Some(&mv) = moves.choose(&mut rng) {
                        position.play(position.turn().unwrap(), mv).unwrap();
                    }
                }
                if position.winner().is_some() {
                    continue;
                }
                let choice = choose(agent(spec).as_mut(), &position, Stop::default());
                let colour = position.turn().unwrap();
                let value = choice.value.unwrap();
                if value == 0.0 || value == 1.0 {
                    proofs += 1;
                    let expected = wins(&mut position, colour, &mut known);
                    assert_eq!(value == 1.0, expected, "{position}\n{choice:?}");
                }
            }
        }
    }
    assert!(proofs > 90, "only {proofs} positions were proved");
}

#[test]
fn it_opens_solved_boards_with_a_winning_move() {
    for (side, openings) in [(3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        for spec in ["mcts", "mcts weight=0", "mcts weight=1000000", "mcts exploration=1"] {
            let choice = choose(agent(spec).as_mut(), &empty("hex", side, side), Stop::default());
            let name = choice.mv.name(Size::new(side, side).unwrap());
            assert!(openings.split(' ').any(|opening| opening == name), "{spec}: {name}");
        }
    }
}

#[test]
fn memory_is_capped_and_the_search_goes_on() {
    let position = empty("hex", 11, 11);
    let choice = choose(agent("mcts sims=30000 memory=2").as_mut(), &position, Stop::default());
    assert_eq!(counter(&choice, "simulations"), 30000.0);
    let bytes_of_a_node = 18.0;
    let most = (2 << 20) as f64 / bytes_of_a_node;
    assert!(counter(&choice, "nodes") <= most, "{:?}", choice.counters);
}

#[test]
fn time_and_interruption_end_a_search() {
    limits_end_a_search("mcts");
    limits_end_a_search("neural");
}

fn limits_end_a_search(name: &str) {
    let position = empty("hex", 11, 11);
    let begin = Instant::now();
    let mut timed = agent(&format!("{name} time=0.1 threads=2"));
    // How soon they end is tested in `limits.rs`.
    choose(timed.as_mut(), &position, Stop::default());
    assert!(begin.elapsed() >= Duration::from_millis(30));
    let interrupted = Arc::new(AtomicU64::new(0));
    let stop = Stop::new(Arc::clone(&interrupted), 1);
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        interrupted.store(1, Ordering::Relaxed);
    });
    let choice = choose(agent(&format!("{name} time=100000")).as_mut(), &position, stop);
    assert!(position.legal_moves(Colour::Black).contains(&choice.mv));
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut position = empty("hex", 7, 7);
    let mut agent = agent("mcts sims=2000");
    let first = choose(agent.as_mut(), &position, Stop::default());
    let reply = first.variation[1];
    position.play(Colour::Black, first.mv).unwrap();
    position.play(Colour::White, reply).unwrap();
    let second = choose(agent.as_mut(), &position, Stop::default());
    let visits: u64 = second.visits.iter().map(|(_, visits)| visits).sum();
    assert!(visits > 2000, "{visits} visits after 2000 simulations");
    // The tree is not reused in another game.
    let other = choose(agent.as_mut(), &empty("hex", 7, 7), Stop::default());
    assert!(other.visits.iter().map(|(_, visits)| visits).sum::<u64>() <= 2000);
}

#[test]
fn it_swaps_a_good_opening_and_not_a_bad_one() {
    for (variant, swap) in [("hex swap=on", Move::SwapPieces), ("torus swap=on", Move::SwapPieces)]
    {
        let mut position = empty(variant, 7, 7);
        position.play(Colour::Black, Move::Cell(Cell::unchecked(24))).unwrap();
        let choice = choose(agent("mcts sims=3000").as_mut(), &position, Stop::default());
        assert_eq!(choice.mv, swap, "{variant}");
    }
    let mut position = empty("hex swap=on", 7, 7);
    position.play(Colour::Black, Move::Cell(Cell::unchecked(0))).unwrap();
    let choice = choose(agent("mcts sims=3000").as_mut(), &position, Stop::default());
    assert_ne!(choice.mv, Move::SwapPieces);
}

#[test]
fn live_graphics_come_before_the_reply_and_only_if_switched_on() {
    let agent = "mcts sims=1000000000".parse::<AgentSpec>().unwrap();
    let agent = agent.load(&Networks::default()).unwrap();
    let mut session = GtpSession::new(Session::new(
        Size::new(9, 9).unwrap(),
        "torus".parse().unwrap(),
        Some(&agent),
        1,
    ));
    let mut blocks = Vec::new();
    let over = Stop::default();
    let later = over.clone();
    thread::spawn(move || {
        // A block comes every half of a second.
        thread::sleep(Duration::from_millis(600));
        later.set();
    });
    session.respond_live(b"genmove black", &over, None, &mut blocks);
    assert!(blocks.is_empty());
    session.respond_live(b"live-graphics on", &Stop::default(), None, &mut blocks);
    session.respond_live(b"undo", &Stop::default(), None, &mut blocks);
    session.respond_live(b"clear_cache", &Stop::default(), None, &mut blocks);
    let text = first_block(&mut session, "genmove black");
    assert!(text.starts_with("gogui-gfx:\nuct\nVAR B "), "{text}");
    assert!(text.ends_with("\n\n"), "{text}");
    for word in ["\nINFLUENCE ", "\nLABEL ", "\nTEXT black "] {
        assert!(text.contains(word), "{text}");
    }
}
