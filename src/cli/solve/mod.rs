//! `kring solve`: who wins a board, and with which openings.

mod progress;
mod signals;

use super::output::{note, out, out_line};
use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, bail};
use kring::{
    arena::Shard,
    board::Game,
    chance, files,
    rules::{Colour, Rules, Size},
    solver::{Limits, Solver},
    solving::{self, Entry, Findings, Question, QuestionError, Run},
    stop::Stop,
    verifier::First,
};

use progress::Progress;

/// The exit codes, for the help.
pub const CODES: &str = "\
Exit codes: 0 if all that was asked for is solved, 4 if a limit was reached first or the run was
interrupted, 1 for an error, 2 for a wrong command line.";

/// The options of `kring solve`.
#[derive(clap::Args)]
pub struct Options {
    /// The rules, e.g. "cylinder"
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// The size of the board, columns x rows; up to 128 cells
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// The colour that moves first: black, white or both
    #[arg(long, value_name = "WHO", default_value = "both")]
    first: First,
    /// Begins after these moves, e.g. "b2 c3"; the colours take turns
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Finds the winner after each first move, one for all that are the same by
    /// symmetry
    #[arg(long)]
    openings: bool,
    /// Solves part I of N of the openings; kring merge joins the stores
    #[arg(long, value_name = "I/N", requires = "openings")]
    shard: Option<Shard>,
    /// Searches with this many threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// The size of the position table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
    /// Stops after this many seconds, of the whole run
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// Stops after this many positions, of the whole run
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroU64>,
    /// The file of solved positions: if it is there, the run continues from it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Writes the winner's strategy to a file; for --first both to two, with
    /// -black and -white before the extension
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    proof: Option<PathBuf>,
    /// Prints a line of JSON for each starter instead of tables
    #[arg(long)]
    json: bool,
    /// The seed of the season map, if there are seasons
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    /// Solves the board and prints the result.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        super::log("warn").init();
        let game = chance::game(self.size, self.variant.clone(), self.seed);
        let solver = Solver::new(Arc::clone(&game), self.memory.saturating_mul(1 << 20))?;
        let questions = self.questions(&game)?;
        self.check_outputs()?;
        let stop = signals::stop_at_signals()?;
        let mut run = Run::new(solver, self.limits(stop));
        if let Some(store) = &self.store {
            run.remember(store)?;
            self.say_what_is_known(&run);
        }
        let findings = self.find(&mut run, &game, &questions)?;
        self.print(&findings);
        if let Some(store) = &self.store {
            let [before, now] = run.remembered();
            note!("{}: {} solved positions, {now} of them new", store.display(), before + now);
        }
        let solved = findings.iter().all(Findings::is_complete);
        Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(4) })
    }

    /// What is asked, for each starter.
    fn questions(&self, game: &Arc<Game>) -> anyhow::Result<Vec<Question>> {
        let firsts = match self.first {
            First::Both => Colour::ALL.to_vec(),
            First::Only(colour) => vec![colour],
        };
        let question = |first| {
            let question = Question::parse(first, &self.moves, self.size)?;
            match question.position(game)?.0.winner() {
                Some(winner) => Err(QuestionError::Over(winner)),
                None => Ok(question),
            }
        };
        firsts.into_iter().map(question).collect::<Result<_, _>>().context("--moves")
    }

    /// Fails before anything was searched if a file could not be written then.
    fn check_outputs(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.proof {
            check_output(path)?;
            // The seam for `Solver::prove`; see `proof_path`.
            bail!("--proof: proofs cannot be written yet");
        }
        self.store.as_deref().map_or(Ok(()), check_output)
    }

    fn limits(&self, stop: Stop) -> Limits {
        Limits {
            threads: self.threads.get(),
            time: self.time,
            positions: self.positions.map(NonZeroU64::get),
            stop,
        }
    }

    fn say_what_is_known(&self, run: &Run) {
        let (answered, [remembered, _]) = (run.answered(), run.remembered());
        if answered > 0 || remembered > 0 {
            note!("remembered: {answered} answers, {remembered} solved positions");
        }
    }

    fn find(
        &self,
        run: &mut Run,
        game: &Arc<Game>,
        questions: &[Question],
    ) -> anyhow::Result<Vec<Findings>> {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut openings = solving::openings(game, questions)?;
        openings.iter_mut().for_each(|list| list.retain(|opening| shard.has(opening.number)));
        let mut progress = Progress::new(self.size);
        let mut findings = Vec::new();
        for (question, list) in questions.iter().zip(openings) {
            let list = self.openings.then_some(list);
            let is_whole = shard == Shard::WHOLE;
            let mut watch = |status: solving::Status<'_>| progress.show(&status);
            findings.push(run.find(question, list, is_whole, &mut watch)?);
        }
        progress.finish();
        Ok(findings)
    }

    fn print(&self, findings: &[Findings]) {
        match self.json {
            true => findings.iter().for_each(|found| out_line!("{}", Entry::new(found).line())),
            false => out!("{}", solving::text(findings)),
        }
    }
}

/// Fails if a file of this name cannot be written.
fn check_output(path: &Path) -> anyhow::Result<()> {
    let checked = files::check(path);
    checked.with_context(|| format!("{} cannot be written", path.display()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{} cannot be written: there is no folder {}", path.display(), folder.display());
    }
    Ok(())
}
