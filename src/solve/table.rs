//! Findings as text: tables with aligned columns, and boards with a sign in each cell.

use std::fmt::Write;

use kring_board::{Cell, Colour, Move};
use kring_solver::ProofNumbers;

use super::{AnsweredOpening, Findings, SolveVerdict, question::names};

/// The last columns of every row.
const FIGURES: [&str; 5] = ["positions", "seconds", "positions/s", "proof", "disproof"];

/// The results as text.
pub fn text(findings: &[Findings]) -> String {
    let Some(Findings { position, .. }) = findings.first() else { return String::new() };
    let mut text = format!("{} {}\n", position.size(), position.rules());
    if position.rules().seasons.count() > 1 {
        let _ = writeln!(text, "season map {}", position.game().map());
    }
    if !findings[0].question.moves.is_empty() {
        let moves = names(&findings[0].question.moves, position.size());
        let _ = writeln!(text, "after {}", moves.join(" "));
    }
    let by_openings = findings.iter().any(|found| !found.openings.is_empty() || !found.is_whole);
    text += &rows(findings, by_openings);
    for found in findings {
        text += &summary(found);
    }
    text
}

/// A row for each starter, before it a row for each opening that was asked for.
fn rows(findings: &[Findings], by_openings: bool) -> String {
    let names: &[&str] = if by_openings {
        &["first", "opening", "winner", "by", "cells"]
    } else {
        &["first", "winner", "by"]
    };
    let mut rows = vec![names.iter().chain(&FIGURES).map(ToString::to_string).collect()];
    for found in findings {
        let size = found.position.size();
        let row = |opening: &str, winner: Option<Colour>, cells: usize, verdict: &SolveVerdict| {
            let mut row = vec![found.question.first.to_string()];
            row.extend(by_openings.then(|| opening.to_owned()));
            row.push(winner.map_or_else(|| "unknown".to_owned(), |winner| winner.to_string()));
            row.push(verdict.best.map_or_else(|| "-".to_owned(), |mv| mv.name(size)));
            row.extend(by_openings.then(|| cells.to_string()));
            row.extend(figures(verdict));
            row
        };
        let mut all = 0;
        for AnsweredOpening { opening, verdict, winner } in &found.openings {
            all += opening.images.len();
            rows.push(row(&opening.mv.name(size), *winner, opening.images.len(), verdict));
        }
        rows.push(row("all", found.verdict.winner, all, &found.verdict));
    }
    aligned(&rows, names.len() - usize::from(by_openings))
}

/// The principal variation, and the board of openings.
fn summary(found: &Findings) -> String {
    let first = found.question.first;
    let size = found.position.size();
    let mut text = String::new();
    if !found.verdict.line.is_empty() {
        let line = names(&found.verdict.line, size).join(" ");
        let _ = writeln!(text, "\n{first} first, best play: {line}");
    }
    if found.openings.is_empty() {
        return text;
    }
    let to_move = found.to_move;
    let _ = writeln!(
        text,
        "\n{first} first: {to_move} wins (+) or loses (-) by playing here; ? is unknown"
    );
    let sign = |cell: Cell| {
        let is_here =
            |answered: &&AnsweredOpening| answered.opening.images.contains(&Move::Cell(cell));
        found.openings.iter().find(is_here).map(|answered| match answered.winner {
            None => '?',
            Some(winner) if winner == to_move => '+',
            Some(_) => '-',
        })
    };
    text + &found.position.drawn(sign)
}

fn figures(verdict: &SolveVerdict) -> [String; 5] {
    let positions = verdict.positions;
    let seconds = verdict.time.as_secs_f64();
    let rate = if positions > 0 && seconds > 0.0 {
        format!("{:.0}", positions as f64 / seconds)
    } else {
        "-".to_owned()
    };
    let (proof, disproof) = verdict.numbers.map(|n| (n.proof, n.disproof)).unzip();
    let [proof, disproof] = [proof, disproof].map(|n| n.map_or("-".to_owned(), ProofNumbers::name));
    [positions.to_string(), format!("{seconds:.3}"), rate, proof, disproof]
}

/// Rows with aligned columns: the first `words` columns to the left, the numbers to the right.
fn aligned(rows: &[Vec<String>], words: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (text, width))| match at {
            at if at < words => format!("{text:<width$}"),
            _ => format!("{text:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
