//! Values that are a single word of text: bytes as hexadecimal digits, times in seconds; and words
//! as messages show them.

use std::time::Duration;

/// The first 40 characters of a word, for error messages.
pub fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text or a number that is not a valid time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of seconds{}", if *.above_zero { " above 0" } else { "" })]
pub struct NotSeconds {
    above_zero: bool,
}

/// A time in seconds, such as `1.5`.
pub fn seconds(text: &str) -> Result<Duration, NotSeconds> {
    let number = text.parse();
    duration(number.map_err(|_| NotSeconds { above_zero: false })?)
}

/// A time from a number of seconds.
pub fn duration(seconds: f64) -> Result<Duration, NotSeconds> {
    Duration::try_from_secs_f64(seconds).map_err(|_| NotSeconds { above_zero: false })
}

/// The time, which must be above zero.
pub fn above_zero(time: Result<Duration, NotSeconds>) -> Result<Duration, NotSeconds> {
    time.ok().filter(|time| !time.is_zero()).ok_or(NotSeconds { above_zero: true })
}

/// The text without control characters: it is one line, and does not control a terminal.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
