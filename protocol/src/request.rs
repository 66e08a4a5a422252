//! Reads lines of input, and parses a request from a line.
//!
//! With `BufRead::read_line` a client that sends no newline could exhaust the memory, and invalid
//! UTF-8 would be an error. Here a line is bytes, and the excess of a long line is dropped.
//!
//! GTP defines a cleaning pass before the grammar, and clients rely on its order: control
//! characters first, then the comment, then tabs. The line is handled as bytes until the comment
//! is removed, because a comment may contain anything.

use std::fmt;
use std::io::{self, BufRead, Read};

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag_no_case};
use nom::character::complete::{char, digit1, space0, space1};
use nom::combinator::{all_consuming, eof, map, opt, peek};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

/// The longest line that is parsed, in bytes, not counting a comment.
pub const MAX_LINE: usize = 65_536;

/// Reads one line, without its newline, into `line`; false at the end of input.
///
/// At most `limit + 1` bytes are kept and the rest of the line is discarded. So with [`MAX_LINE`]
/// [`parse_request`](crate::parse_request) sees that the line was too long (unless a
/// comment makes up the excess). A last line without a newline counts if it is not empty.
pub fn read_line<R: BufRead>(input: &mut R, line: &mut Vec<u8>, limit: usize) -> io::Result<bool> {
    line.clear();
    let kept = Read::take(&mut *input, limit as u64 + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if kept > limit {
        input.skip_until(b'\n')?;
    }
    Ok(kept > 0)
}

/// The id of a request: digits, however many, which the reply repeats as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The id that a word is; `None` if the word is empty or not only digits.
    pub fn of(word: &str) -> Option<RequestId> {
        all_consuming(id).parse(word).ok().map(|(_, id)| id)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A command as it was sent: `[id] command [args]`.
///
/// ```
/// use kring_protocol::{GtpReply, RequestId, parse_request};
/// let request = parse_request(b"007 play black d4 # a comment")?.expect("not a blank line");
/// assert_eq!((&request.id, request.command.as_str()), (&RequestId::of("007"), "play"));
/// assert_eq!(request.args, ["black", "d4"]);
/// let reply = GtpReply { id: request.id, body: Ok(String::new()) };
/// assert_eq!(reply.to_bytes(), b"=007 \n\n");
/// # Ok::<(), kring_protocol::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The digits that the reply must repeat.
    pub id: Option<RequestId>,
    /// The name of the command, in the case in which it was sent.
    pub command: String,
    /// The words after the name.
    pub args: Vec<String>,
}

impl Request {
    /// The arguments from number `from` (zero-based) on, joined by single spaces.
    pub fn tail(&self, from: usize) -> String {
        self.args.get(from..).unwrap_or_default().join(" ")
    }
}

/// The line that parses to this request, without a newline.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = &self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.command)?;
        self.args.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

/// A line that is neither a command nor blank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SyntaxError {
    /// The id of the line, if it has one, for the reply.
    pub id: Option<RequestId>,
    /// What is wrong; begins with `syntax error`.
    pub message: String,
}

/// The line before its comment. A `#` directly after a slash, as in a web address, does not begin
/// a comment.
pub(crate) fn without_comment(line: &[u8]) -> &[u8] {
    let begins = |at: &usize| line[*at] == b'#' && (*at == 0 || line[*at - 1] != b'/');
    &line[..(0..line.len()).find(begins).unwrap_or(line.len())]
}

/// The line without a byte order mark at its beginning, which some programs write before the first
/// line that they send.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line)
}

/// Parses one line, with or without its line end.
///
/// `Ok(None)` means a blank line or a comment, to be ignored. The length limit applies to the
/// bytes before the comment, control characters included.
pub fn parse_request(line: &[u8]) -> Result<Option<Request>, SyntaxError> {
    let content = without_comment(without_mark(line));
    let clean = clean(content);
    // Lossy text is good enough to find the id for an error below.
    let text = String::from_utf8_lossy(&clean);
    let (words, id) = preceded(space0, opt(id)).parse(&text).unwrap_or((&text, None));
    let refuse = |id: Option<RequestId>, detail: fmt::Arguments<'_>| {
        Err(SyntaxError { id, message: format!("syntax error: {detail}") })
    };
    if content.len() > MAX_LINE {
        return refuse(id, format_args!("line longer than {MAX_LINE} bytes"));
    }
    if std::str::from_utf8(&clean).is_err() {
        return refuse(id, format_args!("the line is not valid UTF-8"));
    }
    match command.parse(words) {
        Ok((_, (command, args))) => Ok(Some(Request { id, command, args })),
        Err(_) if id.is_some() => refuse(id, format_args!("an id without a command")),
        Err(_) => Ok(None),
    }
}

/// What the parser of a part returns. A part has no error of its own: [`parse_request`] says what is
/// wrong with the line.
type Part<'a, T> = IResult<&'a str, T, ()>;

/// An id is a complete word of digits, so `7x7` is a command.
fn id(text: &str) -> Part<'_, RequestId> {
    let digits = terminated(digit1, peek(alt((space1, eof))));
    map(digits, |digits: &str| RequestId(digits.to_owned())).parse(text)
}

/// `command [argument]…`
fn command(text: &str) -> Part<'_, (String, Vec<String>)> {
    preceded(space0, (word, many0(word))).parse(text)
}

/// The text up to the next space, and the spaces behind it.
fn word(text: &str) -> Part<'_, String> {
    terminated(map(is_not(" "), str::to_owned), space0).parse(text)
}

/// Whether the line is the comment `# interrupt`, which HexGui sends to stop a search.
///
/// White space and case do not matter.
pub fn is_interrupt(line: &[u8]) -> bool {
    // Most lines have no comment, and need no cleaning pass here.
    if !line.contains(&b'#') {
        return false;
    }
    let clean = clean(without_mark(line));
    all_consuming(interrupt).parse(&clean).is_ok()
}

fn interrupt(line: &[u8]) -> IResult<&[u8], &[u8], ()> {
    let mark = (space0, char('#'), space0);
    delimited(mark, tag_no_case("interrupt"), space0).parse(line)
}

/// Drops control characters and turns tabs and newlines into spaces.
fn clean(line: &[u8]) -> Vec<u8> {
    line.iter()
        .map(|&byte| if matches!(byte, b'\t' | b'\n') { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect()
}
