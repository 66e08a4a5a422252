//! Game set-up: board, rules, season map, seed, and game files.

use std::path::Path;

use kring_board::grammar::Spanned;
use kring_board::word::short;
use kring_board::{Cell, Colour, Game, SeasonMap, Seasons, Size, record::hexworld};

use crate::gtp::call::Call;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::graphics;
use crate::gtp::gtp_session::GtpSession;

/// `5`, `5 5`, `5:5` or `5x5`.
pub fn boardsize(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &mut client.session;
    let (columns, rows) = match call.arguments.words {
        [both] => {
            let sides = both.split_once([':', 'x', 'X']);
            sides.filter(|(_, rows)| !rows.is_empty()).unwrap_or((both, both))
        }
        [columns, rows, ..] => (&columns[..], &rows[..]),
        [] => return Err(syntax("expected a size")),
    };
    let size = Size::new(side(columns)?, side(rows)?);
    let size = size.map_err(|error| CommandFailure::Size(error.to_string()))?;
    let changes = session.set_up(size, session.position().rules().clone())?;
    call.reply.text(changes.to_string());
    Ok(())
}

/// The length of a side. Numbers that are too large become `usize::MAX`.
fn side(word: &str) -> CommandResult<usize> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        let word = short(word);
        return Err(syntax(format!("'{word}' is not a number of columns or rows")));
    }
    Ok(word.parse().unwrap_or(usize::MAX))
}

pub fn clear_board(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(client.session.begin_again().to_string());
    Ok(())
}

pub fn variant(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let rules = client.position().rules();
    if call.arguments.words.is_empty() {
        call.reply.text(rules.to_string());
        return Ok(());
    }
    let rules = rules.changed_by(&call.arguments.request.tail(0)).map_err(syntax)?;
    let changes = client.session.set_up(client.position().size(), rules)?;
    call.reply.text(changes.to_string());
    Ok(())
}

pub fn season_map(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &mut client.session;
    let game = session.position().game();
    let words = call.arguments.words;
    match words.first().map(String::as_str) {
        None => call.reply.text(game.map().to_string()),
        Some("show") if words.len() == 1 => call.reply.text(map_in_lines(game)),
        Some("fair") if words.len() <= 2 => {
            let seed = if words.len() == 2 { call.arguments.number(1)? } else { session.seed() };
            call.reply.text(session.draw_map(seed).to_string());
        }
        Some(_) => {
            let text = call.arguments.request.tail(0);
            let map = SeasonMap::parse(game.size(), &game.rules().seasons, &text);
            call.reply.text(session.use_map(map.map_err(syntax)?).to_string());
        }
    }
    Ok(())
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
pub fn season_cells(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let position = client.position();
    let size = position.size();
    let map = position.game().map().cells();
    let pair = |cell: Cell| format!("{} {}", cell.name(size), map[cell.index()] + 1);
    let pairs = position.empty().iter().map(pair).collect::<Vec<_>>().join(" ");
    if !call.arguments.option(0, "graphics")? {
        call.reply.text(pairs);
        return Ok(());
    }
    let seasons = &position.rules().seasons;
    if seasons.count() == 1 {
        call.reply.live(&graphics::message(NO_SEASONS));
        return Ok(());
    }
    call.reply.live(&graphics::message(&cycles(seasons)));
    call.reply.text(pairs);
    Ok(())
}

pub fn season_cycle(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let seasons = &client.position().rules().seasons;
    let Some(cycle) = call.arguments.words.get(1) else {
        call.reply.text(seasons.cycle(colour).to_string());
        return Ok(());
    };
    let seasons = seasons
        .clone()
        .with_cycle(colour, cycle.parse().map_err(syntax)?)
        .map_err(|error| syntax(Spanned::new(cycle, error).located(cycle)))?;
    call.reply.text(client.session.change_seasons(seasons).to_string());
    Ok(())
}

pub fn seed(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    if call.arguments.words.is_empty() {
        call.reply.text(client.session.seed().to_string());
    } else {
        client.session.reseed(call.arguments.number(0)?);
    }
    Ok(())
}

pub fn loadsgf(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    // A file name may contain spaces; a number at the end is the move.
    let words = call.arguments.words;
    let last = words.last().and_then(|word| word.parse::<usize>().ok());
    let before = last.filter(|_| words.len() > 1);
    let name = words[..words.len() - usize::from(before.is_some())].join(" ");
    call.reply.text(client.session.load(Path::new(&name), before)?.to_string());
    Ok(())
}

pub fn loadlink(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let before = call.arguments.words.get(1).map(|_| call.arguments.number(1)).transpose()?;
    call.reply.text(client.session.load_link(&call.arguments.words[0], before)?.to_string());
    Ok(())
}

pub fn savesgf(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    Ok(client.session.save(Path::new(&call.arguments.request.tail(0)))?)
}

pub fn hexworld_link(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(hexworld::link(client.position()).map_err(other)?);
    Ok(())
}
