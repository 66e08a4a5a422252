//! Pictures as SVG: the rows of a certificate, and which of them may lie below which.

use std::fmt::Write;

use kring_board::Colour;
use kring_proof::all_n::{Boards, Certificate, Row, Word};

use crate::rows::digit;

/// The distance of the centres of neighbouring cells of a row.
pub const CELL: f64 = 14.0;
/// The margin around a picture, and between its parts.
pub const MARGIN: f64 = 24.0;

/// A picture that grows element by element.
#[derive(Default)]
pub struct Picture(String);

impl Picture {
    /// A text whose baseline begins, or has its middle, at a point.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = write!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"11\" fill=\"#22211f\">{text}</text>"
        );
    }

    /// A row of cells; (x, y) is the centre of the first one.
    pub fn row(&mut self, boards: Boards, columns: usize, row: Row, x: f64, y: f64) {
        for column in 0..columns {
            let x = x + CELL * column as f64;
            let radius = CELL / 3f64.sqrt();
            let corner = |k: usize| {
                let angle = std::f64::consts::PI * (2 * k + 1) as f64 / 6.0;
                format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin())
            };
            let corners: Vec<String> = (0..6).map(corner).collect();
            let outline = "fill=\"#efe6d2\" stroke=\"#8f8876\"";
            let _ = write!(self.0, "<polygon points=\"{}\" {outline}/>", corners.join(" "));
            let colour = match digit(row, column) {
                0 => continue,
                1 => boards.winner(),
                _ => boards.winner().other(),
            };
            let fill = if colour == Colour::Black { "#22211f" } else { "#ffffff" };
            self.disc(x, y, 4.6, fill);
        }
    }

    /// A disc with a dark outline.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str) {
        let _ = write!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#22211f\"/>"
        );
    }

    /// The file.
    pub fn finish(self, width: f64, height: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\"><rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>{}</svg>\n",
            self.0
        )
    }
}

/// A table for each phase: the upper rows of tuples at the left, their last rows at the top, a disc for an allowed tuple.
pub fn certificate(certificate: &Certificate) -> String {
    let Certificate { boards, columns, tuple, phases, .. } = certificate;
    let mut picture = Picture::default();
    // Each row begins half a cell further to the right than the one above it.
    let left = CELL * (*columns as f64 + 1.0 + (tuple - 2) as f64 / 2.0);
    let step = CELL * (*columns as f64 + 1.0);
    let line = MARGIN + CELL * 0.87 * (tuple - 2) as f64;
    let (mut width, mut top) = (0f64, MARGIN);
    for (phase, words) in phases.iter().enumerate() {
        let mut upper: Vec<&[Row]> = words.iter().map(|word| &word[..tuple - 1]).collect();
        upper.dedup();
        let mut lower: Vec<Row> = words.iter().map(|word| word[tuple - 1]).collect();
        lower.sort_unstable();
        lower.dedup();
        let name = if *tuple == 2 { "pair" } else { "triple" };
        let title = format!(
            "phase {phase}: upper rows at the left, lower rows at the top, a disc for an allowed {name}"
        );
        picture.text(MARGIN, top, "start", &title);
        let middle = CELL * (*columns as f64 - 1.0) / 2.0;
        let place = |column: usize| MARGIN + left + step * column as f64 + CELL;
        for (j, &row) in lower.iter().enumerate() {
            picture.row(*boards, *columns, row, place(j), top + MARGIN);
        }
        for (i, rows) in upper.iter().enumerate() {
            let y = top + line * i as f64 + MARGIN * 2.2;
            for (k, &row) in rows.iter().enumerate() {
                let (right, down) = (CELL / 2.0 * k as f64, CELL * 0.87 * k as f64);
                picture.row(*boards, *columns, row, MARGIN + right, y + down);
            }
            for (j, &below) in lower.iter().enumerate() {
                if words.contains(&Word::new(rows).then(below)) {
                    picture.disc(place(j) + middle, y + (line - MARGIN) / 2.0, 4.0, "#1d8fe8");
                }
            }
        }
        width = width.max(place(lower.len()));
        top += line * upper.len() as f64 + MARGIN * 3.5;
    }
    picture.finish(width, top - MARGIN)
}
