//! What must hold for any input: one reply for each command and none otherwise,
//! no panic, no change after `?`, and a consistent game after `=`.

use kring::{
    agents::{AGENTS, AgentSpec, Stop},
    board::{
        Colour, Cycle, Position, Rules, SeasonMap, Seasons, Size, chance, grammar::TextLocation,
        record,
    },
    external::EngineSpec,
    gtp::{COMMANDS, GtpSession},
};
use kring_protocol::{GtpReply, RequestId, parse_request};
use proptest::{prelude::*, sample::select, test_runner::TestCaseResult};

use crate::helper::{answer, fresh_session};

/// Commands that end the session or touch files.
const LEFT_OUT: [&str; 3] = ["quit", "loadsgf", "savesgf"];

/// Commands that can change the game; all others must not.
const CHANGING: [&str; 18] = [
    "boardsize",
    "rectangular_boardsize",
    "param_game",
    "set_position",
    "play-game",
    "genmove_debug",
    "kata-genmove_analyze",
    "lz-genmove_analyze",
    "clear_board",
    "variant",
    "season-map",
    "season-cycle",
    "param_rules",
    "loadlink",
    "play",
    "genmove",
    "undo",
    "toss",
];

fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).filter(|name| !LEFT_OUT.contains(name)).collect()
}

/// Lines of any bytes, many of them near the grammar.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        select(names()).prop_map(|name| name.as_bytes().to_vec()),
        "[0-9]{1,11}".prop_map(String::into_bytes),
        "[a-z]{1,2}[0-9]{1,3}".prop_map(String::into_bytes),
        "(black|White|b|w|resign|fair|=|#)".prop_map(String::into_bytes),
        "[ \t\r\n\0]{1,3}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..6),
    ];
    let words = prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.join(&b' '));
    prop_oneof![9 => words, 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

/// One word that may be an argument of some command.
fn any_word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-h][1-8]",
        2 => "(black|white|b|W)",
        1 => "(seasons=[0-4]|swap=(on|off)|turns=(random|alternating)|topology=torus)",
        1 => "(black|white)-cycle=[1-3](,[1-3]){0,3}",
        1 => "(hex|cylinder|torus|seasonal|random-turn|random|fair|resign|pass|swap-pieces|swap-sides)",
        1 => "[1-3]{1,4}",
        1 => "-?[0-9]{1,3}(\\.5)?",
        1 => "\\PC{0,5}",
    ]
}

/// Mostly commands that a client could send, and some that make no sense.
fn likely_command() -> impl Strategy<Value = String> {
    let any = (select(names()), prop::collection::vec(any_word(), 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    prop_oneof![
        12 => "play (black|white) [a-f][1-6]",
        4 => "play (black|white) [a-b][1-2]",
        3 => "(genmove|reg_genmove|heat-map) (b|w)",
        2 => "play (black|white) (swap-pieces|swap-sides|pass|resign)",
        4 => "(undo|toss|clear_board|season-map fair|season-map)",
        1 => "boardsize [1-8]( [1-8])?",
        1 => "variant (hex|cylinder|torus|seasonal|random-turn)",
        1 => "variant( seasons=[1-4])?( turns=(random|alternating))?( swap=(on|off))?",
        1 => "season-cycle (b|w) [1-3](,[1-3]){0,4}",
        1 => "season-map [1-3]{2} [1-3]{2}",
        1 => "set_position( (b|w) [a-c][1-3]){0,5}",
        1 => "play-game( [a-c][1-3]){0,4}",
        1 => "param_game allow_swap [01]",
        2 => "(genmove_debug|kata-analyze|lz-analyze|kata-genmove_analyze|lz-genmove_analyze) (b|w)( 10)?( allow (b|w) a1,b2 1)?",
        1 => "kata-raw-nn ([0-8]|all)",
        1 => "loadlink (hexworld.org/board/#)?[1-6](x[1-6])?(c1)?,([a-d][1-4]|:[psS]|:r[bw]){0,9}",
        5 => any,
    ]
}

/// A session on a small board, whose solver gives up soon.
fn quick_session() -> GtpSession {
    let mut session = fresh_session();
    for line in ["boardsize 4", "param_solver positions 200", "param_solver memory 1"] {
        assert_eq!(answer(&mut session, line), "= \n\n");
    }
    session
}

/// Everything that a client can see except the position.
fn look(session: &mut GtpSession) -> Vec<String> {
    ["variant", "season-map", "agent", "seed", "turn", "winner", "all_legal_moves b", "showboard"]
        .map(|question| answer(session, question))
        .into()
}

fn well_formed(reply: &GtpReply, id: Option<RequestId>) -> TestCaseResult {
    prop_assert_eq!(&reply.id, &id);
    let text = String::from_utf8(reply.to_bytes()).expect("replies are UTF-8");
    let sign = if reply.body.is_ok() { '=' } else { '?' };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    prop_assert!(text.starts_with(&format!("{sign}{id} ")), "{}", text);
    prop_assert_eq!(text.find("\n\n"), Some(text.len() - 2));
    prop_assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
    prop_assert!(!text.contains("internal error"), "{}", text);
    Ok(())
}

/// The last move taken back and made again gives the same game.
fn redo(position: &Position) -> TestCaseResult {
    let mut again = position.clone();
    if let Some((colour, mv)) = again.undo() {
        prop_assert!(again.ply() + 1 == position.ply() && again != *position);
        prop_assert_eq!(again.repeat(colour, mv), Ok(()));
        // A coin that was tossed since is not part of the move.
        for coin in position.declared().into_iter() {
            again.declare(coin);
        }
        prop_assert_eq!(&again, position);
        prop_assert_eq!(again.hash(), position.hash());
    }
    Ok(())
}

/// The numbers are consistent, and an undecided game has legal moves.
fn sound(position: &Position) -> TestCaseResult {
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour));
    prop_assert!(black.and(white).is_empty());
    prop_assert_eq!(black.len() + white.len() + position.empty_count(), position.size().cells());
    for colour in Colour::ALL {
        let moves = position.legal_moves(colour);
        prop_assert_eq!(moves.is_empty(), position.winner().is_some());
        for mv in moves {
            prop_assert_eq!(position.check(colour, mv), Ok(()));
        }
    }
    redo(position)
}

/// Sends one command and compares the session before and after it. `seen` is what [`look`] showed
/// last.
fn step(session: &mut GtpSession, line: &str, seen: &mut Vec<String>) -> TestCaseResult {
    let before = session.position().clone();
    let request = parse_request(line.as_bytes());
    let reply = session.respond(line.as_bytes(), &Stop::default());
    let Ok(Some(request)) = request else { return Ok(()) };
    let reply = reply.expect("a command has a reply");
    well_formed(&reply, request.id)?;
    let is_changed = reply.body.is_ok() && CHANGING.contains(&request.command.as_str());
    prop_assert!(is_changed || before == *session.position(), "{}", line);
    let now = look(session);
    prop_assert!(reply.body.is_ok() || *seen == now, "{}\n{:?}\n{:?}", line, seen, now);
    *seen = now;
    sound(session.position())
}

/// Clocks: none, very short, very long.
fn any_clock() -> impl Strategy<Value = String> {
    let seconds = || {
        let fixed = ["0", "-1", "1e-9", "0.001", "0.03", "0.06", "1", "600", "1e9", "1e19", "1e20"];
        prop_oneof![3 => select(fixed.to_vec()).prop_map(str::to_owned), 1 => "[0-9]{1,19}"]
    };
    let stones = || prop_oneof!["[0-3]", "[0-9]{1,9}", Just("4294967295".to_owned())];
    prop_oneof![
        (seconds(), stones()).prop_map(|(time, stones)| format!("time_left b {time} {stones}")),
        (seconds(), seconds(), stones())
            .prop_map(|(main, byo, stones)| format!("time_settings {main} {byo} {stones}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_agent_plays_with_every_clock(
        agent in select(AGENTS.iter().filter(|e| !e.needs_file()).map(|e| format!("{} {}", e.name, e.quick)).collect::<Vec<_>>()),
        variant in select(vec!["hex swap=on", "cylinder", "torus", "seasonal", "random-turn"]),
        size in "boardsize [1-6] [1-6]",
        clocks in prop::collection::vec(any_clock(), 1..3),
    ) {
        let mut session = fresh_session();
        let game = [format!("variant {variant}"), size.clone()];
        let player = format!("set-agent {agent}");
        let mut seen = look(&mut session);
        for line in game.iter().chain([&player]).chain(&clocks) {
            step(&mut session, line, &mut seen)?;
        }
        for line in ["genmove b", "genmove b", "heat-map b", "genmove b"] {
            step(&mut session, line, &mut seen)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 700,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_get_one_reply_for_each_command(lines in prop::collection::vec(any_line(), 1..20)) {
        let mut session = quick_session();
        for line in lines {
            let reply = session.respond(&line, &Stop::default());
            match (parse_request(&line), reply) {
                (Ok(None), None) => {}
                (Ok(Some(request)), Some(reply)) => well_formed(&reply, request.id)?,
                (Err(error), Some(reply)) => {
                    well_formed(&reply, error.id)?;
                    prop_assert!(reply.body.is_err());
                }
                (request, reply) => prop_assert!(false, "{:?} got {:?}", request, reply),
            }
        }
    }

    #[test]
    fn an_error_in_any_text_points_into_the_text(
        begin in select(vec!["", "mcts ", "hex,", "seasons=3 black-cycle=", "cmd:", "#5,", "(;SZ[5]\n;B[c3]", "1"]),
        rest in "[a-cx1-9é=,:; \\n\"'\\\\()\\[\\]BW-]{0,30}",
    ) {
        let text = format!("{begin}{rest}");
        let game = chance::game(Size::new(5, 5).unwrap(), Rules::default(), 1);
        let map = SeasonMap::parse(Size::new(2, 2).unwrap(), &Seasons::default(), &text);
        let locations = [
            text.parse::<Rules>().err().map(|error| error.location),
            text.parse::<Size>().err().map(|error| error.location),
            text.parse::<Cycle>().err().map(|error| error.location),
            text.parse::<AgentSpec>().err().map(|error| error.location),
            text.parse::<EngineSpec>().err().map(|error| error.location),
            record::load(&text, &game, 1, None).err().map(|error| error.location),
            map.err().map(|error| error.location),
        ];
        for TextLocation { line, character } in locations.into_iter().flatten() {
            let found = text.split('\n').nth(line - 1);
            prop_assert!(found.is_some_and(|found| character <= found.chars().count() + 1));
        }
    }

    #[test]
    fn a_refused_command_changes_nothing_and_every_game_is_consistent(
        size in "boardsize [1-8] [1-8]",
        rules in "variant (hex|cylinder|torus|seasonal|random-turn)( swap=on)?( seasons=[1-4])?",
        commands in prop::collection::vec(likely_command(), 1..60),
    ) {
        let mut session = quick_session();
        let mut seen = look(&mut session);
        for line in [size, rules].iter().chain(&commands) {
            step(&mut session, line, &mut seen)?;
        }
        while answer(&mut session, "undo").starts_with('=') {
            sound(session.position())?;
        }
        let mut beginning = Position::new(session.position().game().clone());
        for coin in session.position().declared().into_iter() {
            beginning.declare(coin);
        }
        prop_assert_eq!(&beginning, session.position());
    }
}
