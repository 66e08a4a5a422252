//! `kring bench`: a table of speeds, each with the value that it should reach.
//! The best of several rounds is printed, since other work on the machine slows
//! the measurement.

use super::output::out_line;
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

/// The options of `kring bench`.
#[derive(clap::Args)]
pub struct Options {
    /// How many moves with time=1 on two threads are measured for the rows on
    /// time limits
    #[arg(long, value_name = "N", default_value_t = 3)]
    timed_moves: u32,
}

/// How many rounds are made; the best one counts.
const ROUNDS: usize = 5;

/// The time of a round of random games.
const ROUND: Duration = Duration::from_millis(100);

impl Options {
    /// Prints the table, row by row.
    pub fn run(self) -> anyhow::Result<()> {
        row("on an empty 11x11 board, one core", "measured", "bar");
        for (variant, bar) in [("hex", 1.5), ("cylinder", 1.2), ("torus", 0.5)] {
            let rate = random_games(variant)? / 1e6;
            let label = format!("random games, {variant}");
            row(&label, &format!("{rate:.2} M/s"), &format!(">= {bar} M/s"));
        }
        let rate = random_games("random-turn")? / 1e6;
        row("fair-coin fills, random turns", &format!("{rate:.1} M/s"), ">= 35 M/s");
        for variant in ["hex", "cylinder", "torus"] {
            let label = format!("mcts, 10,000 simulations, {variant}");
            let bar = if variant == "hex" { "<= 60 ms" } else { "" };
            row(&label, &milliseconds(first_move("mcts sims=10000", variant, 11)?), bar);
        }
        let [one, two] = [1, 2].map(|threads| thinking_rate("mcts", "simulations", threads));
        row("mcts, two threads against one", &format!("{:.2} times", two? / one?), ">= 1.8 times");
        let [one, two] = [1, 2].map(|threads| thinking_rate("neural", "evaluations", threads));
        let (one, two) = (one?, two?);
        row("neural, evaluations", &format!("{one:.0}/s"), ">= 1000/s");
        row("neural, two threads against one", &format!("{:.2} times", two / one), ">= 1.8 times");
        row("heuristic", &milliseconds(first_move("heuristic", "hex", 11)?), "");
        for (variant, bar) in [("hex", "<= 100 ms"), ("cylinder", ""), ("torus", "")] {
            let time = first_move("minimax depth=2", variant, 11)?;
            row(&format!("minimax depth=2, {variant}"), &milliseconds(time), bar);
        }
        let time = first_move("minimax depth=3", "hex", 7)?;
        row("minimax depth=3, 7x7", &milliseconds(time), "<= 200 ms");
        for (agent, bar) in [("mcts", 30), ("neural", 50)] {
            let label = format!("{agent} time=1 threads=2, worst of {} moves", self.timed_moves);
            let over = worst_overrun(agent, self.timed_moves)?;
            let bar = format!("<= {bar} ms over");
            row(&label, &format!("+{:.1} ms", 1e3 * over.as_secs_f64()), &bar);
        }
        Ok(())
    }
}

fn row(label: &str, measured: &str, bar: &str) {
    out_line!("{label:<58} {measured:>14}   {bar}");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", 1e3 * time.as_secs_f64())
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

/// The time of a first move or of the reply to it, whichever is longer.
fn first_move(spec: &str, variant: &str, side: usize) -> anyhow::Result<Duration> {
    let agent = super::agent(spec)?;
    let empty = empty(variant, side)?;
    let mut answered = empty.clone();
    let centre = empty.empty().iter().nth(empty.size().cells() / 2);
    centre.map(|cell| answered.play(Colour::Black, Move::Cell(cell))).transpose()?;
    let best = |position: &Position| {
        let rounds = (0..ROUNDS as u64).map(|seed| decide(&agent, position, seed).0);
        rounds.min().unwrap_or_default()
    };
    Ok(best(&empty).max(best(&answered)))
}

/// The rate of an agent's counter per second with this many threads.
fn thinking_rate(agent: &str, counter: &str, threads: usize) -> anyhow::Result<f64> {
    let agent = super::agent(&format!("{agent} time=0.5 threads={threads}"))?;
    let position = empty("hex", 11)?;
    let rate = |seed| {
        let (time, counters) = decide(&agent, &position, seed);
        let count = counters.iter().find(|(name, _)| *name == counter);
        count.map_or(0.0, |(_, n)| n / time.as_secs_f64())
    };
    Ok((0..ROUNDS as u64).map(rate).fold(0.0, f64::max))
}

/// How much longer than a second the slowest move took, over the first moves of
/// a game.
fn worst_overrun(agent: &str, moves: u32) -> anyhow::Result<Duration> {
    let mut agent = super::agent(&format!("{agent} time=1 threads=2"))?.build();
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
