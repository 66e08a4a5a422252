//! The words that a person can say: one table. What they do goes through the
//! commands of the engine.

use super::{Game, People, game::SHOWN, hint::percent};
use crate::{
    agent::{AGENTS, AgentSpec},
    board::Cell,
    engine::Failure,
    record::hexworld,
    rules::{Colour, Rules, Size},
    suggest::did_you_mean,
};

type Done = Result<(), String>;

/// A row of the table.
pub struct Command {
    /// The word.
    pub name: &'static str,
    /// What follows it.
    pub syntax: &'static str,
    /// What it does.
    pub summary: &'static str,
    run: fn(&mut Game, &[&str]) -> Done,
}

const fn row(
    name: &'static str,
    syntax: &'static str,
    run: fn(&mut Game, &[&str]) -> Done,
    summary: &'static str,
) -> Command {
    Command { name, syntax, summary, run }
}

/// All commands.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    row("undo", "", undo, "takes moves back, to your own last turn"),
    row("hint", "", hint, "what the usual agent, at full strength, would play"),
    row("swap", "", swap, "takes the first stone over, if the swap rule is on"),
    row("resign", "", resign, "gives the game up"),
    row("new", "[RULES] [SIZE]", new, "another game: new torus 7x7, new hex seasons=3 swap=on"),
    row("level", "[1-9]", level, "how strong the opponent plays"),
    row("agent", "[COLOUR] [AGENT]", agent, "another opponent: agent mcts time=5, agent default"),
    row("colour", "WHO", colour, "what you play: black, white, both (two people), none (agents)"),
    row("analysis", "", analysis, "on or off: the best moves before each of yours"),
    row("save", "FILE", save, "writes the game as SGF"),
    row("load", "FILE|LINK", load, "goes on with a game, of a file or of HexWorld"),
    row("link", "", link, "the game as a link to HexWorld"),
    row("board", "", board, "draws the board again"),
    row("help", "", help, "this list"),
    row("quit", "", quit, "ends the program; so does Ctrl-D"),
];

impl Game {
    /// Does what a line says: a move, a command, or nothing.
    pub fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            self.is_changed = true;
            return;
        };
        let name = match first.to_lowercase().as_str() {
            "color" => "colour".to_owned(),
            name => name.to_owned(),
        };
        let done = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(self, rest),
            None if is_move(&name) && rest.is_empty() => self.play(&name),
            None => Err(unknown(&name)),
        };
        done.unwrap_or_else(|error| self.refuse(error));
    }

    /// Makes a move for the colour to move.
    fn play(&mut self, name: &str) -> Done {
        let turn = self.turn()?;
        self.ask(&format!("play {turn} {name}"))?;
        self.moved();
        if name.starts_with("swap") || name == "resign" {
            self.tell_move(turn, name);
        }
        Ok(())
    }
}

/// Whether a word has the form of a cell, on whatever board.
fn is_move(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn unknown(word: &str) -> String {
    let hint = did_you_mean(word, COMMANDS.iter().map(|command| command.name));
    let hint = hint.or_else(|| Some("a move is a cell such as d4; 'help' lists the rest".into()));
    Failure::Unknown(hint).to_string()
}

/// Back to before the last move of a person; without people, one move.
fn undo(game: &mut Game, _: &[&str]) -> Done {
    let position = game.position();
    let moves: Vec<(Colour, _)> = position.moves().collect();
    let from = position.set_up_count();
    let is_watched = game.is_watched();
    let own = |number: &usize| is_watched || game.was_person(*number, moves[*number].0);
    let to = (from..moves.len()).rev().find(own);
    let to = to.ok_or_else(|| Failure::Undo.to_string())?;
    for _ in to..moves.len() {
        game.ask("undo")?;
    }
    game.moved();
    let names = moves[to..].iter().map(|(_, mv)| mv.name(game.position().size()));
    let names: Vec<String> = names.collect();
    game.say(format!("taken back: {}", names.join(" ")));
    Ok(())
}

fn hint(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    if game.position().swap(turn).is_some()
        && game.ask(&format!("reg_genmove {turn}"))?.starts_with("swap")
    {
        game.say(format!("hint: swap, the stone is worth more than {turn}'s best answer"));
        return Ok(());
    }
    if game.candidates.is_empty() {
        game.analyse(if game.analysis { SHOWN } else { 1 })?;
    }
    let Some(best) = game.candidates.first() else { return Ok(()) };
    let chance = best.win_rate.map(|rate| format!(", {turn} wins {}", percent(rate)));
    let text = format!("hint: {}{}", best.name, chance.unwrap_or_default());
    game.say(text);
    if !game.analysis {
        game.candidates.clear();
        // The text says it all; the board need not be drawn for it.
        game.is_changed = false;
    }
    Ok(())
}

fn swap(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    let size = game.position().size();
    let name = game.position().swap(turn).map(|mv| mv.name(size));
    // The engine says why it is not allowed.
    game.play(&name.unwrap_or_else(|| "swap-pieces".to_owned()))
}

/// Who resigns is the person, whoever is to move.
fn resign(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    let person = Colour::ALL.into_iter().find(|colour| game.is_person(*colour));
    let colour = person.filter(|_| !game.is_for_two()).unwrap_or(turn);
    game.ask(&format!("play {colour} resign"))?;
    game.moved();
    Ok(())
}

/// Size and rules in any order; what is not said stays.
fn new(game: &mut Game, words: &[&str]) -> Done {
    let position = game.position();
    let (mut size, mut rules) = (position.size(), position.rules().clone());
    let is_size = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit());
    let (sizes, others): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| is_size(&word));
    match sizes[..] {
        [] => {}
        [one] => size = one.parse::<Size>().map_err(|error| error.error.to_string())?,
        _ => return Err(Failure::Syntax("the size is given twice".to_owned()).to_string()),
    }
    // A named game begins anew, so it comes first.
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

fn level(game: &mut Game, words: &[&str]) -> Done {
    match words {
        [word] => match word.parse() {
            Ok(level @ 1..=9) => game.set_level(level)?,
            _ => return Err(Failure::Syntax("a level is from 1 to 9".to_owned()).to_string()),
        },
        _ => return Err(Failure::Syntax("expected level 1 to level 9".to_owned()).to_string()),
    }
    game.say(players(game));
    Ok(())
}

fn agent(game: &mut Game, words: &[&str]) -> Done {
    let only: Option<Colour> = words.first().and_then(|word| word.parse().ok());
    let text = words[usize::from(only.is_some())..].join(" ");
    match text.as_str() {
        "" => {
            let rows =
                AGENTS.iter().map(|entry| format!("  {:<20}{}\n", entry.name, entry.summary));
            let text = format!("{}\n\n{}", players(game), rows.collect::<String>());
            game.show_page(text.trim_end());
            return Ok(());
        }
        "default" => game.choose_agent(only, None)?,
        _ => {
            let agent: AgentSpec = text.parse().map_err(|e| Failure::from(e).to_string())?;
            game.choose_agent(only, Some(&agent))?;
        }
    }
    game.say(players(game));
    Ok(())
}

fn colour(game: &mut Game, words: &[&str]) -> Done {
    let [word] = words else {
        return Err(Failure::Syntax("expected black, white, both or none".to_owned()).to_string());
    };
    let people: People = word.parse().map_err(|error| Failure::Syntax(error).to_string())?;
    game.set_people(people)?;
    game.say(players(game));
    if people == People::None {
        game.say("press Enter for each move");
        game.is_changed = true;
    }
    Ok(())
}

fn players(game: &Game) -> String {
    let name = |colour| format!("{colour} is {}", game.player(colour));
    Colour::ALL.map(name).join(", ")
}

fn analysis(game: &mut Game, _: &[&str]) -> Done {
    game.analysis = !game.analysis;
    game.candidates.clear();
    game.hint = None;
    game.say(if game.analysis { "the analysis is on" } else { "the analysis is off" });
    Ok(())
}

/// The name of a file, as the engine reads it.
fn file(words: &[&str], usage: &str) -> Result<String, String> {
    // Completion writes a blank of a name with a backslash.
    let name = words.join(" ").replace("\\ ", " ");
    match () {
        () if name.is_empty() => Err(Failure::Syntax(format!("expected {usage}")).to_string()),
        () if name.contains('#') && !hexworld::is_link(&name) => {
            Err(Failure::Syntax("the name of a file cannot have a '#' here".into()).to_string())
        }
        () => Ok(name),
    }
}

fn save(game: &mut Game, words: &[&str]) -> Done {
    let name = file(words, "save FILE")?;
    game.ask(&format!("savesgf {name}"))?;
    game.say(format!("saved as {name}"));
    Ok(())
}

fn load(game: &mut Game, words: &[&str]) -> Done {
    game.load(&file(words, "load FILE or load LINK")?)
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn link(game: &mut Game, _: &[&str]) -> Done {
    let link = game.ask("hexworld-link")?;
    game.say(link);
    Ok(())
}

fn board(game: &mut Game, _: &[&str]) -> Done {
    game.is_changed = true;
    Ok(())
}

fn help(game: &mut Game, _: &[&str]) -> Done {
    let usage = |command: &Command| format!("{} {}", command.name, command.syntax);
    let width = COMMANDS.iter().map(|command| usage(command).len()).max().unwrap_or(0);
    let row = |command: &Command| format!("  {:width$}  {}\n", usage(command), command.summary);
    let rows: String = COMMANDS.iter().map(row).collect();
    let move_row = format!("  {:width$}  plays there\n", "d4");
    let presets = Rules::PRESETS.join(", ");
    game.show_page(format!(
        "{move_row}{rows}\nGames: {presets},\n\
         each with seasons=1 to 9, turns=random, swap=on. Tab completes a word.\n\
         Beyond ~ the board goes on with copies (in plain text lower case and commas)."
    ));
    Ok(())
}

fn quit(game: &mut Game, _: &[&str]) -> Done {
    game.is_finished = true;
    Ok(())
}

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

    /// The cells that the colour to move may play.
    pub fn legal_cells(&self) -> Vec<String> {
        let position = self.position();
        let Ok(turn) = self.turn() else { return Vec::new() };
        let name = |cell: Cell| cell.name(position.size());
        position.legal_cells(turn).iter().map(name).collect()
    }
}
