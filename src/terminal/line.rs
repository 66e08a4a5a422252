//! A line of styled characters, and its conversion to text.

use std::fmt::Write;

/// The style of a character, with colours of the 256-colour palette; none: those of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CharStyle {
    /// The colour of the character.
    pub fore: Option<u8>,
    /// The colour behind it.
    pub back: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

impl CharStyle {
    /// A colour on the background of the terminal.
    pub const fn fore(fore: u8) -> CharStyle {
        CharStyle { fore: Some(fore), back: None, bold: false }
    }

    /// A colour on a background colour.
    pub const fn on(fore: u8, back: u8) -> CharStyle {
        CharStyle { fore: Some(fore), back: Some(back), bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> CharStyle {
        CharStyle { bold: true, ..self }
    }

    /// The escape sequence for this style.
    fn escape(self) -> String {
        let mut text = "\x1b[0".to_owned();
        if self.bold {
            text.push_str(";1");
        }
        for (code, colour) in [(38, self.fore), (48, self.back)] {
            if let Some(colour) = colour {
                let _ = write!(text, ";{code};5;{colour}");
            }
        }
        text + "m"
    }
}

/// A line of characters with their styles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine(Vec<(char, CharStyle)>);

impl TextLine {
    /// A line in one style.
    pub fn new(text: &str, style: CharStyle) -> TextLine {
        TextLine::default().with(text, style)
    }

    /// The line with more text.
    pub fn with(mut self, text: &str, style: CharStyle) -> TextLine {
        self.push(text, style);
        self
    }

    /// Adds text.
    pub fn push(&mut self, text: &str, style: CharStyle) {
        self.0.extend(text.chars().map(|c| (c, style)));
    }

    /// Adds another line.
    pub fn push_line(&mut self, other: &TextLine) {
        self.0.extend(&other.0);
    }

    /// Adds another line, after spaces up to this column.
    pub fn beside(&mut self, column: usize, other: &TextLine) {
        let blanks = column.saturating_sub(self.width());
        self.push(&" ".repeat(blanks), CharStyle::default());
        self.push_line(other);
    }

    /// The number of characters.
    pub fn width(&self) -> usize {
        self.0.len()
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
            text.push_str("\x1b[0m");
        }
        text
    }
}
