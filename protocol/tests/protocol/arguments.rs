//! Typed arguments.

use kring_protocol::{ArgumentError, key_value, parse_number};

#[test]
fn numbers() {
    assert_eq!(parse_number::<u8>("255"), Ok(255));
    assert_eq!(parse_number::<i32>("-3"), Ok(-3));
    assert_eq!(parse_number::<f64>("1e-3"), Ok(0.001));
    for text in ["", "x", "inf", "NaN", "-inf", "e", "1 2", "٣"] {
        let error = ArgumentError::NotANumber(text.to_string());
        assert_eq!(parse_number::<f64>(text), Err(error));
    }
    for text in ["256", "-1", "1.5", "-", "1e2"] {
        let error = ArgumentError::UnfitNumber(text.to_string());
        assert_eq!(parse_number::<u8>(text), Err(error));
    }
}

#[test]
fn keys_and_values() {
    assert_eq!(key_value("a=b=c"), Some(("a", "b=c")));
    assert_eq!(key_value("a="), Some(("a", "")));
    assert_eq!(key_value("=b"), None);
    assert_eq!(key_value("ab"), None);
}
#[test]
fn errors_name_what_is_accepted() {
    let text = ArgumentError::BareSwap.to_string();
    assert!(text.contains("swap-pieces") && text.contains("swap-sides"));
}
#[test]
fn messages_stay_short() {
    let text = ArgumentError::Cell("z".repeat(60_000)).to_string();
    assert!(text.starts_with("'zzz") && text.len() < 120, "{text}");
    let text = ArgumentError::Colour("red".into()).to_string();
    assert_eq!(text, "'red' is not a colour, expected black or white");
}
#[test]
fn a_word_in_a_message_is_quoted_and_cut() {
    for (word, quoted) in [
        ("a\u{7}ö".to_string(), "'a?ö'".to_string()),
        ("é".repeat(40), format!("'{}'", "é".repeat(40))),
        ("é".repeat(41), format!("'{}...'", "é".repeat(40))),
    ] {
        let text = ArgumentError::NotANumber(word).to_string();
        assert_eq!(text, format!("{quoted} is not a number"));
    }
}
