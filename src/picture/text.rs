//! How much room a text needs, without asking a font.

/// The size of text that has no reason to be another.
pub const SIZE: f64 = 13.0;
/// From one line of such text to the next.
pub const LINE: f64 = 17.0;

/// The width of a text in this size: at least that of DejaVu Sans and Verdana,
/// the widest fonts that a viewer is likely to use.
pub fn width(text: &str, size: f64) -> f64 {
    size * text.chars().map(advance).sum::<f64>()
}

/// The width of a character in units of the font's size.
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

/// The text in lines no wider than `room`, broken between words; a word that
/// is wider has a line of its own.
pub fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + 0.4 * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width of the widest of some lines.
pub fn widest<'a>(lines: impl IntoIterator<Item = &'a String>, size: f64) -> f64 {
    lines.into_iter().map(|line| width(line, size)).fold(0.0, f64::max)
}
