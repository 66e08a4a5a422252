//! The commands of the solver: what they answer, compared with brute force, and
//! that limits and interruptions end them.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use kring::{
    agents::{AgentSpec, Stop, Task},
    board::{
        Colour, Move, Position,
        chance::{self, Purpose},
    },
    gtp::GtpSession,
};
use rand::{RngExt, seq::IteratorRandom};

use crate::helper::{answer, fresh_session, prompt};
use kring_reference::wins;

fn session(lines: &[&str]) -> GtpSession {
    let mut session = fresh_session();
    for line in lines {
        assert_eq!(answer(&mut session, line), "= \n\n", "{line}");
    }
    session
}

/// The words of a reply: the first, those with keys, and the moves after `pv`.
struct Solved {
    first: String,
    values: HashMap<String, String>,
    line: Vec<String>,
}

fn solve(session: &mut GtpSession, command: &str) -> Solved {
    let reply = answer(session, command);
    let text = reply.strip_prefix("= ").and_then(|text| text.strip_suffix("\n\n"));
    let text = text.unwrap_or_else(|| panic!("{command}: {reply}"));
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let end = words.iter().position(|word| word == "pv").unwrap_or(words.len());
    let pairs = words[1..end].chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
    Solved {
        first: words[0].clone(),
        values: pairs.collect(),
        line: words.iter().skip(end + 1).cloned().collect(),
    }
}

impl Solved {
    fn number(&self, key: &str) -> f64 {
        self.values[key].parse().unwrap_or_else(|_| panic!("{key}: {:?}", self.values))
    }
}

#[test]
fn the_winner_and_the_moves_are_those_of_brute_force() {
    for (variant, size) in [
        ("hex", "3"),
        ("hex", "4 3"),
        ("cylinder", "3"),
        ("cylinder", "4 3"),
        ("torus", "3"),
        ("torus", "3 4"),
        ("hex seasons=2", "3"),
        ("torus seasons=3", "3"),
    ] {
        let variant = format!("variant {variant}");
        let size = format!("boardsize {size}");
        let mut session = session(&[&variant, &size]);
        let known = &mut HashMap::new();
        for colour in Colour::ALL {
            let found = solve(&mut session, &format!("solve {colour}"));
            let mut position = session.position().clone();
            let win = wins(&mut position, colour, known);
            let winner = if win { colour } else { colour.other() };
            let what = format!("{variant} {size} {colour}: {:?} {:?}", found.values, found.line);
            assert_eq!(found.first, winner.to_string(), "{what}");
            assert!(found.number("positions") >= 0.0 && found.number("seconds") >= 0.0);
            if win {
                let mv = Move::from_name(position.size(), &found.values["move"]).expect("a move");
                position.play(colour, mv).unwrap();
                assert!(!wins(&mut position, colour.other(), known), "{what}");
                position.undo();
                let first = found.line.first();
                assert!(first.is_none_or(|first| *first == found.values["move"]), "{what}");
            } else {
                assert_eq!(found.values["move"], "none", "{what}");
            }
            play_line(&mut position, colour, &found.line);
            assert!(position.winner().is_none_or(|found| found == winner), "{what}");
        }
    }
}

fn play_line(position: &mut Position, mut colour: Colour, line: &[String]) {
    for name in line {
        let mv = Move::from_name(position.size(), name).expect("a move");
        position.play(colour, mv).expect("a legal move");
        colour = colour.other();
    }
}

#[test]
fn a_limit_leaves_bounds_and_what_was_found_is_kept() {
    let mut session = session(&["boardsize 9", "param_solver positions 3"]);
    let unknown = solve(&mut session, "solve black");
    assert_eq!(unknown.first, "unknown");
    assert!(unknown.number("proof") > 0.0 && unknown.number("disproof") > 0.0);
    assert!(unknown.number("positions") < 100.0);
    for line in ["param_solver positions 0", "boardsize 4"] {
        assert_eq!(answer(&mut session, line), "= \n\n");
    }
    let first = solve(&mut session, "solve black");
    let again = solve(&mut session, "solve black");
    assert_eq!((&*first.first, &*again.first), ("black", "black"));
    let [first, again] = [first, again].map(|solved| solved.number("positions"));
    assert!(2.0 * again < first, "{again} of {first}");
    // Another game, and the command that forgets, have no use for it.
    for lines in [&["boardsize 3", "boardsize 4"][..], &["clear_cache"]] {
        for line in lines {
            assert_eq!(answer(&mut session, line), "= \n\n");
        }
        assert_eq!(solve(&mut session, "solve black").number("positions"), first);
    }
    assert_eq!(answer(&mut session, "clear_board"), "= \n\n");
    assert!(2.0 * solve(&mut session, "solve black").number("positions") < first);
}

#[test]
fn under_random_turns_the_chance_is_that_of_coin_exact() {
    for variant in ["random-turn", "random-turn topology=cylinder"] {
        let mut session = session(&[&format!("variant {variant}"), "boardsize 4 3", "play w b2"]);
        for colour in Colour::ALL {
            let found = solve(&mut session, &format!("solve {colour}"));
            assert_eq!(found.first, "chance");
            let position = session.position();
            let mut agent = "coin-exact".parse::<AgentSpec>().unwrap().build().unwrap();
            let rng = &mut chance::generator(1, Purpose::Agent(colour));
            let best = agent.choose(Task::new(position, colour, rng)).value.unwrap();
            let chance = found.number("value");
            assert!((chance - best).abs() < 1e-9, "{variant} {colour}: {chance} {best}");
            assert_eq!(found.line, [found.values["move"].clone()]);
        }
    }
}

#[test]
fn an_interruption_ends_every_command_of_the_solver() {
    let mut session = session(&["variant torus", "boardsize 9", "param_solver time 0"]);
    for command in ["solve black", "dfpn-solve-state white", "solve-openings black"] {
        let interrupted = Arc::new(AtomicU64::new(0));
        let stop = Stop::new(Arc::clone(&interrupted), 1);
        let wait = Duration::from_millis(100);
        let asked = Instant::now();
        let interrupter = thread::spawn(move || {
            thread::sleep(wait);
            interrupted.store(1, Ordering::Relaxed);
            asked.elapsed()
        });
        let begin = ThreadTime::now();
        let reply = session.respond(command.as_bytes(), &stop).unwrap().body.unwrap();
        let took = begin.elapsed();
        assert!(took < interrupter.join().unwrap() + prompt(), "{command}: {took:?}");
        let is_unknown = ["unknown ", "empty", "LABEL a1 ?"].iter().any(|w| reply.starts_with(w));
        assert!(is_unknown, "{command}: {reply}");
    }
}

#[test]
fn progress_is_shown_before_the_reply_if_the_client_wants_it() {
    let shown = |session: &mut GtpSession, command: &str| {
        let mut live = Vec::new();
        session.respond_live(command.as_bytes(), &Stop::default(), None, &mut live).unwrap();
        String::from_utf8(live).unwrap()
    };
    let mut session = session(&["boardsize 3"]);
    assert_eq!(shown(&mut session, "solve black"), "");
    for on in ["param_dfpn use_guifx 1", "live-graphics on"] {
        assert_eq!(answer(&mut session, on), "= \n\n");
        let block = shown(&mut session, "dfpn-solve-state black");
        let lines: Vec<&str> = block.lines().collect();
        assert_eq!(lines[..2], ["gogui-gfx:", "dfpn"], "{block}");
        assert!(lines[2].starts_with("VAR") && lines[3].starts_with("LABEL "), "{block}");
        assert!(lines[3].ends_with(" W") && lines[4].starts_with("TEXT black wins, "), "{block}");
        assert!(block.ends_with("\n\n"));
        let block = shown(&mut session, "solve-openings black");
        assert!(block.contains("\nLABEL a1 L b1 L c1 W "), "{block}");
        assert_eq!(answer(&mut session, "param_dfpn use_guifx 0"), "= \n\n");
    }
}

/// Random positions of small boards: a marked move is never the only one that
/// wins, and one that is said to lose loses.
#[test]
fn cells_that_need_not_be_played_are_marked() {
    let mut rng = chance::generator(5, Purpose::Openings);
    let mut marked = [0, 0];
    for (variant, size) in [("hex", "4 3"), ("cylinder", "3 4"), ("torus", "3 4")] {
        let known = &mut HashMap::new();
        for _ in 0..60 {
            let mut session =
                session(&[&format!("variant {variant}"), &format!("boardsize {size}")]);
            for colour in Colour::ALL.into_iter().cycle().take(rng.random_range(1..7)) {
                let cells = session.position().empty();
                let cell = cells.iter().choose(&mut rng).unwrap().name(session.position().size());
                assert_eq!(answer(&mut session, format!("play {colour} {cell}")), "= \n\n");
            }
            let mut position = session.position().clone();
            if position.winner().is_some() {
                continue;
            }
            let colour = position.turn().unwrap();
            let reply = answer(&mut session, format!("vc-build {colour}"));
            let words: Vec<&str> = reply.trim_start_matches("= ").split_whitespace().collect();
            let marks: HashMap<&str, &str> =
                words.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            let is_won = wins(&mut position, colour, known);
            let mut winning = Vec::new();
            for cell in position.legal_cells(colour).iter() {
                let name = cell.name(position.size());
                position.play_unchecked(colour, cell);
                let wins = match position.winner() {
                    Some(winner) => winner == colour,
                    None => !wins(&mut position, colour.other(), known),
                };
                position.undo();
                let mark = marks.get(&*name).copied();
                assert!(mark != Some("x") || !wins, "{variant} {name}: {reply}\n{position}");
                marked[usize::from(mark == Some("x"))] += usize::from(mark.is_some());
                winning.extend(wins.then_some(mark));
            }
            let is_left = |mark: &Option<&str>| mark.is_none_or(|mark| mark.starts_with('f'));
            assert!(!is_won || winning.iter().any(is_left), "{variant}: {reply}\n{position}");
        }
    }
    assert!(marked[0] > 50 && marked[1] > 50, "{marked:?}");
}

#[test]
fn a_bridge_is_a_full_connection_over_a_seam_too() {
    for (variant, ends) in [("hex", "b2 c3"), ("cylinder", "d2 a3"), ("torus", "d4 a1")] {
        let mut session = session(&[&format!("variant {variant}"), "boardsize 4"]);
        let reply = answer(&mut session, format!("vc-between-cells-full white {ends}"));
        // Two cells between the ends, whichever they are.
        let bridge = |line: &str| {
            let carrier = line.split(['[', ']']).nth(1).unwrap_or_default();
            carrier.split_whitespace().count() == 2
        };
        let begin = format!("white {ends} full ");
        let found = reply.trim_start_matches("= ").lines().filter(|line| line.starts_with(&begin));
        assert!(found.into_iter().any(bridge), "{variant}: {reply}");
        let (from, to) = ends.split_once(' ').unwrap();
        let cells = answer(&mut session, format!("vc-connected-to-full white {from}"));
        assert!(cells.split_whitespace().any(|cell| cell == to), "{variant}: {cells}");
    }
}
