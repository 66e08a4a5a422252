//! `kring analysis`: analyses many positions at once, in KataGo's JSON protocol.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::Context;
use kring::analysis::{self, AnalysisSettings};
use kring::gtp::pipes::{BlockingPipe, is_unread};
use kring_eval::Kernel;

use super::output::note;

#[derive(clap::Args)]
pub struct Options {
    /// Threads that search [default: as many as the processor has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Concurrent searches
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// Megabytes that the searches never exceed
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    memory: u32,
    /// A network file in place of the built-in one. A network that knows no seasons leaves games
    /// with seasons to the built-in one
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// The seed of random season maps and agents
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    ignored: IgnoredOptions,
}

/// Options that clients of KataGo pass, with one dash; they have no effect.
#[derive(clap::Args)]
pub struct IgnoredOptions {
    #[arg(long, hide = true)]
    config: Vec<String>,
    #[arg(long, hide = true)]
    model: Vec<String>,
    #[arg(long, hide = true)]
    human_model: Vec<String>,
    #[arg(long, hide = true)]
    override_config: Vec<String>,
    #[arg(long, hide = true)]
    analysis_threads: Vec<String>,
    #[arg(long, hide = true)]
    quit_without_waiting: bool,
}

impl IgnoredOptions {
    const NAMES: [&str; 6] = [
        "-config",
        "-model",
        "-human-model",
        "-override-config",
        "-analysis-threads",
        "-quit-without-waiting",
    ];

    /// Logs that the given options have no effect.
    pub fn log_them(&self) {
        let IgnoredOptions { config, model, human_model, override_config, .. } = self;
        let given = [config, model, human_model, override_config, &self.analysis_threads];
        for (name, values) in IgnoredOptions::NAMES.iter().zip(given) {
            for value in values {
                log::info!("{name} {value} has no effect");
            }
        }
    }
}

/// The arguments of the program, with a second dash for the options that KataGo writes with one.
pub fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<_> = arguments.collect();
    if arguments.get(1).is_some_and(|command| command == "analysis" || command == "gtp") {
        for argument in &mut arguments {
            if IgnoredOptions::NAMES.iter().any(|name| argument == name) {
                *argument = format!("-{}", argument.to_string_lossy()).into();
            }
        }
    }
    arguments
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        self.ignored.log_them();
        let networks = super::networks(self.net.as_deref())?;
        let settings = AnalysisSettings {
            threads: self.threads.map_or_else(|| super::cores().get(), usize::from),
            positions: usize::from(self.positions),
            memory: self.memory as usize,
            seed: self.seed,
            networks,
        };
        // Clients wait for these words.
        note!(
            "Kring {}, kernel {}, {} threads: ready to begin handling requests",
            env!("CARGO_PKG_VERSION"),
            Kernel::best(),
            settings.threads
        );
        let input = BufReader::with_capacity(1 << 16, BlockingPipe(io::stdin()));
        analysis::serve(settings, input, BlockingPipe(io::stdout()), is_unread)
            .context("the analysis has ended")
    }
}
