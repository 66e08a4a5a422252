//! The review as text: a row or a line of JSON for each move, and a chart of one line; and the
//! chart of black's chance over the game as SVG.

use kring_board::{Colour, Move, Size};

use super::{Mark, MoveReview, Review};
use crate::picture::{ChartLine, ChartPoint, Drawn, LineChart, Picture};

/// The header of the columns of [`move_row`].
pub const HEADER: &str = "move  player  played         chance   best           chance     loss";

/// A row of the table of moves.
pub fn move_row(review: &MoveReview, size: Size) -> String {
    let (number, colour) = (review.number, review.colour.to_string());
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
    let (number, colour, best) = (review.number, review.colour, name(review.best));
    let played = review.played.map_or_else(String::new, |(mv, chance)| {
        format!("\"played\":\"{}\",\"chance\":{},", name(mv), to_four_decimals(chance))
    });
    let judged = review.played.map_or_else(String::new, |_| {
        let mark = review.mark().map_or("null".to_owned(), |mark| format!("\"{mark}\""));
        format!("\"loss\":{},\"mark\":{mark},", to_four_decimals(review.loss()))
    });
    let variation: Vec<String> =
        review.variation.iter().map(|mv| format!("\"{}\"", name(*mv))).collect();
    format!(
        "{{\"move\":{number},\"colour\":\"{colour}\",{played}\"best\":\"{best}\",\"best_chance\":{},{judged}\"variation\":[{}]}}",
        to_four_decimals(review.best_chance),
        variation.join(",")
    )
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
