//! The command line: no subcommand starts the engine on standard input and
//! output. Matches, tournaments and experiments are run by the same function, in
//! `run`.

mod bench;
mod engine;
mod experiment;
mod match_cmd;
mod merge;
pub mod output;
pub mod processor;
mod progress;
mod render;
mod run;
mod tournament;
mod verify;

use std::{
    process::ExitCode,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use kring::{
    agent::{AGENTS, Entry},
    eval::Kernel,
    grammar,
    suggest::did_you_mean,
};

/// A Hex engine for every board: classic, cylinder, torus, seasons, random
/// turns. Without a command it reads GTP from standard input; `help` lists
/// what it understands.
#[derive(Parser)]
#[command(name = "kring", version, after_help = agents())]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    engine: engine::Options,
}

#[derive(Subcommand)]
enum Command {
    /// Two agents or engines play games against each other
    #[command(after_help = format!("{}\n\n{}", match_cmd::CODES, agents()))]
    Match(Box<match_cmd::Options>),
    /// Many agents and engines play each other, as a file declares
    Tournament(tournament::Options),
    /// An experiment of the literature, or of your own, with its report
    Experiment(experiment::Options),
    /// Joins the tables of games that were played apart
    Merge(merge::Options),
    /// Measures the speeds that agents live on
    Bench(bench::Options),
    /// Draws a board, a game or what an agent thinks of it, as SVG
    #[command(after_help = agents())]
    Render(Box<render::Options>),
    /// Proves that a strategy always wins on a board, or finds the game it loses
    #[command(after_help = verify::CODES)]
    Verify(Box<verify::Options>),
    /// Prints this, or the help of a command
    Help {
        /// The command
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

/// Prints the help of the program, or of a command.
fn help(words: &[String]) -> anyhow::Result<()> {
    let mut program = Cli::command();
    let Some(name) = words.first() else {
        // Nobody who stops reading wants to hear of it.
        let _ = program.print_long_help();
        return Ok(());
    };
    program.build();
    let names: Vec<_> = program.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let hint = did_you_mean(name, names.iter().map(String::as_str));
    let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
    let found = program.find_subcommand_mut(name).with_context(|| {
        format!("there is no command '{name}'{hint}, but: {}", names.join(", "))
    })?;
    let _ = found.print_long_help();
    Ok(())
}

impl Cli {
    /// Does what the command line says.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        Kernel::forced()?;
        match self.command {
            None => self.engine.run()?,
            Some(Command::Match(options)) => return options.run(),
            Some(Command::Tournament(options)) => options.run()?,
            Some(Command::Experiment(options)) => options.run()?,
            Some(Command::Merge(options)) => options.run()?,
            Some(Command::Bench(options)) => options.run()?,
            Some(Command::Render(options)) => options.run()?,
            Some(Command::Verify(options)) => return options.run(),
            Some(Command::Help { command }) => help(&command)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The table of agents, for the help.
fn agents() -> String {
    let width = AGENTS.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let row = |entry: &Entry| format!("\n  {:<width$}  {}", entry.name, entry.summary);
    let rows: String = AGENTS.iter().map(row).collect();
    format!("Agents (list-agents shows their parameters):{rows}")
}

/// A logger that shows this much unless `RUST_LOG` says otherwise.
fn log(level: &str) -> env_logger::Builder {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
}

/// A seed for people, who like a new game each time.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// A time on the command line.
fn seconds(text: &str) -> Result<Duration, grammar::NotSeconds> {
    grammar::above_zero(grammar::seconds(text))
}
