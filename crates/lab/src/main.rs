//! `kring-lab`: what the authors of Kring run, and users of the engine do not need.

#![forbid(unsafe_code)]

mod prove_all;
mod puzzles;
mod report;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What the authors of Kring run: certificates of who wins boards of every height, puzzles, reports
#[derive(Parser)]
#[command(name = "kring-lab", version)]
struct Cli {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Finds a certificate that black wins the cylinder of m columns for every number of rows, or
    /// white the rhombus of m columns from some number of rows on
    ProveAll(Box<prove_all::Options>),
    /// Collects puzzles: positions in which exactly one move wins
    Puzzles(puzzles::Options),
    /// Writes tables and opening maps of solved boards into a document
    Report(report::Options),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        LabCommand::ProveAll(options) => options.run(),
        LabCommand::Puzzles(options) => options.run(),
        LabCommand::Report(options) => options.run(),
    };
    result.unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
