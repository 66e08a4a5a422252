//! `kring verify`: proves or refutes that a strategy always wins.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use kring_agents::{AgentSpec, unknown_strategy};
use kring_board::{Game, Rules, Size, chance, files, record, word};
use kring_literature::strategy::ByProof;
use kring_literature::verifier::{Choices, First, VerifierQuestion, VerifierVerdict};
use kring_proof::{AnyBook, ProofStart};

use super::output::{EventProgress, print_result, say_written};

pub const CODES: &str = "\
Exit codes: 0 if the strategy is proved, 3 if it is refuted, 4 if a limit was reached first,
1 for an error, 2 for a wrong command line.";

#[derive(clap::Args)]
pub struct Options {
    /// The strategy of black, e.g. "three-rings" or "shift by=2", or a proof of
    /// either colour, proof:FILE
    #[arg(long, value_name = "SPEC", value_parser = strategy)]
    strategy: StrategySource,
    /// The rules, e.g. "cylinder", which are the default; a proof has its own
    #[arg(long, value_name = "TEXT")]
    variant: Option<Rules>,
    /// The size of the board, columns x rows; up to 64 cells. A proof has its own, a
    /// certificate for every number of rows has none
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The colour that moves first: black, white or both, which is the default; a proof has its own
    #[arg(long, value_name = "WHO")]
    first: Option<First>,
    /// Whether all choices that the strategy allows must win, or only the best: all or best
    #[arg(long, value_name = "WHICH", default_value = "all")]
    choices: Choices,
    /// Stops after this many positions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Stops after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = word::seconds)]
    time: Option<Duration>,
    /// The size of the position table in megabytes; positions that do not fit are searched again
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    memory: usize,
    /// The seed of the season map, if there are seasons
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Writes the game that refutes the strategy to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

/// A strategy: that of an agent, or a proof.
#[derive(Clone)]
enum StrategySource {
    Agent(AgentSpec),
    Proof(PathBuf),
}

fn strategy(text: &str) -> Result<StrategySource, String> {
    if let Some(file) = text.strip_prefix("proof:") {
        return Ok(StrategySource::Proof(file.into()));
    }
    text.parse().map(StrategySource::Agent).map_err(|error| {
        unknown_strategy(&error).map_or_else(|| error.to_string(), |what| what.to_string())
    })
}

impl Options {
    /// The strategy, and the game that it must win.
    fn question(&self) -> anyhow::Result<VerifierQuestion> {
        let mut question = match &self.strategy {
            StrategySource::Agent(spec) => {
                let size = self.size.context("--size is missing: a strategy needs a board")?;
                let rules = self.variant.clone().map_or_else(|| "cylinder".parse(), Ok)?;
                let game = chance::game(size, rules, self.seed);
                VerifierQuestion::new(kring_agents::strategy(spec)?, game)?
            }
            StrategySource::Proof(file) => {
                let name = || file.display().to_string();
                let book = AnyBook::load(file).with_context(name)?;
                let game = self.proved_game(&book).with_context(name)?;
                VerifierQuestion::new(Box::new(ByProof(book)), game)?
            }
        };
        if let Some(first) = self.first {
            question.first = first;
        }
        Ok(question)
    }

    /// The game of a proof, or the one that is asked for among those of a certificate.
    fn proved_game(&self, book: &AnyBook) -> anyhow::Result<Arc<Game>> {
        let proved = match book {
            AnyBook::Game(proved) => proved,
            AnyBook::EveryHeight(replies) => {
                let size =
                    self.size.context("--size is missing: the file is about every height")?;
                let wraps = replies.certificate().boards.wraps();
                let usual = if wraps { "cylinder" } else { "rhombus" };
                let rules = self.variant.clone().map_or_else(|| usual.parse(), Ok)?;
                book.check_rules(&rules, size)?;
                return Ok(chance::game(size, rules, self.seed));
            }
        };
        let ProofStart { position, first } = &proved.proof().start;
        let rules = self.variant.as_ref().unwrap_or(position.rules());
        book.check_rules(rules, self.size.unwrap_or(position.size()))?;
        ensure!(
            self.first.is_none_or(|given| given == First::Only(*first)),
            "in the proof {first} moves first"
        );
        Ok(position.game().clone())
    }

    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut question = self.question()?;
        question.choices = self.choices;
        question.limit = self.limit;
        question.time = self.time;
        question.memory = self.memory.saturating_mul(1 << 20);
        let mut progress = EventProgress::with_template("{spinner} {msg}", 1);
        let begin = Instant::now();
        let report = question.answer(&mut |positions, stones| {
            progress.show(5000, (0, 1), |_| {
                let rate = positions as f64 / begin.elapsed().as_secs_f64();
                format!(
                    "{positions} positions ({rate:.0}/s), no refutation with fewer than {stones} \
                     stones of the opponent"
                )
            });
        });
        progress.finish();
        let seconds = report.time.as_secs_f64();
        let rate = report.positions as f64 / seconds;
        let mut output = format!("{report}\n{seconds:.2} s, {rate:.0} positions a second\n");
        if let VerifierVerdict::Refuted(game) = &report.verdict {
            let text = record::save(game);
            match &self.sgf {
                None => output.push_str(&text),
                Some(file) => {
                    let written = files::replace(file, text);
                    written.with_context(|| {
                        // The result is printed even if the file cannot be written.
                        format!("{output}{} cannot be written", file.display())
                    })?;
                }
            }
        }
        let is_refuted = matches!(report.verdict, VerifierVerdict::Refuted(_));
        let code = match report.verdict {
            VerifierVerdict::Proved => ExitCode::SUCCESS,
            VerifierVerdict::Refuted(_) => ExitCode::from(3),
            VerifierVerdict::Unknown => ExitCode::from(4),
        };
        let code = print_result(format_args!("{output}"), code);
        say_written(self.sgf.filter(|_| is_refuted));
        Ok(code)
    }
}
