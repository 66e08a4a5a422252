//! The elements of SVG that pictures are made of.

use std::fmt::Write;

use super::{Spot, colours::INK, text::LINE};

/// Fonts that most systems have; [`super::text::width`] holds for the widest.
const FONTS: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub size: f64,
    pub anchor: Anchor,
    pub fill: &'static str,
    pub bold: bool,
}

impl Style {
    /// Plain text of this size.
    pub fn new(size: f64, anchor: Anchor) -> Style {
        Style { size, anchor, fill: INK, bold: false }
    }
}

/// SVG text that grows.
#[derive(Default)]
pub struct Canvas(String);

impl Canvas {
    /// A text, centred vertically on its place.
    pub fn text(&mut self, (x, y): Spot, style: Style, text: &str) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        // Not every viewer knows `dominant-baseline`; this is half a capital.
        let baseline = y + 0.36 * style.size;
        let (x, baseline, size) = (Number(x), Number(baseline), Number(style.size));
        let (fill, text) = (style.fill, escaped(text));
        self.element(format_args!(
            "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\"{weight}>{text}</text>"
        ));
    }

    /// Lines of text, centred vertically on a place.
    pub fn lines(&mut self, (x, y): Spot, lines: &[String], style: Style) {
        let first = y - LINE * (lines.len() as f64 - 1.0) / 2.0;
        for (line, number) in lines.iter().zip(0..) {
            self.text((x, first + LINE * f64::from(number)), style, line);
        }
    }

    /// A rectangle; the attributes are written as they are.
    pub fn rect(&mut self, (x, y): Spot, (width, height): Spot, attributes: &str) {
        let [x, y, width, height] = [x, y, width, height].map(Number);
        self.element(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>"
        ));
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): Spot, radius: f64, attributes: &str) {
        let [x, y, radius] = [x, y, radius].map(Number);
        self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>"));
    }

    /// A line from place to place.
    pub fn line(&mut self, points: &[Spot], attributes: &str) {
        let points = list(points);
        self.element(format_args!("<polyline points=\"{points}\" fill=\"none\" {attributes}/>"));
    }

    /// A filled shape.
    pub fn polygon(&mut self, points: &[Spot], attributes: &str) {
        let points = list(points);
        self.element(format_args!("<polygon points=\"{points}\" {attributes}/>"));
    }

    /// What is drawn inside gets these attributes.
    pub fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Canvas)) {
        self.element(format_args!("<g {attributes}>"));
        draw(self);
        self.element(format_args!("</g>"));
    }

    /// The whole document; the title is for those who cannot see it.
    pub fn document(self, (width, height): Spot, title: &str) -> String {
        let [width, height] = [width, height].map(|length| length.ceil());
        let (title, body) = (escaped(title), self.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{title}</title>\n{body}</svg>\n"
        )
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }
}

fn list(points: &[Spot]) -> String {
    let pair = |&(x, y): &Spot| format!("{},{}", Number(x), Number(y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// A length with one digit after the point, and none where it says nothing.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns minus zero into zero.
        write!(f, "{}", (10.0 * self.0).round() / 10.0 + 0.0)
    }
}

/// A text that may hold anything, as XML; control characters are not allowed
/// there in any form.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => result.push(' '),
            c => result.push(c),
        }
    }
    result
}
