//! The SGF parser, limited to the nodes of the main line.

use super::{Bad, RecordError};
use crate::grammar::{self, ParseResult, Spanned, after_letters, offset, unescaped};

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
    let mut rest = &text[text.find('(').unwrap_or(text.len())..];
    let mut nodes: Vec<SgfNode<'_>> = Vec::new();
    let mut properties = 0;
    loop {
        rest = rest.trim_start();
        let mut after = rest.chars();
        let count = nodes.len();
        match (after.next(), nodes.last_mut()) {
            // Little Golem does not escape the brackets in names of players.
            (Some('('), _) | (Some(']'), Some(_)) => rest = after.as_str(),
            (Some(';'), _) if count == MOST_NODES => {
                return Err(too_many(rest, MOST_NODES, "nodes"));
            }
            (Some(';'), _) => {
                nodes.push(SgfNode::new());
                rest = after.as_str();
            }
            // The first branch ends here; the others do not belong to the main line.
            (Some(')'), Some(_)) => return Ok(nodes),
            (_, Some(_)) if properties == MOST_PROPERTIES => {
                return Err(too_many(rest, MOST_PROPERTIES, "properties"));
            }
            (_, Some(node)) => {
                let (after, property) = property(rest).map_err(not_sgf)?;
                node.push(property);
                properties += 1;
                rest = after;
            }
            (_, None) => return Err(not_sgf(rest)),
        }
    }
}

fn not_sgf(part: &str) -> Bad<'_> {
    Spanned::new(part, RecordError::Text("this is not an SGF file".to_owned()))
}

fn too_many<'a>(part: &'a str, most: usize, what: &str) -> Bad<'a> {
    let text = format!("the main line of a game has at most {most} {what}");
    Spanned::new(part, RecordError::Text(text))
}

/// A name in capitals (the lower case letters of old files are dropped) and at least one value in
/// brackets.
fn property(text: &str) -> ParseResult<'_, SgfProperty<'_>> {
    let mut rest = after_letters(text);
    let mut name = text[..text.len() - rest.len()].to_owned();
    name.retain(|c| c.is_ascii_uppercase());
    let mut values = Vec::new();
    while let Some((after, value)) = rest.trim_start().strip_prefix('[').and_then(value) {
        values.push(value);
        rest = after;
    }
    if name.is_empty() || values.is_empty() { Err(text) } else { Ok((rest, (name, values))) }
}

/// A value after its bracket, if it has a closing one.
fn value(text: &str) -> Option<(&str, SgfValue<'_>)> {
    let (rest, read) = unescaped(text, ']');
    let raw = &text[..text.len() - rest.len()];
    Some((rest.strip_prefix(']')?, SgfValue { raw, text: read }))
}

/// A value with its brackets and backslashes escaped.
pub fn escaped(value: &str) -> String {
    grammar::escaped(value, ']')
}
