//! The output of the programs that check proofs: what each file proves, or why it is refused.

use std::{
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

use kring_board::{files, host::Instant};

use super::{
    Proof, ProofError, ProofStart,
    all_n::{self, Certificate},
    check, file,
    machine::{self, Machine},
};

/// The exit codes of a program that checks proofs, for its help.
pub const EXIT_CODES: &str = "\
Exit codes: 0 if all proofs are right, 3 if one of them is wrong or damaged, 1 if one of them
cannot be read or the result cannot be written, 2 for a wrong command line.";

/// The longest file that is read, in bytes.
const LONGEST: u64 = 512 << 20;

/// How each kind of file begins.
const NAMES: [&[u8]; 3] = [file::NAME, all_n::NAME.as_bytes(), machine::NAME.as_bytes()];

/// Checks proof files. Prints what they prove to the standard output and why files are refused to
/// the standard error. Returns the exit code of the program. A lost reader is not an error.
pub fn check_files(files: &[PathBuf]) -> u8 {
    let mut code = 0;
    for file in files {
        match check_file(file) {
            Ok(text) => {
                let printed = writeln!(io::stdout(), "{}: {text}", file.display());
                if let Err(error) = printed
                    && error.kind() != ErrorKind::BrokenPipe
                {
                    drop(writeln!(
                        io::stderr(),
                        "Error: standard output cannot be written: {error}"
                    ));
                    code = code.max(1);
                }
            }
            Err(error) => {
                drop(writeln!(io::stderr(), "{}: refused: {error}", file.display()));
                code = code.max(if matches!(error, ProofError::File(_)) { 1 } else { 3 });
            }
        }
    }
    code
}

/// The content of a proof file. Its name is looked at before the rest is read.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, ProofError> {
    let failed = |error: io::Error| ProofError::File(error.to_string());
    let input = files::open(file).map_err(failed)?;
    let mut bytes = Vec::new();
    let begin = NAMES.iter().map(|name| name.len()).max().unwrap_or(0) as u64;
    (&input).take(begin).read_to_end(&mut bytes).map_err(failed)?;
    if !NAMES.iter().any(|name| bytes.starts_with(name)) {
        return Err(ProofError::NoProof);
    }
    (&input).take(LONGEST).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(ProofError::Longest);
    }
    Ok(bytes)
}

/// Checks a file and describes what it proves, and its size.
pub fn check_file(file: &Path) -> Result<String, ProofError> {
    let begin = Instant::now();
    let bytes = read(file)?;
    let (statement, length) = if bytes.starts_with(all_n::NAME.as_bytes()) {
        let certificate = Certificate::from_bytes(&bytes).map_err(ProofError::AllN)?;
        all_n::check(&certificate).map_err(ProofError::AllN)?;
        (certificate.statement(), format!("{} of rows", certificate.size()))
    } else if bytes.starts_with(machine::NAME.as_bytes()) {
        let machine = Machine::from_bytes(&bytes).map_err(ProofError::Machine)?;
        let product = machine.verify().map_err(ProofError::Machine)?;
        (machine.statement(), format!("{} states, {product} of the product", machine.states()))
    } else {
        let proof = Proof::from_bytes(&bytes)?;
        check(&proof)?;
        (statement(&proof), format!("{} nodes", proof.nodes.len()))
    };
    let seconds = begin.elapsed().as_secs_f64();
    Ok(format!("{statement}\n  {length}, {} bytes, {seconds:.2} s", bytes.len()))
}

/// `black wins 3x3 rhombus …, white first, from black b2`
pub(super) fn statement(proof: &Proof) -> String {
    let ProofStart { position, first } = &proof.start;
    let size = position.size();
    let rules = position.rules();
    let winner = proof.winner;
    let start: Vec<String> = file::stones(position).collect();
    let start = if start.is_empty() { "the empty board".to_owned() } else { start.join(", ") };
    let mut text = format!("{winner} wins {size} {rules}, {first} to move, from {start}");
    if rules.seasons.count() > 1 {
        text.push_str(&format!(", season map {}", position.game().map()));
    }
    text
}
