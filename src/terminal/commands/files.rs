//! Games in files and links.

use kring_board::record::hexworld;

use super::{CommandDone, wrong};
use crate::terminal::TerminalGame;

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
