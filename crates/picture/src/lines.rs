//! Line charts with error bars and a legend.

use super::bars::error_bar;
use super::colour::{BACKGROUND, GRID, OUTLINE, series_colour};
use super::frame::{LegendKey, framed};
use super::scale::{Axis, ends, written};
use super::shape::{Anchor, Canvas, PagePoint, Picture, Stroke, Style};
use super::text::{SIZE, muted, text_width, widest};

const PLOT: PagePoint = (600.0, 330.0);
/// The height above the field, for the label of the vertical axis.
const HEADER: f64 = 26.0;
/// The height below the field, for the numbers and the label.
const FOOT: f64 = 46.0;
/// The width right of the field, for half a number.
const RIGHT: f64 = 24.0;
/// The distance from the field's border to the first value.
const INSET: f64 = 12.0;

/// A chart of lines.
#[derive(Clone, Debug, Default)]
pub struct LineChart {
    /// What the chart shows.
    pub title: String,
    /// What the horizontal axis is.
    pub x_label: String,
    /// What the vertical axis is.
    pub y_label: String,
    /// Whether a value of 0.5 is written as `50 %` on the vertical axis.
    pub percent: bool,
    /// Whether the horizontal axis is logarithmic; then all x are above 0.
    pub log_x: bool,
    /// Values that the vertical axis covers in any case.
    pub covers: Vec<f64>,
    /// The lines.
    pub series: Vec<ChartLine>,
}

/// One line of a chart.
#[derive(Clone, Debug, Default)]
pub struct ChartLine {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<ChartPoint>,
    /// The parts that are drawn.
    pub drawn: Drawn,
}

/// The parts of a line that are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// The line and its points.
    #[default]
    Both,
    /// The line, for many points.
    Line,
    /// The points alone.
    Points,
}

/// A point of a line: x, y, and the lower and upper end of its error bar.
pub type ChartPoint = (f64, f64, f64, f64);

impl LineChart {
    /// The chart as a picture.
    pub fn draw(&self) -> Picture {
        let points = || self.series.iter().flat_map(|line| &line.points);
        let across = self.across();
        let heights = points().flat_map(|&(_, y, low, high)| [y, low, high]);
        let heights = heights.chain(self.covers.iter().copied());
        let up = Axis::covering(heights, 6.0, self.percent);
        let numbers: Vec<String> = up.ticks().into_iter().map(|(_, text)| text).collect();
        let side = widest(&numbers, SIZE) + 14.0;
        // The label of the vertical axis stands above it and must fit too.
        let wide = (side + PLOT.0 + RIGHT).max(text_width(&self.y_label, SIZE));
        framed(&self.title, self.keys(), (wide, HEADER + PLOT.1 + FOOT), |canvas, (x, y)| {
            canvas.text((x, y + SIZE / 2.0), muted(Anchor::Start), &self.y_label);
            let field = (x + side, y + HEADER);
            let across = across.between(field.0 + INSET, field.0 + PLOT.0 - INSET);
            let up = up.between(field.1 + PLOT.1, field.1);
            self.axes(canvas, field, &across, &up);
            for (i, line) in self.series.iter().enumerate() {
                self.draw_line(canvas, i, line, &across, &up);
            }
        })
    }

    /// The horizontal axis. A logarithmic one has a number for each power of ten.
    fn across(&self) -> Axis {
        let values = self.series.iter().flat_map(|line| &line.points).map(|point| point.0);
        if !self.log_x {
            return Axis::covering(values, 7.0, false);
        }
        let Some((low, high)) = ends(values.map(f64::log10)) else {
            return Axis::covering([], 1.0, false);
        };
        Axis::covering([low.floor(), high.ceil()], (high.ceil() - low.floor()).max(1.0), false)
    }

    /// A point's value on the horizontal axis.
    fn abscissa(&self, x: f64) -> f64 {
        if self.log_x { x.log10() } else { x }
    }

    fn keys(&self) -> Vec<LegendKey> {
        let key = |(i, line): (usize, &ChartLine)| {
            let drawn = line.drawn;
            let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
                if drawn != Drawn::Points {
                    canvas.line(&[(x, y), (x + 30.0, y)], stroke(i));
                }
                if drawn != Drawn::Line {
                    marker(canvas, i, (x + 15.0, y));
                }
            };
            LegendKey::new(30.0, sign, &line.name)
        };
        self.series.iter().enumerate().map(key).collect()
    }

    fn axes(&self, canvas: &mut Canvas, (left, top): PagePoint, across: &Axis, up: &Axis) {
        let right = left + PLOT.0;
        let bottom = top + PLOT.1;
        let grid = Stroke::new(GRID);
        for (value, text) in up.ticks() {
            let y = up.place(value);
            canvas.line(&[(left, y), (right, y)], grid);
            canvas.text((left - 8.0, y), muted(Anchor::End), &text);
        }
        for (value, text) in across.ticks() {
            let x = across.place(value);
            canvas.line(&[(x, top), (x, bottom)], grid);
            let text =
                if self.log_x { written(10f64.powi(value.round() as i32), 0, false) } else { text };
            canvas.text((x, bottom + 13.0), muted(Anchor::Middle), &text);
        }
        canvas.line(&[(left, top), (left, bottom), (right, bottom)], Stroke::new(OUTLINE));
        let middle = left + PLOT.0 / 2.0;
        canvas.text((middle, bottom + 34.0), muted(Anchor::Middle), &self.x_label);
    }

    /// A line, its error bars, and its points on top.
    fn draw_line(
        &self,
        canvas: &mut Canvas,
        series: usize,
        line: &ChartLine,
        across: &Axis,
        up: &Axis,
    ) {
        let is_finite = |(x, y, ..): &&ChartPoint| self.abscissa(*x).is_finite() && y.is_finite();
        let finite: Vec<&ChartPoint> = line.points.iter().filter(is_finite).collect();
        let place = |x: f64, y: f64| (across.place(self.abscissa(x)), up.place(y));
        let points: Vec<PagePoint> = finite.iter().map(|&&(x, y, ..)| place(x, y)).collect();
        if line.drawn != Drawn::Points {
            canvas.line(&points, stroke(series));
        }
        for &&(x, _, low, high) in &finite {
            if low < high && (high - low).is_finite() {
                let ends = [place(x, low), place(x, high)];
                error_bar(canvas, ends, (4.0, 0.0), series_colour(series));
            }
        }
        if line.drawn != Drawn::Line {
            for point in points {
                marker(canvas, series, point);
            }
        }
    }
}

fn stroke(series: usize) -> Stroke {
    Stroke { width: 2.0, round_joins: true, ..Stroke::new(series_colour(series)) }
}

/// The sign of a series. Its shape distinguishes it without colours.
fn marker(canvas: &mut Canvas, series: usize, (x, y): PagePoint) {
    let style = Style::filled(series_colour(series)).stroke(Stroke::new(BACKGROUND));
    match series % 4 {
        0 => canvas.circle((x, y), 5.0, style),
        1 => canvas.rect((x - 4.5, y - 4.5), (9.0, 9.0), style),
        2 => canvas.polygon(&[(x, y - 6.0), (x + 5.5, y + 4.0), (x - 5.5, y + 4.0)], style),
        _ => {
            let corners = [(x, y - 6.5), (x + 6.5, y), (x, y + 6.5), (x - 6.5, y)];
            canvas.polygon(&corners, style);
        }
    }
}
