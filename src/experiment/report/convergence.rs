//! How much heat maps agree, by the number of random fills: tables and lines.

use super::{Picture, Report, text};
use crate::{
    arena::statistics::Estimate,
    experiment::{Convergence, Experiment, Mean},
    picture::{Line, Lines, Point},
    rules::Size,
};

/// What two heat maps of one player, or one and the exact values, have in common.
struct Question {
    title: &'static str,
    of: fn(&Convergence) -> &Mean,
}

const QUESTIONS: [Question; 2] = [
    Question { title: "correlation of two seeds", of: |row| &row.seeds },
    Question { title: "correlation with the exact values", of: |row| &row.exact },
];

/// The report.
pub fn report(experiment: &Experiment, found: &[Convergence]) -> Report {
    let mut report = Report { rows: rows(experiment, found), ..Report::default() };
    for &board in &experiment.file.boards {
        for question in &QUESTIONS {
            let rows: Vec<&Convergence> = found
                .iter()
                .filter(|row| row.board == board && (question.of)(row).estimate().is_some())
                .collect();
            if !rows.is_empty() {
                report.body.push_str(&table(experiment, board, question, &rows));
                report.pictures.push(picture(experiment, board, question, &rows));
            }
        }
    }
    report
}

fn label(experiment: &Experiment, player: usize) -> String {
    experiment.file.players[player].label.clone()
}

/// The numbers of fills, without repetition.
fn fills(rows: &[&Convergence]) -> Vec<u64> {
    let mut fills: Vec<u64> = rows.iter().map(|row| row.fills).collect();
    fills.sort_unstable();
    fills.dedup();
    fills
}

fn table(
    experiment: &Experiment,
    board: Size,
    question: &Question,
    rows: &[&Convergence],
) -> String {
    let fills = fills(rows);
    let mut heads = vec![format!("{board}, {}", question.title)];
    heads.extend(fills.iter().map(|fills| format!("{fills} fills")));
    let cell = |player: usize, fills: u64| {
        let row = rows.iter().find(|row| row.player == player && row.fills == fills);
        row.map_or_else(text::dash, |row| {
            let mean = (question.of)(row).estimate().map_or(0.0, |found| found.value);
            match row.compared {
                0 => format!("{mean:.3}"),
                compared if std::ptr::eq((question.of)(row), &row.exact) => {
                    let best = 100.0 * row.best as f64 / compared as f64;
                    format!("{mean:.3}, best cell {best:.0} %")
                }
                _ => format!("{mean:.3}"),
            }
        })
    };
    let line = |player: usize| {
        let cells = fills.iter().map(|&fills| cell(player, fills));
        [label(experiment, player)].into_iter().chain(cells).collect()
    };
    let lines: Vec<Vec<String>> = (0..experiment.players.len()).map(line).collect();
    format!("{}\n", text::table(&heads, &lines))
}

fn rows(experiment: &Experiment, found: &[Convergence]) -> Vec<Vec<String>> {
    let mut rows = vec![text::heads(&[
        "board", "player", "fills", "seeds", "low", "high", "exact", "low", "high", "compared",
        "best",
    ])];
    let numbers = |mean: &Mean| match mean.estimate() {
        Some(Estimate { value, low, high }) => [value, low, high].map(text::plain),
        None => Default::default(),
    };
    rows.extend(found.iter().map(|row| {
        let mut cells =
            vec![row.board.to_string(), label(experiment, row.player), row.fills.to_string()];
        cells.extend(numbers(&row.seeds));
        cells.extend(numbers(&row.exact));
        cells.extend([row.compared, row.best].map(|count| count.to_string()));
        cells
    }));
    rows
}

fn picture(
    experiment: &Experiment,
    board: Size,
    question: &Question,
    rows: &[&Convergence],
) -> Picture {
    let title = format!("Heat maps of {board}: {}", question.title);
    let point = |row: &&&Convergence| -> Option<Point> {
        let Estimate { value, low, high } = (question.of)(row).estimate()?;
        Some((row.fills as f64, value, low, high.min(1.0)))
    };
    let line = |player: usize| Line {
        name: label(experiment, player),
        points: rows
            .iter()
            .filter(|row| row.player == player)
            .filter_map(|row| point(&row))
            .collect(),
    };
    let lines = Lines {
        title: title.clone(),
        x_label: "random fills".to_owned(),
        y_label: question.title.to_owned(),
        percent: false,
        log_x: true,
        series: (0..experiment.players.len()).map(line).collect(),
    };
    Picture { title, svg: lines.svg() }
}
