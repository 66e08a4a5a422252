//! The output of the programs that check proofs: what each file proves, or why it is refused.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use kring_board::{Colour, files, host::Instant};

use super::{
    Proof, ProofError,
    all_n::{self, Certificate},
    check,
    machine::{self, Machine},
};

/// The exit codes of a program that checks proofs, for its help.
pub const EXIT_CODES: &str = "\
Exit codes: 0 if all proofs are right, 3 if one of them is wrong or damaged, 1 if one of them
cannot be read, 2 for a wrong command line.";

/// Checks proof files. Prints what they prove to the standard output and why files are refused to
/// the standard error. Returns the exit code of the program.
pub fn check_files(files: &[PathBuf]) -> u8 {
    let mut code = 0;
    for file in files {
        // A closed pipe is not an error.
        match check_file(file) {
            Ok(text) => drop(writeln!(io::stdout(), "{}: {text}", file.display())),
            Err(error) => {
                drop(writeln!(io::stderr(), "{}: refused: {error}", file.display()));
                code = code.max(if matches!(error, ProofError::File(_)) { 1 } else { 3 });
            }
        }
    }
    code
}

/// Checks a file and describes what it proves, and its size.
pub fn check_file(file: &Path) -> Result<String, ProofError> {
    let begin = Instant::now();
    let bytes = files::read(file).map_err(|error| ProofError::File(error.to_string()))?;
    if bytes.starts_with(all_n::NAME.as_bytes()) {
        let certificate = Certificate::from_bytes(&bytes).map_err(ProofError::AllN)?;
        all_n::check(&certificate).map_err(ProofError::AllN)?;
        let (size, seconds) = (certificate.size(), begin.elapsed().as_secs_f64());
        let statement = certificate.statement();
        return Ok(format!("{statement}\n  {size} of rows, {} bytes, {seconds:.2} s", bytes.len()));
    }
    if bytes.starts_with(machine::NAME.as_bytes()) {
        let machine = Machine::from_bytes(&bytes).map_err(ProofError::Machine)?;
        let product = machine.verify().map_err(ProofError::Machine)?;
        let (states, seconds) = (machine.states(), begin.elapsed().as_secs_f64());
        return Ok(format!(
            "{}\n  {states} states, {product} of the product, {} bytes, {seconds:.2} s",
            machine.statement(),
            bytes.len()
        ));
    }
    let proof = Proof::from_bytes(&bytes)?;
    let nodes = check(&proof)?.nodes;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(format!("{}\n  {nodes} nodes, {} bytes, {seconds:.2} s", statement(&proof), bytes.len()))
}

/// `black wins 3x3 rhombus …, white first, from black b2`
pub(super) fn statement(proof: &Proof) -> String {
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
