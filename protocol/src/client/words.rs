//! A command line → words, as a POSIX shell splits them.
//!
//! No shell is started for an engine: its process id would be the shell's, and killing the
//! shell would leave the engine running.

use std::io::{Error, ErrorKind};
use std::str::Chars;

/// Splits at white space; single quotes, double quotes and backslashes work as in a shell.
pub(super) fn split(line: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c.is_ascii_whitespace() {
            words.extend(word.take());
            continue;
        }
        // From here on there is a word, be it empty as in `''`.
        let word = word.get_or_insert_default();
        match c {
            '\'' => single_quoted(&mut chars, word)?,
            '"' => double_quoted(&mut chars, word)?,
            '\\' => word.push(chars.next().ok_or_else(|| unfinished("backslash"))?),
            _ => word.push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn single_quoted(chars: &mut Chars<'_>, word: &mut String) -> Result<(), Error> {
    loop {
        match chars.next() {
            None => return Err(unfinished("single quote")),
            Some('\'') => return Ok(()),
            Some(c) => word.push(c),
        }
    }
}

/// Inside double quotes a backslash stays unless it protects something.
fn double_quoted(chars: &mut Chars<'_>, word: &mut String) -> Result<(), Error> {
    loop {
        match chars.next() {
            None => return Err(unfinished("double quote")),
            Some('"') => return Ok(()),
            Some('\\') => match chars.next() {
                None => return Err(unfinished("double quote")),
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                Some(c) => word.extend(['\\', c]),
            },
            Some(c) => word.push(c),
        }
    }
}

fn unfinished(what: &str) -> Error {
    let message = format!("a {what} at the end of the command line lacks its counterpart");
    Error::new(ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_as_in_a_shell() {
        for (line, expected) in [
            ("", &[][..]),
            ("  kring  --seed\t7\n", &["kring", "--seed", "7"]),
            ("'a b'\"c d\"e", &["a bc de"]),
            ("'' \"\" x", &["", "", "x"]),
            (r#""\"\\\$\`\n" '\n' \n\ \""#, &[r#""\$`\n"#, r"\n", "n \""]),
            ("$HOME ~ * #x", &["$HOME", "~", "*", "#x"]),
        ] {
            assert_eq!(split(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn unfinished_quotes_are_refused() {
        for line in ["'a", "\"a", "a\\", "\"a\\", "'a\"b"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
