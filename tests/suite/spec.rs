//! `protocol/SPEC.md` is correct: its headings are the table of commands, and its
//! examples are golden sessions that the engine replays.
//!
//! A heading of a command is ``### `USAGE` ``. A block marked `gtp` is replayed
//! in a fresh session. A block marked `text` shows a reply that can change.

use kring::gtp::COMMANDS;

use crate::helper::replay;

const SPEC: &str = include_str!("../../protocol/SPEC.md");

/// A fenced block: the line of its first row, its mark and its text.
struct Block {
    line: usize,
    mark: String,
    text: String,
}

/// The blocks of the reference, in order.
fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(SPEC.lines()) {
        match (line.strip_prefix("```"), inside) {
            (Some(mark), false) => {
                blocks.push(Block { line: number + 1, mark: mark.to_owned(), text: String::new() });
                inside = true;
            }
            (Some(_), true) => inside = false,
            (None, true) => {
                let text = &mut blocks.last_mut().expect("a block was begun").text;
                text.push_str(line);
                text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!inside, "the last block of the reference has no end");
    blocks
}

/// The sections of the commands: usage and the text below it.
fn sections() -> Vec<(&'static str, &'static str)> {
    let below = |section: &'static str| {
        let (usage, text) = section.split_once("`\n").expect("a heading is ### `USAGE`");
        (usage, text.split("\n## ").next().unwrap_or_default())
    };
    SPEC.split("\n### `").skip(1).map(below).collect()
}

#[test]
fn the_headings_are_the_table_of_commands() {
    let headings: Vec<&str> = sections().into_iter().map(|(usage, _)| usage).collect();
    let usages: Vec<String> = COMMANDS.iter().map(|command| command.usage()).collect();
    assert_eq!(headings, usages);
}

#[test]
fn every_command_has_an_example_that_sends_it() {
    for ((usage, text), command) in sections().into_iter().zip(COMMANDS) {
        let sent = text.split("```").skip(1).step_by(2).flat_map(str::lines).any(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some(command.name) || words.next() == Some(command.name)
        });
        assert!(sent, "no example sends {usage}");
    }
}

#[test]
fn every_example_gives_the_replies_that_it_shows() {
    let mut report = String::new();
    for Block { line, mark, text } in blocks() {
        match mark.as_str() {
            "gtp" => {
                for mismatch in replay(&text) {
                    report.push_str(&format!("in the block at SPEC.md:{line}, {mismatch}\n"));
                }
            }
            "text" => {}
            other => report.push_str(&format!("SPEC.md:{line}: a block marked '{other}'\n")),
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

/// The types of replies that HexGui shows. `move` is not allowed: it would place
/// a stone that the engine does not know of.
const SHOWN: [&str; 8] = ["string", "plist", "pspairs", "var", "gfx", "param", "inferior", "vc"];

#[test]
fn every_entry_of_the_menu_of_hexgui_can_be_shown() {
    let mut labels = Vec::new();
    for entry in COMMANDS.iter().flat_map(|command| command.analyze) {
        let parts: Vec<&str> = entry.split('/').collect();
        let [kind, label, line] = parts[..] else { panic!("{entry}") };
        assert!(SHOWN.contains(&kind), "{entry}");
        assert!(!labels.contains(&label), "HexGui drops the second {label}");
        labels.push(label);
        let name = line.split(' ').next();
        assert!(COMMANDS.iter().any(|command| Some(command.name) == name), "{entry}");
        // A dialog sends its command as it stands, without wildcards replaced.
        assert!(kind != "param" || !line.contains('%'), "{entry}");
    }
    for label in ["Rules...", "Agent...", "Level (1-9)...", "Live Graphics On", "Seasons"] {
        assert!(labels.contains(&label), "{label}");
    }
}
