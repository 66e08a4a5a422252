//! A scan-line rasteriser: fills outlines with smooth edges.

use super::super::{PagePoint, scale::ends};
use super::drawing::{Drawing, Outline, Rgb, Shape, Text};
use super::glyphs;

/// Scan lines per row of pixels. Along a scan line the coverage of a pixel is exact.
const SAMPLES: usize = 4;

/// A picture as pixels, on a white background.
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Rgb>,
}

impl Raster {
    /// The drawing with this number of pixels per unit of the page.
    pub fn of(drawing: &Drawing, scale: f64) -> Raster {
        let [width, height] =
            [drawing.size.0, drawing.size.1].map(|side| (side * scale).ceil().max(1.0) as usize);
        let mut raster = Raster { width, height, pixels: vec![[255; 3]; width * height] };
        for (opacity, shapes) in &drawing.groups {
            let before = if *opacity < 1.0 { raster.pixels.clone() } else { Vec::new() };
            shapes.iter().for_each(|shape| raster.draw(shape, scale));
            for (pixel, before) in raster.pixels.iter_mut().zip(before) {
                *pixel = mixed(before, *pixel, *opacity);
            }
        }
        raster
    }

    fn draw(&mut self, shape: &Shape, scale: f64) {
        let scaled = |points: Vec<PagePoint>| -> Vec<PagePoint> {
            points.into_iter().map(|(x, y)| (scale * x, scale * y)).collect()
        };
        let (points, is_closed) = match &shape.outline {
            Outline::Path(points, is_closed) => (scaled(points.clone()), *is_closed),
            Outline::Circle(centre, radius) => (scaled(circle(*centre, *radius)), true),
            Outline::Text(text) => {
                let ink = shape.fill.unwrap_or([0; 3]);
                let width = scale * text.size * if text.is_bold { 0.13 } else { 0.085 };
                let lines = strokes(text);
                let outlines =
                    lines.into_iter().flat_map(|line| thick(&scaled(line), width, false));
                return self.fill(&outlines.collect::<Vec<_>>(), ink);
            }
        };
        if let Some(colour) = shape.fill {
            self.fill(&[counter_clockwise(points.clone())], colour);
        }
        if let Some((colour, width)) = shape.stroke {
            self.fill(&thick(&points, scale * width, is_closed), colour);
        }
    }

    /// Fills the union of outlines, which must all have the same orientation.
    fn fill(&mut self, outlines: &[Vec<PagePoint>], colour: Rgb) {
        let columns = || outlines.iter().flatten().map(|(x, _)| *x);
        let left = columns().fold(self.width as f64, f64::min).max(0.0) as usize;
        let right = columns().fold(0.0, f64::max).ceil().min(self.width as f64) as usize;
        let mut shares = vec![0.0; right.saturating_sub(left)];
        let range = |outline: &Vec<PagePoint>| ends(outline.iter().map(|(_, y)| *y));
        let ranges = outlines.iter().map(|outline| range(outline).unwrap_or((f64::MAX, f64::MIN)));
        let ranges: Vec<(f64, f64)> = ranges.collect();
        let top = ranges.iter().map(|range| range.0).fold(f64::MAX, f64::min).max(0.0);
        let bottom = ranges.iter().map(|range| range.1).fold(0.0, f64::max).ceil();
        for row in top as usize..(bottom as usize).min(self.height) {
            shares.fill(0.0);
            let here = |(_, (top, bottom)): &(&Vec<PagePoint>, &(f64, f64))| {
                *top < row as f64 + 1.0 && *bottom > row as f64
            };
            let near = outlines.iter().zip(&ranges).filter(here);
            let near: Vec<&Vec<PagePoint>> = near.map(|(outline, _)| outline).collect();
            for sample in 0..SAMPLES {
                let y = row as f64 + (sample as f64 + 0.5) / SAMPLES as f64;
                for (from, to) in spans(&near, y) {
                    cover(&mut shares, from - left as f64, to - left as f64);
                }
            }
            let line = &mut self.pixels[row * self.width + left..];
            for (pixel, share) in line.iter_mut().zip(&shares).filter(|(_, share)| **share > 0.0) {
                *pixel = mixed(*pixel, colour, share / SAMPLES as f64);
            }
        }
    }
}

/// Adds the coverage of each pixel by a span of a scan line.
fn cover(shares: &mut [f64], from: f64, to: f64) {
    let (from, to) = (from.max(0.0), to.min(shares.len() as f64));
    let last = to.ceil() as usize;
    for (pixel, share) in shares.iter_mut().enumerate().take(last).skip(from as usize) {
        let (left, right) = (from.max(pixel as f64), to.min(pixel as f64 + 1.0));
        *share += (right - left).max(0.0);
    }
}

/// The spans of the scan line at this height that lie inside the outlines.
fn spans(outlines: &[&Vec<PagePoint>], y: f64) -> Vec<(f64, f64)> {
    let mut crossings: Vec<(f64, i32)> = Vec::new();
    for outline in outlines {
        for (at, &(x, from)) in outline.iter().enumerate() {
            let (next, to) = outline[(at + 1) % outline.len()];
            if (from <= y) != (to <= y) {
                let winding = if from < to { 1 } else { -1 };
                crossings.push((x + (y - from) / (to - from) * (next - x), winding));
            }
        }
    }
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut spans, mut depth, mut begin) = (Vec::new(), 0, 0.0);
    for (x, winding) in crossings {
        if depth == 0 {
            begin = x;
        }
        depth += winding;
        if depth == 0 {
            spans.push((begin, x));
        }
    }
    spans
}

fn mixed(under: Rgb, over: Rgb, share: f64) -> Rgb {
    let mix = |channel: usize| {
        let [under, over] = [under, over].map(|colour| f64::from(colour[channel]));
        (under + share.min(1.0) * (over - under)).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

fn circle((x, y): PagePoint, radius: f64) -> Vec<PagePoint> {
    let corners = (6.0 + 2.0 * radius).min(48.0) as i32;
    let angle = |corner: i32| f64::from(corner) / f64::from(corners) * std::f64::consts::TAU;
    (0..corners).map(angle).map(|a| (x + radius * a.cos(), y + radius * a.sin())).collect()
}

/// The outlines of a line of this width with round caps and joins.
fn thick(points: &[PagePoint], width: f64, is_closed: bool) -> Vec<Vec<PagePoint>> {
    let half = width / 2.0;
    let mut outlines: Vec<_> = points.iter().map(|&point| circle(point, half)).collect();
    let ends = points.iter().skip(1).chain(is_closed.then(|| &points[0]));
    for (&(x, y), &(u, v)) in points.iter().zip(ends) {
        let length = (u - x).hypot(v - y);
        if length > 0.0 {
            let (a, b) = (half * (v - y) / length, half * (u - x) / length);
            outlines.push(vec![(x + a, y - b), (u + a, v - b), (u - a, v + b), (x - a, y + b)]);
        }
    }
    outlines.into_iter().map(counter_clockwise).collect()
}

/// The same outline, oriented so that its signed area is positive.
fn counter_clockwise(mut outline: Vec<PagePoint>) -> Vec<PagePoint> {
    let next = outline.iter().cycle().skip(1);
    let area: f64 = outline.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
    if area < 0.0 {
        outline.reverse();
    }
    outline
}

/// The strokes of a text's letters, in coordinates of the page.
fn strokes(text: &Text) -> Vec<Vec<PagePoint>> {
    let widths: f64 = text.text.chars().map(glyphs::advance).sum();
    let mut left = text.at.0 - text.left_share * widths * text.size;
    let mut lines = Vec::new();
    for letter in text.text.chars() {
        for line in glyphs::lines(letter) {
            let place = |(x, y)| (left + x * text.size, text.at.1 - y * text.size);
            lines.push(line.into_iter().map(place).collect());
        }
        left += glyphs::advance(letter) * text.size;
    }
    lines
}
