//! Commands that change the game or the players: new games, games in files and links, agents.

use std::path::Path;

use kring_agents::{AGENTS, AgentEntry, AgentSpec};
use kring_board::{Colour, Size, record::hexworld};

use super::{CommandDone, wrong};
use crate::gtp::CommandFailure;
use crate::play::game::{TerminalGame, words};
use crate::play::people::People;

/// Size and rules in any order; what is not given stays.
pub fn new(game: &mut TerminalGame, text: &str) -> CommandDone {
    let position = game.position();
    let mut size = position.size();
    let mut rules = position.rules().clone();
    let is_size = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let (sizes, others): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(is_size);
    match sizes[..] {
        [] => {}
        [one] => size = one.parse::<Size>().map_err(|error| error.error.to_string())?,
        _ => return Err(wrong("the size is given twice")),
    }
    // A preset resets all rules, so it comes first.
    let (changes, named): (Vec<&str>, Vec<&str>) =
        others.into_iter().partition(|word| word.contains('='));
    let text = [named, changes].concat().join(" ");
    if !text.is_empty() {
        rules = rules.changed_by(&text).map_err(|error| error.error.to_string())?;
    }
    game.begin(size, &rules)?;
    game.say(format!("a new game: {}", game.description()));
    Ok(())
}

pub fn level(game: &mut TerminalGame, text: &str) -> CommandDone {
    match text.parse() {
        Ok(level @ 1..=9) => game.set_level(level)?,
        _ if text.is_empty() => return Err(wrong("expected level 1 to level 9")),
        _ => return Err(wrong("a level is from 1 to 9")),
    }
    game.say(players(game));
    Ok(())
}

pub fn agent(game: &mut TerminalGame, text: &str) -> CommandDone {
    let words: Vec<&str> = text.split_whitespace().collect();
    let only: Option<Colour> = words.first().and_then(|word| word.parse().ok());
    let text = words[usize::from(only.is_some())..].join(" ");
    match text.as_str() {
        "" => {
            // The full summaries would not fit on a line.
            let summary = |text: &'static str| text.split([':', '(']).next().unwrap_or_default();
            let row =
                |entry: &AgentEntry| format!("  {:<20}{}\n", entry.name, summary(entry.summary));
            let rows = AGENTS.iter().map(row);
            let text = format!("{}\n\n{}", players(game), rows.collect::<String>());
            game.show_page(text.trim_end().to_owned());
            return Ok(());
        }
        "default" => game.choose_agent(only, None)?,
        _ => {
            let agent: AgentSpec = text.parse().map_err(|e| CommandFailure::from(e).to_string())?;
            game.choose_agent(only, Some(&agent))?;
        }
    }
    game.say(players(game));
    Ok(())
}

pub fn colour(game: &mut TerminalGame, text: &str) -> CommandDone {
    let people: People = text.parse().map_err(wrong)?;
    game.set_people(people)?;
    game.say(players(game));
    if people == People::None {
        game.say("press Enter for each move");
        game.is_changed = true;
    }
    Ok(())
}

fn players(game: &TerminalGame) -> String {
    let name = |colour| format!("{colour} is {}", game.player(colour));
    Colour::ALL.map(name).join(", ")
}

impl TerminalGame {
    /// Continues a game from a file, or from the link to HexWorld that the path is.
    pub fn load(&mut self, path: &Path) -> CommandDone {
        let link = path.to_str().filter(|text| hexworld::is_link(text));
        let loaded = match link {
            Some(link) => self.session.load_link(link, None),
            None => self.session.load(path, None),
        };
        loaded.map_err(words)?;
        self.replace_unfit_agents();
        self.moved();
        let moves = match self.position().ply() {
            1 => "1 move".to_owned(),
            count => format!("{count} moves"),
        };
        self.say(format!("loaded: {}, {moves}", self.description()));
        Ok(())
    }
}

/// All that follows the word is the name of the file.
pub fn save(game: &mut TerminalGame, name: &str) -> CommandDone {
    if name.is_empty() {
        return Err(wrong("expected save FILE"));
    }
    game.session.save(Path::new(name)).map_err(words)?;
    game.say(format!("saved as {name}"));
    Ok(())
}

/// The same.
pub fn load(game: &mut TerminalGame, name: &str) -> CommandDone {
    if name.is_empty() {
        return Err(wrong("expected load FILE or load LINK"));
    }
    game.load(Path::new(name))
}

pub fn link(game: &mut TerminalGame, _: &str) -> CommandDone {
    let link = hexworld::link(game.position()).map_err(|error| error.to_string())?;
    game.say(link);
    Ok(())
}
