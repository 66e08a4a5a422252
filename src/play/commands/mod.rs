//! The table of the words that a user can type.

mod moves;
mod set_up;

use kring_board::grammar::{letters_and_digits, whole};
use kring_board::{Move, Rules, suggest::did_you_mean};

use super::game::TerminalGame;
use crate::gtp::{CommandFailure, CoordinateSystem};

type CommandDone = Result<(), String>;

pub struct TerminalCommand {
    pub name: &'static str,
    pub syntax: &'static str,
    pub summary: &'static str,
    /// The text is what follows the name, without the blanks around it.
    run: fn(&mut TerminalGame, &str) -> CommandDone,
}

const fn row(
    name: &'static str,
    syntax: &'static str,
    run: fn(&mut TerminalGame, &str) -> CommandDone,
    summary: &'static str,
) -> TerminalCommand {
    TerminalCommand { name, syntax, summary, run }
}

/// All commands.
#[rustfmt::skip]
pub static COMMANDS: &[TerminalCommand] = &[
    row("undo", "", moves::undo, "takes moves back, to your own last turn"),
    row("hint", "", moves::hint, "what the usual agent, at full strength, would play"),
    row("swap", "", moves::swap, "takes the first stone over, if the swap rule is on"),
    row("resign", "", moves::resign, "gives the game up"),
    row("new", "[RULES] [SIZE]", set_up::new, "another game: new torus 7x7, new seasons=3 swap=on"),
    row("level", "1-9", set_up::level, "how strong the opponent plays"),
    row("agent", "[COLOUR] [AGENT]", set_up::agent, "another opponent: agent mcts time=5, agent default"),
    row("colour", "WHO", set_up::colour, "black, white, both (two people) or none (agents)"),
    row("analysis", "", moves::analysis, "on or off: the best moves before each of yours"),
    row("save", "FILE", set_up::save, "writes the game as SGF"),
    row("load", "FILE|LINK", set_up::load, "goes on with a game, of a file or of HexWorld"),
    row("link", "", set_up::link, "the game as a link to HexWorld"),
    row("board", "", board, "draws the board again"),
    row("help", "", help, "this list"),
    row("quit", "", quit, "ends the program; so does Ctrl-D"),
];

impl TerminalGame {
    /// Carries out a line: a move, a command, or nothing.
    pub fn execute(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            self.is_changed = true;
            return;
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let name = match first.to_lowercase().as_str() {
            "color" => "colour".to_owned(),
            name => name.to_owned(),
        };
        // The form of a cell on any board.
        let is_cell =
            whole::<_, ()>(letters_and_digits, &name).is_ok_and(|(letters, _)| letters.len() <= 2);
        let done = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(self, rest),
            None if is_cell && rest.is_empty() => self.play(&name),
            None => Err(unknown(&name)),
        };
        done.unwrap_or_else(|error| self.refuse(error));
    }

    /// The cells that the colour to move may play.
    pub fn legal_cells(&self) -> Vec<String> {
        let position = self.position();
        let Ok(turn) = self.turn() else { return Vec::new() };
        position.legal_cells(turn).iter().map(|cell| cell.name(position.size())).collect()
    }

    fn play(&mut self, name: &str) -> CommandDone {
        let turn = self.turn()?;
        let size = self.position().size();
        let mv = CoordinateSystem::default().read_move(size, name);
        let mv = mv.map_err(|error| CommandFailure::from(error).to_string())?;
        self.ask(|session, _| session.play(turn, mv))?;
        self.moved();
        if matches!(mv, Move::SwapPieces | Move::SwapSides | Move::Resign) {
            self.announce_move(turn, mv);
        }
        Ok(())
    }
}

fn unknown(word: &str) -> String {
    let hint = did_you_mean(word, COMMANDS.iter().map(|command| command.name));
    let hint = hint.or_else(|| Some("a move is a cell such as d4; 'help' lists the rest".into()));
    CommandFailure::Unknown(hint).to_string()
}

/// The message about wrong words.
fn wrong(why: impl Into<String>) -> String {
    CommandFailure::Syntax(why.into()).to_string()
}

fn board(game: &mut TerminalGame, _: &str) -> CommandDone {
    game.is_changed = true;
    Ok(())
}

fn help(game: &mut TerminalGame, _: &str) -> CommandDone {
    let usage = |command: &TerminalCommand| format!("{} {}", command.name, command.syntax);
    let width = COMMANDS.iter().map(|command| usage(command).len()).max().unwrap_or(0);
    let row =
        |command: &TerminalCommand| format!("  {:width$}  {}\n", usage(command), command.summary);
    let rows: String = COMMANDS.iter().map(row).collect();
    let move_row = format!("  {:width$}  plays there\n", "d4");
    let presets = Rules::preset_names().join(", ");
    game.show_page(format!(
        "{move_row}{rows}\nGames: {presets},\n\
         each with seasons=1 to 9, turns=random, swap=on. Tab completes a word.\n\
         Beyond ~ the board goes on with copies (in plain text lower case and commas)."
    ));
    Ok(())
}

fn quit(game: &mut TerminalGame, _: &str) -> CommandDone {
    game.is_finished = true;
    Ok(())
}
