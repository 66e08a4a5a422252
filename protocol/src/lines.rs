//! Lines of unbounded length, read with bounded memory.
//!
//! With `BufRead::read_line` a client that sends no newline could exhaust the memory, and invalid
//! UTF-8 would be an error. Here a line is bytes, and the excess of a long line is dropped.

use std::io::{BufRead, Read, Result};

use crate::request::MAX_LINE;

/// Reads one line, without its newline, into `line`; false at the end of input.
///
/// At most [`MAX_LINE`]` + 1` bytes are kept and the rest of the line is discarded, so
/// that [`parse_request`](crate::parse_request) sees that the line was too long (unless a
/// comment makes up the excess). A last line without a newline counts if it is not empty.
pub fn read_line<R: BufRead>(input: &mut R, line: &mut Vec<u8>) -> Result<bool> {
    line.clear();
    let kept = read_piece(input, line, MAX_LINE)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if kept > MAX_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(kept > 0)
}

/// Appends the input up to and including the next newline to `line`, but at most `limit + 1`
/// bytes. Returns the number of bytes; 0 at the end of input.
pub(crate) fn read_piece<R: BufRead>(
    input: &mut R,
    line: &mut Vec<u8>,
    limit: usize,
) -> Result<usize> {
    Read::take(input, limit as u64 + 1).read_until(b'\n', line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Vec<u8>> {
        let mut line = b"left over".to_vec();
        let mut found = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            found.push(line.clone());
        }
        found
    }

    #[test]
    fn lines_are_split_at_newlines_only() {
        assert_eq!(lines(b"a\r\n\nb\0c"), [&b"a\r"[..], &b""[..], &b"b\0c"[..]]);
        assert_eq!(lines(b""), [] as [&[u8]; 0]);
        assert_eq!(lines(b"a\n"), [b"a"]);
    }

    #[test]
    fn the_excess_of_a_long_line_is_discarded() {
        for excess in [0, 1, 2, 100_000] {
            let mut input = vec![b'x'; MAX_LINE + excess];
            input.extend(b"\nnext");
            let found = lines(&input);
            assert_eq!(found.len(), 2, "{excess}");
            assert_eq!(found[0].len(), MAX_LINE + excess.min(1), "{excess}");
            assert_eq!(found[1], b"next", "{excess}");
        }
    }
}
