//! `kring-prove-all`: finds certificates that black wins the cylinder of m columns for every number
//! of rows. `docs/ALL-N.md` explains them.

mod chain;
mod checkpoint;
mod class;
mod encoder;
mod formula;
mod limits;
mod model;
mod prune;
mod rings;
mod rows;
mod search;
mod unknowns;

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use kring_proof::all_n::{self, Certificate};

use crate::{
    class::{Class, Symmetry},
    limits::Limits,
    search::{Outcome, Plan, search},
};

/// Finds a certificate that black wins the cylinder of m columns for every number of rows
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Without --period and --symmetries, several classes of sets are tried, one after another.\n\
Exit codes: 0 if a certificate was found, 3 if no class has a set, 4 if a limit was reached, \
1 for other errors, 2 for a wrong command line."
)]
struct Options {
    /// The number of columns
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(2..=all_n::MOST_COLUMNS as i64))]
    columns: u8,
    /// Where to write the certificate
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The number of phases: the set may depend on the height modulo this number
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=all_n::MOST_PHASES as i64))]
    period: Option<u8>,
    /// The set is the same after (x, y) → (x + N, y + 1); N times the period must be a multiple of
    /// the columns
    #[arg(long, value_name = "N", requires = "period")]
    screw: Option<usize>,
    /// The symmetries of the set, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    symmetries: Option<Vec<Symmetry>>,
    /// The largest difference between the numbers of black and white stones in a row
    #[arg(long, value_name = "N")]
    imbalance: Option<usize>,
    /// Black may give up stones of the row in which it replies
    #[arg(long)]
    weakening: bool,
    /// The largest distance of a reply from white's stone, in rows
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u8).range(0..=all_n::MOST_REACH as i64))]
    reach: Option<u8>,
    /// The seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: i32,
    /// The largest numbers of windows and of rings that a round adds to the formula
    #[arg(long, value_name = "N", default_value_t = 2000)]
    batch: usize,
    /// Add all windows and rings at the beginning
    #[arg(long)]
    eager: bool,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Stop at this memory of the process
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Note the clauses in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", visible_alias = "resume")]
    checkpoint: Option<PathBuf>,
    /// Write the proof that a class has no set in the DRAT format, and its formula to FILE.cnf
    #[arg(long, value_name = "FILE")]
    drat: Option<PathBuf>,
    /// Print a line for each round of the search
    #[arg(long)]
    verbose: bool,
}

impl Options {
    /// The classes to try.
    fn classes(&self) -> Result<Vec<Class>> {
        let columns = usize::from(self.columns);
        let mut classes = Class::usual(columns);
        if self.period.is_some() || self.symmetries.is_some() {
            classes.truncate(1);
            let class = &mut classes[0];
            class.period = self.period.map_or(class.period, usize::from);
            (class.imbalance, class.reach, class.screw) = (columns, 1, self.screw);
            if let Some(symmetries) = &self.symmetries {
                class.symmetries.clone_from(symmetries);
                class.symmetries.retain(|&symmetry| symmetry != Symmetry::None);
            }
        }
        for class in &mut classes {
            class.weakening |= self.weakening;
            class.imbalance = self.imbalance.unwrap_or(class.imbalance);
            class.reach = self.reach.map_or(class.reach, usize::from);
            use Symmetry::{ExchangingHalfTurn, HalfTurn, Reflection, Rotation};
            ensure!(
                !class.has(Reflection) || class.has(Rotation),
                "the reflection needs the rotation"
            );
            ensure!(
                !class.has(HalfTurn) || !class.has(ExchangingHalfTurn),
                "only one half turn can be asked for"
            );
        }
        let closes =
            |class: &Class| class.screw.is_none_or(|n| (n * class.period).is_multiple_of(columns));
        ensure!(classes.iter().all(closes), "the screw does not fit the period");
        classes.dedup();
        ensure!(
            classes.len() == 1 || self.checkpoint.is_none() && self.drat.is_none(),
            "--checkpoint and --drat are about one class: name --period and --symmetries"
        );
        Ok(classes)
    }

    fn run(&self) -> Result<ExitCode> {
        let limits = Limits::new(self.time_limit, self.memory);
        let plan = Plan {
            seed: self.seed,
            batch: self.batch.max(1),
            eager: self.eager,
            checkpoint: self.checkpoint.clone(),
            drat: self.drat.clone(),
            verbose: self.verbose,
        };
        let mut code = 3;
        for class in self.classes()? {
            eprintln!("{class}");
            let begin = Instant::now();
            let outcome = search(&class, &plan, &limits)?;
            let seconds = begin.elapsed().as_secs_f64();
            match outcome {
                Outcome::Found(certificate) => {
                    println!("{class}: found, {} pairs, {seconds:.1} s", certificate.pairs());
                    self.write(&certificate)?;
                    return Ok(ExitCode::SUCCESS);
                }
                Outcome::None => println!("{class}: none, {seconds:.1} s"),
                Outcome::Open => {
                    println!("{class}: open, {seconds:.1} s");
                    code = 4;
                }
            }
        }
        Ok(ExitCode::from(code))
    }

    /// Checks the certificate and writes it.
    fn write(&self, certificate: &Certificate) -> Result<()> {
        all_n::check(certificate).context("the certificate that was found is wrong")?;
        println!("{}", certificate.statement());
        if let Some(path) = &self.out {
            certificate.write(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    match Options::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
