//! The swap in the commands: all of them say the same of it.

use kring::{
    agents::{AgentSpec, Networks},
    board::{Cell, Size},
    gtp::GtpSession,
    session::Session,
};
use serde_json::{Value, json};

use crate::{analysis::Analysis, helper::answer};

fn session(size: &str, rules: &str, agent: &str) -> GtpSession {
    let agent = agent.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    GtpSession::new(Session::new(size.parse().unwrap(), rules.parse().unwrap(), Some(&agent), 1))
}

/// The text of a reply.
fn ask(session: &mut GtpSession, command: &str) -> String {
    let reply = answer(session, command);
    reply.strip_prefix("= ").unwrap_or_else(|| panic!("{command}: {reply}")).trim_end().to_owned()
}

/// The moves of a line of `info`: name, win rate, and the expected moves.
fn infos(line: &str) -> Vec<(String, f64, Vec<String>)> {
    let word_after = |text: &str, key: &str| {
        let mut words = text.split(' ').skip_while(|word| *word != key);
        words.nth(1).unwrap_or_default().to_owned()
    };
    let info = |text: &str| {
        let line = text.split_once(" pv ").unwrap().1.split(' ');
        let line = line.take_while(|word| !word.is_empty()).map(str::to_owned).collect();
        let name = text.split(' ').next().unwrap().to_owned();
        (name, word_after(text, "winrate").parse().unwrap(), line)
    };
    line.trim_end().split("info move ").skip(1).map(info).collect()
}

/// Every first stone of these boards, 70 in all: the solver knows who wins.
const BOARDS: [(&str, usize, usize); 4] =
    [("hex", 5, 5), ("hex", 4, 5), ("cylinder", 4, 4), ("torus", 3, 3)];

#[test]
fn all_commands_agree_on_whether_to_swap() {
    let mut analysis = Analysis::start(&["--threads", "1"]);
    let mut swaps = 0;
    for (variant, columns, rows) in BOARDS {
        let rules = format!("{variant} swap=on");
        let size = Size::new(columns, rows).unwrap();
        let mut session = session(&size.to_string(), &rules, "neural evals=24");
        for name in (0..size.cells()).map(|cell| Cell::unchecked(cell as u16).name(size)) {
            ask(&mut session, "clear_board");
            ask(&mut session, &format!("play black {name}"));
            let solved = ask(&mut session, "solve white");
            let should_swap = solved.starts_with("white move swap-");
            let kata = infos(&ask(&mut session, "kata-analyze white"));
            let leela = infos(&ask(&mut session, "lz-analyze white"));
            let reply = analysis.ask(json!({
                "id": name, "boardXSize": columns, "boardYSize": rows, "variant": rules,
                "moves": [["B", name]], "maxVisits": 24,
            }));
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let found = [
                kata[0].0.clone(),
                leela[0].0.clone(),
                text(&reply["moveInfos"][0]["move"]),
                ask(&mut session, "reg_genmove white"),
                ask(&mut session, "pv white").split(' ').next().unwrap().to_owned(),
            ];
            let is_swap = found.each_ref().map(|name| name.starts_with("swap-"));
            assert_eq!(is_swap, [should_swap; 5], "{variant} {name}: {solved} {found:?}");
            // It is listed also where it is not the best move.
            let swap = kata.iter().find(|(name, ..)| name.starts_with("swap-")).unwrap();
            assert_eq!(swap.1 > 0.5, should_swap, "{variant} {name}: {swap:?}");
            let is_listed = |info: &Value| text(&info["move"]).starts_with("swap-");
            assert!(reply["moveInfos"].as_array().unwrap().iter().any(is_listed), "{reply}");
            swaps += usize::from(should_swap);
        }
    }
    assert!((10..85).contains(&swaps), "{swaps}");
}

/// A move that is not the best is where its chance places it, and no limit hides it.
#[test]
fn an_open_swap_stands_among_the_cells_by_its_chance() {
    let mut session = session("9x9", "hex swap=on", "neural evals=300");
    for (stone, commands) in [("a1", "kata-analyze"), ("b4", "lz-analyze"), ("e5", "kata-analyze")]
    {
        ask(&mut session, "clear_board");
        ask(&mut session, &format!("play black {stone}"));
        let moves = infos(&ask(&mut session, &format!("{commands} white")));
        let at = moves.iter().position(|(name, ..)| name == "swap-pieces").unwrap();
        let chance = moves[at].1;
        let before = moves.iter().take(at).skip(1);
        assert!(before.map(|found| found.1).all(|cell| cell >= chance), "{stone}: {moves:?}");
        assert!(moves.get(at + 1).is_none_or(|found| found.1 <= chance), "{stone}: {moves:?}");
        let few = infos(&ask(&mut session, &format!("{commands} white maxmoves 2")));
        assert_eq!(few.len(), 3, "{few:?}");
        assert!(few.iter().any(|(name, ..)| name == "swap-pieces"), "{few:?}");
        let text = ask(&mut session, "heat-map white");
        assert!(text.contains("swap-pieces"), "{text}");
    }
}

#[test]
fn both_analyses_with_a_move_play_the_swap() {
    for command in ["kata-genmove_analyze", "lz-genmove_analyze"] {
        let mut session = session("5x5", "hex swap=on", "neural evals=50");
        ask(&mut session, "play black c3");
        let text = ask(&mut session, &format!("{command} white"));
        assert!(text.starts_with("info move swap-pieces") && text.ends_with("play swap-pieces"));
    }
}

/// On 3×3 every first move is solved: with the swap none wins.
#[test]
fn before_the_first_stone_a_move_is_worth_what_the_swap_leaves() {
    for agent in ["mcts sims=40000", "neural evals=3000"] {
        let mut session = session("3x3", "hex swap=on", agent);
        let moves = infos(&ask(&mut session, "kata-analyze black"));
        assert_eq!(moves.len(), 9, "{agent}: {moves:?}");
        for (name, win_rate, line) in moves {
            assert!(win_rate < 0.01, "{agent}: {name} {win_rate}");
            let wins = ["c1", "a2", "b2", "c2", "a3"].contains(&name.as_str());
            assert_eq!(line.get(1).is_some_and(|mv| mv == "swap-pieces"), wins, "{agent} {line:?}");
        }
        let chosen = ask(&mut session, "reg_genmove black");
        let wins = ["c1", "a2", "b2", "c2", "a3"].contains(&chosen.as_str());
        let pv = ask(&mut session, "pv black");
        assert_eq!(pv.split(' ').nth(1) == Some("swap-pieces"), wins, "{agent}: {pv}");
    }
    // Where nothing is proven it is the same.
    let mut session = session("9x9", "hex swap=on", "neural evals=100");
    for (name, win_rate, line) in infos(&ask(&mut session, "kata-analyze black")) {
        assert!(win_rate <= 0.5, "{name} {win_rate} {line:?}");
    }
}

#[test]
fn the_solver_counts_an_open_swap_as_a_move() {
    let mut session = session("5x5", "hex swap=on", "random");
    for (stone, text, winning) in [
        ("c3", "TEXT white wins with 1 of 25 moves, swap-pieces wins", "swap-pieces"),
        ("a1", "TEXT white wins with 4 of 25 moves, swap-pieces loses", "b2 d2 c3 b4"),
    ] {
        ask(&mut session, "clear_board");
        ask(&mut session, &format!("play black {stone}"));
        assert_eq!(ask(&mut session, "solve-openings white").lines().last().unwrap(), text);
        assert_eq!(ask(&mut session, "dfpn-solver-find-winning white"), winning);
        assert_eq!(ask(&mut session, "dfpn-solve-state white"), "white");
    }
}

/// The network knows nothing of the swap, so its value is that of the game
/// without one; an agent without a network gives the same.
#[test]
fn a_raw_evaluation_leaves_the_swap_out() {
    for agent in ["neural", "mcts sims=300", "random-spot fills=500"] {
        for stone in ["", "play black c3"] {
            let [on, off] = ["hex swap=on", "hex"].map(|rules| {
                let mut session = session("5x5", rules, agent);
                answer(&mut session, stone);
                ask(&mut session, "kata-raw-nn 0")
            });
            assert_eq!(on, off, "{agent} {stone}");
        }
    }
}

/// Agents that do not search tell of the swap, too.
#[test]
fn an_analysis_without_a_search_has_the_swap() {
    for agent in ["minimax depth=3", "heuristic", "random-spot fills=999", "solver"] {
        let mut session = session("5x5", "hex swap=on", agent);
        for stone in ["c3", "a1"] {
            ask(&mut session, "clear_board");
            ask(&mut session, &format!("play black {stone}"));
            let moves = infos(&ask(&mut session, "kata-analyze white"));
            let at = moves.iter().position(|(name, ..)| name == "swap-pieces").unwrap();
            // Equal moves are drawn by lot; the swap is not one of them.
            let chosen = ask(&mut session, "reg_genmove white");
            assert_eq!(at == 0, chosen == "swap-pieces", "{agent} {stone}: {moves:?} {chosen}");
            let restricted = ask(&mut session, "kata-analyze white allow w b2,d4 1");
            assert!(!restricted.contains("swap"), "{agent}: {restricted}");
        }
    }
}
