//! The speeds of the agents and of their parts.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use kring_agents::{Agent, AgentFactory, Effort, Role, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Move, Position, Size};
use kring_eval::Playouts;

use super::SpeedTarget::{self, AtLeast, AtMost};
use super::{ROUNDS, SpeedRow, rate};
use crate::cli::agent;

/// The number of pairs of runs that compare one thread with two.
const PAIRS: u64 = 10;

pub fn all(timed_moves: u32, each: &mut dyn FnMut(SpeedRow)) -> anyhow::Result<()> {
    let mut row = |name: String, value: f64, unit: &'static str, bar: Option<SpeedTarget>| {
        each(SpeedRow { name, value, unit, bar });
    };
    for (name, variant, bar) in [
        ("random games, hex", "hex", 1.5),
        ("random games, cylinder", "cylinder", 1.2),
        ("random games, torus", "torus", 8.0),
        ("fair-coin fills, random turns", "random-turn", 35.0),
    ] {
        row(name.to_owned(), random_games(variant)? / 1e6, "M/s", Some(AtLeast(bar)));
    }
    for (variant, bar) in [("hex", Some(60.0)), ("cylinder", None), ("torus", Some(80.0))] {
        let time = first_move("mcts sims=10000", variant, 11)?;
        row(format!("mcts, 10,000 simulations, {variant}"), time, "ms", bar.map(AtMost));
    }
    for (agent, effort, count, counter, bar) in [
        ("mcts", Effort::Simulations, 20_000, "simulations", 1.8),
        ("neural", Effort::Evaluations, 500, "evaluations", 1.85),
    ] {
        let [rate, two_threads, side_by_side] = search_speed(agent, effort, count)?;
        row(format!("{agent}, {counter}"), rate, "/s", None);
        let name = format!("{agent}, two threads against one");
        row(name, two_threads, "times", Some(AtLeast(bar)));
        let name = format!("{agent}, two searches side by side against one");
        row(name, side_by_side, "times", None);
    }
    for (name, spec, variant, side, bar) in [
        ("heuristic", "heuristic", "hex", 11, None),
        ("minimax depth=2, hex", "minimax depth=2", "hex", 11, Some(100.0)),
        ("minimax depth=2, cylinder", "minimax depth=2", "cylinder", 11, None),
        ("minimax depth=2, torus", "minimax depth=2", "torus", 11, None),
        ("minimax depth=3, 7x7", "minimax depth=3", "hex", 7, Some(200.0)),
    ] {
        row(name.to_owned(), first_move(spec, variant, side)?, "ms", bar.map(AtMost));
    }
    for (agent, bar) in [("mcts", 30.0), ("neural", 50.0)] {
        let name = format!("{agent} time=1 threads=2, worst of {timed_moves} moves, too late by");
        row(name, worst_overrun(agent, timed_moves)?, "ms", Some(AtMost(bar)));
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

fn empty(variant: &str, side: usize) -> anyhow::Result<Position> {
    let game = chance::game(Size::new(side, side)?, variant.parse()?, 1);
    Ok(Position::new(game))
}

/// Random games per second, 512 at the same time.
fn random_games(variant: &str) -> anyhow::Result<f64> {
    let position = empty(variant, 11)?;
    let mut playouts = Playouts::<8>::new(position.game());
    let mut rng = chance::generator(1, Purpose::Coin);
    playouts.prepare(&position, Colour::Black, &[]);
    let mut fill = || {
        playouts.play(&mut rng, [!0; 8]);
        512
    };
    Ok((0..ROUNDS).map(|_| rate(&mut fill)).fold(0.0, f64::max))
}

fn decide(agent: &mut dyn Agent, position: &Position, seed: u64) -> (Duration, Move) {
    let colour = position.turn().unwrap_or(Colour::Black);
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    let begin = Instant::now();
    let mv = agent.choose(Task::new(position, colour, rng)).mv;
    (begin.elapsed(), mv)
}

/// The time of a new agent's decision.
fn time(agent: &AgentFactory, position: &Position, seed: u64) -> Duration {
    decide(agent.build().as_mut(), position, seed).0
}

/// The milliseconds of a first move or of the reply to it, whichever is longer.
fn first_move(spec: &str, variant: &str, side: usize) -> anyhow::Result<f64> {
    let agent = agent(spec)?;
    let empty = empty(variant, side)?;
    let mut answered = empty.clone();
    let centre = empty.empty().iter().nth(empty.size().cells() / 2);
    centre.map(|cell| answered.play(Colour::Black, Move::Cell(cell))).transpose()?;
    let best = |position: &Position| {
        let rounds = (0..ROUNDS as u64).map(|seed| time(&agent, position, seed));
        rounds.min().unwrap_or_default()
    };
    Ok(milliseconds(best(&empty).max(best(&answered))))
}

/// The speed of a search with `count` simulations or evaluations: the best rate with one thread,
/// in simulations or evaluations a second; the speed-up with two threads, as the median of
/// alternating rounds; and the throughput of two independent searches with one thread each,
/// relative to one, which is the most that the machine can gain.
fn search_speed(name: &str, effort: Effort, count: u32) -> anyhow::Result<[f64; 3]> {
    let one = agent(name)?.with_nearest(Role::Effort(effort), f64::from(count));
    let two = one.with_nearest(Role::Threads, 2.0);
    let position = empty("hex", 11)?;
    let seconds = |agent: &AgentFactory, seed| time(agent, &position, seed).as_secs_f64();
    let round = |seed: u64| -> anyhow::Result<[f64; 3]> {
        let [one_thread, two_threads] = [seconds(&one, seed), seconds(&two, seed)];
        let begin = Instant::now();
        thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || seconds(&one, seed));
            seconds(&one, seed + PAIRS);
            other.map(drop).context("a second thread cannot be started")
        })?;
        let together = begin.elapsed().as_secs_f64();
        Ok([one_thread, one_thread / two_threads, 2.0 * one_thread / together])
    };
    let rounds: Vec<[f64; 3]> = (0..PAIRS).map(round).collect::<anyhow::Result<_>>()?;
    let column = |at: usize| rounds.iter().map(move |round| round[at]);
    let best = column(0).fold(f64::INFINITY, f64::min);
    Ok([f64::from(count) / best, median(column(1)), median(column(2))])
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    (values[values.len() / 2] + values[(values.len() - 1) / 2]) / 2.0
}

/// The milliseconds beyond one second that the slowest of the first moves of a game took.
fn worst_overrun(name: &str, moves: u32) -> anyhow::Result<f64> {
    let factory = agent(name)?.with_nearest(Role::Time, 1.0).with_nearest(Role::Threads, 2.0);
    let mut agent = factory.build();
    let mut position = empty("hex", 11)?;
    let mut worst = Duration::ZERO;
    for seed in 0..u64::from(moves) {
        if position.winner().is_some() {
            position = empty("hex", 11)?;
        }
        let (time, mv) = decide(agent.as_mut(), &position, seed);
        worst = worst.max(time.saturating_sub(Duration::from_secs(1)));
        position.play(position.turn().unwrap_or(Colour::Black), mv)?;
        thread::yield_now();
    }
    Ok(milliseconds(worst))
}
