//! Typed arguments: cells, moves and numbers.

use kring_protocol::{ArgumentError, CellCoordinates, MoveWord, key_value, parse_number};

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
fn cells_round_trip() {
    for column in 0..=255 {
        for row in 0..255 {
            let cell = CellCoordinates { column, row };
            let text = cell.to_string();
            assert_eq!(text.parse(), Ok(cell));
            assert_eq!(text.to_ascii_uppercase().parse(), Ok(cell));
        }
    }
    let cell = CellCoordinates { column: 8, row: 10 };
    assert_eq!(cell.to_string(), "i11");
}

#[test]
fn odd_words_are_refused() {
    for text in [
        "", "a", "1", "a0", "a01", "a+1", "a-1", "a256", "aa", "iw1", "zz1", "aaa1", "a1x", "é1",
        "a 1", "1a", "@1",
    ] {
        let error = ArgumentError::Cell(text.to_string());
        assert_eq!(text.parse::<CellCoordinates>(), Err(error));
    }
}

#[test]
fn every_value_can_be_shown() {
    let show = |column, row| CellCoordinates { column, row }.to_string();
    assert_eq!(show(26, 0), "aa1");
    assert_eq!(show(255, 255), "iv256");
}
#[test]
fn every_word() {
    let cell = CellCoordinates { column: 3, row: 3 };
    for (text, expected) in [
        ("D4", Ok(MoveWord::Cell(cell))),
        ("Swap-Pieces", Ok(MoveWord::SwapPieces)),
        ("swap-sides", Ok(MoveWord::SwapSides)),
        ("RESIGN", Ok(MoveWord::Resign)),
        ("Swap", Err(ArgumentError::BareSwap)),
        ("PASS", Ok(MoveWord::Pass)),
        ("swap-piecesx", Err(ArgumentError::Move("swap-piecesx".into()))),
        ("", Err(ArgumentError::Move(String::new()))),
    ] {
        assert_eq!(text.parse::<MoveWord>(), expected, "{text}");
        if let Ok(word) = expected {
            assert_eq!(word.to_string(), text.to_ascii_lowercase());
        }
    }
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
