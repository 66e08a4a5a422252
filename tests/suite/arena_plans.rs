//! What events are made of: the parts of a match, the games that are still to be played,
//! fingerprints of settings, and the texts that name engines.

use kring::arena::{Fingerprint, MissingGames, Shard};
use kring::external::EngineSpec;

#[test]
fn the_parts_are_the_whole() {
    let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
    for number in 1..20 {
        assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
        assert!(Shard::WHOLE.has(number));
    }
    for games in 0..20 {
        let size = |part: &Shard| (1..=games).filter(|number| part.has(*number)).count();
        assert!(parts.iter().all(|part| part.size(games) == size(part)), "{games}");
    }
    // An opening with both colours is never cut in two.
    assert!((1..20).step_by(2).all(|n| parts[1].has(n) == parts[1].has(n + 1)));
    for bad in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"] {
        assert!(bad.parse::<Shard>().is_err(), "{bad}");
    }
    assert_eq!(parts[1].to_string(), "2/3");
}

#[test]
fn what_is_left_is_what_was_not_played() {
    let mut missing = MissingGames::all(200, "2/3".parse().unwrap());
    assert_eq!(missing.count(), missing.numbers().count());
    assert!([1, 2, 63, 64, 65, 200].map(|number| missing.remove(number)).iter().all(|new| *new));
    assert!(!missing.remove(65));
    // Of these 63 and 64 are of the second part: a pair.
    assert_eq!(missing.count(), missing.numbers().count());
    assert_eq!((missing.count(), missing.numbers().next()), (64, Some(3)));
    assert!(!missing.has(201) && !missing.has(0));
}

fn fingerprint(texts: &[&str]) -> String {
    let mut fingerprint = Fingerprint::default();
    for text in texts {
        fingerprint.text(text);
    }
    fingerprint.to_string()
}

#[test]
fn texts_are_told_apart_and_so_are_their_ends() {
    assert_eq!(fingerprint(&["ab", "c"]), fingerprint(&["ab", "c"]));
    assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    assert_ne!(fingerprint(&["ab"]), fingerprint(&["ba"]));
    assert_ne!(fingerprint(&[]), fingerprint(&[""]));
}

#[test]
fn texts_of_engines_round_trip() {
    let spec: EngineSpec =
        r#" init:'a "b"' cmd:"mo\"hex -x 'y z'"  init:quit name:"M\\ 1""#.parse().unwrap();
    assert_eq!(spec.command, "mo\"hex -x 'y z'");
    assert_eq!(spec.init, ["a \"b\"", "quit"]);
    assert_eq!(spec.name(), "M\\ 1");
    assert_eq!(spec.to_string().parse(), Ok(spec));
    let plain: EngineSpec = "cmd:kring".parse().unwrap();
    assert_eq!(plain.name(), "kring");
}

#[test]
fn bad_texts_of_engines_are_refused_with_a_reason() {
    let expected = "expected cmd:\"...\", init:\"...\" or name:\"...\"";
    for (text, what, character) in [
        ("init:\"name\"", "an engine needs cmd:\"...\"", 12),
        ("cmd:\" \"", "an engine needs cmd:\"...\"", 8),
        ("cmd:a cmd:b", "'cmd:' is given twice", 7),
        ("cmd:a random", &format!("'random': {expected}"), 7),
        ("cmd:é time:3", &format!("'time:3': {expected}"), 7),
        ("cmd:\"a", "the quote of cmd: does not end", 5),
        (" name:'a'cmd:'\\", "the quote of cmd: does not end", 14),
    ] {
        let error = text.parse::<EngineSpec>().unwrap_err();
        assert_eq!((error.error.as_str(), error.location.character), (what, character), "{text}");
    }
}
