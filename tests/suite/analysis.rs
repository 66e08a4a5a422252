//! `kring analysis` from outside: queries, actions, priorities and the end of input.

use std::{
    io::{BufRead, BufReader, Write},
    process::{ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Instant,
};

use serde_json::{Value, json};

use crate::helper::{LIMIT, Running, all_rules, program};

/// A process with pipes.
fn process(options: &[&str]) -> Running {
    let mut command = Command::new(program());
    command.arg("analysis").args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    Running::start(&mut command)
}

/// A running analysis.
pub struct Analysis {
    child: Running,
    input: Option<ChildStdin>,
    replies: Receiver<Value>,
}

impl Analysis {
    pub fn start(options: &[&str]) -> Analysis {
        let mut child = process(options);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, replies) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let reply = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
                if sender.send(reply).is_err() {
                    return;
                }
            }
        });
        Analysis { input: child.stdin.take(), child, replies }
    }

    pub fn send(&mut self, line: impl ToString) {
        self.send_bytes(line.to_string().as_bytes());
    }

    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).and_then(|()| input.write_all(b"\n")).unwrap();
    }

    pub fn next(&self) -> Value {
        self.replies.recv_timeout(LIMIT).expect("a reply in time")
    }

    pub fn ask(&mut self, line: impl ToString) -> Value {
        self.send(line);
        self.next()
    }

    /// The processor time of the process so far, in ticks of the system.
    #[cfg(target_os = "linux")]
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // After the name, which may hold blanks: state, ten numbers, user time, system time.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
    }

    /// All other replies, after the end of input. The process must end well.
    pub fn finish(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut replies = Vec::new();
        while let Ok(reply) = self.replies.recv_timeout(LIMIT) {
            replies.push(reply);
        }
        assert!(wait(&mut self.child), "the process ends with the input");
        replies
    }
}

/// Whether a process ends well, in time.
fn wait(child: &mut Running) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        thread::sleep(std::time::Duration::from_millis(5));
    }
    false
}

/// A query on a small board.
pub fn query(id: &str, visits: u64) -> Value {
    json!({"id": id, "boardXSize": 4, "boardYSize": 4, "moves": [], "maxVisits": visits})
}

pub fn with(mut query: Value, field: &str, value: Value) -> Value {
    query[field] = value;
    query
}

/// A search that only the client ends; large enough for no proof to end it.
fn endless(id: &str) -> Value {
    with(with(query(id, 100_000_000), "boardXSize", json!(13)), "boardYSize", json!(13))
}

#[test]
fn a_search_says_what_clients_read() {
    let mut analysis = Analysis::start(&["-config", "F", "-model", "G", "-analysis-threads", "2"]);
    let mut asked = query("q", 30);
    asked["moves"] = json!([["B", "C3"], ["w", "b2"]]);
    asked["rules"] = json!("tromp-taylor");
    asked["komi"] = json!(7.5);
    asked["includePolicy"] = json!(true);
    asked["includeOwnership"] = json!(true);
    let reply = analysis.ask(&asked);
    assert_eq!((&reply["id"], &reply["turnNumber"]), (&json!("q"), &json!(2)));
    assert_eq!(reply["isDuringSearch"], json!(false));
    let root = &reply["rootInfo"];
    assert_eq!(root["currentPlayer"], json!("B"));
    let visits = root["visits"].as_u64().unwrap();
    // The position may be proven before.
    assert!((2..=30).contains(&visits) && root["weight"].as_f64() == Some(visits as f64));
    let number = |value: &Value, name: &str| value[name].as_f64().unwrap();
    assert!((number(root, "utility") - (2.0 * number(root, "winrate") - 1.0)).abs() < 1e-5);
    let moves = reply["moveInfos"].as_array().unwrap();
    assert!(moves.iter().map(|info| info["visits"].as_u64().unwrap()).sum::<u64>() < visits);
    for (order, info) in moves.iter().enumerate() {
        assert_eq!((info["order"].as_u64(), &info["pv"][0]), (Some(order as u64), &info["move"]));
        assert!((0.0..=1.0).contains(&number(info, "winrate")) && number(info, "prior") > 0.0);
    }
    let policy: Vec<f64> =
        reply["policy"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
    assert_eq!((policy.len(), policy[10], policy[5], policy[16]), (17, -1.0, -1.0, 0.0));
    assert!((policy.iter().filter(|p| **p > 0.0).sum::<f64>() - 1.0).abs() < 1e-3);
    // A single visit is the network alone.
    let reply = analysis.ask(with(query("one", 1), "includePolicy", json!(true)));
    assert_eq!((&reply["rootInfo"]["visits"], &reply["moveInfos"]), (&json!(1), &json!([])));
    assert_eq!(reply["policy"].as_array().unwrap().len(), 17);
    assert_eq!(analysis.finish(), [] as [Value; 0]);
}

#[test]
fn every_game_is_analysed_at_every_turn() {
    let mut analysis = Analysis::start(&["--threads", "2"]);
    let mut asked = 0;
    for rules in all_rules() {
        let mut query = query(&rules.to_string(), 4);
        query["variant"] = json!(rules.to_string());
        query["boardXSize"] = json!(3);
        query["includePolicy"] = json!(true);
        // Black's first season is 1, whatever the map; without seasons all are.
        query["seasonMap"] =
            json!(if rules.seasons.count() > 1 { "112 122 122 112" } else { "111 111 111 111" });
        query["moves"] = json!([["B", "a1"], ["W", "pass"]]);
        query["analyzeTurns"] = json!([0, 1, 2]);
        analysis.send(query);
        asked += 3;
    }
    let replies = analysis.finish();
    assert_eq!(replies.len(), asked);
    for reply in replies {
        let turn = reply["turnNumber"].as_u64().unwrap_or_else(|| panic!("{reply}"));
        let mover = if turn == 1 { "W" } else { "B" };
        assert_eq!(reply["rootInfo"]["currentPlayer"], json!(mover), "{reply}");
        assert!(!reply["moveInfos"].as_array().unwrap().is_empty(), "{reply}");
        let taken = if turn == 0 { 0.0 } else { -1.0 };
        assert!((reply["policy"][0].as_f64().unwrap() < 0.0) == (taken < 0.0), "{reply}");
    }
}

#[test]
fn agents_analyse_and_restrictions_hold() {
    let mut analysis = Analysis::start(&[]);
    let minimax = with(query("m", 1), "agent", json!("minimax depth=2"));
    let reply = analysis.ask(with(minimax, "includePolicy", json!(true)));
    assert_eq!(reply["moveInfos"].as_array().unwrap().len(), 16, "{reply}");
    let mcts = with(query("s", 70), "agent", json!("mcts"));
    assert_eq!(analysis.ask(with(mcts, "variant", json!("random-turn")))["rootInfo"]["visits"], 70);
    let only = json!([{"player": "B", "moves": ["a1", "d4"], "untilDepth": 1}]);
    let reply = analysis.ask(with(query("a", 20), "allowMoves", only.clone()));
    let moves = |reply: &Value| -> Vec<String> {
        let infos = reply["moveInfos"].as_array().unwrap().iter();
        infos.map(|info| info["move"].as_str().unwrap().to_owned()).collect()
    };
    assert!(moves(&reply).iter().all(|name| ["a1", "d4"].contains(&name.as_str())), "{reply}");
    let reply = analysis.ask(with(query("v", 60), "avoidMoves", only));
    assert!(!moves(&reply).is_empty());
    assert!(moves(&reply).iter().all(|name| !["a1", "d4"].contains(&name.as_str())), "{reply}");
    // A swap is a move like others.
    let mut swap = with(query("w", 40), "variant", json!("hex swap=on"));
    swap["moves"] = json!([["B", "b3"]]);
    assert_eq!(analysis.ask(&swap)["moveInfos"][0]["move"], "swap-pieces");
    swap["moves"] = json!([["B", "b3"], ["W", "swap-pieces"]]);
    assert_eq!(analysis.ask(&swap)["rootInfo"]["currentPlayer"], "B");
    assert_eq!(analysis.finish(), [] as [Value; 0]);
}

/// The replies to these queries, by their ids.
fn replies(options: &[&str], queries: &[Value]) -> Vec<String> {
    let mut analysis = Analysis::start(options);
    for query in queries {
        analysis.send(query);
    }
    let mut replies: Vec<String> = analysis.finish().iter().map(Value::to_string).collect();
    replies.sort();
    replies
}

#[test]
fn a_search_finds_the_same_alone_and_among_others() {
    let columns = ["a", "b", "c", "d", "e", "f", "g"];
    let queries: Vec<Value> = (0..40)
        .map(|i| {
            let moves = json!([["B", format!("{}{}", columns[i % 7], i / 7 + 1)], ["W", "g7"]]);
            let query = with(query(&format!("q{i}"), 150), "moves", moves);
            with(with(query, "boardXSize", json!(7)), "boardYSize", json!(7))
        })
        .collect();
    let alone = replies(&["--threads", "1", "--positions", "1"], &queries);
    assert_eq!(alone.len(), 40);
    for options in [["--threads", "1"], ["--threads", "2"], ["--memory", "24"]] {
        // With little memory the cache forgets evaluations before they are used again.
        assert!(replies(&options, &queries) == alone, "{options:?}");
    }
}

#[test]
fn clients_end_searches() {
    let mut analysis = Analysis::start(&["--threads", "1", "--positions", "1"]);
    analysis.send(with(endless("live"), "reportDuringSearchEvery", json!(0.01)));
    let report = analysis.next();
    assert_eq!((&report["id"], &report["isDuringSearch"]), (&json!("live"), &json!(true)));
    analysis.send(endless("next"));
    // Reports of the first may come in between.
    let next = |analysis: &Analysis| loop {
        let reply = analysis.next();
        if reply["isDuringSearch"] != json!(true) {
            return reply;
        }
    };
    analysis.send(json!({"id": "x", "action": "terminate", "terminateId": "next"}));
    let nothing =
        json!({"id": "next", "isDuringSearch": false, "noResults": true, "turnNumber": 0});
    assert_eq!(next(&analysis), nothing);
    let echo = json!({"action": "terminate", "id": "x", "terminateId": "next"});
    assert_eq!(next(&analysis), echo);
    let end = json!({"id": "y", "action": "terminate", "terminateId": "live", "turnNumbers": [0]});
    analysis.send(&end);
    assert_eq!(next(&analysis), end);
    let last = next(&analysis);
    assert!(last["id"] == "live" && last["rootInfo"]["visits"].as_u64() > Some(0), "{last}");
    analysis.send(endless("all"));
    assert_eq!(
        analysis.ask(json!({"id": "z", "action": "terminate_all"}))["id"]
            .as_str()
            .map(|id| id == "z" || id == "all"),
        Some(true)
    );
    let rest = analysis.finish();
    assert_eq!(rest.len(), 1, "{rest:?}");
}

#[test]
fn high_priorities_come_first() {
    let mut analysis = Analysis::start(&["--threads", "1", "--positions", "1"]);
    analysis.send(with(endless("live"), "reportDuringSearchEvery", json!(0.001)));
    analysis.next();
    analysis.send(with(query("low", 2), "priority", json!(-1)));
    analysis.send(query("middle", 2));
    // It does not wait for the search that runs.
    analysis.send(with(query("high", 2), "priority", json!(1)));
    analysis.send(json!({"id": "v", "action": "query_version"}));
    let mut finals = Vec::new();
    let mut is_done = false;
    while finals.len() < 4 {
        let reply = analysis.next();
        if reply["isDuringSearch"] == json!(false) {
            finals.push(reply["id"].as_str().unwrap().to_owned());
        }
        if !is_done && finals == ["high"] {
            analysis.send(json!({"id": "x", "action": "terminate", "terminateId": "live"}));
            is_done = true;
        }
    }
    assert_eq!(finals, ["high", "live", "middle", "low"]);
    analysis.finish();
}

#[test]
fn the_end_of_input_ends_what_has_no_end() {
    let mut analysis = Analysis::start(&["--threads", "1", "--positions", "2"]);
    for i in 0..3 {
        analysis.send(endless(&format!("endless{i}")));
        analysis.send(query(&format!("finite{i}"), 5));
    }
    let replies = analysis.finish();
    assert_eq!(replies.len(), 6, "{replies:?}");
    assert!(replies.iter().all(|reply| reply["rootInfo"]["visits"].as_u64() > Some(0)));
}

#[cfg(unix)]
#[test]
fn a_client_that_is_killed_leaves_no_process() {
    let mut child = process(&[]);
    let input = child.stdin.as_mut().unwrap();
    writeln!(input, "{}", endless("q")).unwrap();
    drop(child.stdout.take());
    // The input stays open: another process may hold it.
    assert!(wait(&mut child));
}
