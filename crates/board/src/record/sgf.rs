//! The SGF parser, limited to the nodes of the main line.

use nom::{
    Parser,
    branch::alt,
    character::complete::{alpha1, char},
    combinator::{consumed, map, value, verify},
    multi::many1,
    sequence::{delimited, preceded},
};

use crate::grammar::{self, ParseResult, blanks, offset, unescaped};

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

/// A token of an SGF text.
#[derive(Clone)]
enum Item<'a> {
    Open,
    Close,
    Node,
    Property(SgfProperty<'a>),
    /// Little Golem does not escape the brackets in names of players.
    StrayBracket,
}

/// The main line of the first game in a text: the first branch at each branching. If the text is
/// not SGF, the part of it that cannot be read.
pub fn main_line(text: &str) -> Result<Vec<SgfNode<'_>>, &str> {
    let mut rest = &text[text.find('(').unwrap_or(text.len())..];
    let mut nodes: Vec<SgfNode<'_>> = Vec::new();
    loop {
        let (after, item) = preceded(blanks, item).parse(rest).map_err(|_| rest.trim_start())?;
        match (item, nodes.last_mut()) {
            (Item::Open, _) | (Item::StrayBracket, Some(_)) => {}
            (Item::Node, _) => nodes.push(SgfNode::new()),
            (Item::Property(property), Some(node)) => node.push(property),
            // The first branch ends here; the others do not belong to the main line.
            (Item::Close, Some(_)) => return Ok(nodes),
            _ => return Err(rest.trim_start()),
        }
        rest = after;
    }
}

fn item(text: &str) -> ParseResult<'_, Item<'_>> {
    alt((
        value(Item::Open, char('(')),
        value(Item::Close, char(')')),
        value(Item::Node, char(';')),
        value(Item::StrayBracket, char(']')),
        map(property, Item::Property),
    ))
    .parse(text)
}

/// A name in capitals (the lower case letters of old files are dropped) and at least one value in
/// brackets.
fn property(text: &str) -> ParseResult<'_, SgfProperty<'_>> {
    let capitals = |name: &str| name.chars().filter(char::is_ascii_uppercase).collect();
    let name = verify(map(alpha1, capitals), |name: &String| !name.is_empty());
    let bracketed = delimited(char('['), consumed(unescaped("]\\")), char(']'));
    let value = map(bracketed, |(raw, text)| SgfValue { raw, text });
    (name, many1(preceded(blanks, value))).parse(text)
}

/// A value with its brackets and backslashes escaped.
pub fn escaped(value: &str) -> String {
    grammar::escaped(value, ']')
}
