//! The texts of rules, season maps and colours; words, locations and times; suggestions.

use std::time::Duration;

use kring::board::{
    Colour, NotAColour, Rules, SeasonMap, Seasons, Size, Topology,
    grammar::{ParseResult, TextLocation, escaped, unescaped, words},
    suggest::did_you_mean,
    word::{above_zero, seconds},
};
use nom::Parser;

#[test]
fn every_text_round_trips() {
    for topology in Topology::ALL {
        for rest in ["", " seasons=2", " seasons=3 turns=random", " swap=on seasons=9"] {
            let rules: Rules = format!("{topology}{rest}").parse().unwrap();
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }
    let own = "torus seasons=3 turns=alternating swap=off white-cycle=2,3,1,1";
    assert_eq!(own.parse::<Rules>().unwrap().to_string(), own);
}

#[test]
fn commas_can_stand_for_the_blanks() {
    for (commas, blanks) in [
        ("cylinder,seasons=3", "cylinder seasons=3"),
        ("seasons=3,swap=on", "seasons=3 swap=on"),
        (
            "torus,seasons=3,white-cycle=2,3,1,1,swap=on",
            "torus seasons=3 white-cycle=2,3,1,1 swap=on",
        ),
        ("white-cycle=2,1,seasons=2 turns=random", "white-cycle=2,1 seasons=2 turns=random"),
    ] {
        assert_eq!(commas.parse::<Rules>(), blanks.parse(), "{commas}");
        assert!(commas.parse::<Rules>().is_ok(), "{commas}");
    }
}

#[test]
fn the_default_cycles_are_fair_for_odd_and_half_shifted_for_even_counts() {
    let white = |k| Seasons::new(k).unwrap().cycle(Colour::White).to_string();
    assert_eq!(["1", "2,1", "3,1,2", "3,4,1,2", "4,5,1,2,3"], [1, 2, 3, 4, 5].map(white)[..]);
}

#[test]
fn bad_texts_are_refused_with_a_reason_and_a_character() {
    for (bad, character) in [
        ("chess", 1),
        ("hex torus", 5),
        ("seasons=0", 9),
        ("  seasons=10", 11),
        ("topology=é", 10),
        ("turns=odd", 7),
        ("swap=1", 6),
        ("swap", 1),
        ("swap=on swap=off", 9),
        ("seasons=3 black-cycle=1,2", 23),
        ("black-cycle=2", 13),
        ("black-cycle=", 13),
        ("seasons=2 white-cycle=1,,2", 25),
        ("x=1", 1),
        ("hex,torus", 5),
        ("hex,", 5),
        (",swap=on", 1),
        ("swap=on,swap=off", 9),
    ] {
        let error = bad.parse::<Rules>().unwrap_err();
        assert_eq!(
            (error.location.line, error.location.character),
            (1, character),
            "{bad}: {error}"
        );
    }
}

#[test]
fn a_map_is_refused_at_its_first_wrong_character() {
    let size = Size::new(3, 2).unwrap();
    let seasons = Seasons::new(2).unwrap();
    for (text, character) in
        [("112 12x", 7), ("112 1222", 5), ("112", 4), ("112 121 112", 9), ("310 111", 1)]
    {
        let error = SeasonMap::parse(size, &seasons, text).unwrap_err();
        assert_eq!(error.location.character, character, "{text}: {error}");
    }
    assert_eq!(SeasonMap::parse(size, &seasons, " 112  121").unwrap().to_string(), "112 121");
}

#[test]
fn every_spelling() {
    for text in ["b", "B", "black", "BLACK", "Black"] {
        assert_eq!(text.parse(), Ok(Colour::Black));
    }
    for text in ["w", "W", "white", "White"] {
        assert_eq!(text.parse(), Ok(Colour::White));
    }
    for text in ["", "bl", "red", "blackk", " b"] {
        let error = NotAColour(text.to_string());
        assert_eq!(text.parse::<Colour>(), Err(error));
    }
    assert_eq!(Colour::White.to_string().parse(), Ok(Colour::White));
}

#[test]
fn only_the_first_word_is_taken_apart_at_commas() {
    assert_eq!(words(" a,b=1,2,c=,d=3 e=4,f=5 "), ["a", "b=1,2", "c=", "d=3", "e=4,f=5"]);
    assert_eq!(words("a,"), ["a", ""]);
    assert_eq!(words(",a=1"), ["", "a=1"]);
    assert_eq!(words("a=1,2,=3,B=4,é=5"), ["a=1,2,=3,B=4,é=5"]);
    assert!(words("").is_empty() && words(" \u{a0}\t").is_empty());
}

#[test]
fn locations_are_counted_in_characters_and_lines() {
    let text = "é,x\nöö z";
    let location =
        |part: &str| TextLocation::of(&text[text.find(part).unwrap()..], text).to_string();
    assert_eq!(location("é"), "character 1");
    assert_eq!(location("x"), "character 3");
    assert_eq!(location("z"), "line 2, character 4");
    assert_eq!(TextLocation::of("elsewhere", text).to_string(), "line 2, character 5");
}

#[test]
fn what_is_escaped_is_read_back() {
    for text in ["", "a", "]", "\\", "\\]x\\\\", "é]"] {
        let escaped = escaped(text, ']') + "]rest";
        let read: ParseResult<'_, String, ()> = unescaped(']').parse(&escaped);
        assert_eq!(read, Ok(("]rest", text.to_owned())));
    }
}

#[test]
fn seconds_are_numbers_that_fit() {
    assert_eq!(seconds("1.5"), Ok(Duration::from_millis(1500)));
    for text in ["", "x", "-1", "inf", "1e30"] {
        assert_eq!(seconds(text).unwrap_err().to_string(), "expected a number of seconds");
    }
    let zero = above_zero(seconds("0")).unwrap_err().to_string();
    assert_eq!(zero, "expected a number of seconds above 0");
}

#[test]
fn near_names_are_suggested_and_others_are_not() {
    let names = ["play", "genmove", "reg_genmove", "set-agent", "pv"];
    for (word, meant) in [
        ("genmvoe", Some("genmove")),
        ("gen_move", Some("genmove")),
        ("GENMOVE", Some("genmove")),
        ("set_agent", Some("set-agent")),
        ("pley", Some("play")),
        ("pass", None),
        ("", None),
        ("é", None),
    ] {
        let expected = meant.map(|name| format!("did you mean '{name}'?"));
        assert_eq!(did_you_mean(word, names), expected, "{word}");
    }
    assert_eq!(did_you_mean(&"x".repeat(1 << 16), names), None);
}
