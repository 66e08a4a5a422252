//! Help, completions and manual pages: all are generated from the definition of the command line.

use std::{fs, path::Path};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use kring_board::suggest::hint;

use super::Cli;
use super::output::{out, out_line, print_styled};

pub fn help(words: &[String]) -> anyhow::Result<()> {
    let mut program = Cli::command();
    let Some(name) = words.first() else {
        print_styled(&program.render_long_help());
        return Ok(());
    };
    program.build();
    let names: Vec<_> = program.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let found = program.find_subcommand_mut(name).with_context(|| {
        let hint = hint(name, names.iter().map(String::as_str));
        format!("there is no command '{name}'{hint}; available: {}", names.join(", "))
    })?;
    print_styled(&found.render_long_help());
    Ok(())
}

pub fn completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "kring", &mut script);
    out!("{}", String::from_utf8_lossy(&script));
}

/// Writes a page for the program and one for each command.
pub fn manual(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .with_context(|| folder.display().to_string())?;
    let folder = folder.display();
    out_line!("{folder}: the manual pages; man {folder}/kring.1 shows the first");
    Ok(())
}
