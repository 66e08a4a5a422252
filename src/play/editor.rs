//! Lines typed at a terminal: with editing, history and completion.

use std::{fs, io, path::PathBuf};

use etcetera::BaseStrategy;
use kring_agents::{AGENTS, AgentEntry};
use kring_board::Rules;
use rustyline::completion::{Completer, FilenameCompleter, Pair, Quote, escape, unescape};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::commands::COMMANDS;
use super::people::People;
use super::screen::{LineInput, Typed};

/// A terminal that people type at.
pub struct Editor {
    editor: rustyline::Editor<LineHelper, DefaultHistory>,
    /// The file of the history; none if there is no folder for it.
    history: Option<PathBuf>,
}

impl Editor {
    /// An editor with the history of earlier games, if it can be read.
    pub fn new() -> io::Result<Editor> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = rustyline::Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(LineHelper::default()));
        let history = history_file();
        // Before the first game there is none.
        let _ = history.as_ref().map(|file| editor.load_history(file));
        Ok(Editor { editor, history })
    }

    /// Adds the new lines to the file, if there is a folder for it: at once, so that the history
    /// does not depend on how the program ends.
    fn save_history(&mut self) {
        if let Some(file) = &self.history {
            let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = folder.map(|()| self.editor.append_history(file));
        }
    }
}

impl LineInput for Editor {
    fn line(&mut self, prompt: &str, cells: Vec<String>) -> io::Result<Typed> {
        if let Some(words) = self.editor.helper_mut() {
            words.cells = cells;
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // An error in the history is ignored.
                    let _ = self.editor.add_history_entry(&line);
                    self.save_history();
                }
                Ok(Typed::Text(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Signal(_)) => Ok(Typed::Text(String::new())),
            // A byte that is not UTF-8, as terminals with other encodings send it: no word has it.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Typed::Text(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }

    fn size(&mut self) -> Option<(usize, usize)> {
        self.editor.dimensions().map(|(columns, rows)| (usize::from(columns), usize::from(rows)))
    }

    fn is_visible(&self) -> bool {
        true
    }
}

/// The history file in the user's state folder. On Windows, which has none, it is in the folder of
/// local data.
fn history_file() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.cache_dir());
    Some(state.join("kring/play_history"))
}

#[derive(Default)]
struct LineHelper {
    cells: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        match complete(&line[..at], &self.cells) {
            Completions::File(begin) => Ok((begin, self.file_names(&line[begin..at], context)?)),
            Completions::Words(begin, words) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((begin, words.into_iter().map(pair).collect()))
            }
        }
    }
}

impl LineHelper {
    /// The names of files that begin so. A line has them as they are, and the completer knows only
    /// words and quoted names: so it gets and returns quoted ones.
    fn file_names(&self, name: &str, context: &Context<'_>) -> rustyline::Result<Vec<Pair>> {
        let name = escape(name.to_owned(), Some('\\'), is_special, Quote::Double);
        let quoted = format!("\"{name}");
        let (_, mut found) = self.files.complete(&quoted, quoted.len(), context)?;
        for pair in &mut found {
            pair.replacement = unescape(&pair.replacement, Some('\\')).into_owned();
        }
        Ok(found)
    }
}

/// Whether a character of a quoted name needs a backslash before it.
fn is_special(c: char) -> bool {
    c == '"' || (c == '\\' && !cfg!(windows))
}

impl Hinter for LineHelper {
    type Hint = String;
}
impl Highlighter for LineHelper {}
impl Validator for LineHelper {}
impl Helper for LineHelper {}

/// What completes the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completions {
    /// One of these words, which replaces the text from this byte on.
    Words(usize, Vec<String>),
    /// The name of a file, which is the text from this byte on.
    File(usize),
}

/// Where the name of a file begins: after the first word.
fn file_name_at(line: &str) -> usize {
    let name = line.trim_start().trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
    line.len() - name.len()
}

/// The completions of a line; `cells` are the legal moves.
pub fn complete(line: &str, cells: &[String]) -> Completions {
    let blank = line.char_indices().rfind(|(_, c)| c.is_whitespace());
    let begin = blank.map_or(0, |(at, c)| at + c.len_utf8());
    let word = line[begin..].to_lowercase();
    let before: Vec<&str> = line[..begin].split_whitespace().collect();
    let all: Vec<String> = match before[..] {
        [] => {
            let commands = COMMANDS.iter().map(|command| command.name.to_owned());
            commands.chain(cells.iter().cloned()).collect()
        }
        ["save" | "load", ..] => return Completions::File(file_name_at(line)),
        ["agent"] | ["agent", "black" | "white"] => {
            let colours = ["black", "white"].into_iter().filter(|_| before.len() == 1);
            let names = AGENTS.iter().map(|entry| entry.name);
            names.chain(colours).chain(["default"]).map(str::to_owned).collect()
        }
        ["agent", ..] => parameters(&before),
        ["new", ..] => {
            let keys = ["seasons=", "turns=random", "swap=on", "swap=off", "topology="];
            [&Rules::preset_names()[..], &keys].concat().into_iter().map(str::to_owned).collect()
        }
        ["colour" | "color"] => People::WORDS.map(str::to_owned).to_vec(),
        ["level"] => (1..=9).map(|level| level.to_string()).collect(),
        _ => Vec::new(),
    };
    Completions::Words(begin, all.into_iter().filter(|name| name.starts_with(&word)).collect())
}

/// The parameters of the agent that one of the words names.
fn parameters(words: &[&str]) -> Vec<String> {
    let entry = AGENTS.iter().find(|entry| words.contains(&entry.name));
    let parameters = entry.map(AgentEntry::parameters).unwrap_or_default();
    parameters.iter().map(|parameter| format!("{}=", parameter.name)).collect()
}
