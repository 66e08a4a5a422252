//! The SGF parser, limited to the nodes of the main line.

use crate::grammar::{self, ParseResult, after_letters, offset, unescaped};

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

/// The main line of the first game in a text: the first branch at each branching. If the text is
/// not SGF, the part of it that cannot be read.
pub fn main_line(text: &str) -> Result<Vec<SgfNode<'_>>, &str> {
    let mut rest = &text[text.find('(').unwrap_or(text.len())..];
    let mut nodes: Vec<SgfNode<'_>> = Vec::new();
    loop {
        rest = rest.trim_start();
        let mut after = rest.chars();
        match (after.next(), nodes.last_mut()) {
            // Little Golem does not escape the brackets in names of players.
            (Some('('), _) | (Some(']'), Some(_)) => rest = after.as_str(),
            (Some(';'), _) => {
                nodes.push(SgfNode::new());
                rest = after.as_str();
            }
            // The first branch ends here; the others do not belong to the main line.
            (Some(')'), Some(_)) => return Ok(nodes),
            (_, Some(node)) => {
                let (after, property) = property(rest)?;
                node.push(property);
                rest = after;
            }
            (_, None) => return Err(rest),
        }
    }
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
