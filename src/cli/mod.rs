//! The command line. Without a subcommand the engine runs on standard input and output. Matches,
//! tournaments and experiments play their games by `run::ShownRun`, which shows the progress.

mod analysis;
mod bench;
mod check_engine;
mod engine;
mod experiment;
mod match_cmd;
pub mod output;
mod play;
mod render;
mod review;
mod run;
mod serve;
mod shell;
mod signals;
mod solve;
mod tournament;
mod verify;

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Parser, Subcommand};
use kring_agents::{AGENTS, AgentEntry, AgentFactory, AgentSpec, Networks, default_agent};
use kring_board::{Colour, Position, files, word};
use kring_eval::Kernel;

/// A Hex engine for every board: classic, cylinder, torus, seasons, random turns. Without a command
/// it reads GTP commands from standard input; `help` lists them.
#[derive(Parser)]
#[command(name = "kring", version, after_help = agents())]
// `help` is ours: clap's own does not list the commands when it is asked for one that does not exist.
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    engine: engine::Options,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Reads GTP commands, started as KataHex is: kring gtp -config F -model F
    #[command(after_help = "-config F, -model F and -override-config TEXT are accepted as \
        KataHex's clients write them, and not used: the log says so.")]
    Gtp {
        #[command(flatten)]
        engine: Box<engine::Options>,
        #[command(flatten)]
        ignored: analysis::IgnoredOptions,
    },
    /// Plays against you, in the terminal: on every board, at nine levels
    Play(Box<play::Options>),
    /// Plays games between two agents or engines
    #[command(after_help = format!("{}\n\n{}", match_cmd::CODES, agents()))]
    Match(Box<match_cmd::Options>),
    /// Plays a tournament of agents and engines, declared in a file
    Tournament(tournament::Options),
    /// Runs an experiment, from the literature or your own, and writes its report
    Experiment(experiment::Options),
    /// Joins the tables of games, or the stores of solved positions, of all --shard parts
    Merge(run::MergeOptions),
    /// Analyses many positions at once, in KataGo's JSON protocol
    Analysis(analysis::Options),
    /// The board in a browser: play, analyse and review, on this machine
    Serve(serve::Options),
    /// Measures the speed of playouts, searches and time limits
    Bench(bench::Options),
    /// Draws a board or a game as SVG, PNG or PDF, with an agent's values of the cells
    #[command(after_help = agents())]
    Render(Box<render::Options>),
    /// Reviews games: what each move lost, and what was better
    #[command(after_help = format!("{}\n\n{}", review::CODES, agents()))]
    Review(Box<review::Options>),
    /// Proves that a strategy always wins on a board, or finds a game that it loses
    #[command(after_help = verify::CODES)]
    Verify(Box<verify::Options>),
    /// Finds out who wins a board, and with which openings
    #[command(after_help = solve::CODES)]
    Solve(Box<solve::Options>),
    /// Checks proofs that a player wins, and says what they prove
    #[command(after_help = kring_proof::EXIT_CODES)]
    CheckProof {
        /// The proofs
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Tests a GTP engine for Hex: what it does with the commands of referees and GUIs
    #[command(after_help = check_engine::CODES)]
    CheckEngine(check_engine::Options),
    /// Prints a script with which a shell completes commands and options
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Writes the manual pages
    Man {
        /// The folder for the pages
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Prints this help, or that of a command
    Help {
        /// The command
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

impl Cli {
    pub fn from_arguments() -> Cli {
        let arguments = analysis::with_two_dashes(std::env::args_os());
        Cli::try_parse_from(arguments).unwrap_or_else(|error| {
            if error.use_stderr() {
                error.exit();
            }
            output::print_styled(&error.render());
            std::process::exit(0);
        })
    }

    pub fn run(self) -> anyhow::Result<ExitCode> {
        // A wrong KRING_KERNEL is an error of every command.
        Kernel::forced()?;
        // The engine has a log of its own.
        if !matches!(self.command, None | Some(CliCommand::Gtp { .. })) {
            log("warn").init();
        }
        match self.command {
            None => self.engine.run(None)?,
            Some(CliCommand::Gtp { engine, ignored }) => engine.run(Some(&ignored))?,
            Some(CliCommand::Play(options)) => options.run()?,
            Some(CliCommand::Match(options)) => return options.run(),
            Some(CliCommand::Tournament(options)) => options.run()?,
            Some(CliCommand::Experiment(options)) => options.run()?,
            Some(CliCommand::Merge(options)) => options.run()?,
            Some(CliCommand::Analysis(options)) => options.run()?,
            Some(CliCommand::Serve(options)) => options.run()?,
            Some(CliCommand::Bench(options)) => options.run()?,
            Some(CliCommand::Render(options)) => options.run()?,
            Some(CliCommand::Review(options)) => return options.run(),
            Some(CliCommand::Verify(options)) => return options.run(),
            Some(CliCommand::Solve(options)) => return options.run(),
            Some(CliCommand::CheckProof { files }) => {
                return Ok(ExitCode::from(kring_proof::check_files(&files)));
            }
            Some(CliCommand::CheckEngine(options)) => return options.run(),
            Some(CliCommand::Completions { shell }) => shell::completions(shell),
            Some(CliCommand::Man { out }) => shell::manual(&out)?,
            Some(CliCommand::Help { command }) => shell::help(&command)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn agents() -> String {
    let width = AGENTS.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let row = |entry: &AgentEntry| format!("\n  {:<width$}  {}", entry.name, entry.summary);
    let rows: String = AGENTS.iter().map(row).collect();
    format!("Agents (list-agents shows their parameters):{rows}")
}

/// A logger with this default level; `RUST_LOG` overrides it. A line begins
/// with the seconds since the start.
fn log(level: &str) -> env_logger::Builder {
    let env = env_logger::Env::default().default_filter_or(level);
    let mut log = env_logger::Builder::from_env(env);
    let start = Instant::now();
    log.format(move |out, record| {
        let seconds = start.elapsed().as_secs_f64();
        let level = record.level();
        writeln!(out, "[{seconds:.3} {level:<5} {}] {}", record.target(), record.args())
    });
    log
}

/// A seed from the clock, so that each run is different.
fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// An agent on the command line. It is an error if its network cannot be read.
fn agent(text: &str) -> anyhow::Result<AgentFactory> {
    Ok(text.parse::<AgentSpec>()?.load(&Networks::default())?)
}

fn agent_or_default(
    given: &Option<AgentFactory>,
    position: &Position,
    colour: Colour,
) -> anyhow::Result<AgentFactory> {
    if let Some(agent) = given {
        return Ok(agent.clone());
    }
    Ok(default_agent(position.rules(), position.size(), colour).load(&Networks::default())?)
}

/// The networks with this file in place of the built-in one.
fn networks(file: Option<&Path>) -> anyhow::Result<Networks> {
    let Some(file) = file else { return Ok(Networks::default()) };
    Networks::with_default(file).with_context(|| format!("--net {}", file.display()))
}

/// Replaces a file as a whole; the error names it.
fn write(file: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace(file, content).with_context(|| format!("{} cannot be written", file.display()))
}

/// A number of games, workers and the like.
fn count<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a number from 1 on")
}

fn seconds(text: &str) -> Result<Duration, word::NotSeconds> {
    word::above_zero(word::seconds(text))
}
