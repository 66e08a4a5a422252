//! The speeds of the agents and of what they are made of.

use std::{
    thread,
    time::{Duration, Instant},
};

use kring::{
    agent::{AgentFactory, Task},
    board::{Move, Position},
    chance::{self, Purpose},
    eval::Playouts,
    rules::{Colour, Size},
};

use super::{Bar, Row};

/// How many rounds are made; the best one counts.
const ROUNDS: usize = 5;

/// The time of a round of random games.
const ROUND: Duration = Duration::from_millis(100);

/// Pairs of runs by which one thread is compared with two.
const PAIRS: u64 = 10;

/// Measures row by row.
pub fn all(timed_moves: u32, each: &mut dyn FnMut(Row)) -> anyhow::Result<()> {
    let mut row = |name: String, value: f64, unit: &'static str, bar: Option<Bar>| {
        each(Row { name, value, unit, bar });
    };
    let random_bars = [("hex", 1.5), ("cylinder", 1.2), ("torus", 8.0)];
    for (variant, bar) in random_bars {
        let name = format!("random games, {variant}");
        row(name, random_games(variant)? / 1e6, "M/s", Some(Bar::AtLeast(bar)));
    }
    let rate = random_games("random-turn")? / 1e6;
    row("fair-coin fills, random turns".to_owned(), rate, "M/s", Some(Bar::AtLeast(35.0)));
    for (variant, bar) in [("hex", Some(60.0)), ("cylinder", None), ("torus", Some(80.0))] {
        let name = format!("mcts, 10,000 simulations, {variant}");
        row(name, first_move("mcts sims=10000", variant, 11)?, "ms", bar.map(Bar::AtMost));
    }
    for (agent, counter, bar) in [("mcts", "simulations", 1.8), ("neural", "evaluations", 1.85)] {
        let [rate, times] = thinking_rates(agent, counter)?;
        row(format!("{agent}, {counter}"), rate, "/s", None);
        row(format!("{agent}, two threads against one"), times, "times", Some(Bar::AtLeast(bar)));
    }
    row("heuristic".to_owned(), first_move("heuristic", "hex", 11)?, "ms", None);
    for (variant, bar) in [("hex", Some(100.0)), ("cylinder", None), ("torus", None)] {
        let time = first_move("minimax depth=2", variant, 11)?;
        row(format!("minimax depth=2, {variant}"), time, "ms", bar.map(Bar::AtMost));
    }
    let time = first_move("minimax depth=3", "hex", 7)?;
    row("minimax depth=3, 7x7".to_owned(), time, "ms", Some(Bar::AtMost(200.0)));
    for (agent, bar) in [("mcts", 30.0), ("neural", 50.0)] {
        let name = format!("{agent} time=1 threads=2, worst of {timed_moves} moves, too late by");
        row(name, milliseconds(worst_overrun(agent, timed_moves)?), "ms", Some(Bar::AtMost(bar)));
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

/// The best rate of an agent's counter per second with one thread, and how many
/// times that two threads reach: the median of pairs of runs in turns.
fn thinking_rates(agent: &str, counter: &str) -> anyhow::Result<[f64; 2]> {
    let agent =
        |threads: usize| super::super::agent(&format!("{agent} time=0.3 threads={threads}"));
    let (one, two) = (agent(1)?, agent(2)?);
    let position = empty("hex", 11)?;
    let rate = |agent: &AgentFactory, seed| {
        let (time, counters) = decide(agent, &position, seed);
        let count = counters.iter().find(|(name, _)| *name == counter);
        count.map_or(0.0, |(_, n)| n / time.as_secs_f64())
    };
    let pairs: Vec<[f64; 2]> =
        (0..PAIRS).map(|seed| [rate(&one, seed), rate(&two, seed)]).collect();
    let mut times: Vec<f64> = pairs.iter().map(|[one, two]| two / one).collect();
    times.sort_unstable_by(f64::total_cmp);
    let best = pairs.iter().map(|[one, _]| *one).fold(0.0, f64::max);
    Ok([best, (times[times.len() / 2] + times[(times.len() - 1) / 2]) / 2.0])
}

/// How much longer than a second the slowest move took, over the first moves of
/// a game.
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
