//! `kring completions` and `kring man`: both are generated from the definition of the command line.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// The options of `kring completions`.
#[derive(clap::Args)]
pub struct CompletionsOptions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl CompletionsOptions {
    /// Prints the script that completes commands and options.
    pub fn run(self) {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "kring", &mut script);
        // A closed pipe is not an error.
        let _ = io::stdout().write_all(&script);
    }
}

/// The options of `kring man`.
#[derive(clap::Args)]
pub struct ManOptions {
    /// The folder for the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl ManOptions {
    /// Writes a page for the program and one for each command.
    pub fn run(self) -> anyhow::Result<()> {
        let folder = self.out.display();
        fs::create_dir_all(&self.out)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.out))
            .with_context(|| format!("{folder}"))?;
        println!("{folder}: the manual pages; man {folder}/kring.1 shows the first");
        Ok(())
    }
}
