//! The tree of SGF, as far as a game needs it: the nodes of the main line.

/// A property: its name and its values.
pub type Property = (String, Vec<String>);

/// A node: its properties in order.
pub type Node = Vec<Property>;

/// The main line of the first game in a text: at each branching the first
/// branch. `None` if the text is no SGF.
pub fn main_line(text: &str) -> Option<Vec<Node>> {
    let begin = text.find('(')?;
    let mut reader = Reader { rest: &text[begin..] };
    let mut nodes: Vec<Node> = Vec::new();
    loop {
        match reader.skip_space() {
            Some('(') => reader.advance(),
            Some(';') => {
                reader.advance();
                nodes.push(Node::new());
            }
            // The first branch ends here; the others are not the main line.
            Some(')') => return (!nodes.is_empty()).then_some(nodes),
            // Little Golem writes names of players with their brackets as they are.
            Some(']') if !nodes.is_empty() => reader.advance(),
            Some(_) => nodes.last_mut()?.push(reader.property()?),
            None => return None,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn advance(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn skip_space(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// A name in capitals (lower case letters of old files are dropped) and
    /// at least one value in brackets.
    fn property(&mut self) -> Option<Property> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic())?;
        let name: String = self.rest[..end].chars().filter(char::is_ascii_uppercase).collect();
        self.rest = &self.rest[end..];
        let mut values = Vec::new();
        while self.skip_space() == Some('[') {
            self.advance();
            values.push(self.value()?);
        }
        (!name.is_empty() && !values.is_empty()).then_some((name, values))
    }

    /// The text up to the closing bracket; a backslash makes the next
    /// character plain.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            let c = self.rest.chars().next()?;
            self.advance();
            match c {
                ']' => return Some(value),
                '\\' => {
                    value.extend(self.rest.chars().next());
                    self.advance();
                }
                c => value.push(c),
            }
        }
    }
}

/// A value with its brackets and backslashes escaped.
pub fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}
