//! The program behind the command of an engine: its name and version, and the digests of the files
//! that the command starts. They tell whether a program was replaced, before a run or during it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use kring_board::word::{hex, one_line, short};
use sha2::{Digest, Sha256};
use which::which;

use super::error::{DriverError, ExternalError};
use super::link::EngineLink;
use super::spec::EngineSpec;

/// The program that an engine is in this run: the fingerprint of its first process, or why it has
/// none. Clones share it.
#[derive(Clone, Default)]
pub struct RunProgram(Arc<OnceLock<Result<String, String>>>);

impl RunProgram {
    /// The fingerprint, once a process has been started.
    pub fn fingerprint(&self) -> Option<Result<String, String>> {
        self.0.get().cloned()
    }

    /// Starts a process. It must be the same program as the first, since all games of the run count
    /// as those of one player.
    pub fn start(&self, spec: &EngineSpec) -> Result<EngineLink, ExternalError> {
        let mut link = EngineLink::start(spec)?;
        let replies = [reply(&mut link, "name")?, reply(&mut link, "version")?];
        let found = program_digests(&spec.command).map(|digests| {
            let replies = replies.into_iter().filter(|reply| !reply.is_empty());
            replies.chain(digests).collect::<Vec<String>>().join(" ")
        });
        let first = self.0.get_or_init(|| found.clone());
        if found == *first {
            return Ok(link);
        }
        let [found, first] = [found, first.clone()].map(|text| text.unwrap_or_else(|why| why));
        Err(DriverError::OtherProgram { name: spec.name().to_owned(), found, first }.into())
    }
}

/// The reply to a command, as a few words; empty if the engine refuses it.
fn reply(link: &mut EngineLink, command: &str) -> Result<String, ExternalError> {
    let reply = link.accepts(command)?.unwrap_or_default();
    Ok(short(one_line(&reply).trim()))
}

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
fn program_digests(command: &str) -> Result<Vec<String>, String> {
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
    let mut program = words.next().and_then(|word| which(word).ok());
    while let Some(path) = program.take() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // The name without a version, as in python3.
        let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
        files.push(path);
        if LAUNCHERS.contains(&name) {
            program = words.find_map(|word| which(word).ok());
        } else if INTERPRETERS.contains(&name) {
            files.extend(words.by_ref().map(PathBuf::from).find(|path| path.is_file()));
        }
    }
    files
}
