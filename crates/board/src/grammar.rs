//! Parsers that all text formats share: words, quoted values, numbers, and errors with their
//! location.
//!
//! A parser reads the beginning of a text and returns the rest of it. Every part of a text (a word,
//! a value, the rest) is a slice, which also tells its location. An error about a part is
//! [`Spanned`]; with the whole text it becomes [`Located`].

use std::{
    fmt::{self, Debug, Display},
    str::FromStr,
    time::Duration,
};

/// A parser's result: the rest of the text and the parsed value; or the part that cannot be read.
pub type ParseResult<'a, T> = Result<(&'a str, T), &'a str>;

/// An error about a part of a text, as a slice of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<'a, E> {
    /// The part; only its start matters.
    pub span: &'a str,
    /// The error.
    pub error: E,
}

impl<'a, E> Spanned<'a, E> {
    /// An error about a part.
    pub fn new(span: &'a str, error: E) -> Spanned<'a, E> {
        Spanned { span, error }
    }

    /// The error with its location in the whole text.
    pub fn located(self, text: &str) -> Located<E> {
        Located { error: self.error, location: TextLocation::of(self.span, text) }
    }
}

/// A location in a text, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub character: usize,
}

impl TextLocation {
    /// The start of a part of a text; the end of the text if the part is not one of its slices.
    pub fn of(part: &str, text: &str) -> TextLocation {
        let before = text.get(..offset(part, text)).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        TextLocation { line: before.matches('\n').count() + 1, character: line.chars().count() + 1 }
    }
}

/// The number of bytes before a part of a text; the part must be a slice of the text.
pub fn offset(part: &str, text: &str) -> usize {
    (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize)
}

impl Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            1 => write!(f, "character {}", self.character),
            line => write!(f, "line {line}, character {}", self.character),
        }
    }
}

/// An error with its location. The message ends with ` (at character 11)` or ` (at line 2,
/// character 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located<E> {
    /// The error.
    pub error: E,
    /// Its location.
    pub location: TextLocation,
}

impl<E: Display> Display for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at {})", self.error, self.location)
    }
}

impl<E: Display + Debug> std::error::Error for Located<E> {}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first 40 characters of a word, for error messages.
pub fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// An integer that fits the type.
pub(crate) fn number<T: FromStr>(text: &str) -> ParseResult<'_, T> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let rest = after_digits(digits);
    if rest.len() == digits.len() {
        return Err(digits);
    }
    text[..text.len() - rest.len()].parse().map(|number| (rest, number)).map_err(|_| text)
}

/// The text after the digits at its beginning.
pub(crate) fn after_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// The text after the letters at its beginning.
pub(crate) fn after_letters(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_alphabetic())
}

/// The two parts of a word that is letters and then digits, as the name of a cell is.
pub fn letters_and_digits(word: &str) -> Option<(&str, &str)> {
    let digits = after_letters(word);
    let letters = &word[..word.len() - digits.len()];
    let is_both = !letters.is_empty() && !digits.is_empty() && after_digits(digits).is_empty();
    is_both.then_some((letters, digits))
}

/// The rest of a text from `end` on, and the text before it, in which a backslash escapes the next
/// character.
pub fn unescaped(text: &str, end: char) -> (&str, String) {
    let (mut rest, mut read) = (text.chars(), String::new());
    loop {
        let after = rest.as_str();
        let next = match rest.next() {
            Some('\\') => rest.next(),
            next => next.filter(|&c| c != end),
        };
        match next {
            Some(c) => read.push(c),
            None => return (after, read),
        }
    }
}

/// A quoted value, or the text up to the next blank. In double quotes a backslash escapes the
/// next character.
pub fn value(text: &str) -> ParseResult<'_, String> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (rest, value) = unescaped(quoted, '"');
        return rest.strip_prefix('"').map(|rest| (rest, value)).ok_or(text);
    }
    let (value, rest) = match text.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').ok_or(text)?,
        None => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
    };
    Ok((rest, value.to_owned()))
}

/// A text in which `end` and backslashes are escaped, as [`unescaped`] reads it.
pub fn escaped(text: &str, end: char) -> String {
    text.replace('\\', "\\\\").replace(end, &format!("\\{end}"))
}

/// The words of a text that names rules or an agent, separated by blanks. The words before the
/// first blank can also be separated by commas, for clients that cannot pass blanks:
/// `neural,time=1`. Later words keep their commas, so that a text with blanks is read back
/// unchanged.
pub fn words(text: &str) -> Vec<&str> {
    let (mut words, mut all) = (text.split_whitespace(), Vec::new());
    let mut first = words.next();
    while let Some(text) = first {
        let end = comma(text);
        all.push(&text[..end]);
        first = text.get(end + 1..);
    }
    all.extend(words);
    all
}

/// The first comma that ends a word, or the end of the text. A name contains no comma. A value can
/// (`white-cycle=2,3,1`, files), so a comma after a `=` ends the word only if another key follows.
fn comma(text: &str) -> usize {
    let ends_word = |at: usize| {
        let next = &text[at + 1..];
        let value = next.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-');
        let is_key = value.len() < next.len() && value.starts_with('=');
        is_key || !text[..at].contains('=')
    };
    let mut commas = text.match_indices(',').map(|(at, _)| at);
    commas.find(|&at| ends_word(at)).unwrap_or(text.len())
}

/// A text or a number that is not a valid time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of seconds{}", if *.above_zero { " above 0" } else { "" })]
pub struct NotSeconds {
    above_zero: bool,
}

/// A time in seconds, such as `1.5`.
pub fn seconds(text: &str) -> Result<Duration, NotSeconds> {
    let number = text.parse();
    duration(number.map_err(|_| NotSeconds { above_zero: false })?)
}

/// A time from a number of seconds.
pub fn duration(seconds: f64) -> Result<Duration, NotSeconds> {
    Duration::try_from_secs_f64(seconds).map_err(|_| NotSeconds { above_zero: false })
}

/// The time, which must be above zero.
pub fn above_zero(time: Result<Duration, NotSeconds>) -> Result<Duration, NotSeconds> {
    time.ok().filter(|time| !time.is_zero()).ok_or(NotSeconds { above_zero: true })
}
