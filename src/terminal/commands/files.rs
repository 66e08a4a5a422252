//! Games in files and links.

use kring_board::record::hexworld;

use super::Done;
use crate::{engine::CommandFailure, terminal::Game};

impl Game {
    /// Goes on with a game of a file or a link.
    pub fn load(&mut self, name: &str) -> Done {
        let command = if hexworld::is_link(name) { "loadlink" } else { "loadsgf" };
        self.ask(&format!("{command} {name}"))?;
        self.replace_unfit_agents();
        self.moved();
        let count = self.position().ply();
        self.say(format!("loaded: {}, {}", self.description(), moves(count)));
        Ok(())
    }
}

/// The name of a file, as the engine reads it.
fn file(words: &[&str], usage: &str) -> Result<String, String> {
    // Completion writes a blank of a name with a backslash.
    let name = words.join(" ").replace("\\ ", " ");
    if name.is_empty() {
        return Err(CommandFailure::Syntax(format!("expected {usage}")).to_string());
    }
    // It would begin a comment.
    if name.contains('#') && !hexworld::is_link(&name) {
        let text = "the name of a file cannot have a '#' here";
        return Err(CommandFailure::Syntax(text.to_owned()).to_string());
    }
    Ok(name)
}

pub fn save(game: &mut Game, words: &[&str]) -> Done {
    let name = file(words, "save FILE")?;
    game.ask(&format!("savesgf {name}"))?;
    game.say(format!("saved as {name}"));
    Ok(())
}

pub fn load(game: &mut Game, words: &[&str]) -> Done {
    game.load(&file(words, "load FILE or load LINK")?)
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

pub fn link(game: &mut Game, _: &[&str]) -> Done {
    let link = game.ask("hexworld-link")?;
    game.say(link);
    Ok(())
}
