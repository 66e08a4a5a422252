use std::{
    fs::File,
    io::{self, BufReader},
    path::PathBuf,
};

use anyhow::Context;
use kring::{
    agent::{AgentSpec, neural::nets},
    engine::{Session, serve},
    rules::{Rules, Size},
};

/// What the engine on standard input and output can be told.
#[derive(clap::Args)]
pub struct Options {
    /// The seed of all random numbers [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Writes a log of all requests and replies to a file
    #[arg(long, value_name = "FILE")]
    logfile_name: Option<PathBuf>,
    /// Who plays, e.g. "neural time=5", or without blanks neural,time=5
    /// [default: neural; mcts with seasons or random turns]
    #[arg(long, value_name = "SPEC")]
    agent: Option<AgentSpec>,
    /// Another network for the agent neural
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// The rules, e.g. "cylinder seasons=3 turns=random swap=on", or without
    /// blanks cylinder,seasons=3
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// The size of the board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11")]
    size: Size,
}

impl Options {
    /// Serves standard input until it ends.
    pub fn run(self) -> anyhow::Result<()> {
        self.start_log()?;
        if let Some(file) = &self.net {
            nets::use_instead(file).with_context(|| format!("--net {}", file.display()))?;
        }
        let seed = self.seed.unwrap_or_else(super::clock_seed);
        log::info!("Kring {}, seed {seed}", env!("CARGO_PKG_VERSION"));
        let mut session = Session::new(self.size, self.variant, self.agent.as_ref(), seed);
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        serve(&mut session, input, &mut io::stdout().lock())?;
        Ok(())
    }

    /// Logs warnings to standard error, or everything to a file; `RUST_LOG`
    /// says otherwise.
    fn start_log(&self) -> anyhow::Result<()> {
        let mut log = super::log(if self.logfile_name.is_some() { "debug" } else { "warn" });
        if let Some(name) = &self.logfile_name {
            let file = File::create(name)
                .with_context(|| format!("the log {} cannot be written", name.display()))?;
            log.target(env_logger::Target::Pipe(Box::new(file)));
        }
        log.init();
        Ok(())
    }
}
