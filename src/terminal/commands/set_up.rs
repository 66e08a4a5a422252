//! Commands that change the game or the players: new games, games in files and links, agents.

use kring_agents::{AGENTS, AgentEntry, AgentSpec};
use kring_board::{Colour, Size, record::hexworld};

use super::{CommandDone, wrong};
use crate::engine::CommandFailure;
use crate::terminal::game::TerminalGame;
use crate::terminal::people::People;

/// Size and rules in any order; what is not given stays.
pub fn new(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
    let position = game.position();
    let (mut size, mut rules) = (position.size(), position.rules().clone());
    let is_size = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let (sizes, others): (Vec<&str>, Vec<&str>) = words.iter().copied().partition(is_size);
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

pub fn level(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
    let [word] = words else { return Err(wrong("expected level 1 to level 9")) };
    match word.parse() {
        Ok(level @ 1..=9) => game.set_level(level)?,
        _ => return Err(wrong("a level is from 1 to 9")),
    }
    game.say(players(game));
    Ok(())
}

pub fn agent(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
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

pub fn colour(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
    let [word] = words else { return Err(wrong("expected black, white, both or none")) };
    let people: People = word.parse().map_err(wrong)?;
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
    /// Continues a game from a file or a link.
    pub fn load(&mut self, name: &str) -> CommandDone {
        let command = if hexworld::is_link(name) { "loadlink" } else { "loadsgf" };
        self.ask(&format!("{command} {name}"))?;
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

/// The name of a file, in the form that the engine reads.
fn file(words: &[&str], usage: &str) -> Result<String, String> {
    // Completion escapes a space with a backslash.
    let name = words.join(" ").replace("\\ ", " ");
    if name.is_empty() {
        return Err(wrong(format!("expected {usage}")));
    }
    // In GTP it would begin a comment.
    if name.contains('#') && !hexworld::is_link(&name) {
        return Err(wrong("the name of a file cannot have a '#' here"));
    }
    Ok(name)
}

pub fn save(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
    let name = file(words, "save FILE")?;
    game.ask(&format!("savesgf {name}"))?;
    game.say(format!("saved as {name}"));
    Ok(())
}

pub fn load(game: &mut TerminalGame, words: &[&str]) -> CommandDone {
    game.load(&file(words, "load FILE or load LINK")?)
}

pub fn link(game: &mut TerminalGame, _: &[&str]) -> CommandDone {
    let link = game.ask("hexworld-link")?;
    game.say(link);
    Ok(())
}
