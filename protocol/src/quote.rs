//! Quotes foreign text in error messages.
//!
//! A message is read by a person or logged by a referee; it must stay one short line even if the
//! text is long or contains control characters.

/// The largest number of quoted characters.
const QUOTED: usize = 40;

/// The first characters of `text` in quotes, with control characters replaced and dots if it was
/// truncated.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    let shown = text.chars().take(QUOTED);
    quoted.extend(shown.map(|c| if c.is_control() { '?' } else { c }));
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted.push('\'');
    quoted
}
