//! The `kring` program; see the library for what it does.

#![forbid(unsafe_code)]

mod cli;

use cli::output::note;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::processor::check();
    match cli::Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            // Not as `anyhow` does it, which adds a backtrace if it is told
            // to: nothing is wrong with the program.
            note!("Error: {error}");
            error.chain().skip(1).for_each(|cause| note!("  because: {cause}"));
            ExitCode::FAILURE
        }
    }
}
