//! A table whose cells are coloured by their values.

use super::colour::{BACKGROUND, BLANK, ColourScale, MUTED, ink_on};
use super::frame::{LegendKey, framed};
use super::scale::written;
use super::shape::{Anchor, Canvas, PagePoint, Picture, Stroke, Style, TextStyle};
use super::text::{LINE, SIZE, draw_lines, muted, plain, text_width, widest, wrapped};

const ROW: f64 = 32.0;
/// Headings of columns are broken into lines of about this width.
const HEADING: f64 = 110.0;
/// Headings of rows are broken into lines of about this width.
const ROW_HEADING: f64 = 280.0;

/// A table of numbers, each with a background colour for its value.
#[derive(Clone, Debug, Default)]
pub struct HeatTable {
    /// What the table shows.
    pub title: String,
    /// What the columns are.
    pub x_label: String,
    /// What the rows are.
    pub y_label: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The headings of the rows.
    pub rows: Vec<String>,
    /// One list for each row; `None` leaves a cell empty.
    pub values: Vec<Vec<Option<f64>>>,
    /// The value at the low end of the colours.
    pub low: f64,
    /// The value at the high end of the colours.
    pub high: f64,
    /// Whether a value of 0.5 is written as `50 %`.
    pub percent: bool,
}

impl HeatTable {
    /// The table as a picture.
    pub fn draw(&self) -> Picture {
        let layout = HeatTableLayout::new(self);
        let ends = [self.low, self.high];
        let texts = ends.map(|end| written(end, self.decimals(ends), self.percent));
        let keys = vec![LegendKey::heat(texts, ColourScale::Heat, "")];
        framed(&self.title, keys, layout.size(), |canvas, (left, top)| {
            layout.headings(canvas, (left, top));
            let top = top + layout.header;
            for (row, heading) in layout.rows.iter().enumerate() {
                let y = top + layout.row * row as f64;
                let middle = (left + layout.side - 10.0, y + layout.row / 2.0);
                draw_lines(canvas, middle, heading, plain(Anchor::End));
                for column in 0..layout.columns.len() {
                    let x = left + layout.side + layout.column * column as f64;
                    let value = self.values.get(row).and_then(|row| *row.get(column)?);
                    self.cell(canvas, (x, y), (layout.column, layout.row), value);
                }
            }
        })
    }

    fn cell(&self, canvas: &mut Canvas, at: PagePoint, size: PagePoint, value: Option<f64>) {
        let value = value.filter(|value| value.is_finite());
        let (fill, ink) = match value {
            Some(value) => {
                let share = (value - self.low) / (self.high - self.low);
                let fill = ColourScale::Heat.at(share);
                (fill, ink_on(fill))
            }
            None => (BLANK, MUTED),
        };
        let rim = Stroke::new(BACKGROUND).width(2.0);
        canvas.rect(at, size, Style::filled(fill).stroke(rim));
        let text = value.map_or_else(|| "–".to_owned(), |value| self.text(value));
        let style = TextStyle::new(SIZE, Anchor::Middle, ink);
        canvas.text((at.0 + size.0 / 2.0, at.1 + size.1 / 2.0), style, &text);
    }

    fn text(&self, value: f64) -> String {
        let present = self.values.iter().flatten().flatten().copied();
        written(value, self.decimals(present), self.percent)
    }

    /// How many digits these values have after the point: 0 if all are whole.
    fn decimals(&self, values: impl IntoIterator<Item = f64>) -> usize {
        let (unit, most) = if self.percent { (100.0, 1) } else { (1.0, 2) };
        let whole = |value: f64| ((value * unit).round() - value * unit).abs() < 1e-6;
        if values.into_iter().all(whole) { 0 } else { most }
    }
}

/// The sizes and the positions of the parts.
struct HeatTableLayout<'a> {
    table: &'a HeatTable,
    columns: Vec<Vec<String>>,
    rows: Vec<Vec<String>>,
    corner: Vec<String>,
    /// The widths of the row headings and of a column.
    side: f64,
    column: f64,
    /// The heights of the column headings and of a row.
    header: f64,
    row: f64,
}

impl HeatTableLayout<'_> {
    fn new(table: &HeatTable) -> HeatTableLayout<'_> {
        let lines = |labels: &[String], room: f64| -> Vec<Vec<String>> {
            labels.iter().map(|label| wrapped(label, SIZE, room)).collect()
        };
        let columns = lines(&table.columns, HEADING);
        let rows = lines(&table.rows, ROW_HEADING);
        let corner = wrapped(&table.y_label, SIZE, HEADING);
        let values = table.values.iter().flatten().flatten().map(|value| table.text(*value));
        let values: Vec<String> = values.collect();
        let side = widest(rows.iter().flatten().chain(&corner), SIZE) + 16.0;
        let column = widest(columns.iter().flatten().chain(&values), SIZE).max(42.0) + 16.0;
        let deepest = |labels: &[Vec<String>]| labels.iter().map(Vec::len).max().unwrap_or(0);
        // The label of the columns is a line above their headings.
        let header = LINE * (deepest(&columns) + 1).max(corner.len()) as f64 + 10.0;
        let row = ROW.max(LINE * deepest(&rows) as f64 + 8.0);
        HeatTableLayout { table, columns, rows, corner, side, column, header, row }
    }

    fn size(&self) -> PagePoint {
        let columns = self.column * self.columns.len() as f64;
        let columns = columns.max(text_width(&self.table.x_label, SIZE));
        (self.side + columns, self.header + self.row * self.rows.len() as f64)
    }

    fn headings(&self, canvas: &mut Canvas, (left, top): PagePoint) {
        let x = left + self.side;
        let style = muted(Anchor::Start);
        canvas.text((x + 4.0, top + LINE / 2.0), style, &self.table.x_label);
        let corner = top + self.header - 6.0 - LINE * self.corner.len() as f64 / 2.0;
        draw_lines(canvas, (x - 10.0, corner), &self.corner, muted(Anchor::End));
        for (column, heading) in self.columns.iter().enumerate() {
            let middle = x + self.column * (column as f64 + 0.5);
            let y = top + self.header - 6.0 - LINE * heading.len() as f64 / 2.0;
            draw_lines(canvas, (middle, y), heading, plain(Anchor::Middle));
        }
    }
}
