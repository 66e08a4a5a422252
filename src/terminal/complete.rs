//! Completion of a line.

use kring_agents::AGENTS;
use kring_board::Rules;

use super::{COMMANDS, People};

/// What completes the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completions {
    /// One of these words, which replaces the text from this byte on.
    Words(usize, Vec<String>),
    /// The name of a file.
    File,
}

/// The completions of a line; `cells` are the legal moves.
pub fn complete(line: &str, cells: &[String]) -> Completions {
    let blank = line.char_indices().rfind(|(_, c)| c.is_whitespace());
    let begin = blank.map_or(0, |(at, c)| at + c.len_utf8());
    let word = line[begin..].to_lowercase();
    let before: Vec<&str> = line[..begin].split_whitespace().collect();
    let strings = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let all: Vec<String> = match before[..] {
        [] => {
            let commands = COMMANDS.iter().map(|command| command.name.to_owned());
            commands.chain(cells.iter().cloned()).collect()
        }
        ["save" | "load", ..] => return Completions::File,
        ["agent"] | ["agent", "black" | "white"] => {
            let colours = ["black", "white"].into_iter().filter(|_| before.len() == 1);
            let names = AGENTS.iter().map(|entry| entry.name);
            names.chain(colours).chain(["default"]).map(str::to_owned).collect()
        }
        ["agent", ..] => parameters(&before),
        ["new", ..] => {
            let keys = ["seasons=", "turns=random", "swap=on", "swap=off", "topology="];
            [&Rules::PRESETS[..], &keys].concat().into_iter().map(str::to_owned).collect()
        }
        ["colour" | "color"] => strings(&People::WORDS),
        ["level"] => (1..=9).map(|level| level.to_string()).collect(),
        _ => Vec::new(),
    };
    Completions::Words(begin, all.into_iter().filter(|name| name.starts_with(&word)).collect())
}

/// The parameters of the agent that one of the words names.
fn parameters(words: &[&str]) -> Vec<String> {
    let entry = AGENTS.iter().find(|entry| words.contains(&entry.name));
    let parameters = entry.map(|entry| entry.parameters).unwrap_or_default();
    parameters.iter().map(|parameter| format!("{}=", parameter.name)).collect()
}
