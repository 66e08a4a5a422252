//! The exact bytes of a reply.
//!
//! An empty line ends a reply, so an empty line inside one puts the client out of step for the
//! rest of the session (HexGui breaks at once). The text is therefore cleaned here, where every
//! reply passes, and not by the commands.

use std::io::{Result, Write};

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpReply {
    /// The id of the request, if it had one.
    pub id: Option<u32>,
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
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let mut reply = format!("{sign}{id} ");
        let mut separator = "";
        for line in text.split('\n') {
            let kept = |c: &char| *c == '\t' || !c.is_control();
            let line: String = line.chars().filter(kept).collect();
            if !line.trim().is_empty() {
                reply.push_str(separator);
                reply.push_str(line.trim_end());
                separator = "\n";
            }
        }
        reply.push_str("\n\n");
        reply.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(id: Option<u32>, body: std::result::Result<&str, &str>) -> String {
        let body = body.map(String::from).map_err(String::from);
        String::from_utf8(GtpReply { id, body }.to_bytes()).unwrap()
    }

    #[test]
    fn exact_bytes() {
        assert_eq!(bytes(None, Ok("")), "= \n\n");
        assert_eq!(bytes(Some(7), Ok("")), "=7 \n\n");
        assert_eq!(bytes(Some(0), Ok("a1")), "=0 a1\n\n");
        assert_eq!(bytes(None, Err("illegal move")), "? illegal move\n\n");
        assert_eq!(bytes(Some(12), Err("")), "?12 \n\n");
    }

    #[test]
    fn no_empty_line_survives_in_the_text() {
        assert_eq!(bytes(None, Ok("\n\na\r\n\r\n \t\nb \n\n")), "= a\nb\n\n");
        assert_eq!(bytes(None, Ok(" \r\n\0\n")), "= \n\n");
        assert_eq!(bytes(None, Ok("\n  a b\n 1 . .\n")), "=   a b\n 1 . .\n\n");
        assert_eq!(bytes(None, Err("x\ty\u{1b}\u{85}")), "? x\ty\n\n");
    }

    #[test]
    fn a_reply_is_written_in_one_piece() {
        struct Pieces(Vec<Vec<u8>>);
        impl Write for Pieces {
            fn write(&mut self, bytes: &[u8]) -> Result<usize> {
                self.0.push(bytes.to_vec());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> Result<()> {
                Err(std::io::Error::other("flush is not expected"))
            }
        }
        let mut out = Pieces(Vec::new());
        let body = Ok("2".to_string());
        GtpReply { id: None, body }.write_to(&mut out).unwrap();
        assert_eq!(out.0, [b"= 2\n\n"]);
    }
}
