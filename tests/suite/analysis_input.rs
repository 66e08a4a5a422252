//! Input of `kring analysis` that no client should send.

use std::collections::HashMap;

use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::analysis::{Analysis, query, with};

/// A list of all turns is looked at once, and not at each move.
#[cfg(target_os = "linux")]
#[test]
fn a_query_of_many_turns_is_read_as_fast_as_one_of_many_moves() {
    let mut analysis = Analysis::start(&[]);
    let count = 200_000;
    let long = with(query("q", 1), "moves", json!(vec![["B", "pass"]; count]));
    // One turn more in the list is refused after the list is read.
    let turns: Vec<usize> = (0..=count).collect();
    let mut ticks = |query: &Value| {
        let before = analysis.ticks();
        let reply = analysis.ask(query);
        assert_eq!(reply["field"], "moves", "{reply}");
        analysis.ticks() - before
    };
    let one = ticks(&long);
    let all = ticks(&with(long, "analyzeTurns", json!(turns)));
    assert!(all < 5 * one + 10, "{all} ticks, and {one} without turns");
}

#[test]
fn requests_that_are_wrong_are_refused_with_the_field() {
    let mut analysis = Analysis::start(&[]);
    let good = || query("q", 2);
    let stones = |stones: Value| with(good(), "initialStones", stones);
    let moves = |moves: Value| with(good(), "moves", moves);
    for (request, field, error) in [
        (with(good(), "boardXSize", json!(0)), "boardXSize", "each side must be from 1"),
        (with(good(), "boardYSize", json!(99)), "boardYSize", "each side must be from 1"),
        (with(good(), "boardXSize", json!("5")), "boardXSize", "expected a whole number"),
        (json!({"id": "q"}), "boardXSize", "missing: expected a whole number"),
        (json!({"id": "q", "boardXSize": 3, "boardYSize": 3}), "moves", "missing: expected a list"),
        (moves(json!([["B", "a1"], ["W", "a1"]])), "moves", "move 1, a1, is taken"),
        (moves(json!([["B", "z9"]])), "moves", "'z9' is neither a cell of a 4x4 board"),
        (moves(json!([["X", "a1"]])), "moves", "X"),
        (moves(json!(["a1"])), "moves", "expected a list of pairs"),
        (moves(json!([["B", "swap-pieces"]])), "moves", "the swap rule is off"),
        (stones(json!([["B", "a1"], ["W", "a1"]])), "initialStones", "a1 is taken"),
        (stones(json!([["B", "pass"]])), "initialStones", "'pass' is not a cell"),
        (with(good(), "initialPlayer", json!("X")), "initialPlayer", "X"),
        (with(good(), "analyzeTurns", json!([1])), "analyzeTurns", "turn 1 is beyond the 0 moves"),
        (with(good(), "analyzeTurns", json!([0, 0])), "analyzeTurns", "0 stands twice"),
        (with(good(), "analyzeTurns", json!([-1])), "analyzeTurns", "expected a list of turns"),
        (with(good(), "priorities", json!([1])), "priorities", "they need analyzeTurns"),
        (with(good(), "maxVisits", json!(0)), "maxVisits", "expected 1 to 2^50 visits"),
        (with(good(), "maxVisits", json!(2.5)), "maxVisits", "expected a whole number"),
        (with(good(), "includePolicy", json!("yes")), "includePolicy", "expected true or false"),
        (with(good(), "reportDuringSearchEvery", json!(0)), "reportDuringSearchEvery", "seconds"),
        (with(good(), "priority", json!("high")), "priority", "expected a whole number"),
        (with(good(), "overrideSettings", json!(5)), "overrideSettings", "expected an object"),
        (with(good(), "overrideSettings", json!({"maxTime": "x"})), "overrideSettings", "maxTime"),
        (with(good(), "variant", json!("cube")), "variant", "'cube' is neither a variant"),
        (with(good(), "seasonMap", json!("12")), "seasonMap", "the map needs 4 rows"),
        (with(good(), "agent", json!("nobody")), "agent", "there is no agent 'nobody'"),
        (with(good(), "agent", json!("pairing")), "agent", "pairing does not play"),
        (json!({"id": "q", "action": "fly"}), "action", "expected one of: terminate"),
        (json!({"id": "q", "action": "terminate"}), "terminateId", "missing"),
        (json!({"id": "q", "action": 5}), "action", "expected the name of an action"),
    ] {
        let reply = analysis.ask(&request);
        assert_eq!((&reply["id"], &reply["field"]), (&json!("q"), &json!(field)), "{reply}");
        assert!(reply["error"].as_str().unwrap().contains(error), "{request}: {reply}");
    }
    for line in ["{\"id\":\"m1\",\"boardXSize\":5,", "hello", "[1,2]", "5", "{}", "{\"id\":7}"] {
        let reply = analysis.ask(line);
        assert!(reply["error"].is_string() && reply.get("id").is_none(), "{line}: {reply}");
    }
    analysis.send_bytes(b"\xff\xfe");
    assert!(analysis.next()["error"].as_str().unwrap().contains("UTF-8"));
    // What is only unknown is a warning, and an answer follows.
    let odd = with(with(good(), "fooBar", json!(3)), "overrideSettings", json!({"foo": 1}));
    for (field, text) in
        [("overrideSettings", "'foo' is not used"), ("fooBar", "this field is not known")]
    {
        let reply = if field == "fooBar" { analysis.next() } else { analysis.ask(&odd) };
        assert_eq!(reply, json!({"field": field, "id": "q", "warning": text}));
    }
    assert_eq!(analysis.next()["rootInfo"]["visits"], 2);
    analysis.send("");
    let done = |action: &str| json!({"id": "q", "action": action});
    assert_eq!(analysis.ask(done("clear_cache")), done("clear_cache"));
    assert_eq!(analysis.ask(done("query_models"))["models"][0]["name"], "kring-6x64");
    assert_eq!(analysis.ask(done("query_version"))["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(analysis.finish(), [] as [Value; 0]);
}

/// Any value, or one that a query could have.
fn value() -> impl Strategy<Value = Value> {
    let words = ["B", "w", "a1", "d4", "pass", "torus", "mcts", "swap-pieces", "random-turn", ""];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..9).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z]{0,8}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A query in which some fields have other values.
fn mutated() -> impl Strategy<Value = Value> {
    let fields = [
        "boardXSize",
        "boardYSize",
        "moves",
        "initialStones",
        "initialPlayer",
        "analyzeTurns",
        "priority",
        "priorities",
        "maxVisits",
        "includePolicy",
        "reportDuringSearchEvery",
        "overrideSettings",
        "allowMoves",
        "avoidMoves",
        "variant",
        "seasonMap",
        "agent",
        "rules",
        "other",
    ];
    vec((proptest::sample::select(fields.to_vec()), value()), 0..4).prop_map(|changes| {
        let mut query = query("", 3);
        query["moves"] = json!([["B", "a1"], ["W", "b2"]]);
        query["analyzeTurns"] = json!([2, 1]);
        for (field, value) in changes {
            query[field] = value;
        }
        query
    })
}

#[test]
fn every_query_gets_its_replies_whatever_it_holds() {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let mut analysis = Analysis::start(&["--threads", "2", "--positions", "16"]);
    let mut queries = HashMap::new();
    for i in 0..400 {
        let mut query = mutated().new_tree(&mut runner).unwrap().current();
        let id = format!("q{i}");
        query["id"] = json!(id);
        let line = query.to_string();
        // The beginning of a line, and a line with another byte in it, have
        // no name that can be relied on.
        analysis.send_bytes(&line.as_bytes()[..i % line.len()]);
        let mut bytes = line.replace("\"id\"", "\"name\"").into_bytes();
        let at = (i * 7919) % bytes.len();
        bytes[at] = (i % 256) as u8;
        analysis.send_bytes(&bytes);
        analysis.send(&line);
        queries.insert(id, (query, Vec::new(), 0));
    }
    for reply in analysis.finish() {
        let Some(id) = reply["id"].as_str() else { continue };
        let (_, turns, errors) = queries.get_mut(id).unwrap_or_else(|| panic!("{reply}"));
        match (&reply["isDuringSearch"], reply.get("error")) {
            (Value::Bool(false), None) => turns.push(reply["turnNumber"].as_u64().unwrap()),
            (_, Some(_)) => *errors += 1,
            _ => {}
        }
    }
    for (id, (query, mut turns, errors)) in queries {
        let wanted = query["analyzeTurns"].as_array().map_or(1, Vec::len);
        let expected = if errors == 0 { wanted } else { 0 };
        assert!(errors <= 1 && turns.len() == expected, "{id}: {query}: {turns:?} {errors}");
        turns.sort_unstable();
        turns.dedup();
        assert_eq!(turns.len(), expected, "{id}: {query}");
    }
}
