//! The command line: collects puzzles, or checks a collection.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use kring_board::files;
use kring_eval::Kernel;

use super::PuzzleFile;
use super::collect::{PuzzleSettings, collect};

#[derive(clap::Args)]
pub struct Options {
    /// The file for the puzzles, as JSON
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// The most puzzles, in five grades
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The most games that are played to find them
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The share of random moves in these games; the others are the network's
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    random: f64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Solves the puzzles of a file again, and makes none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "count", "games", "random", "seed"])]
    check: Option<PathBuf>,
}

impl Options {
    pub fn run(&self) -> Result<ExitCode> {
        Kernel::forced()?;
        match (&self.check, &self.out) {
            (Some(file), _) => check(file)?,
            (None, Some(out)) => self.make(out)?,
            (None, None) => bail!("--out FILE or --check FILE is missing"),
        }
        Ok(ExitCode::SUCCESS)
    }

    fn make(&self, out: &Path) -> Result<()> {
        let Options { count, games, random, seed, .. } = *self;
        let settings = PuzzleSettings { count, games, random, seed };
        let found = collect(&settings, |game, counts| {
            eprintln!("{game} games, puzzles by grade: {counts:?}");
        })?;
        files::replace(out, found.to_text())
            .with_context(|| format!("{} cannot be written", out.display()))?;
        println!("{} puzzles in {}", found.puzzles.len(), out.display());
        Ok(())
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn check(file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let collection = PuzzleFile::parse(&text).with_context(|| file.display().to_string())?;
    let mut wrong = 0;
    for (number, puzzle) in (1..).zip(&collection.puzzles) {
        if let Err(why) = puzzle.confirm() {
            wrong += 1;
            println!("puzzle {number}, {} {}: {why:#}", puzzle.size, puzzle.rules);
        }
    }
    ensure!(wrong == 0, "{wrong} of {} puzzles are wrong", collection.puzzles.len());
    println!("{} puzzles: each has exactly one move that wins", collection.puzzles.len());
    Ok(())
}
