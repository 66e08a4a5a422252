//! The engine on standard input and output, which runs without a subcommand.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use kring::gtp::pipes::{BlockingPipe, is_unread};
use kring::gtp::{CoordinateSystem, GtpSession, serve};
use kring::session::{Sandbox, Session};
use kring_agents::AgentFactory;
use kring_board::{Rules, Size, files};
use kring_eval::Kernel;

use super::analysis::IgnoredOptions;

#[derive(clap::Args)]
pub struct Options {
    /// The seed of all random numbers [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Writes a log of all requests and replies to a file
    #[arg(long, value_name = "FILE")]
    logfile_name: Option<PathBuf>,
    /// The agent, e.g. "neural time=5", or without blanks neural,time=5
    /// [default: neural; with random turns coin-exact or mcts]
    #[arg(long, value_name = "SPEC", value_parser = super::agent)]
    agent: Option<AgentFactory>,
    /// A network file for the agent neural, in place of the built-in one. A network that knows no
    /// seasons leaves games with seasons to the built-in one
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// The rules, e.g. "cylinder seasons=3 turns=random swap=on", or without
    /// blanks cylinder,seasons=3
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// The size of the board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11")]
    size: Size,
    /// How cells are named: plain, or doubled as on a Go board of twice the
    /// size, for Hexata and other clients of KataHex
    #[arg(long, value_name = "NAME", default_value = "plain")]
    coordinates: CoordinateSystem,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

#[derive(clap::Args)]
struct SandboxOptions {
    /// Opens no files for clients, and limits board, memory, threads and time
    #[arg(long)]
    sandboxed: bool,
    /// The largest board of a sandboxed client, columns x rows [default: 19x19]
    #[arg(long, value_name = "WxH", requires = "sandboxed")]
    max_size: Option<Size>,
    /// At most this many megabytes for each agent of a sandboxed client [default: 64]
    #[arg(long, value_name = "MB", requires = "sandboxed", value_parser = clap::value_parser!(u64).range(1..=65_536))]
    max_memory: Option<u64>,
    /// At most this many threads for each agent of a sandboxed client [default: 1]
    #[arg(long, value_name = "N", requires = "sandboxed", value_parser = clap::value_parser!(u64).range(1..=256))]
    max_threads: Option<u64>,
    /// At most this many seconds for each command of a sandboxed client [default: 10]
    #[arg(long, value_name = "SECONDS", requires = "sandboxed", value_parser = super::seconds)]
    max_time: Option<Duration>,
}

impl SandboxOptions {
    fn sandbox(&self) -> Option<Sandbox> {
        let default = Sandbox::default();
        self.sandboxed.then(|| Sandbox {
            size: self.max_size.unwrap_or(default.size),
            memory: self.max_memory.unwrap_or(default.memory),
            threads: self.max_threads.unwrap_or(default.threads),
            time: self.max_time.unwrap_or(default.time),
        })
    }
}

impl Options {
    /// Serves standard input until it ends. Clients of KataHex pass options that are ignored,
    /// because Kring has its own options and an embedded network.
    pub fn run(self, ignored: Option<&IgnoredOptions>) -> anyhow::Result<()> {
        self.start_log()?;
        if let Some(options) = ignored {
            options.log_them();
        }
        let networks = super::networks(self.net.as_deref())?;
        let agent = self.agent.map(|agent| agent.spec().load(&networks)).transpose()?;
        let seed = self.seed.unwrap_or_else(super::clock_seed);
        let version = env!("CARGO_PKG_VERSION");
        log::info!("Kring {version}, seed {seed}, kernel {}", Kernel::best());
        let mut session =
            Session::new(self.size, self.variant, agent.as_ref(), seed).with_networks(networks);
        if let Some(sandbox) = self.sandbox.sandbox() {
            session = session.sandboxed(sandbox);
        }
        let mut session = GtpSession::new(session).with_coordinates(self.coordinates);
        let input = BufReader::with_capacity(1 << 16, BlockingPipe(io::stdin()));
        serve(&mut session, input, &mut BlockingPipe(io::stdout().lock()), is_unread)?;
        Ok(())
    }

    /// Logs warnings to standard error, or everything to a file; `RUST_LOG` overrides this.
    fn start_log(&self) -> anyhow::Result<()> {
        let mut log = super::log(if self.logfile_name.is_some() { "debug" } else { "warn" });
        match self.logfile_name.as_deref() {
            Some(name) if name == Path::new("/dev/null") => {
                log.filter_level(log::LevelFilter::Off);
            }
            Some(name) if name != Path::new("/dev/stderr") => {
                let file = files::check(name).and_then(|()| File::create(name));
                let file =
                    file.with_context(|| format!("the log {} cannot be written", name.display()))?;
                log.target(env_logger::Target::Pipe(Box::new(file)));
            }
            _ => {}
        }
        log.init();
        Ok(())
    }
}
