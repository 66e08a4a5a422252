//! Parsers that all text formats share: words, quoted values, numbers, and errors with their
//! location.
//!
//! Rules, agents, players, sizes, cycles and SGF files are read by [`nom`] parsers. They return
//! slices of the text, so that every part of it (a word, a value, the rest) also tells its
//! location. An error about a part is [`Spanned`]; with the whole text it becomes [`Located`].

use std::{
    fmt::{self, Debug, Display},
    str::FromStr,
    time::Duration,
};

use nom::{
    Finish, IResult, Parser,
    branch::alt,
    bytes::complete::{is_not, take_till, take_while, take_while1},
    character::complete::{anychar, char, digit1, one_of},
    combinator::{all_consuming, eof, map, map_res, not, opt, peek, recognize},
    multi::{fold_many0, many_till, separated_list1},
    sequence::{delimited, preceded, terminated},
};

/// A parser's result: the rest of the text and the parsed value.
pub type ParseResult<'a, T> = IResult<&'a str, T>;

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

/// The first 40 characters of a word, for error messages.
pub fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Any number of blanks.
pub fn blanks(text: &str) -> ParseResult<'_, &str> {
    take_while(char::is_whitespace).parse(text)
}

/// An integer that fits the type.
pub(crate) fn number<T: FromStr>(text: &str) -> ParseResult<'_, T> {
    map_res(recognize((opt(char('+')), digit1)), str::parse).parse(text)
}

/// Parses the whole text; the error is the rest that cannot be parsed.
pub(crate) fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Result<T, &'a str> {
    all_consuming(parser).parse(text).finish().map(|(_, read)| read).map_err(|error| error.input)
}

/// The text before the first of the characters `ends`. The backslash must be one of them; it
/// escapes the next character.
pub fn unescaped<'a>(
    ends: &'static str,
) -> impl Parser<&'a str, Output = String, Error = nom::error::Error<&'a str>> {
    let piece = alt((is_not(ends), preceded(char('\\'), recognize(anychar))));
    fold_many0(piece, String::new, |text, piece: &str| text + piece)
}

/// A quoted value, or the text up to the next blank. In double quotes a backslash escapes the
/// next character.
pub fn value(text: &str) -> ParseResult<'_, String> {
    let double = delimited(char('"'), unescaped("\"\\"), char('"'));
    let single = delimited(char('\''), take_till(|c| c == '\''), char('\''));
    let bare = preceded(not(one_of("\"'")), take_till(char::is_whitespace));
    alt((double, map(single, str::to_owned), map(bare, str::to_owned))).parse(text)
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
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Vec::new() };
    let list = separated_list1(char(','), comma_word).parse(first);
    list.map_or_else(|_| Vec::new(), |(_, first)| first.into_iter().chain(words).collect())
}

/// A name contains no comma. A value can (`white-cycle=2,3,1`, files), so a comma after a `=`
/// ends the word only if another key follows.
fn comma_word(text: &str) -> ParseResult<'_, &str> {
    let key_character = |c: char| c.is_ascii_lowercase() || c == '-';
    let key = terminated(take_while1(key_character), char('='));
    let end = alt((eof, recognize((char(','), key))));
    let value = many_till(anychar, peek(end));
    let name = take_till(|c| matches!(c, ',' | '='));
    recognize((name, opt((char('='), value)))).parse(text)
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
