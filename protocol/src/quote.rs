//! Quoting what somebody else wrote, inside our own messages.
//!
//! A message is read by a person or logged by a referee; it must stay one short
//! line however long or odd the offending text is.

/// Most characters of foreign text that a message repeats.
const QUOTED: usize = 40;

/// The first characters of `text` between quotes, control characters
/// replaced, with dots where something was left off.
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

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn short_text_is_kept_and_long_text_is_cut() {
        assert_eq!(quote("a\u{7}ö"), "'a?ö'");
        assert_eq!(quote(&"é".repeat(40)), format!("'{}'", "é".repeat(40)));
        assert_eq!(quote(&"é".repeat(41)), format!("'{}...'", "é".repeat(40)));
    }
}
