//! `kring check-proof`: checks proofs and prints what they prove.

use std::{path::PathBuf, process::ExitCode};

pub use kring_proof::EXIT_CODES as CODES;

/// The options of `kring check-proof`.
#[derive(clap::Args)]
pub struct Options {
    /// The proofs
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl Options {
    /// Checks the proofs and prints what they prove.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        super::log("warn").init();
        Ok(ExitCode::from(kring_proof::check_files(&self.files)))
    }
}
