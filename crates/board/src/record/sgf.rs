//! The SGF parser, limited to the nodes of the main line. No crate for SGF is used, because errors name
//! their place here, and what programs for Hex write departs from the standard.

use nom::{
    Finish, Parser,
    bytes::complete::take_till,
    character::complete::{alpha1, char, one_of},
    combinator::{consumed, fail, map, opt, verify},
    multi::many1,
    sequence::{delimited, preceded},
};

use super::{Bad, RecordError};
use crate::grammar::{self, ParseResult, Spanned, blanks, expect, offset, unescaped};

/// The most nodes of a main line. The longest record has 4096 moves and 1024 stones.
pub const MOST_NODES: usize = 10_000;

/// The most properties of a main line.
pub const MOST_PROPERTIES: usize = 100_000;

/// A property: its name and its values.
pub type SgfProperty<'a> = (String, Vec<SgfValue<'a>>);

/// A node: its properties in order.
pub type SgfNode<'a> = Vec<SgfProperty<'a>>;

/// A value: the text between its brackets.
#[derive(Clone, Debug)]
pub struct SgfValue<'a> {
    /// As it is in the file.
    raw: &'a str,
    /// Without the backslashes that escape characters.
    text: String,
}

impl<'a> SgfValue<'a> {
    /// The text without leading and trailing blanks.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// The part of the file that a part of the text was read from; the whole value if it contains
    /// backslashes.
    pub fn span(&self, part: &str) -> &'a str {
        let same = self.raw == self.text;
        self.raw.get(offset(part, &self.text)..).filter(|_| same).unwrap_or(self.raw)
    }
}

/// The first value of a property of the root node.
pub fn root_value<'n, 'a>(nodes: &'n [SgfNode<'a>], key: &str) -> Option<&'n SgfValue<'a>> {
    nodes.first()?.iter().find(|(name, _)| name == key)?.1.first()
}

/// The properties that are moves, `B` and `W`.
pub fn moves<'n, 'a>(nodes: &'n [SgfNode<'a>]) -> impl Iterator<Item = &'n SgfProperty<'a>> {
    nodes.iter().flatten().filter(|(name, _)| name == "B" || name == "W")
}

/// The main line of the first game in a text: the first branch at each branching.
pub fn main_line(text: &str) -> Result<Vec<SgfNode<'_>>, Bad<'_>> {
    let read = first_branches(text).finish();
    read.map(|(_, nodes)| nodes).map_err(|problem| problem.named(not_sgf))
}

fn first_branches(text: &str) -> ParseResult<'_, Vec<SgfNode<'_>>, RecordError> {
    let (mut rest, _) = take_till(|c| c == '(').parse(text)?;
    let mut nodes: Vec<SgfNode<'_>> = Vec::new();
    let mut properties = 0;
    loop {
        (rest, _) = blanks(rest)?;
        let (after, mark) = opt(one_of("(;)]")).parse(rest)?;
        match (mark, nodes.last_mut()) {
            // Little Golem does not escape the brackets in names of players.
            (Some('('), _) | (Some(']'), Some(_)) => rest = after,
            (Some(';'), _) => {
                if nodes.len() == MOST_NODES {
                    return Err(too_many(rest, MOST_NODES, "nodes").into());
                }
                nodes.push(SgfNode::new());
                rest = after;
            }
            // The first branch ends here; the others do not belong to the main line.
            (Some(')'), Some(_)) => return Ok((after, nodes)),
            (None, Some(node)) => {
                if properties == MOST_PROPERTIES {
                    return Err(too_many(rest, MOST_PROPERTIES, "properties").into());
                }
                let (after, property) = expect(property, |_| not_sgf()).parse(rest)?;
                node.push(property);
                properties += 1;
                rest = after;
            }
            _ => return fail().parse(rest),
        }
    }
}

fn not_sgf() -> RecordError {
    RecordError::Text("this is not an SGF file".to_owned())
}

fn too_many<'a>(part: &'a str, most: usize, what: &str) -> Bad<'a> {
    let text = format!("the main line of a game has at most {most} {what}");
    Spanned::new(part, RecordError::Text(text))
}

/// A name in capitals (the lower case letters of old files are dropped) and at least one value in
/// brackets.
fn property(text: &str) -> ParseResult<'_, SgfProperty<'_>, RecordError> {
    let capitals = |name: &str| name.chars().filter(char::is_ascii_uppercase).collect();
    let name = verify(map(alpha1, capitals), |name: &String| !name.is_empty());
    (name, many1(preceded(blanks, value))).parse(text)
}

fn value(text: &str) -> ParseResult<'_, SgfValue<'_>, RecordError> {
    let content = consumed(unescaped(']'));
    let bracketed = delimited(char('['), content, char(']'));
    map(bracketed, |(raw, text)| SgfValue { raw, text }).parse(text)
}

/// A value with its brackets and backslashes escaped.
pub fn escaped(value: &str) -> String {
    grammar::escaped(value, ']')
}
