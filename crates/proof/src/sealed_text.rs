//! Files of text that have exactly one spelling, and a checksum as their last line: certificates for
//! every number of rows, and exact machines.

use kring_board::word::{hex, short};
use sha2::{Digest, Sha256};

/// Why a text is not what a file of this kind has.
pub enum TextFault {
    Version(String),
    Damaged,
    /// The number of a line that is not written as it should be.
    Line(usize),
}

/// The text with its checksum.
pub fn seal(text: String) -> String {
    let sum = checksum(&text);
    text + &sum
}

/// The content of a file with its version, which is one of these.
pub fn open<'a>(
    bytes: &'a [u8],
    name: &str,
    versions: &[&str],
) -> Result<(&'a str, &'a str), TextFault> {
    let content = str::from_utf8(bytes).map_err(|_| TextFault::Damaged)?;
    let version = content.lines().next().unwrap_or_default().strip_prefix(name);
    let version = version.ok_or(TextFault::Line(1))?.trim_start();
    if !versions.contains(&version) {
        return Err(TextFault::Version(short(version)));
    }
    let end = content.rfind("sha256 ").ok_or(TextFault::Damaged)?;
    if checksum(&content[..end]) != content[end..] {
        return Err(TextFault::Damaged);
    }
    Ok((content, version))
}

/// A fault unless the content is spelled as it would be written.
pub fn check_spelling(content: &str, written: &str) -> Result<(), TextFault> {
    match content.lines().zip(written.lines()).position(|(a, b)| a != b) {
        None if content == written => Ok(()),
        line => Err(TextFault::Line(line.map_or(3, |i| i + 1))),
    }
}

/// The last line: the first eight bytes of the SHA-256 of the text before it.
fn checksum(text: &str) -> String {
    let sum = hex(&Sha256::digest(text)[..8]);
    format!("sha256 {sum}\n")
}
