//! `kring check-proof`: checks that proofs are right, and says what they prove.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use kring::{
    files,
    proof::{self, Proof, ProofError},
    rules::Colour,
};

use super::output::note;

/// The exit codes, for the help.
pub const CODES: &str = "\
Exit codes: 0 if all proofs are right, 3 if one of them is wrong or damaged, 1 if one of them
cannot be read, 2 for a wrong command line.";

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
        let mut code = 0;
        for file in &self.files {
            match check(file) {
                // A closed pipe is not an error.
                Ok(text) => drop(writeln!(io::stdout(), "{}: {text}", file.display())),
                Err(error) => {
                    note!("{}: refused: {error}", file.display());
                    code = code.max(if matches!(error, ProofError::File(_)) { 1 } else { 3 });
                }
            }
        }
        Ok(ExitCode::from(code))
    }
}

/// What a proof proves.
fn check(file: &Path) -> Result<String, ProofError> {
    let begin = Instant::now();
    let bytes = files::read(file).map_err(|error| ProofError::File(error.to_string()))?;
    let proof = Proof::from_bytes(&bytes)?;
    let nodes = proof::check(&proof)?.nodes;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(format!("{}\n  {nodes} nodes, {} bytes, {seconds:.2} s", statement(&proof), bytes.len()))
}

/// `black wins 3x3 rhombus …, white first, from black b2`
fn statement(proof: &Proof) -> String {
    let position = &proof.start.position;
    let size = position.size();
    let mut text =
        format!("{} wins {size} {}, {} to move", proof.winner, position.rules(), proof.start.first);
    let stones = |colour: Colour| {
        let names: Vec<String> =
            position.stones(colour).iter().map(|cell| cell.name(size)).collect();
        (!names.is_empty()).then(|| format!("{colour} {}", names.join(" ")))
    };
    let start: Vec<String> = Colour::ALL.into_iter().filter_map(stones).collect();
    match start.is_empty() {
        true => text.push_str(", from the empty board"),
        false => text.push_str(&format!(", from {}", start.join(", "))),
    }
    if position.rules().seasons.count() > 1 {
        text.push_str(&format!(", season map {}", position.game().map()));
    }
    text
}
