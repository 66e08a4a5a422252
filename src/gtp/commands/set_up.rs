//! Game set-up: board, rules, season map, seed, and game files.

use std::path::Path;

use kring_board::grammar::Spanned;
use kring_board::word::short;
use kring_board::{Cell, Colour, Game, SeasonMap, Seasons, Size};

use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, CommandResult, syntax};
use crate::gtp::graphics;
use crate::session::Session;
use crate::session::sandbox::Sandbox;

/// `5`, `5 5`, `5:5` or `5x5`.
pub fn boardsize(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (columns, rows) = match arguments.words {
        [both] => {
            let sides = both.split_once([':', 'x', 'X']);
            sides.filter(|(_, rows)| !rows.is_empty()).unwrap_or((both, both))
        }
        [columns, rows, ..] => (&columns[..], &rows[..]),
        [] => return Err(syntax("expected a size")),
    };
    let size = Size::new(side(columns)?, side(rows)?);
    let size = size.map_err(|error| CommandFailure::Size(error.to_string()))?;
    Sandbox::permits_size(session.sandbox.as_ref(), size)?;
    Ok(session.set_up(size, session.position().rules().clone()))
}

/// The length of a side. Numbers that are too large become `usize::MAX`.
fn side(word: &str) -> CommandResult<usize> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        let word = short(word);
        return Err(syntax(format!("'{word}' is not a number of columns or rows")));
    }
    Ok(word.parse().unwrap_or(usize::MAX))
}

pub fn clear_board(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    Ok(session.begin(session.position().game().clone()))
}

pub fn variant(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    if arguments.words.is_empty() {
        return Ok(session.position().rules().to_string());
    }
    let rules =
        session.position().rules().changed_by(&arguments.request.tail(0)).map_err(syntax)?;
    Ok(session.set_up(session.position().size(), rules))
}

pub fn season_map(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (size, rules) = (session.position().size(), session.position().rules().clone());
    let words = arguments.words;
    match words.first().map(String::as_str) {
        None => Ok(session.position().game().map().to_string()),
        Some("show") if words.len() == 1 => Ok(map_in_lines(session.position().game())),
        Some("fair") if words.len() <= 2 => {
            let seed = if words.len() == 2 { arguments.number(1)? } else { session.seed };
            session.map_seed = Some(seed);
            Ok(session.set_up_with(rules, None))
        }
        Some(_) => {
            let map = SeasonMap::parse(size, &rules.seasons, &arguments.request.tail(0))
                .map_err(syntax)?;
            session.map_seed = None;
            Ok(session.set_up_with(rules, Some(map)))
        }
    }
}

/// The season map for people, in the shape of the board.
fn map_in_lines(game: &Game) -> String {
    let seasons = &game.rules().seasons;
    if seasons.count() == 1 {
        return NO_SEASONS.to_owned();
    }
    let map = game.map().to_string();
    let row = |(number, row): (usize, &str)| {
        let cells: Vec<String> = row.chars().map(|season| season.to_string()).collect();
        format!("{}{}", " ".repeat(number), cells.join(" "))
    };
    let rows: Vec<String> = map.split(' ').enumerate().map(row).collect();
    format!("{}\n{}", rows.join("\n"), cycles(seasons))
}

fn cycles(seasons: &Seasons) -> String {
    let cycle = |colour: Colour| format!("{colour} plays {}", seasons.cycle(colour));
    Colour::ALL.map(cycle).join(", ")
}

const NO_SEASONS: &str = "this game has no seasons: every empty cell can be played in every turn";

/// Pairs of a cell and its season, for empty cells only: a text on the others would hide the
/// stones. HexGui gets a message for its status line before them, and no pairs without seasons.
pub fn season_cells(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (size, position) = (session.position().size(), session.position());
    let map = position.game().map().cells();
    let pair = |cell: Cell| format!("{} {}", cell.name(size), map[cell.index()] + 1);
    let pairs = position.empty().iter().map(pair).collect::<Vec<_>>().join(" ");
    if !arguments.option(0, "graphics")? {
        return Ok(pairs);
    }
    let seasons = &position.rules().seasons;
    let (pairs, text) = match seasons.count() {
        1 => (String::new(), NO_SEASONS.to_owned()),
        _ => (pairs, cycles(seasons)),
    };
    arguments.show(&graphics::message(&text));
    Ok(pairs)
}

pub fn season_cycle(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let mut rules = session.position().rules().clone();
    let Some(seasons) = arguments.words.get(1) else {
        return Ok(rules.seasons.cycle(colour).to_string());
    };
    rules.seasons = rules
        .seasons
        .with_cycle(colour, seasons.parse().map_err(syntax)?)
        .map_err(|error| syntax(Spanned::new(seasons, error).located(seasons)))?;
    // A map from the client stays; a fair map depends on the cycles and is drawn again.
    let given = session.map_seed.is_none().then(|| session.position().game().map().clone());
    Ok(session.set_up_with(rules, given))
}

pub fn seed(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    if arguments.words.is_empty() {
        return Ok(session.seed.to_string());
    }
    session.reseed(arguments.number(0)?);
    Ok(String::new())
}

pub fn loadsgf(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    // A file name may contain spaces; a number at the end is the move.
    let words = arguments.words;
    let last = words.last().and_then(|word| word.parse::<usize>().ok());
    let before = last.filter(|_| words.len() > 1);
    let name = words[..words.len() - usize::from(before.is_some())].join(" ");
    session.load(Path::new(&name), before)
}

pub fn loadlink(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let before = arguments.words.get(1).map(|_| arguments.number(1)).transpose()?;
    session.load_link(&arguments.words[0], before)
}

pub fn savesgf(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    session.save(Path::new(&arguments.request.tail(0)))?;
    Ok(String::new())
}
