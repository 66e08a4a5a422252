//! Agents and their settings as texts.

use std::time::Duration;

use kring::agents::{AgentSpec, Effort, ParameterValue, Role, SettingLimits};

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
    let with = |key, value| spec.with(key, value, &SettingLimits::NONE);
    assert_eq!(with("sims", Some("20")).unwrap().to_string(), "mcts rave=off sims=20");
    assert_eq!(with("sims", None).unwrap().to_string(), "mcts rave=off");
    assert!(with("sims", Some("x")).is_err() && with("depth", Some("1")).is_err());
}

#[test]
fn a_spec_is_printed_as_it_was_written_and_compared_by_its_values() {
    let spec: AgentSpec = "mcts time=1.50 sims=0100".parse().unwrap();
    assert_eq!(spec.to_string(), "mcts time=1.50 sims=0100");
    assert_eq!(spec, "mcts sims=100 memory=256 time=1.5".parse().unwrap());
    assert_ne!(spec, "mcts sims=100".parse().unwrap());
    assert_ne!(spec, "mcts sims=101 time=1.5".parse().unwrap());
    // The default count, and no count, are different: a time alone limits the latter.
    assert_ne!("mcts".parse::<AgentSpec>().unwrap(), "mcts sims=10000".parse().unwrap());
}

#[test]
fn any_agent_can_be_asked_for_a_role() {
    let spec: AgentSpec = "solver time=2.5 threads=4".parse().unwrap();
    assert_eq!(spec.whole(Role::Threads), Some(4));
    assert_eq!(spec.whole(Role::Memory), Some(256));
    assert_eq!(spec.whole(Role::Effort(Effort::Evaluations)), None);
    assert!(spec.is_given(Role::Time) && !spec.is_given(Role::Memory));
    assert!(spec.parameter(Role::Level).is_none());
    let evals = Role::Effort(Effort::Evaluations);
    assert_eq!(spec.with_nearest(Role::Level, 3.0).to_string(), spec.to_string());
    assert_eq!(
        spec.with_nearest(Role::Time, 3.25).with_nearest(evals, 10.9).to_string(),
        "solver threads=4 time=3.25 evals=10"
    );
    assert_eq!(spec.with_nearest(Role::Memory, 0.0).whole(Role::Memory), Some(2));
    let error = spec.with_value(Role::Level, ParameterValue::Whole(3)).unwrap_err().to_string();
    assert!(error.starts_with("solver has no parameter 'level'"), "{error}");
    let error = spec.with_value(Role::Threads, ParameterValue::Whole(0)).unwrap_err().to_string();
    assert_eq!(error, "threads=0: expected 1..256");
}

#[test]
fn values_are_changed_in_their_places() {
    let spec: AgentSpec = "book:\"a b\" evals=07".parse().unwrap();
    let tripled = spec.with_given(|parameter| match parameter.value {
        Some(ParameterValue::Whole(number)) => Some(ParameterValue::Whole(3 * number)),
        _ => None,
    });
    assert_eq!(tripled.unwrap().to_string(), "book:\"a b\" evals=21");
    let spec: AgentSpec = "mcts time=1.50 sims=0100 rave=off".parse().unwrap();
    let same = spec.with_given(|_| None).unwrap();
    assert_eq!(same.to_string(), spec.to_string());
    let halved = spec.with_given(|parameter| match parameter.role? {
        Role::Time => Some(ParameterValue::Real(0.75)),
        _ => None,
    });
    assert_eq!(halved.unwrap().to_string(), "mcts time=0.75 sims=0100 rave=off");
}

#[test]
fn limits_lower_defaults_and_refuse_values() {
    let limits = SettingLimits {
        memory: Some(64),
        threads: Some(1),
        time: Some(Duration::from_secs(10)),
        files: false,
    };
    for (text, expected) in [
        ("neural", "neural memory=64"),
        ("neural memory=32 threads=1", "neural memory=32 threads=1"),
        ("minimax", "minimax"),
        ("random", "random"),
    ] {
        let spec = AgentSpec::parse(text, &limits).unwrap().within(&limits);
        assert_eq!(spec.to_string(), expected);
    }
    for (text, expected) in [
        ("mcts memory=65", "memory=65: this engine permits at most 64 (at character 13)"),
        ("mcts time=10.5", "time=10.5: this engine permits at most 10 (at character 11)"),
        ("mcts threads=1e9", "threads=1e9: this engine permits at most 1 (at character 14)"),
        ("book:a", "file=a: this engine opens no files for clients (at character 6)"),
        ("neural net=a", "net=a: this engine opens no files for clients (at character 12)"),
    ] {
        let error = AgentSpec::parse(text, &limits).unwrap_err().to_string();
        assert_eq!(error, expected);
    }
}
