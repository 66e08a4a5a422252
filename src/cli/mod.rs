//! The command line: no subcommand starts the engine on standard input and
//! output.

mod contest;
mod engine;

use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Parser, Subcommand};
use kring::agent::{AGENTS, Entry};

/// A Hex engine for every board: classic, cylinder, torus, seasons, random
/// turns. Without a command it reads GTP from standard input; `help` lists
/// what it understands.
#[derive(Parser)]
#[command(name = "kring", version, after_help = agents())]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    engine: engine::Options,
}

#[derive(Subcommand)]
enum Command {
    /// Two agents play games against each other
    #[command(after_help = agents())]
    Match(Box<contest::Options>),
}

impl Cli {
    /// Does what the command line says.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            None => self.engine.run(),
            Some(Command::Match(options)) => options.run(),
        }
    }
}

/// The table of agents, for the help.
fn agents() -> String {
    let row = |entry: &Entry| format!("\n  {:<12} {}", entry.name, entry.summary);
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
