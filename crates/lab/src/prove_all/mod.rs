//! `kring-lab prove-all`: finds certificates that black wins the cylinder of m columns for every number
//! of rows, or white the rhombus of m columns from some number of rows on. `docs/ALL-N.md` explains them.
//!
//! `search.rs` has the loop: the solver (`sat.rs`) proposes a set that satisfies the clauses of `encoder.rs` and `chain.rs`;
//! `model.rs`, `failing.rs` and `losses.rs` find what fails in it, which makes further clauses. `pairing.rs` finds pairings
//! of cells. `supports` searches sets with supports between rows, and checks them by their definition. `machine` finds exact
//! machines, without the solver.

mod chain;
mod checkpoint;
mod class;
mod encoder;
mod failing;
mod formula;
mod limits;
mod losses;
mod machine;
mod model;
mod options;
mod pairing;
mod picture;
mod prune;
mod rows;
mod sat;
mod search;
mod supports;
mod unknowns;
mod window;

use std::{fs, process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use kring_proof::all_n::{self, Certificate};

pub use self::options::Options;

use self::{
    class::Class,
    limits::Limits,
    options::Task,
    search::{Outcome, Plan, search},
    supports::{Phases, SupportClass},
};

/// How to search.
fn plan(options: &Options) -> Plan {
    Plan {
        seed: options.seed,
        solver: options.solver.clone(),
        batch: options.batch.max(1),
        // For rhombi, whose words are long, the whole formula is much faster; but triples have too many windows.
        eager: options.eager
            || matches!(options.board, options::Board::Rhombus) && !options.triples,
        sparse: options.sparse,
        checkpoint: options.checkpoint.clone(),
        drat: options.drat.clone(),
        verbose: options.verbose,
    }
}

/// Searches the classes until one has a set.
fn run(options: &Options, classes: Vec<Class>) -> Result<ExitCode> {
    let limits = Limits::new(options.time_limit, options.memory);
    let plan = plan(options);
    let mut code = 3;
    for class in classes {
        eprintln!("{class}");
        let begin = Instant::now();
        let outcome = if class.pairing {
            pairing::search(&class, &plan, &limits)?
        } else {
            search(&class, &plan, &limits)?
        };
        if !matches!(outcome, Outcome::None) {
            remove_proof(options)?;
        }
        let seconds = begin.elapsed().as_secs_f64();
        match outcome {
            Outcome::Found(certificate) => {
                println!("{class}: found, {}, {seconds:.1} s", certificate.size());
                write(options, &certificate)?;
                return Ok(ExitCode::SUCCESS);
            }
            Outcome::FoundForHeight => {
                println!("{class}: there is a set for this height, {seconds:.1} s");
                return Ok(ExitCode::SUCCESS);
            }
            Outcome::None => println!("{class}: none, {seconds:.1} s"),
            Outcome::Open => {
                println!("{class}: open, {seconds:.1} s, {}", limits.name());
                code = 4;
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// Removes the part of a proof that the solver wrote about a class that it did not refute.
fn remove_proof(options: &Options) -> Result<()> {
    if let Some(path) = &options.drat {
        eprintln!("no proof is written, since the class is not refuted");
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// Searches a set with supports, and prints it.
fn run_supports(options: &Options, class: &SupportClass) -> Result<ExitCode> {
    let columns = class.columns;
    eprintln!("{class}");
    let begin = Instant::now();
    let limits = Limits::new(options.time_limit, options.memory);
    let outcome = supports::search(class, &plan(options), &limits)?;
    if !matches!(outcome, supports::Outcome::None) {
        remove_proof(options)?;
    }
    let seconds = begin.elapsed().as_secs_f64();
    match outcome {
        supports::Outcome::Found(set) => {
            println!("{class}: found, {seconds:.1} s\n{set}");
            match class.phases {
                Phases::Period(_) => println!(
                    "black wins the cylinder {columns}xn for every number n of rows, whoever begins"
                ),
                Phases::Height(height) => {
                    println!("black wins the cylinder {columns}x{height}, whoever begins");
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        supports::Outcome::None => {
            println!("{class}: none, {seconds:.1} s");
            Ok(ExitCode::from(3))
        }
        supports::Outcome::Open => {
            println!("{class}: open, {seconds:.1} s, {}", limits.name());
            Ok(ExitCode::from(4))
        }
    }
}

/// Checks the certificate and writes it.
fn write(options: &Options, certificate: &Certificate) -> Result<()> {
    all_n::check(certificate).context("the certificate that was found is wrong")?;
    println!("{}", certificate.statement());
    if let Some(path) = &options.out {
        certificate.write(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &options.draw {
        fs::write(path, picture::certificate(certificate).to_svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

impl Options {
    /// Searches for what is asked for.
    pub fn run(&self) -> Result<ExitCode> {
        match self.task() {
            Ok(Task::Supports(class)) => run_supports(self, &class),
            Ok(Task::Machine) => machine::run(self),
            Ok(Task::Classes(classes)) => run(self, classes),
            Err(error) => {
                eprintln!("Error: {error:#}");
                Ok(ExitCode::from(2))
            }
        }
    }
}
