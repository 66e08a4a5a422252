//! The parts of pictures: SVG elements, the width of a text, and the colours.

use super::PagePoint;

/// Fonts that most systems have; [`text_width`] holds for the widest.
const FONTS: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    pub size: f64,
    pub anchor: Anchor,
    pub fill: &'static str,
    pub bold: bool,
}

impl TextStyle {
    pub fn new(size: f64, anchor: Anchor) -> TextStyle {
        TextStyle { size, anchor, fill: INK, bold: false }
    }

    /// Secondary text of the default size.
    pub fn muted(anchor: Anchor) -> TextStyle {
        TextStyle::new(SIZE, anchor).fill(MUTED)
    }

    pub fn fill(self, fill: &'static str) -> TextStyle {
        TextStyle { fill, ..self }
    }
}

/// A picture under construction, as SVG text.
#[derive(Default)]
pub struct Canvas(String);

impl Canvas {
    /// A text, centred vertically on its point.
    pub fn text(&mut self, (x, y): PagePoint, style: TextStyle, text: &str) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        // Not every viewer supports `dominant-baseline`; this is half the height of a capital.
        let baseline = y + 0.36 * style.size;
        let [x, baseline, size] = [x, baseline, style.size].map(rounded);
        let (fill, text) = (style.fill, escaped(text));
        self.0 += &format!(
            "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\"{weight}>{text}</text>\n"
        );
    }

    /// Lines of text, centred vertically on a point.
    pub fn lines(&mut self, (x, y): PagePoint, lines: &[String], style: TextStyle) {
        let first = y - LINE * (lines.len() as f64 - 1.0) / 2.0;
        for (line, number) in lines.iter().zip(0..) {
            self.text((x, first + LINE * f64::from(number)), style, line);
        }
    }

    /// A rectangle; the attributes are written as they are.
    pub fn rect(&mut self, (x, y): PagePoint, (width, height): PagePoint, attributes: &str) {
        let [x, y, width, height] = [x, y, width, height].map(rounded);
        self.0 += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>\n"
        );
    }

    pub fn circle(&mut self, (x, y): PagePoint, radius: f64, attributes: &str) {
        let [x, y, radius] = [x, y, radius].map(rounded);
        self.0 += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>\n");
    }

    pub fn line(&mut self, points: &[PagePoint], attributes: &str) {
        let points = list(points);
        self.0 += &format!("<polyline points=\"{points}\" fill=\"none\" {attributes}/>\n");
    }

    pub fn polygon(&mut self, points: &[PagePoint], attributes: &str) {
        let points = list(points);
        self.0 += &format!("<polygon points=\"{points}\" {attributes}/>\n");
    }

    pub fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Canvas)) {
        self.0 += &format!("<g {attributes}>\n");
        draw(self);
        self.0 += "</g>\n";
    }

    /// The whole document. The title is read out by screen readers.
    pub fn document(self, (width, height): PagePoint, title: &str) -> String {
        let [width, height] = [width, height].map(|length| length.ceil());
        let (title, body) = (escaped(title), self.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{title}</title>\n{body}</svg>\n"
        )
    }
}

fn list(points: &[PagePoint]) -> String {
    let pair = |&(x, y): &PagePoint| format!("{},{}", rounded(x), rounded(y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// A length with at most one digit after the point.
fn rounded(length: f64) -> f64 {
    // Adding zero turns minus zero into zero.
    (10.0 * length).round() / 10.0 + 0.0
}

/// Escapes a text for XML. Control characters, which XML does not allow, become spaces.
pub fn escaped(text: &str) -> String {
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

/// The default size of text.
pub const SIZE: f64 = 13.0;
/// The distance between two lines of such text.
pub const LINE: f64 = 17.0;

/// The width of a text in this size: at least that of DejaVu Sans and Verdana,
/// the widest fonts that a viewer is likely to use.
pub fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(advance).sum::<f64>()
}

fn advance(c: char) -> f64 {
    match c {
        ' ' | '.' | ',' | ':' | ';' | '!' | '|' | '\'' | 'i' | 'j' | 'l' | 'I' => 0.4,
        '(' | ')' | '[' | ']' | '/' | '-' | 'f' | 'r' | 't' => 0.46,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 1.0,
        '+' | '=' | '<' | '>' | '~' | '#' | '&' | 'A'..='Z' => 0.84,
        c if c.is_ascii() => 0.66,
        _ => 1.0,
    }
}

/// The text in lines no wider than `room`, broken between words. A wider word gets its own line.
pub fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + 0.4 * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

pub fn widest<'a>(lines: impl IntoIterator<Item = &'a String>, size: f64) -> f64 {
    lines.into_iter().map(|line| text_width(line, size)).fold(0.0, f64::max)
}

// The colours can be distinguished with any kind of colour vision. Where a
// picture needs many colours, a digit or a shape carries the same meaning.

/// Text, and black stones.
pub const INK: &str = "#22211f";
/// White stones, and text on dark ground.
pub const PAPER: &str = "#ffffff";
pub const BACKGROUND: &str = "#fbfaf6";
pub const BORDER: &str = "#c9c5b9";
pub const GRID: &str = "#dedbd1";
/// Secondary text.
pub const MUTED: &str = "#625f57";
pub const CELL: &str = "#efe6d2";
/// A cell without a value where others have one.
pub const BLANK: &str = "#e9e8e4";
/// The lines between cells.
pub const OUTLINE: &str = "#8f8876";
/// The winning chain: blue, since heat is orange.
pub const CHAIN: &str = "#1d8fe8";

/// A first move that wins.
pub const WINNING: &str = "#9fd3a6";

pub const BAD: &str = "#c2410c";

/// The tints of seasons; each cell has its season's digit too.
const TINTS: [&str; 9] = [
    "#f3dfa2", "#a9d5ee", "#e3b5cf", "#b9e0bd", "#f4b393", "#c9c3ec", "#f4f0a0", "#c4c4bf",
    "#93d3cb",
];

pub fn season_colour(season: usize) -> &'static str {
    TINTS[season % TINTS.len()]
}

/// The palette of Okabe and Ito, in an order that alternates light and dark.
const SERIES: [&str; 7] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#4d4d4d"];

pub fn series_colour(series: usize) -> &'static str {
    SERIES[series % SERIES.len()]
}

/// From cold to hot. It darkens steadily, so it is readable without colours too.
const HEAT: [u32; 5] = [0xfffae0, 0xfed98e, 0xfe9929, 0xcc4c02, 0x6e2605];

/// From one side to the other; palest in the middle.
const SIDES: [u32; 5] = [0x2166ac, 0x92c5de, 0xf8f6f4, 0xf4a582, 0xb2182b];

/// A scale of colours for values from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourScale {
    /// From cold to hot, between the lowest value and the highest.
    #[default]
    Heat,
    /// From blue (0) to red (1), pale at one half: which side is ahead.
    Sides,
}

/// The colour of a share of the way from cold (0) to hot (1), and the colour
/// of text that can be read on it.
pub fn heat_colour(share: f64, scale: ColourScale) -> (String, &'static str) {
    let colours = if scale == ColourScale::Heat { HEAT } else { SIDES };
    let along = share.clamp(0.0, 1.0) * (colours.len() - 1) as f64;
    let from = (along as usize).min(colours.len() - 2);
    let part = along - from as f64;
    let [red, green, blue] = [16, 8, 0].map(|shift| {
        let [low, high] = [from, from + 1].map(|at| f64::from(colours[at] >> shift & 0xff));
        low + part * (high - low)
    });
    let light = 0.3 * red + 0.6 * green + 0.1 * blue;
    let ink = if light > 128.0 { INK } else { PAPER };
    (format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8), ink)
}
