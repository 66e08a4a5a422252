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
