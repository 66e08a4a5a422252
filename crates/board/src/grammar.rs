//! What the parsers of all texts share: blanks, numbers, quoted values, words, and errors with their
//! location.
//!
//! The grammars are [`nom`] parsers, each beside the type that it reads. A parser reads the beginning
//! of a text and returns the rest of it. Every part of a text (a word, a value, the rest) is a slice,
//! which also tells its location. An error about a part is [`Spanned`]; with the whole text it
//! becomes [`Located`].

use std::{
    fmt::{self, Debug, Display},
    str::FromStr,
};

use nom::{
    Err, Finish, IResult, Parser,
    branch::alt,
    bytes::complete::{take_till, take_till1, take_while, take_while1},
    character::complete::{alpha1, anychar, char, digit1, one_of},
    combinator::{all_consuming, map, map_opt, not, opt, peek, recognize, rest},
    error::{ErrorKind, ParseError},
    multi::{fold_many0, many0, many0_count, separated_list1},
    sequence::{delimited, preceded, separated_pair},
};

/// What a parser returns: the rest of the text and the parsed value, or why it stops.
pub type ParseResult<'a, T, E> = IResult<&'a str, T, Problem<'a, E>>;

/// Why a parser stops: the text that it cannot read. The error is `None` until a grammar says what
/// it expects there ([`expect`], [`Problem::named`]).
pub type Problem<'a, E> = Spanned<'a, Option<E>>;

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

impl<'a, E> Problem<'a, E> {
    /// The error, or this one if no grammar has named any.
    pub fn named(self, error: impl FnOnce() -> E) -> Spanned<'a, E> {
        Spanned { span: self.span, error: self.error.unwrap_or_else(error) }
    }
}

impl<'a, E> From<Spanned<'a, E>> for Err<Problem<'a, E>> {
    /// Ends the whole parse, so that no other branch is tried.
    fn from(error: Spanned<'a, E>) -> Err<Problem<'a, E>> {
        Err::Failure(Spanned { span: error.span, error: Some(error.error) })
    }
}

impl<'a, E> ParseError<&'a str> for Problem<'a, E> {
    fn from_error_kind(span: &'a str, _: ErrorKind) -> Problem<'a, E> {
        Spanned { span, error: None }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Problem<'a, E>) -> Problem<'a, E> {
        inner
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

/// The parser; where it fails, the whole text is refused with this error at the start of the part.
pub fn expect<'a, T, E>(
    mut parser: impl Parser<&'a str, Output = T, Error = Problem<'a, E>>,
    mut error: impl FnMut(&'a str) -> E,
) -> impl FnMut(&'a str) -> ParseResult<'a, T, E> {
    move |text| match parser.parse(text) {
        Err(Err::Error(_)) => Err(Spanned::new(text, error(text)).into()),
        result => result,
    }
}

/// Reads a whole text; or returns the problem where the parser stops.
pub fn whole<'a, T, E>(
    parser: impl Parser<&'a str, Output = T, Error = Problem<'a, E>>,
    text: &'a str,
) -> Result<T, Problem<'a, E>> {
    all_consuming(parser).parse(text).finish().map(|(_, read)| read)
}

/// Any number of blanks.
pub fn blanks<'a, E>(text: &'a str) -> ParseResult<'a, &'a str, E> {
    take_while(char::is_whitespace).parse(text)
}

/// The text up to the next blank, at least one character.
pub fn word<'a, E>(text: &'a str) -> ParseResult<'a, &'a str, E> {
    take_till1(char::is_whitespace).parse(text)
}

/// An integer that fits the type.
pub(crate) fn number<'a, T: FromStr, E>(text: &'a str) -> ParseResult<'a, T, E> {
    map_opt(recognize((opt(char('+')), digit1)), |number: &str| number.parse().ok()).parse(text)
}

/// Letters and then digits, as the name of a cell is.
pub fn letters_and_digits<'a, E>(text: &'a str) -> ParseResult<'a, (&'a str, &'a str), E> {
    (alpha1, digit1).parse(text)
}

/// The text up to `end`, in which a backslash escapes the next character.
pub fn unescaped<'a, E>(
    end: char,
) -> impl Parser<&'a str, Output = String, Error = Problem<'a, E>> {
    let plain = take_till1(move |c| c == end || c == '\\');
    let escaped = preceded(char('\\'), recognize(anychar));
    fold_many0(alt((plain, escaped)), String::new, |text, piece: &str| text + piece)
}

/// A quoted value, or the text up to the next blank. In double quotes a backslash escapes the
/// next character.
pub fn value<'a, E>(text: &'a str) -> ParseResult<'a, String, E> {
    let double = delimited(char('"'), unescaped('"'), char('"'));
    let single = delimited(char('\''), take_till(|c| c == '\''), char('\''));
    let bare = preceded(not(one_of("\"'")), take_till(char::is_whitespace));
    alt((double, map(single, str::to_owned), map(bare, str::to_owned))).parse(text)
}

/// `key=value`; the value is the rest of the word.
pub fn setting<'a, E>(word: &'a str) -> ParseResult<'a, (&'a str, &'a str), E> {
    separated_pair(take_till(|c| c == '='), char('='), rest).parse(word)
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
    // Every text has this form.
    word_list::<()>(text).map_or_else(|_| Vec::new(), |(_, words)| words)
}

fn word_list<'a, E>(text: &'a str) -> ParseResult<'a, Vec<&'a str>, E> {
    let first = preceded(peek(word), separated_list1(char(','), comma_word));
    let others = many0(preceded(blanks, word));
    let (text, (first, others)) = preceded(blanks, (opt(first), others)).parse(text)?;
    Ok((text, [first.unwrap_or_default(), others].concat()))
}

/// A name or `key=value`. A name contains no comma. A value can (`white-cycle=2,3,1`, files), so a
/// comma ends it only if another key follows.
fn comma_word<'a, E>(text: &'a str) -> ParseResult<'a, &'a str, E> {
    let name = take_till(|c: char| matches!(c, ',' | '=') || c.is_whitespace());
    let key = (take_while1(|c: char| c.is_ascii_lowercase() || c == '-'), char('='));
    let comma = recognize((char(','), not(key)));
    let others = take_till1(|c: char| c == ',' || c.is_whitespace());
    let value = many0_count(alt((comma, others)));
    recognize((name, opt((char('='), value)))).parse(text)
}
