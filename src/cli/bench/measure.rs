//! The speeds of the agents and of their parts.

use std::{
    thread,
    time::{Duration, Instant},
};

use kring_agents::{AgentFactory, Task};
use kring_board::{
    Colour, Move, Position, Size,
    chance::{self, Purpose},
};
use kring_eval::Playouts;

use super::{SpeedRow, SpeedTarget};

/// The number of rounds; the best one counts.
const ROUNDS: usize = 5;

/// The time of a round of random games.
const ROUND: Duration = Duration::from_millis(100);

/// The number of pairs of runs that compare one thread with two.
const PAIRS: u64 = 10;

/// Measures all rows and passes each to `each`.
pub fn all(timed_moves: u32, each: &mut dyn FnMut(SpeedRow)) -> anyhow::Result<()> {
    let mut row = |name: String, value: f64, unit: &'static str, bar: Option<SpeedTarget>| {
        each(SpeedRow { name, value, unit, bar });
    };
    let random_bars = [("hex", 1.5), ("cylinder", 1.2), ("torus", 8.0)];
    for (variant, bar) in random_bars {
        let name = format!("random games, {variant}");
        row(name, random_games(variant)? / 1e6, "M/s", Some(SpeedTarget::AtLeast(bar)));
    }
    let rate = random_games("random-turn")? / 1e6;
    row("fair-coin fills, random turns".to_owned(), rate, "M/s", Some(SpeedTarget::AtLeast(35.0)));
    for (variant, bar) in [("hex", Some(60.0)), ("cylinder", None), ("torus", Some(80.0))] {
        let name = format!("mcts, 10,000 simulations, {variant}");
        row(name, first_move("mcts sims=10000", variant, 11)?, "ms", bar.map(SpeedTarget::AtMost));
    }
    searches(&mut row)?;
    row("heuristic".to_owned(), first_move("heuristic", "hex", 11)?, "ms", None);
    for (variant, bar) in [("hex", Some(100.0)), ("cylinder", None), ("torus", None)] {
        let time = first_move("minimax depth=2", variant, 11)?;
        row(format!("minimax depth=2, {variant}"), time, "ms", bar.map(SpeedTarget::AtMost));
    }
    let time = first_move("minimax depth=3", "hex", 7)?;
    row("minimax depth=3, 7x7".to_owned(), time, "ms", Some(SpeedTarget::AtMost(200.0)));
    for (agent, bar) in [("mcts", 30.0), ("neural", 50.0)] {
        let name = format!("{agent} time=1 threads=2, worst of {timed_moves} moves, too late by");
        row(
            name,
            milliseconds(worst_overrun(agent, timed_moves)?),
            "ms",
            Some(SpeedTarget::AtMost(bar)),
        );
    }
    Ok(())
}

/// The rows of the agents that search with several threads.
fn searches(
    row: &mut impl FnMut(String, f64, &'static str, Option<SpeedTarget>),
) -> anyhow::Result<()> {
    let mcts = ("mcts", "simulations", speed("mcts", "sims", 20_000)?, 1.8);
    let neural = ("neural", "evaluations", speed("neural", "evals", 500)?, 1.85);
    for (agent, counter, speed, bar) in [mcts, neural] {
        let bar = Some(SpeedTarget::AtLeast(bar));
        row(format!("{agent}, {counter}"), speed.rate, "/s", None);
        row(format!("{agent}, two threads against one"), speed.two_threads, "times", bar);
        let name = format!("{agent}, two searches side by side against one");
        row(name, speed.side_by_side, "times", None);
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
    let mut round = || {
        let begin = Instant::now();
        let mut games = 0.0;
        while begin.elapsed() < ROUND {
            playouts.fill(&mut rng, [!0; 8]);
            games += 512.0;
        }
        games / begin.elapsed().as_secs_f64()
    };
    Ok((0..ROUNDS).map(|_| round()).fold(0.0, f64::max))
}

/// The time and the counters of one decision.
fn decide(
    agent: &AgentFactory,
    position: &Position,
    seed: u64,
) -> (Duration, Vec<(&'static str, f64)>) {
    let colour = position.turn().unwrap_or(Colour::Black);
    let mut agent = agent.build();
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    let begin = Instant::now();
    let task = Task::new(position, colour, rng);
    let choice = agent.choose(task);
    (begin.elapsed(), choice.counters)
}

/// The milliseconds of a first move or of the reply to it, whichever is longer.
fn first_move(spec: &str, variant: &str, side: usize) -> anyhow::Result<f64> {
    let agent = super::super::agent(spec)?;
    let empty = empty(variant, side)?;
    let mut answered = empty.clone();
    let centre = empty.empty().iter().nth(empty.size().cells() / 2);
    centre.map(|cell| answered.play(Colour::Black, Move::Cell(cell))).transpose()?;
    let best = |position: &Position| {
        let rounds = (0..ROUNDS as u64).map(|seed| decide(&agent, position, seed).0);
        rounds.min().unwrap_or_default()
    };
    Ok(milliseconds(best(&empty).max(best(&answered))))
}

/// The speed of a search, and its gain from a second processor.
struct SearchSpeed {
    /// The best rate with one thread, in simulations or evaluations a second.
    rate: f64,
    /// The speed-up of the same search with two threads: the median of alternating rounds.
    two_threads: f64,
    /// The throughput of two independent searches with one thread each, relative to one: the most
    /// that the machine can gain.
    side_by_side: f64,
}

/// The speed of an agent's search with `count` simulations or evaluations.
fn speed(agent: &str, limit: &str, count: u32) -> anyhow::Result<SearchSpeed> {
    let agent =
        |threads: usize| super::super::agent(&format!("{agent} {limit}={count} threads={threads}"));
    let (one, two) = (agent(1)?, agent(2)?);
    let position = empty("hex", 11)?;
    let seconds = |agent: &AgentFactory, seed| decide(agent, &position, seed).0.as_secs_f64();
    let round = |seed: u64| {
        let [one_thread, two_threads] = [seconds(&one, seed), seconds(&two, seed)];
        let begin = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| seconds(&one, seed));
            seconds(&one, seed + PAIRS);
        });
        [one_thread, one_thread / two_threads, 2.0 * one_thread / begin.elapsed().as_secs_f64()]
    };
    let rounds: Vec<[f64; 3]> = (0..PAIRS).map(round).collect();
    let column = |at: usize| rounds.iter().map(move |round| round[at]);
    Ok(SearchSpeed {
        rate: f64::from(count) / column(0).fold(f64::INFINITY, f64::min),
        two_threads: median(column(1)),
        side_by_side: median(column(2)),
    })
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    (values[values.len() / 2] + values[(values.len() - 1) / 2]) / 2.0
}

/// The time beyond one second that the slowest of the first moves of a game took.
fn worst_overrun(agent: &str, moves: u32) -> anyhow::Result<Duration> {
    let mut agent = super::super::agent(&format!("{agent} time=1 threads=2"))?.build();
    let mut position = empty("hex", 11)?;
    let mut worst = Duration::ZERO;
    for seed in 0..u64::from(moves) {
        if position.winner().is_some() {
            position = empty("hex", 11)?;
        }
        let colour = position.turn().unwrap_or(Colour::Black);
        let rng = &mut chance::generator(seed, Purpose::Agent(colour));
        let task = Task::new(&position, colour, rng);
        let begin = Instant::now();
        let mv = agent.choose(task).mv;
        worst = worst.max(begin.elapsed().saturating_sub(Duration::from_secs(1)));
        position.play(colour, mv)?;
        thread::yield_now();
    }
    Ok(worst)
}
