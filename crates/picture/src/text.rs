//! Labels: their size, their width, and where they are broken into lines.

use super::colour::{INK, MUTED};
use super::shape::{Anchor, Canvas, PagePoint, TextStyle};

/// The default size of text.
pub const SIZE: f64 = 13.0;
/// The distance between two lines of such text.
pub const LINE: f64 = 17.0;

/// Text of the default size.
pub fn plain(anchor: Anchor) -> TextStyle {
    TextStyle::new(SIZE, anchor, INK)
}

/// Secondary text of the default size.
pub fn muted(anchor: Anchor) -> TextStyle {
    TextStyle::new(SIZE, anchor, MUTED)
}

/// Draws lines of text, centred vertically on a point.
pub fn draw_lines(canvas: &mut Canvas, (x, y): PagePoint, lines: &[String], style: TextStyle) {
    let first = y - LINE * (lines.len() as f64 - 1.0) / 2.0;
    for (number, line) in lines.iter().enumerate() {
        canvas.text((x, first + LINE * number as f64), style, line);
    }
}

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

/// The width of the widest line.
pub fn widest<'a>(lines: impl IntoIterator<Item = &'a String>, size: f64) -> f64 {
    lines.into_iter().map(|line| text_width(line, size)).fold(0.0, f64::max)
}
