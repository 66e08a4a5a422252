//! The opening map of a board: a picture of the winner after each first move.

use std::error::Error;

use kring_board::{Cell, Colour, Game, Position, Rules, SeasonMap, Size};

use super::{ResultEntry, SolveQuestion};
use crate::picture::{BoardPicture, OpeningMap, Picture};

/// The opening map of an entry. The error says why the entry does not describe a board.
pub fn picture(entry: &ResultEntry) -> Result<Picture, String> {
    let (position, to_move) = position(entry).map_err(|error| error.to_string())?;
    let size = position.size();
    let mut winners = Vec::new();
    for opening in &entry.openings {
        let winner = opening.verdict.winner.as_deref().map(colour).transpose()?;
        // A swap has no cell.
        let cells = opening.cells.iter().filter_map(|name| Cell::from_name(size, name));
        winners.extend(cells.map(|cell| (cell, winner)));
    }
    let title = title(entry, &position, to_move);
    let openings = Some(OpeningMap { to_move, winners });
    Ok(BoardPicture { title, openings, ..BoardPicture::new(&position) }.draw())
}

fn position(entry: &ResultEntry) -> Result<(Position, Colour), Box<dyn Error>> {
    let size: Size = entry.size.parse()?;
    let rules: Rules = entry.rules.parse()?;
    let map = match &entry.map {
        Some(map) => SeasonMap::parse(size, &rules.seasons, map)?,
        None => SeasonMap::fair(size, &rules.seasons, |_| {}),
    };
    let question = SolveQuestion::parse(colour(&entry.first)?, &entry.moves.join(" "), size)?;
    Ok(question.position(&Game::new(size, rules, map))?)
}

fn colour(name: &str) -> Result<Colour, String> {
    name.parse().map_err(|_| format!("'{name}' is neither black nor white"))
}

/// The board, the starter and the result.
fn title(entry: &ResultEntry, position: &Position, to_move: Colour) -> String {
    let rules = position.rules();
    let swap = if rules.swap { ", swap" } else { "" };
    let mut text = format!("{} {}{swap}, {} first", entry.size, rules.in_words(), entry.first);
    if !entry.moves.is_empty() {
        text += &format!(", {to_move} to move");
    }
    let winning = entry.winning.len();
    let all = entry.opening_moves();
    match &entry.verdict.winner {
        Some(winner) => text + &format!(": {winner} wins; {winning} of {all} moves win"),
        None => text + &format!(": {winning} of {all} moves are known to win"),
    }
}
