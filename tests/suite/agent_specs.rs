//! Agents and their settings as texts.

use kring::agents::{ANYTHING, AgentSpec};

#[test]
fn commas_can_stand_for_the_blanks() {
    for (commas, blanks) in [
        ("mcts,sims=10,rave=off", "mcts sims=10 rave=off"),
        ("mcts,sims=10 rave=off", "mcts sims=10 rave=off"),
        ("random", "random"),
        ("book:a,b.proof evals=3", "book:a,b.proof evals=3"),
        (" book:'a b' evals=3", "book:\"a b\" evals=3"),
        ("book file=a evals=3", "book:a evals=3"),
        ("book:\"\\\"a\\\\ b\"", "book:\"\\\"a\\\\ b\""),
    ] {
        let spec: AgentSpec = commas.parse().unwrap();
        assert_eq!(spec.to_string(), blanks);
        assert_eq!(spec.to_string().parse::<AgentSpec>().unwrap().to_string(), blanks);
    }
}

#[test]
fn errors_name_the_word_that_is_wrong_and_its_character() {
    for (text, expected) in [
        ("mcts,10", "'10' is not of the form key=value (at character 6)"),
        ("mcts,", "'' is not of the form key=value (at character 6)"),
        ("mcts sims=x", "sims=x: expected 1..1000000000 (at character 11)"),
        (" mcts,sims=10,20", "sims=10,20: expected 1..1000000000 (at character 12)"),
        ("mcts,sims=1,sims=2", "'sims' is given twice (at character 13)"),
        ("", "an agent is expected, one of: "),
        ("book:\"a b", "the quote of book: does not end (at character 6)"),
        ("book:", "file=: expected file (at character 6)"),
        ("book", "book plays by a proof and needs its file: book:FILE"),
        ("book evals=2", "book plays by a proof and needs its file: book:FILE"),
        ("book:a evals=x", "evals=x: expected 1..1000000000 (at character 14)"),
        ("book:/nonexistent", "file=/nonexistent: "),
        // A file's name may contain commas, and in the form with blanks any character.
        ("neural,net=a,b.net", "net=a,b.net: "),
        ("neural net=a,level=3", "net=a,level=3: "),
    ] {
        let error = match text.parse::<AgentSpec>() {
            Ok(spec) => spec.build().err().expect("an error").to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let error = "nobody,time=1".parse::<AgentSpec>().unwrap_err().to_string();
    assert!(error.starts_with("there is no agent 'nobody'; available: random, "), "{error}");
    assert!(error.ends_with(" (at character 1)"), "{error}");
}

#[test]
fn a_parameter_can_be_changed_and_go_back_to_its_default() {
    let spec: AgentSpec = "mcts sims=10 rave=off".parse().unwrap();
    assert_eq!(
        spec.with("sims", Some("20"), ANYTHING).unwrap().to_string(),
        "mcts rave=off sims=20"
    );
    assert_eq!(spec.with("sims", None, ANYTHING).unwrap().to_string(), "mcts rave=off");
    assert!(
        spec.with("sims", Some("x"), ANYTHING).is_err()
            && spec.with("depth", Some("1"), ANYTHING).is_err()
    );
}
