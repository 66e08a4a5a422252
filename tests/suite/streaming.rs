//! Analysis that streams: what it writes, on every game and with every agent,
//! and that any line ends it without a lost reply.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{ChildStdout, Command, Stdio},
    sync::{Arc, atomic::AtomicU64, mpsc},
    thread,
    time::Duration,
};

use kring::{
    agents::{AgentSpec, Networks, Stop},
    board::{Cell, CellSet, Colour, Rules, Size},
    gtp::{CoordinateSystem, GtpSession},
    session::{Sandbox, Session},
};

use crate::helper::{LIMIT, Running, UntilEnough, all_rules, answer, program};

fn session(size: &str, rules: Rules, agent: Option<&str>) -> GtpSession {
    let load = |text: &str| text.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    GtpSession::new(Session::new(size.parse().unwrap(), rules, agent.map(load).as_ref(), 1))
}

/// What a command writes until it has shown this number of lines, or until the time
/// is over.
fn streamed(session: &mut GtpSession, command: &str, most: usize, time: Duration) -> String {
    let is_enough = |text: &str| text.contains("info move ") && text.matches('\n').count() > most;
    streamed_until(session, command, &is_enough, time)
}

/// What a command writes until that is enough, or until the time is over.
fn streamed_until(
    session: &mut GtpSession,
    command: &str,
    is_enough: &dyn Fn(&str) -> bool,
    time: Duration,
) -> String {
    let stop = Stop::new(Arc::new(AtomicU64::new(0)), 1);
    let next_line = stop.clone();
    let over = stop.clone();
    thread::spawn(move || {
        thread::sleep(time);
        over.set();
    });
    let mut output = UntilEnough { text: Vec::new(), stop, is_enough };
    let reply =
        session.respond_live(command.as_bytes(), &Stop::default(), Some(&next_line), &mut output);
    assert!(reply.is_none(), "{command}: {reply:?}");
    let text = String::from_utf8(output.text).unwrap();
    assert!(text.starts_with('=') && text.ends_with("\n\n"), "{command}: {text}");
    text
}

/// The first moves of the last line.
fn moves(text: &str) -> Vec<String> {
    let line = text.trim_end().lines().last().unwrap_or_default();
    let words = line.split("info move ").skip(1).filter_map(|part| part.split(' ').next());
    words.map(str::to_owned).collect()
}

#[test]
fn an_analysis_shows_legal_moves_in_every_game() {
    for rules in all_rules() {
        let text = rules.to_string();
        let mut session = session("4x4", rules, None);
        answer(&mut session, "play black b2");
        let before = session.position().clone();
        let shown = streamed(&mut session, "12 kata-analyze white 1", 3, LIMIT);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "=12", "{text}");
        assert!(lines.len() >= 4 && lines[lines.len() - 1].is_empty(), "{text}: {shown}");
        let size = session.position().size();
        let legal = session.position().legal_moves(Colour::White);
        let legal: Vec<String> = legal.iter().map(|mv| mv.name(size)).collect();
        let found = moves(&shown);
        assert!(!found.is_empty(), "{text}: {shown}");
        for name in found {
            assert!(legal.contains(&name), "{text}: {name}");
        }
        // The game goes on as before.
        assert_eq!(*session.position(), before, "{text}");
    }
}

#[test]
fn first_moves_can_be_allowed_and_avoided() {
    let size: Size = "4x4".parse().unwrap();
    for agent in [
        "neural",
        "mcts",
        "mcts plain=on",
        "coin-exact",
        "coin-exact cells=0",
        "minimax depth=1",
        "heuristic",
        "random",
    ] {
        let mut session = session("4x4", Rules::default(), Some(agent));
        let allow = "kata-analyze b 1 allow b a1,(2,3),pass 1 allow w d4 1";
        let mut found = moves(&streamed(&mut session, allow, 3, LIMIT));
        found.sort();
        assert!(!found.is_empty() && found.iter().all(|m| m == "a1" || m == "b3"), "{agent}");
        let avoid = "kata-analyze b 1 avoid b a1,b3 9 minmoves 14";
        let found = moves(&streamed(&mut session, avoid, 3, LIMIT));
        let cells: CellSet =
            found.iter().map(|name| Cell::from_name(size, name).unwrap()).collect();
        assert_eq!(cells.len(), found.len(), "{agent}: a move twice");
        assert!(!found.contains(&"a1".to_owned()) && !found.contains(&"b3".to_owned()), "{agent}");
        if agent == "neural" {
            assert_eq!(found.len(), 14);
        }
        // What was searched under a restriction does not stay.
        let free = moves(&streamed(&mut session, "kata-analyze b 1", 4, LIMIT));
        assert!(free.iter().any(|m| m != "a1" && m != "b3"), "{agent}: {free:?}");
        // Nothing is left: nothing is shown, until a line comes.
        let none = "kata-analyze b 1 allow b pass 1";
        assert_eq!(streamed(&mut session, none, 1, Duration::from_millis(30)), "=\n\n", "{agent}");
    }
}

#[test]
fn a_search_that_is_over_is_shown_again_and_again() {
    let mut session = session("3x3", Rules::default(), Some("heuristic"));
    let shown = streamed(&mut session, "lz-analyze b 0 maxmoves 2", 4, LIMIT);
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("info")).collect();
    assert!(lines.len() >= 3 && lines.iter().all(|line| *line == lines[0]), "{shown}");
    assert_eq!(moves(&shown).len(), 2);
    // Without an interval nothing is shown.
    let silent = streamed(&mut session, "kata-analyze b", 1, Duration::from_millis(60));
    assert_eq!(silent, "=\n\n");
    // A decided game, and a full board.
    answer(&mut session, "boardsize 2");
    answer(&mut session, "play-game a1 b1 a2");
    let decided = streamed(&mut session, "kata-analyze w 1 ownership true", 2, LIMIT);
    assert!(decided.contains("info move b2 visits 1 utility -1 winrate 0 "), "{decided}");
    assert!(decided.contains(" pv b2 ownership -1 1 -1 0\n"), "{decided}");
    answer(&mut session, "play w b2");
    let full = streamed(&mut session, "kata-analyze b 1 pvVisits true", 2, LIMIT);
    assert!(full.contains("info move pass visits 1 utility 1 winrate 1 "), "{full}");
    assert!(full.contains(" pv pass pvVisits 1\n"), "{full}");
}

#[test]
fn an_analysis_has_no_limit_but_that_of_the_sandbox() {
    let visits = |text: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.split(" visits ").nth(1));
        lines.map(|rest| rest.split(' ').next().unwrap().parse().unwrap()).collect()
    };
    for agent in ["neural evals=2 level=1 time=0.001", "mcts sims=2", "coin-exact level=1"] {
        let mut session = session("6x6", Rules::default(), Some(agent));
        let is_beyond = |text: &str| visits(text).last().is_some_and(|visits| *visits > 10);
        let shown = streamed_until(&mut session, "kata-analyze b 3", &is_beyond, LIMIT);
        assert!(is_beyond(&shown), "{agent}: {shown}");
    }
    let size = "6x6".parse().unwrap();
    let sandbox = Sandbox { time: Duration::from_millis(100), ..Sandbox::default() };
    let mut session =
        GtpSession::new(Session::new(size, Rules::default(), None, 1).sandboxed(sandbox));
    let shown = streamed(&mut session, "kata-analyze b 5", 40, LIMIT);
    let visits = visits(&shown);
    let last = visits.len() - 1;
    assert!(last > 30 && visits[last] == visits[last - 10], "{visits:?}");
}

#[test]
fn cells_can_be_named_as_on_a_go_board_of_twice_the_size() {
    let mut session = session("5x5", Rules::default(), Some("random"))
        .with_coordinates(CoordinateSystem::Doubled);
    assert_eq!(answer(&mut session, "play b (8,3)"), "= \n\n");
    assert_eq!(answer(&mut session, "play w J8"), "? illegal move: d2 is taken\n\n");
    assert!(answer(&mut session, "showboard").contains("last move: black d2"));
    let found = moves(&streamed(&mut session, "kata-analyze w 1 allow w B10,E8 1", 1, LIMIT));
    // a1 and b2; random finds both as good.
    assert!(found.len() == 2 && found.contains(&"B10".to_owned()), "{found:?}");
    assert!(found.contains(&"E8".to_owned()), "{found:?}");
    let policy = answer(&mut session, "kata-raw-nn 0");
    let row = policy.lines().nth(12).unwrap();
    assert_eq!(row.split_whitespace().position(|word| word == "NAN"), Some(3), "{policy}");
}

/// The column and row, from one, of a cell as Hexata reads it.
fn halved(name: &str, rows: usize) -> (usize, usize) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let go = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let column = letters.chars().fold(0, |sum, c| 25 * sum + go.find(c).unwrap() + 1);
    let number: usize = name[letters.len()..].parse().unwrap();
    let row = rows + 1 - number / 2;
    assert_eq!((number % 2, (column + 1 - row) % 2), (0, 0), "{name}");
    ((column + 1 - row) / 2, row)
}

#[test]
fn hexata_finds_every_empty_cell_in_a_line() {
    for rows in [5, 11, 14, 26, 32] {
        let size = format!("{rows}x{rows}");
        let mut session = session(&size, Rules::default(), Some("random"))
            .with_coordinates(CoordinateSystem::Doubled);
        let c = rows / 2 + 1;
        let r = rows / 2;
        let play = format!("play B ({},{})", 2 * c + r - 2, 2 * r - 1);
        assert_eq!(answer(&mut session, play), "= \n\n");
        let shown = streamed(&mut session, "kata-analyze W 15", 1, LIMIT);
        let mut cells: Vec<_> = moves(&shown).iter().map(|name| halved(name, rows)).collect();
        cells.sort();
        let all = (1..=rows).flat_map(|c| (1..=rows).map(move |r| (c, r)));
        assert!(cells.into_iter().eq(all.filter(|cell| *cell != (c, r))), "{size}");
        for part in shown.lines().nth(1).unwrap().split("info move ").skip(1) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let pv = words.iter().position(|word| *word == "pv").unwrap();
            assert_eq!(words[pv + 1], words[0]);
        }
    }
}

/// A running engine whose lines are read one by one.
struct Engine {
    child: Running,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(options: &[&str]) -> Engine {
        let mut command = Command::new(program());
        command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Running::start(&mut command);
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Engine { child, lines }
    }

    fn send(&mut self, text: &str) {
        self.child.stdin.as_mut().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("text")
    }

    fn expect(&mut self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.line(), *line);
        }
    }
}

#[test]
fn any_line_ends_an_analysis_and_has_its_own_reply() {
    let mut engine =
        Engine::start(&["gtp", "-config", "x.cfg", "-model", "y.bin", "--size", "5x5"]);
    for (line, reply) in [
        ("", None),
        ("# hello", None),
        ("# interrupt", None),
        ("stop", Some("= ")),
        ("8 play w pass", Some("=8 ")),
        ("undo", Some("= ")),
        ("foo", Some("? unknown command")),
        ("name", Some("= Kring")),
    ] {
        engine.send("7 kata-analyze b 1\n");
        engine.expect(&["=7"]);
        assert!(engine.line().starts_with("info move "));
        engine.send(&format!("{line}\n"));
        let end = std::iter::from_fn(|| Some(engine.line())).find(|l| !l.starts_with("info move"));
        assert_eq!(end.as_deref(), Some(""), "{line}");
        if let Some(reply) = reply {
            engine.expect(&[reply, ""]);
        }
        engine.send("version\n");
        assert!(engine.line().starts_with("= "), "{line}");
        engine.expect(&[""]);
    }
    // Sent together: no line of the analysis is needed.
    engine.send("kata-analyze b 100\nstop\nkata-analyze w\n");
    engine.expect(&["=", "", "= ", "", "="]);
    drop(engine.child.stdin.take());
    engine.expect(&[""]);
    assert!(engine.lines.next().is_none());
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn a_move_is_chosen_while_its_search_is_shown() {
    let mut engine = Engine::start(&["--agent", "mcts,sims=300", "--size", "3x3"]);
    engine.send("5 kata-genmove_analyze b 0\nname\n");
    engine.expect(&["=5"]);
    let lines: Vec<String> =
        std::iter::from_fn(|| Some(engine.line())).take_while(|line| !line.is_empty()).collect();
    let (play, infos) = lines.split_last().expect("lines");
    let cell = play.strip_prefix("play ").expect("a move");
    assert!(infos.last().is_some_and(|line| line.starts_with(&format!("info move {cell} "))));
    engine.expect(&["= Kring", ""]);
    engine.send("play w resign\nkata-genmove_analyze b 1\n");
    engine.expect(&["= ", "", "=", "play resign", ""]);
}

/// As many lines as this, of all kinds. `KRING_LINES` sets another number.
const LINES: usize = 20_000;

#[test]
fn no_reply_is_lost_while_analyses_stream() {
    let lines = std::env::var("KRING_LINES").map_or(LINES, |text| text.parse().unwrap());
    let mut engine = Engine::start(&["--agent", "mcts", "--size", "4x4"]);
    let mut input = engine.child.stdin.take().expect("a pipe");
    let (has_shown, first_shown) = mpsc::channel();
    let writer = thread::spawn(move || {
        for i in 0..lines {
            let line = match i % 11 {
                0 | 5 => format!("{i} kata-analyze b 0 maxmoves 1\n"),
                1 => format!("{i} play b a1\n"),
                2 => format!("{i} lz-analyze w 1 maxmoves 2\n"),
                3 => format!("\n# {i}\n{i} stop\n"),
                4 => format!("{i} undo\n"),
                6 => format!("{i} set_position b a1 w b2\n"),
                7 => format!("{i} foo\n"),
                8 => format!("{i} kata-analyze w\n"),
                9 => format!("{i} clear_board\n"),
                _ => format!("{i} name\n"),
            };
            input.write_all(line.as_bytes()).expect("it reads");
            // The first analysis goes on until it is seen, others for a moment.
            if i == 0 {
                first_shown.recv().expect("it streams");
            } else if i % 1100 == 0 {
                thread::sleep(Duration::from_millis(15));
            }
        }
    });
    let mut next = 0;
    for line in engine.lines.by_ref() {
        let line = line.expect("text");
        match line.split_at_checked(1) {
            Some(("=" | "?", rest)) => {
                let id: usize = rest.split(' ').next().unwrap().parse().expect("an id");
                assert_eq!(id, next);
                next += 1;
            }
            _ => {
                assert!(line.is_empty() || line.starts_with("info move "), "{line}");
                if !line.is_empty() {
                    // The writer listens to the first message only.
                    let _ = has_shown.send(());
                }
            }
        }
    }
    writer.join().expect("all is sent");
    assert_eq!(next, lines);
    assert!(engine.child.wait().expect("it ends").success());
}
