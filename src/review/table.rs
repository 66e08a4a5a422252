//! The review as text: a row or a line of JSON for each move, and a chart of one line; and the
//! chart of black's chance over the game as SVG.

use std::collections::BTreeMap;

use kring_board::{Colour, Move, Size};
use serde::Serialize;

use super::{LossTally, Mark, MoveReview, Review};
use crate::document::{columns, padded};
use crate::picture::{ChartLine, ChartPoint, Drawn, LineChart, Picture};

/// The header of the columns of [`move_row`].
pub const HEADER: &str = "move  player  played         chance   best           chance     loss";

/// A row of the table of moves.
pub fn move_row(review: &MoveReview, size: Size) -> String {
    let number = review.number;
    let colour = review.colour.to_string();
    let best = review.best.name(size);
    let best_chance = percent(review.best_chance);
    let (played, chance) = match review.played {
        Some((mv, chance)) => (mv.name(size), percent(chance)),
        None => ("(to move)".to_owned(), String::new()),
    };
    let row = format!(
        "{number:>4}  {colour:<6}  {played:<12} {chance:>8}   {best:<12} {best_chance:>8} "
    );
    match review.mark() {
        Some(mark) => format!("{row}{:>8}  {mark} {}", percent(review.loss()), mark.sign()),
        None if review.loss() >= 0.0005 => format!("{row}{:>8}", percent(review.loss())),
        None => row.trim_end().to_owned(),
    }
}

/// The table of players, with the losses of all their games.
pub fn player_table(players: &BTreeMap<String, LossTally>) -> String {
    let width = columns(players.keys()).max(6);
    let mut text = format!(
        "\n{:<width$}  games  moves  mean loss  inaccuracies  mistakes  blunders",
        "player"
    );
    for (name, tally) in players {
        let [inaccuracies, mistakes, blunders] = tally.marks;
        let name = padded(name, width);
        text += &format!(
            "\n{name}  {:>5}  {:>5}  {:>7.2} %  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}",
            tally.games,
            tally.moves,
            100.0 * tally.mean_loss()
        );
    }
    text
}

/// Black's chance after each move as a line of bars.
pub fn sparkline(review: &Review) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let played = review.moves.iter().filter(|mv| mv.played.is_some());
    played.map(|mv| BARS[((mv.black_chance() * 8.0) as usize).min(7)]).collect()
}

/// A chance or a loss as a percentage.
pub fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// How many marks of each kind, in words.
pub fn counted(marks: [usize; 3]) -> String {
    let words = Mark::ALL.iter().zip(marks).rev().map(|((mark, ..), count)| match (mark, count) {
        (_, 1) => format!("1 {mark}"),
        (Mark::Inaccuracy, _) => format!("{count} inaccuracies"),
        _ => format!("{count} {mark}s"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The line of JSON of a move, for the engine's command `review`; `name` formats moves.
pub fn line(review: &MoveReview, name: impl Fn(Move) -> String) -> String {
    let played = review
        .played
        .map(|(mv, chance)| PlayedLine { played: name(mv), chance: to_four_decimals(chance) });
    let judged = review.played.map(|_| JudgedLine {
        loss: to_four_decimals(review.loss()),
        mark: review.mark().map(|mark| mark.to_string()),
    });
    let line = MoveLine {
        number: review.number,
        colour: review.colour.to_string(),
        played,
        best: name(review.best),
        best_chance: to_four_decimals(review.best_chance),
        judged,
        variation: review.variation.iter().map(|mv| name(*mv)).collect(),
    };
    // Cannot fail: all keys are strings.
    serde_json::to_string(&line).unwrap_or_default()
}

/// The line of JSON of a move. A move that is still to be played has neither a chance nor a loss.
#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    number: usize,
    colour: String,
    #[serde(flatten)]
    played: Option<PlayedLine>,
    best: String,
    best_chance: f64,
    #[serde(flatten)]
    judged: Option<JudgedLine>,
    variation: Vec<String>,
}

#[derive(Serialize)]
struct PlayedLine {
    played: String,
    chance: f64,
}

#[derive(Serialize)]
struct JudgedLine {
    loss: f64,
    /// The mark of a mistake, or null.
    mark: Option<String>,
}

fn to_four_decimals(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl Review {
    /// The chart of the game, with the mistakes of both players.
    pub fn chart(&self, title: &str) -> Picture {
        let played = || self.moves.iter().filter(|mv| mv.played.is_some());
        let point = |mv: &MoveReview| at(mv.number, mv.black_chance());
        let start = played().next().map(|mv| {
            let best = mv.best_chance;
            at(mv.number - 1, if mv.colour == Colour::Black { best } else { 1.0 - best })
        });
        let mistakes = |colour: Colour| {
            let bad = played().filter(|mv| mv.mark() >= Some(Mark::Mistake));
            ChartLine {
                name: format!("mistakes and blunders of {colour}"),
                points: bad.filter(|mv| mv.colour == colour).map(point).collect(),
                drawn: Drawn::Points,
            }
        };
        let chances = ChartLine {
            name: "black's chance to win".to_owned(),
            points: start.into_iter().chain(played().map(point)).collect(),
            drawn: Drawn::Line,
        };
        LineChart {
            title: title.to_owned(),
            x_label: "move".to_owned(),
            y_label: "black's chance to win".to_owned(),
            percent: true,
            covers: vec![0.0, 1.0],
            series: vec![chances, mistakes(Colour::Black), mistakes(Colour::White)],
            ..LineChart::default()
        }
        .draw()
    }
}

fn at(number: usize, chance: f64) -> ChartPoint {
    (number as f64, chance, chance, chance)
}
