//! The exact bytes of a reply.
//!
//! An empty line ends a reply, so an empty line inside one puts the client out of step for the
//! rest of the session (HexGui breaks at once). The text is therefore cleaned here, where every
//! reply passes, and not by the commands.

use std::io::{Result, Write};

use crate::request::RequestId;

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpReply {
    /// The id of the request, if it had one.
    pub id: Option<RequestId>,
    /// The text of a success, or the message of a failure.
    pub body: std::result::Result<String, String>,
}

impl GtpReply {
    /// Writes the reply with a single `write_all`. It does not flush.
    pub fn write_to(&self, out: &mut impl Write) -> Result<()> {
        out.write_all(&self.to_bytes())
    }

    /// `=ID text` or `?ID message`, then an empty line.
    ///
    /// The space is written even if the text is empty. Control characters except tabs are
    /// dropped, as are blank lines and trailing white space. The first line keeps its
    /// indentation, for pictures of boards.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (sign, text) = match &self.body {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        let id = self.id.as_ref().map(RequestId::to_string).unwrap_or_default();
        let is_kept = |c: &char| *c == '\t' || !c.is_control();
        let cleaned = |line: &str| line.chars().filter(is_kept).collect::<String>();
        let mut lines: Vec<String> = text.split('\n').map(cleaned).collect();
        for line in &mut lines {
            line.truncate(line.trim_end().len());
        }
        lines.retain(|line| !line.is_empty());
        format!("{sign}{id} {}\n\n", lines.join("\n")).into_bytes()
    }
}
