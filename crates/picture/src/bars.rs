//! Bar charts with groups, error bars and a legend.

use super::colour::{BACKGROUND, GRID, INK, OUTLINE, series_colour};
use super::frame::{LegendKey, framed};
use super::scale::{Axis, written};
use super::shape::{Anchor, Canvas, PagePoint, Picture, Rgb, Stroke, Style};
use super::text::{LINE, SIZE, draw_lines, muted, plain, widest, wrapped};

/// The width between the ends of the scale.
const PLOT: f64 = 420.0;
/// The room for a value right of its bar.
const VALUE: f64 = 76.0;
const BAR: f64 = 20.0;
const GAP: f64 = 14.0;
/// Labels of groups are broken into lines of about this width.
const LABEL: f64 = 300.0;
/// The room for the numbers and the label of the axis.
const AXIS: f64 = 46.0;

/// A chart of horizontal bars in groups.
#[derive(Clone, Debug, Default)]
pub struct BarChart {
    /// What the chart shows.
    pub title: String,
    /// What the values are.
    pub y_label: String,
    /// Whether a value of 0.5 is written as `50 %`.
    pub percent: bool,
    /// The groups, from top to bottom.
    pub groups: Vec<BarGroup>,
    /// The names of the series, for the legend.
    pub series: Vec<String>,
}

/// Bars under one label.
#[derive(Clone, Debug, Default)]
pub struct BarGroup {
    /// What the bars have in common.
    pub label: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// One bar and the interval of its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bar {
    /// Which of the chart's series the bar belongs to.
    pub series: usize,
    /// The value.
    pub value: f64,
    /// The lower end of the error bar; the value itself for none.
    pub low: f64,
    /// The upper end of the error bar.
    pub high: f64,
}

impl BarChart {
    /// The chart as a picture.
    pub fn draw(&self) -> Picture {
        let labels: Vec<Vec<String>> =
            self.groups.iter().map(|group| wrapped(&group.label, SIZE, LABEL)).collect();
        let side = widest(labels.iter().flatten(), SIZE) + 14.0;
        let heights: Vec<f64> = self.groups.iter().zip(&labels).map(height).collect();
        let plot: f64 = heights.iter().sum::<f64>() + GAP;
        framed(&self.title, self.keys(), (side + PLOT + VALUE, plot + AXIS), |canvas, (x, y)| {
            let scale = self.scale().between(x + side, x + side + PLOT);
            self.axis(canvas, &scale, (x + side, y), plot);
            let mut top = y + GAP;
            for ((group, label), height) in self.groups.iter().zip(&labels).zip(heights) {
                let middle = top + (height - GAP) / 2.0;
                draw_lines(canvas, (x + side - 12.0, middle), label, plain(Anchor::End));
                let first = middle - BAR * group.bars.len() as f64 / 2.0;
                for (i, bar) in group.bars.iter().enumerate() {
                    self.bar(canvas, &scale, first + BAR * (i as f64 + 0.5), bar);
                }
                top += height;
            }
        })
    }

    /// The legend; series without a name are left out of it.
    fn keys(&self) -> Vec<LegendKey> {
        let named = self.series.iter().enumerate().filter(|(_, name)| !name.is_empty());
        named.map(|(i, name)| LegendKey::square(series_colour(i), String::new(), name)).collect()
    }

    /// Covers all values and zero, and for shares also 100 %.
    fn scale(&self) -> Axis {
        let bars = self.groups.iter().flat_map(|group| &group.bars);
        let values = bars.flat_map(|bar| [bar.value, bar.low, bar.high]);
        let whole = if self.percent { 1.0 } else { 0.0 };
        Axis::covering(values.chain([0.0, whole]), 6.0, self.percent)
    }

    fn axis(&self, canvas: &mut Canvas, scale: &Axis, (x, y): PagePoint, height: f64) {
        for (value, text) in scale.ticks() {
            let at = scale.place(value);
            let colour = if value.abs() < 1e-12 { OUTLINE } else { GRID };
            canvas.line(&[(at, y), (at, y + height)], Stroke::new(colour));
            canvas.text((at, y + height + 12.0), muted(Anchor::Middle), &text);
        }
        let middle = x + PLOT / 2.0;
        canvas.text((middle, y + height + 33.0), muted(Anchor::Middle), &self.y_label);
    }

    fn bar(&self, canvas: &mut Canvas, scale: &Axis, y: f64, bar: &Bar) {
        let zero = scale.place(0.0);
        let style = plain(Anchor::Start);
        if !bar.value.is_finite() {
            return canvas.text((zero + 6.0, y), style, "–");
        }
        let end = scale.place(bar.value);
        let fill = Style::filled(series_colour(bar.series));
        let thick = BAR - 4.0;
        canvas.rect((zero.min(end), y - thick / 2.0), ((end - zero).abs(), thick), fill);
        let mut right = end.max(zero);
        if bar.low < bar.high && (bar.high - bar.low).is_finite() {
            let [low, high] = [bar.low, bar.high].map(|value| scale.place(value));
            error_bar(canvas, [(low, y), (high, y)], (0.0, 4.0), INK);
            right = right.max(high);
        }
        let decimals = if self.percent || bar.value.abs() < 100.0 { 1 } else { 0 };
        let value = written(bar.value, decimals, self.percent);
        canvas.text((right + 6.0, y), style, &value);
    }
}

/// A group is as high as its bars or its label.
fn height((group, label): (&BarGroup, &Vec<String>)) -> f64 {
    (BAR * group.bars.len() as f64).max(LINE * label.len() as f64) + GAP
}

/// A line between two ends with a cap on each; `(dx, dy)` is half of a cap. A
/// light line beneath makes it visible on a dark bar.
pub fn error_bar(canvas: &mut Canvas, ends: [PagePoint; 2], (dx, dy): PagePoint, colour: Rgb) {
    for (colour, width) in [(BACKGROUND, 3.4), (colour, 1.4)] {
        let stroke = Stroke::new(colour).width(width);
        canvas.line(&ends, stroke);
        for (x, y) in ends {
            canvas.line(&[(x - dx, y - dy), (x + dx, y + dy)], stroke);
        }
    }
}
