//! The command line: no subcommand starts the engine on standard input and
//! output.

use std::{
    fs::File,
    io::{self, BufReader},
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use clap::Parser;
use kring::{
    agent::{AGENTS, AgentSpec},
    engine::{Session, default_agent, serve},
    rules::{Rules, Size},
};

/// A Hex engine for every board: classic, cylinder, torus, seasons, random
/// turns. It reads GTP commands from standard input; `help` lists them.
#[derive(Parser)]
#[command(name = "kring", version, after_help = agents())]
pub struct Cli {
    /// The seed of all random numbers [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Writes a log of all requests and replies to a file
    #[arg(long, value_name = "FILE")]
    logfile_name: Option<PathBuf>,
    /// Who plays, e.g. "random"
    #[arg(long, value_name = "SPEC", default_value_t = default_agent())]
    agent: AgentSpec,
    /// The rules, e.g. "cylinder seasons=3 turns=random swap=on"
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// The size of the board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11")]
    size: Size,
}

/// The table of agents, for the help.
fn agents() -> String {
    let row = |entry: &kring::agent::Entry| format!("\n  {:<12} {}", entry.name, entry.summary);
    let rows: String = AGENTS.iter().map(row).collect();
    format!("Agents (list-agents shows their parameters):{rows}")
}

impl Cli {
    /// Does what the command line says.
    pub fn run(self) -> anyhow::Result<()> {
        self.start_log()?;
        let seed = self.seed.unwrap_or_else(clock_seed);
        log::info!("Kring {}, seed {seed}", env!("CARGO_PKG_VERSION"));
        let mut session = Session::new(self.size, self.variant, &self.agent, seed);
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        serve(&mut session, input, &mut io::stdout().lock())?;
        Ok(())
    }

    /// Logs warnings to standard error, or everything to a file; `RUST_LOG`
    /// says otherwise.
    fn start_log(&self) -> anyhow::Result<()> {
        let level = if self.logfile_name.is_some() { "debug" } else { "warn" };
        let mut log =
            env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level));
        if let Some(name) = &self.logfile_name {
            let file = File::create(name)
                .with_context(|| format!("the log {} cannot be written", name.display()))?;
            log.target(env_logger::Target::Pipe(Box::new(file)));
        }
        log.init();
        Ok(())
    }
}

/// A seed for people, who like a new game each time.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
