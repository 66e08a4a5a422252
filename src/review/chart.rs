//! A chart of black's chance over the game, with the mistakes of both players.

use kring_board::Colour;

use super::{Mark, MoveReview, Review};
use crate::picture::{ChartLine, ChartPoint, Drawn, LineChart};

impl Review {
    /// The chart of the game as SVG.
    pub fn chart(&self, title: &str) -> String {
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
        .svg()
    }
}

fn at(number: usize, chance: f64) -> ChartPoint {
    (number as f64, chance, chance, chance)
}
