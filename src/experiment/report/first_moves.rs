//! Where agents begin: a board for each, and the cells that it chose.

use super::{Picture, Report, text};
use crate::{
    arena::statistics,
    board::{Cell, Position},
    experiment::{Experiment, FirstMoves},
    picture::{BoardPicture, Heat},
};

/// The cells that a table names.
const FAVOURITES: usize = 4;

/// The report.
pub fn report(experiment: &Experiment, position: &Position, found: &[FirstMoves]) -> Report {
    let players = || experiment.file.players.iter().map(|entry| entry.label.as_str()).zip(found);
    let heads = text::heads(&["player", "asked", "most frequent (95 %)", "then"]);
    let lines: Vec<Vec<String>> =
        players().map(|(label, moves)| line(position, label, moves)).collect();
    let mut rows = vec![text::heads(&["player", "cell", "score", "chosen", "asked"])];
    players().for_each(|(label, moves)| rows.extend(cells(position, label, moves)));
    let picture = |(label, moves)| picture(position, label, moves);
    Report { body: text::table(&heads, &lines), rows, pictures: players().map(picture).collect() }
}

fn line(position: &Position, label: &str, moves: &FirstMoves) -> Vec<String> {
    let favourites = moves.favourites();
    let mut named = favourites.iter().take(FAVOURITES).map(|&(cell, count)| {
        let name = cell.name(position.size());
        (name, statistics::score(count, moves.asked))
    });
    let first = named.next().map(|(name, share)| format!("{name} {}", text::share(share)));
    let others: Vec<String> =
        named.map(|(name, share)| format!("{name} {:.1} %", 100.0 * share.value)).collect();
    let others = if others.is_empty() { text::dash() } else { others.join(", ") };
    vec![label.to_owned(), moves.asked.to_string(), first.unwrap_or_else(text::dash), others]
}

fn cells(position: &Position, label: &str, moves: &FirstMoves) -> Vec<Vec<String>> {
    let row = |(cell, score): &(Cell, f64)| {
        vec![
            label.to_owned(),
            cell.name(position.size()),
            text::plain(*score),
            moves.chosen[cell.index()].to_string(),
            moves.asked.to_string(),
        ]
    };
    moves.scores.iter().map(row).collect()
}

fn picture(position: &Position, label: &str, moves: &FirstMoves) -> Picture {
    let title = format!("First move of {label}");
    let heat =
        Heat { label: moves.scores_are.to_owned(), values: moves.scores.clone(), numbers: true };
    let board =
        BoardPicture { title: title.clone(), heat: Some(heat), ..BoardPicture::new(position) };
    Picture { title, svg: board.svg() }
}
