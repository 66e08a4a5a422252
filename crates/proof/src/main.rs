//! `kring-check FILE…`: checks proofs with the rules of Hex and nothing else of Kring.

use std::{env, path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    let files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let is_option = |file: &PathBuf| file.as_os_str().as_encoded_bytes().starts_with(b"-");
    if files.is_empty() || files.iter().any(is_option) {
        eprintln!(
            "Usage: kring-check FILE...\n\nChecks proofs of who wins a game of Hex and says what they prove.\n\n{}",
            kring_proof::EXIT_CODES
        );
        let asks = files.iter().any(|file| matches!(file.to_str(), Some("-h" | "--help")));
        return ExitCode::from(if asks { 0 } else { 2 });
    }
    ExitCode::from(kring_proof::check_files(&files))
}
