//! The first limit that is reached ends a search: a count, an agent's own time,
//! the game clock, an interrupt. Tested for every agent, also on large boards.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use assert_cmd::Command;
use cpu_time::ThreadTime;
use kring::{
    agents::{AgentSpec, Choice, Limits, Stop, Task},
    board::{
        Colour, Move, Position, Size,
        chance::{self, Purpose},
    },
    eval::distance::{DistanceEval, Metric},
};
use rand::seq::IteratorRandom;

use crate::helper::{LIMIT, program, prompt};

/// Agents that would think for very long, and where.
const LONG: [(&str, &str, usize, usize); 22] = [
    ("mcts sims=1000000000", "torus", 32, 32),
    ("mcts time=100000", "cylinder seasons=2", 11, 11),
    ("neural evals=1000000000", "torus", 32, 32),
    ("neural time=100000", "hex swap=on", 11, 11),
    ("neural time=100000 endgame=121", "cylinder", 11, 11),
    ("solver time=100000", "hex", 11, 11),
    ("solver positions=1000000000000", "torus", 9, 9),
    ("minimax depth=100", "torus", 32, 32),
    ("minimax time=100000", "hex", 11, 11),
    ("minimax depth=100 metric=two", "torus", 32, 32),
    ("heuristic metric=two", "torus", 32, 32),
    ("heuristic potential=on", "torus", 32, 32),
    ("seasonal-adjacency", "torus seasons=2", 32, 32),
    ("random-spot fills=1000000000", "torus", 32, 32),
    ("random-spot fills=1000000000", "hex", 32, 32),
    ("random-path fills=1000000000 both=on", "torus", 32, 32),
    ("random-path fills=1000000000", "torus swap=on", 13, 13),
    ("coin-exact cells=30 fills=1000000000", "random-turn", 6, 5),
    ("montecarlo playouts=1000000000", "torus", 32, 32),
    ("ring-master", "cylinder", 31, 32),
    ("ring-master", "torus", 32, 32),
    ("ring-master", "torus", 32, 16),
];

/// A game that has begun.
fn position(variant: &str, columns: usize, rows: usize) -> Position {
    let size = Size::new(columns, rows).unwrap();
    let mut position = Position::new(chance::game(size, variant.parse().unwrap(), 1));
    let rng = &mut chance::generator(1, Purpose::Coin);
    let stones = if columns > 6 { size.cells() / 8 } else { 0 };
    for colour in Colour::ALL.into_iter().cycle().take(stones) {
        let cell = position.legal_cells(colour).iter().choose(rng).unwrap();
        position.play_unchecked(colour, cell);
    }
    position
}

/// The choice for black, and the processor time that it took.
fn choose(spec: &str, position: &Position, limits: Limits) -> (Choice, Duration) {
    let colour = Colour::Black;
    let rng = &mut chance::generator(1, Purpose::Agent(colour));
    let mut agent = spec.parse::<AgentSpec>().unwrap().build().unwrap();
    let begin = ThreadTime::now();
    let choice = agent.choose(Task { limits, ..Task::new(position, colour, rng) });
    (choice, begin.elapsed())
}

fn check(spec: &str, position: &Position, choice: &Choice) {
    assert!(position.legal_moves(Colour::Black).contains(&choice.mv), "{spec}: {choice:?}");
}

#[test]
fn the_clock_ends_every_search() {
    for (spec, variant, columns, rows) in LONG {
        let position = position(variant, columns, rows);
        let time = Duration::from_millis(40);
        let limits = Limits { time: Some(time.into()), stop: Stop::default() };
        let (choice, took) = choose(spec, &position, limits);
        check(spec, &position, &choice);
        assert!(took < time + prompt(), "{spec} {variant}: {took:?}");
    }
}

#[test]
fn an_interruption_ends_every_search() {
    for (spec, variant, columns, rows) in LONG {
        let position = position(variant, columns, rows);
        let interrupted = Arc::new(AtomicU64::new(0));
        let stop = Stop::new(Arc::clone(&interrupted), 1);
        let wait = Duration::from_millis(60);
        let begin = Instant::now();
        let interrupter = thread::spawn(move || {
            thread::sleep(wait);
            interrupted.store(1, Ordering::Relaxed);
            begin.elapsed()
        });
        let (choice, took) = choose(spec, &position, Limits { time: None, stop });
        check(spec, &position, &choice);
        let waited = interrupter.join().unwrap();
        assert!(took < waited + prompt(), "{spec} {variant}: {took:?}");
    }
}

/// Without any time each move that is evaluated gets one batch of 512 playouts.
#[test]
fn monte_carlo_reports_the_playouts_that_were_played() {
    let stop = Stop::new(Arc::new(AtomicU64::new(1)), 1);
    let limits = Limits { time: None, stop };
    let (choice, _) = choose("montecarlo playouts=100000", &position("hex", 4, 4), limits);
    let games = 512 * choice.scores.len();
    assert_eq!(choice.counters, [("playouts", games as f64)]);
}

/// Without any time the move is at least as good as the median move.
#[test]
fn without_time_the_move_is_sensible() {
    for (spec, variant, columns, rows) in LONG {
        let position = position(variant, columns, rows);
        let none = Limits { time: Some(Duration::ZERO.into()), stop: Stop::default() };
        let over = Stop::new(Arc::new(AtomicU64::new(1)), 1);
        for limits in [none, Limits { time: None, stop: over }] {
            let (choice, took) = choose(spec, &position, limits);
            check(spec, &position, &choice);
            assert!(took < prompt(), "{spec} {variant}: {took:?}");
            let Move::Cell(cell) = choice.mv else { continue };
            if ["mcts", "neural", "solver", "ring-master"].iter().any(|name| spec.starts_with(name))
            {
                continue;
            }
            let mut distances = DistanceEval::new(position.geometry(), Metric::One, false);
            let mut values = distances.moves(&position, Colour::Black, &|| false).unwrap();
            values.sort_by_key(|(_, value)| *value);
            let value = values.iter().find(|(other, _)| *other == cell).unwrap().1;
            let median = values[values.len() / 2].1;
            assert!(value >= median, "{spec} {variant}: {cell:?} {value} of {median}");
        }
    }
}

#[test]
fn an_interruption_is_seen_behind_any_number_of_lines() {
    let waiting = "name\n".repeat(100_000);
    let input = format!("genmove black\n{waiting}# interrupt\ngenmove white\n# interrupt\n");
    let output = Command::new(program())
        .args(["--agent", "mcts time=100000"])
        .timeout(LIMIT)
        .write_stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    let replies = String::from_utf8(output.stdout).unwrap();
    assert_eq!(replies.matches("= Kring\n").count(), 100_000);
    assert_eq!(replies.matches('=').count(), 100_002);
}
