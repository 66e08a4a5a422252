//! Help, completions and manual pages: all are generated from the definition of the command line.

use std::io::{self, Write};
use std::{fs, path::Path};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use kring_board::suggest::hint;

use super::Cli;

pub fn help(words: &[String]) -> anyhow::Result<()> {
    let mut program = Cli::command();
    let Some(name) = words.first() else {
        // A closed pipe is not an error.
        let _ = program.print_long_help();
        return Ok(());
    };
    program.build();
    let names: Vec<_> = program.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let found = program.find_subcommand_mut(name).with_context(|| {
        let hint = hint(name, names.iter().map(String::as_str));
        format!("there is no command '{name}'{hint}; available: {}", names.join(", "))
    })?;
    let _ = found.print_long_help();
    Ok(())
}

pub fn completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "kring", &mut script);
    // A closed pipe is not an error.
    let _ = io::stdout().write_all(&script);
}

/// Writes a page for the program and one for each command.
pub fn manual(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .with_context(|| folder.display().to_string())?;
    let folder = folder.display();
    println!("{folder}: the manual pages; man {folder}/kring.1 shows the first");
    Ok(())
}
