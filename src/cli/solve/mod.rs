//! `kring solve`: finds the winner of a board and its winning openings.

mod outputs;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use kring::arena::Shard;
use kring::picture::PictureFormat;
use kring::solve::{
    self, Findings, QuestionError, ResultEntry, RunStatus, SolveQuestion, SolveRun, SolvedOpenings,
};
use kring_board::{Colour, Game, Rules, Size, chance, files, stop::Stop};
use kring_literature::verifier::First;
use kring_proof::Proof;
use kring_solver::{ProveError, Solver, SolverLimits};

use super::output::{EventProgress, note, out, out_line, say_written};
use super::signals;

pub const CODES: &str = "\
Exit codes: 0 if all that was asked for is solved, 4 if a limit was reached first or the run was
interrupted, 1 for an error, 2 for a wrong command line.";

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
    /// Finds the winner after each first move; symmetric moves are solved once
    #[arg(long)]
    openings: bool,
    /// Solves part I of N of the openings; kring merge joins the stores
    #[arg(long, value_name = "I/N", requires = "openings")]
    shard: Option<Shard>,
    /// Searches with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The memory of the table of positions and of all threads, in megabytes
    #[arg(long, value_name = "MB", default_value = "1024")]
    memory: NonZeroUsize,
    /// Stops after this many seconds, of the whole run; openings share them
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// Stops after this many positions, of the whole run; openings share them
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroU64>,
    /// The file of solved positions: if it is there, the run continues from it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Writes the winner's strategy to a file; for two starters to two files, with
    /// -black and -white before the extension
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    proof: Option<PathBuf>,
    /// Draws who wins after each first move, as SVG, PNG or PDF; for two starters two files, as with --proof
    #[arg(long, value_name = "FILE", requires = "openings")]
    picture: Option<PathBuf>,
    /// Prints a line of JSON for each starter instead of tables
    #[arg(long)]
    json: bool,
    /// The seed of the season map, if there are seasons
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = chance::game(self.size, self.variant.clone(), self.seed);
        let solver = Solver::new(Arc::clone(&game), self.memory.get().saturating_mul(1 << 20))?;
        let questions = self.questions(&game)?;
        self.check_outputs(&questions)?;
        let stop = stop_at_signals();
        let limits = SolverLimits {
            threads: self.threads.into(),
            time: self.time,
            positions: self.positions.map(NonZeroU64::get),
            stop: stop.clone(),
        };
        let mut run = SolveRun::new(solver, limits);
        if let Some(store) = &self.store {
            run.remember(store)?;
            let answered = run.answered();
            let remembered = run.remembered;
            if answered > 0 || remembered > 0 {
                note!("from the store: {answered} answers, {remembered} solved positions");
            }
        }
        let findings = self.find(&mut run, &game, &questions)?;
        self.write(&mut run, &findings, stop)?;
        let solved = findings.iter().all(Findings::is_complete);
        Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(4) })
    }

    fn questions(&self, game: &Arc<Game>) -> anyhow::Result<Vec<SolveQuestion>> {
        let firsts = match self.first {
            First::Both => Colour::ALL.to_vec(),
            First::Only(colour) => vec![colour],
        };
        let question = |first| {
            let question = SolveQuestion::parse(first, &self.moves, game.size())?;
            match question.position(game)?.0.winner() {
                Some(winner) => Err(QuestionError::Over(winner)),
                None => Ok(question),
            }
        };
        firsts.into_iter().map(question).collect::<Result<_, _>>().context("--moves")
    }

    /// Fails before the search if an output file cannot be written.
    fn check_outputs(&self, questions: &[SolveQuestion]) -> anyhow::Result<()> {
        let mut paths: Vec<PathBuf> = self.store.iter().cloned().collect();
        for path in [&self.proof, &self.picture].into_iter().flatten() {
            ensure!(path.as_os_str() != "-", "--proof and --picture need the name of a file");
            outputs::check(path)?;
            for question in questions {
                let path = self.of_starter(path, question);
                let is_taken = paths.iter().any(|other| files::are_one(other, &path));
                ensure!(!is_taken, "{} is named twice", path.display());
                outputs::check(&path)?;
                paths.push(path);
            }
        }
        if let Some(picture) = &self.picture {
            PictureFormat::of(picture)?;
        }
        if let Some(proof) = &self.proof {
            for question in questions {
                let path = self.of_starter(proof, question);
                let is_free = !path.exists() || Proof::is_in(&path).unwrap_or(false);
                let name = path.display();
                ensure!(is_free, "{name} is there and is not a proof: it is not overwritten");
            }
            let is_provable = self.variant.seasons.count() == 1 && !self.variant.swap;
            ensure!(is_provable, "--proof: {}", ProveError::Rules);
        }
        self.store.as_deref().map_or(Ok(()), outputs::check)
    }

    /// The file of a starter. If there are two, the colour is added before the extension.
    fn of_starter(&self, path: &Path, question: &SolveQuestion) -> PathBuf {
        if self.first != First::Both {
            return path.to_owned();
        }
        let stem = path.file_stem().unwrap_or_default();
        let first = question.first;
        let mut name = format!("{}-{first}", stem.to_string_lossy());
        if let Some(extension) = path.extension() {
            name += &format!(".{}", extension.to_string_lossy());
        }
        path.with_file_name(name)
    }

    fn find(
        &self,
        run: &mut SolveRun,
        game: &Arc<Game>,
        questions: &[SolveQuestion],
    ) -> anyhow::Result<Vec<Findings>> {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut openings = solve::openings(game, questions)?;
        for list in &mut openings {
            list.retain(|opening| shard.has(opening.number));
        }
        let mut progress = EventProgress::with_template("{bar:10} {pos}/{len}  {wide_msg}", 1);
        let mut findings = Vec::new();
        for (question, list) in questions.iter().zip(openings) {
            let list = self.openings.then_some(list);
            let mut watch = |status: RunStatus<'_>| {
                let SolvedOpenings { solved, all } = status.openings;
                progress.show(5000, (solved, all), |has_bar| match status.text(game.size()) {
                    text if all > 1 && !has_bar => format!("{solved}/{all} openings, {text}"),
                    text => text,
                });
            };
            findings.push(run.find(question, list, shard == Shard::WHOLE, &mut watch)?);
        }
        progress.finish();
        Ok(findings)
    }

    /// Prints the result, then writes proofs and pictures.
    fn write(&self, run: &mut SolveRun, findings: &[Findings], stop: Stop) -> anyhow::Result<()> {
        let limits = SolverLimits { stop, ..SolverLimits::default() };
        if !self.json {
            out!("{}", solve::text(findings));
            if self.store.is_some() {
                out_line!("\nremembered: {} solved positions", run.remembered);
            }
        }
        say_written(&self.store);
        for found in findings {
            let mut entry = ResultEntry::new(found);
            if let (Some(path), Some(winner)) = (&self.proof, found.verdict.winner) {
                let path = self.of_starter(path, &found.question);
                let proof = outputs::prove(&mut run.solver, found, winner, &limits, &path)?;
                if !self.json {
                    out_line!("{}: {} nodes, {} bytes", path.display(), proof.nodes, proof.bytes);
                }
                entry.proof = Some(proof);
            }
            if let Some(path) = &self.picture {
                let path = self.of_starter(path, &found.question);
                let format = PictureFormat::of(&path)?;
                let picture = solve::picture(&entry).map_err(anyhow::Error::msg)?;
                super::write(&path, format.encode(&picture)?)?;
                say_written([path]);
            }
            if self.json {
                out_line!("{}", entry.line());
            }
        }
        Ok(())
    }
}

/// The handle that a request to end the program sets: the search then stops, and its results are
/// saved. Where such requests cannot be handled, the first ends the program at once.
fn stop_at_signals() -> Stop {
    let stop = Stop::default();
    let handle = stop.clone();
    if let Err(error) = signals::on_end(move || handle.set()) {
        log::warn!("signals cannot be handled, so they end the run at once: {error}");
    }
    stop
}
