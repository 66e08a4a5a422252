//! A line of styled characters, and its conversion to text.

use anstyle::{Ansi256Color, Color, Reset, Style};
use unicode_width::UnicodeWidthChar;

/// The style of a character. The colours, of the character and behind it, are those of the
/// 256-colour palette; none: those of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CharStyle {
    pub fore: Option<u8>,
    pub back: Option<u8>,
    pub bold: bool,
}

impl CharStyle {
    pub const fn fore(fore: u8) -> CharStyle {
        CharStyle { fore: Some(fore), back: None, bold: false }
    }

    pub const fn on(fore: u8, back: u8) -> CharStyle {
        CharStyle { fore: Some(fore), back: Some(back), bold: false }
    }

    pub const fn bold(self) -> CharStyle {
        CharStyle { bold: true, ..self }
    }

    /// The style, whatever was set before, as a terminal reads it.
    fn escape(self) -> String {
        let colour = |number: u8| Color::from(Ansi256Color(number));
        let style = Style::new().fg_color(self.fore.map(colour)).bg_color(self.back.map(colour));
        let style = if self.bold { style.bold() } else { style };
        format!("{Reset}{style}")
    }
}

/// A line of characters with their styles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine(Vec<(char, CharStyle)>);

impl TextLine {
    pub(super) fn new(text: &str, style: CharStyle) -> TextLine {
        TextLine::default().with(text, style)
    }

    pub(super) fn with(mut self, text: &str, style: CharStyle) -> TextLine {
        self.push(text, style);
        self
    }

    pub(super) fn push(&mut self, text: &str, style: CharStyle) {
        self.0.extend(text.chars().map(|c| (c, style)));
    }

    pub(super) fn push_line(&mut self, other: &TextLine) {
        self.0.extend(&other.0);
    }

    /// Adds another line, after spaces up to this column.
    pub(super) fn beside(&mut self, column: usize, other: &TextLine) {
        let blanks = column.saturating_sub(self.width());
        self.push(&" ".repeat(blanks), CharStyle::default());
        self.push_line(other);
    }

    /// The columns that it takes on a terminal.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|(c, _)| c.width().unwrap_or(0)).sum()
    }

    /// The line for a terminal, or as plain text without spaces at its end.
    pub fn text(&self, colours: bool) -> String {
        if !colours {
            let text: String = self.0.iter().map(|(c, _)| c).collect();
            return text.trim_end().to_owned();
        }
        let mut text = String::new();
        let mut now = CharStyle::default();
        for &(c, style) in &self.0 {
            if style != now {
                text.push_str(&style.escape());
                now = style;
            }
            text.push(c);
        }
        if now != CharStyle::default() {
            text.push_str(&Reset.to_string());
        }
        text
    }
}
