//! The files that the command of an engine starts, and their digests: they tell whether a program
//! was replaced.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::{env, io};

use kring_board::word::hex;
use sha2::{Digest, Sha256};

/// Programs that run a script: the first file among their arguments.
const INTERPRETERS: [&str; 17] = [
    "bash", "dash", "guile", "java", "julia", "ksh", "lua", "luajit", "mono", "node", "perl",
    "php", "pypy", "python", "ruby", "sh", "zsh",
];

/// Programs that run another program: the first of their arguments that is one.
const LAUNCHERS: [&str; 9] =
    ["chrt", "env", "ionice", "nice", "nohup", "setsid", "stdbuf", "taskset", "timeout"];

/// The SHA-256 of each file that a command starts: the executable, the program that a launcher such
/// as `nice` runs, and the script that an interpreter runs. Each has its first 16 digits.
pub fn program_digests(command: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(command).unwrap_or_default();
    let files = program_files(&words);
    if files.is_empty() {
        let program = words.first().map_or("", String::as_str);
        return Err(format!("its program '{program}' was not found"));
    }
    let digest = |path: &PathBuf| {
        file_digest(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    };
    files.iter().map(digest).collect()
}

fn file_digest(path: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(format!("sha256:{}", hex(&digest.finalize()[..8])))
}

fn program_files(words: &[String]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut words = words.iter();
    let mut program = words.next().and_then(|word| executable(word));
    while let Some(path) = program.take() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // The name without a version, as in python3.
        let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
        files.push(path);
        if LAUNCHERS.contains(&name) {
            program = words.find_map(|word| executable(word));
        } else if INTERPRETERS.contains(&name) {
            files.extend(words.by_ref().map(PathBuf::from).find(|path| path.is_file()));
        }
    }
    files
}

/// The file that a word starts. A word without a folder is looked up in `PATH`.
fn executable(word: &str) -> Option<PathBuf> {
    let folders = if Path::new(word).components().count() > 1 {
        vec![PathBuf::new()]
    } else {
        env::split_paths(&env::var_os("PATH")?).collect()
    };
    let names = [word.to_owned(), format!("{word}{}", env::consts::EXE_SUFFIX)];
    let mut paths =
        folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    paths.find(|path| path.is_file())
}
