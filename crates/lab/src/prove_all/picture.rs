//! A picture of a certificate: its rows, and which of them may lie below which.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use kring_board::Colour;
use kring_picture::{
    Anchor, Canvas, PagePoint, Picture, Rgb, Stroke, Style, TextStyle,
    colour::{BACKGROUND, CELL, CHAIN, INK, OUTLINE, PAPER},
};
use kring_proof::all_n::{Boards, Certificate, Row, Word};

use crate::prove_all::rows::digit;

/// The distance of the centres of neighbouring cells of a row.
pub const CELL_WIDTH: f64 = 14.0;
/// The distance of neighbouring rows of a board. Each begins half a cell further to the right.
pub const ROW_HEIGHT: f64 = 0.87 * CELL_WIDTH;
/// The margin around a picture, and between its parts.
pub const MARGIN: f64 = 24.0;
/// The least width of a picture with headings.
const HEADING: f64 = 500.0;

/// A table for each phase: the upper rows of tuples at the left, their last rows at the top, a disc for an allowed tuple.
pub fn certificate(certificate: &Certificate) -> Picture {
    let tables: Vec<PhaseTable> =
        certificate.phases.iter().map(|words| PhaseTable::new(certificate, words)).collect();
    let width = tables.iter().map(PhaseTable::width).fold(HEADING, f64::max);
    let height: f64 = tables.iter().map(PhaseTable::height).sum();
    let page = (width, height);
    let mut canvas = Canvas::default();
    background(&mut canvas, page);
    let mut top = 0.0;
    for (phase, table) in tables.iter().enumerate() {
        table.draw(&mut canvas, phase, top);
        top += table.height();
    }
    canvas.picture(&certificate.statement(), page)
}

/// The tuples that are allowed in a phase.
struct PhaseTable<'a> {
    boards: Boards,
    columns: usize,
    tuple: usize,
    words: &'a BTreeSet<Word>,
    /// The rows of the tuples without their last one.
    upper: Vec<&'a [Row]>,
    /// The last rows of the tuples.
    lower: Vec<Row>,
}

impl PhaseTable<'_> {
    fn new<'a>(certificate: &Certificate, words: &'a BTreeSet<Word>) -> PhaseTable<'a> {
        let last = certificate.tuple - 1;
        // The words are sorted, so equal upper rows follow each other.
        let mut upper: Vec<&[Row]> = words.iter().map(|word| &word[..last]).collect();
        upper.dedup();
        let mut lower: Vec<Row> = words.iter().map(|word| word[last]).collect();
        lower.sort_unstable();
        lower.dedup();
        let Certificate { boards, columns, tuple, .. } = *certificate;
        PhaseTable { boards, columns, tuple, words, upper, lower }
    }

    /// The number of upper rows of a tuple after the first.
    fn further_rows(&self) -> f64 {
        (self.tuple - 2) as f64
    }

    /// The height of a line of the table.
    fn line(&self) -> f64 {
        MARGIN + ROW_HEIGHT * self.further_rows()
    }

    /// The centre of the first cell of a row at the top.
    fn left_of(&self, column: usize) -> f64 {
        let upper = CELL_WIDTH * (self.columns as f64 + 2.0 + self.further_rows() / 2.0);
        let step = CELL_WIDTH * (self.columns as f64 + 1.0);
        MARGIN + upper + step * column as f64
    }

    fn width(&self) -> f64 {
        self.left_of(self.lower.len())
    }

    /// The height of the table with its heading and the margin around both.
    fn height(&self) -> f64 {
        self.line() * self.upper.len() as f64 + 3.5 * MARGIN
    }

    fn draw(&self, canvas: &mut Canvas, phase: usize, top: f64) {
        let name = if self.tuple == 2 { "pair" } else { "triple" };
        let heading = format!(
            "phase {phase}: upper rows at the left, lower rows at the top, a disc for an allowed {name}"
        );
        label(canvas, (MARGIN, top + MARGIN - 4.0), &heading);
        for (column, &row) in self.lower.iter().enumerate() {
            let left = (self.left_of(column), top + 2.0 * MARGIN);
            draw_row(canvas, self.boards, self.columns, row, left);
        }
        let middle = CELL_WIDTH * (self.columns as f64 - 1.0) / 2.0;
        for (number, upper) in self.upper.iter().enumerate() {
            let y = top + 3.2 * MARGIN + self.line() * number as f64;
            draw_rows(canvas, self.boards, self.columns, upper, (MARGIN, y));
            for (column, &below) in self.lower.iter().enumerate() {
                if self.words.contains(&Word::new(upper).then(below)) {
                    let x = self.left_of(column) + middle;
                    disc(canvas, (x, y + ROW_HEIGHT * self.further_rows() / 2.0), 4.0, CHAIN);
                }
            }
        }
    }
}

/// The ground of a picture of this size.
pub fn background(canvas: &mut Canvas, page: PagePoint) {
    canvas.rect((0.0, 0.0), (page.0.ceil(), page.1.ceil()), Style::filled(BACKGROUND));
}

/// A text that begins at a point.
pub fn label(canvas: &mut Canvas, at: PagePoint, text: &str) {
    canvas.text(at, TextStyle::new(11.0, Anchor::Start, INK), text);
}

/// A disc with a dark outline.
pub fn disc(canvas: &mut Canvas, centre: PagePoint, radius: f64, fill: Rgb) {
    canvas.circle(centre, radius, Style::filled(fill).stroke(Stroke::new(INK)));
}

/// Successive rows of a board; the point is the centre of the first cell.
pub fn draw_rows(
    canvas: &mut Canvas,
    boards: Boards,
    columns: usize,
    rows: &[Row],
    (x, y): PagePoint,
) {
    for (number, &row) in rows.iter().enumerate() {
        let right = CELL_WIDTH / 2.0 * number as f64;
        let down = ROW_HEIGHT * number as f64;
        draw_row(canvas, boards, columns, row, (x + right, y + down));
    }
}

/// A row of cells with its stones; the point is the centre of the first cell.
fn draw_row(canvas: &mut Canvas, boards: Boards, columns: usize, row: Row, (x, y): PagePoint) {
    for column in 0..columns {
        let centre = (x + CELL_WIDTH * column as f64, y);
        canvas.polygon(&hexagon(centre), Style::filled(CELL).stroke(Stroke::new(OUTLINE)));
        let colour = match digit(row, column) {
            0 => continue,
            1 => boards.winner(),
            _ => boards.winner().other(),
        };
        let fill = if colour == Colour::Black { INK } else { PAPER };
        disc(canvas, centre, 4.6, fill);
    }
}

/// The corners of a cell.
fn hexagon((x, y): PagePoint) -> [PagePoint; 6] {
    let radius = CELL_WIDTH / 3f64.sqrt();
    [1, 3, 5, 7, 9, 11].map(|sixths| {
        let angle = f64::from(sixths) * PI / 6.0;
        (x + radius * angle.cos(), y + radius * angle.sin())
    })
}
