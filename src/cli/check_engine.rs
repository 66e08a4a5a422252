//! `kring check-engine`: tests a GTP engine for Hex.

use std::{process::ExitCode, time::Duration};

use kring::check::{ComplianceReport, Need};

use super::output::out_line;

pub const CODES: &str = "\
Exit codes: 0 if every referee can use the engine, 3 if not, 1 for an error, 2 for a wrong
command line.";

#[derive(clap::Args)]
pub struct Options {
    /// The command that starts the engine, e.g. "mohex --use-logfile=0"; no shell is used
    #[arg(value_name = "COMMAND")]
    command: String,
    /// The time that the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = super::seconds)]
    limit: Duration,
}

impl Options {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut header_printed = false;
        let report = ComplianceReport::make(&self.command, self.limit, |result| {
            // Only now: an engine that does not start has no table.
            if !header_printed {
                header_printed = true;
                out_line!("{:<7} {:<7} {:<37} seen", "", "need", "check");
            }
            out_line!("{result}");
        })?;
        let [must, should] = [Need::Must, Need::Should].map(|need| report.failures(need));
        let count = report.results.len();
        out_line!(
            "\n{count} checks; failed: {must} that every referee needs, {should} that some clients need"
        );
        Ok(if must == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) })
    }
}
