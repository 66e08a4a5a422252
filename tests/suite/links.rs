//! Links to HexWorld: what is written is read again as the same game, and what
//! cannot be read is refused at the character.

use std::process::Command;

use kring::{
    board::{
        Colour, Move, Position, Rules, Size, chance,
        record::hexworld::{NoLink, is_link, link, load},
    },
    gtp::GtpSession,
    session::{Sandbox, Session},
};
use proptest::prelude::*;

use crate::helper::{answer, fresh_session, printed, program};

fn begin(rules: &str, columns: usize, rows: usize) -> Position {
    let size = Size::new(columns, rows).unwrap();
    Position::new(chance::game(size, rules.parse::<Rules>().unwrap(), 1))
}

/// The moves, who is to move and who has won.
fn story(position: &Position) -> String {
    let name = |(colour, mv): (Colour, Move)| format!("{colour} {}", mv.name(position.size()));
    let moves: Vec<String> = position.moves().map(name).collect();
    format!("{}; {:?}; {:?}", moves.join(" "), position.turn(), position.winner())
}

fn read(text: &str) -> String {
    load(text, None).map_or_else(|error| error.to_string(), |position| story(&position))
}

#[test]
fn every_word_of_the_grammar_is_understood() {
    for (text, expected) in [
        (
            "https://hexworld.org/board/#11c1,a10:sd4:p",
            "black a10 white swap-pieces black d4 white pass; Some(Black); None",
        ),
        (
            "#9r9c1,b3:sc6:rw",
            "black b3 white swap-pieces black c6 white resign; Some(Black); Some(Black)",
        ),
        (
            "http://www.HexWorld.org/board/#11c1,h4e7f9,b9c3",
            "black h4 white e7 black f9; Some(White); None",
        ),
        (" hexworld.org/board/#5x6r3nc1,a1\n", "black a1; Some(White); None"),
        ("5x6mnc1r12,e6", "black e6; Some(White); None"),
        ("#3,:fb", "black resign; Some(White); Some(White)"),
        ("#3,a1b1:fw", "black a1 white b1 white resign; Some(Black); Some(Black)"),
        ("#26,z26", "black z26; Some(White); None"),
        ("#32,z1aa32", "black z1 white aa32; Some(Black); None"),
        ("#14", "; Some(Black); None"),
        ("#14c1,,a1", "; Some(Black); None"),
        // The second move can swap sides, also where Kring's rules exchange the stones. Later only
        // the names of the players are exchanged, and nothing happens on the board.
        ("#5x4,c3:Sb2", "black c3 white swap-sides white b2; Some(Black); None"),
        ("#5,c3:Sb2", "black c3 white swap-sides white b2; Some(Black); None"),
        ("#5x4,c3b2:Sb3", "black c3 white b2 black b3; Some(White); None"),
        // The loser resigns although the board has decided.
        ("#1,a1:rw", "black a1; Some(White); Some(Black)"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let swap = |text| load(text, None).unwrap().rules().swap;
    assert!(swap("#5,c3:s") && swap("#5,c3,:s") && swap("#4x5,c3:S"));
    assert!(swap("#5,c3:S") && !swap("#5,c3") && !swap("#5,c3b2:S"));
}

#[test]
fn a_link_can_be_opened_before_any_of_its_moves() {
    let before = |number| story(&load("#5,c3b2,d4:rw", Some(number)).unwrap());
    assert_eq!(before(0), "; Some(Black); None");
    assert_eq!(before(2), "black c3; Some(White); None");
    assert_eq!(before(4), "black c3 white b2 black d4; Some(White); None");
    assert!(before(99).ends_with("white resign; Some(Black); Some(Black)"));
}

#[test]
fn errors_name_the_character() {
    let not_a_link = "this is not a HexWorld link such as https://hexworld.org/board/#11c1,a10";
    let size = "a HexWorld link begins with the size of the board: numbers from 1 to 53";
    let flag = "expected a flag (r1 to r12, m, n, c1) or a comma and the moves";
    let is_no_move =
        |number, text: &str| format!("move {number}: '{text}' is not a move on this board");
    for (text, expected, at) in [
        ("", not_a_link.to_owned(), 1),
        ("game.sgf", not_a_link.to_owned(), 1),
        ("https://example.org/#11", not_a_link.to_owned(), 1),
        ("hexworld.org/board/11c1", not_a_link.to_owned(), 1),
        ("#", size.to_owned(), 2),
        ("hexworld.org/board/#é", size.to_owned(), 21),
        ("#0", size.to_owned(), 2),
        ("#54", size.to_owned(), 2),
        ("#5x", size.to_owned(), 4),
        ("#5x99999999999999999999", size.to_owned(), 4),
        ("#11r13", flag.to_owned(), 4),
        ("#11c1q", flag.to_owned(), 6),
        ("#11a1", flag.to_owned(), 4),
        ("#5,c3f1", is_no_move(2, "f1"), 6),
        ("#5,c3c03", is_no_move(2, "c03"), 6),
        ("#5,c3:q", is_no_move(2, ":q"), 6),
        ("#5,c3é", is_no_move(2, "é"), 6),
        ("#5,c3,d4,e5", is_no_move(3, ","), 9),
        ("#5,c3b", is_no_move(2, "b"), 6),
        ("#5,c3b2c3", "move 3: c3 is taken".to_owned(), 8),
        ("#5,c3b2:s", "move 3: :s can only answer the opponent's first stone".to_owned(), 8),
        ("#5x4,c3:s", "move 2: :s does not fit this game: use swap-sides".to_owned(), 8),
    ] {
        assert_eq!(read(text), format!("{expected} (at character {at})"), "{text}");
    }
    let most = Size::MAX;
    for text in ["#53", "#53x1", "#11x53c1,a1"] {
        let error = read(text);
        assert!(error.contains(&format!("each side must be from 1 to {most} (at character 2)")));
    }
}

#[test]
fn games_that_a_link_cannot_hold_are_refused() {
    for rules in ["torus", "cylinder", "hex seasons=2", "random-turn"] {
        assert_eq!(link(&begin(rules, 5, 5)), Err(NoLink::OtherRules), "{rules}");
    }
    let mut position = begin("hex", 5, 5);
    let cell = |name| Move::from_name(position.size(), name).unwrap().cell().unwrap();
    let a1 = cell("a1");
    let b1 = cell("b1");
    let c1 = cell("c1");
    // White first, then black twice in a row, and black is said to be next.
    for (colour, cell) in [(Colour::White, a1), (Colour::Black, b1), (Colour::Black, c1)] {
        position.play_unchecked(colour, cell);
    }
    assert_eq!(link(&position).unwrap(), "https://hexworld.org/board/#5c1,:pa1b1:pc1");
    position.declare(Colour::Black);
    assert_eq!(link(&position).unwrap(), "https://hexworld.org/board/#5c1,:pa1b1:pc1:p");
    let position = begin("hex", 5, 5);
    assert_eq!(link(&position).unwrap(), "https://hexworld.org/board/#5c1");
    let setup = [(Colour::Black, a1)].into_iter().collect();
    let position = Position::from_setup(position.game().clone(), setup).unwrap();
    assert_eq!(link(&position), Err(NoLink::SetUp));
}

/// A game whose moves, a swap and passes among them, the numbers choose.
fn played(columns: usize, rows: usize, choices: &[u16], resigns: bool) -> Position {
    let mut position = begin("hex swap=on", columns, rows);
    for &choice in choices {
        let colour = position.turn().unwrap();
        let legal = position.legal_moves(colour);
        let mv = match (choice % 8, position.swap(colour)) {
            (0, _) => Move::Pass,
            (1..=4, Some(swap)) => swap,
            _ if legal.is_empty() => break,
            _ => legal[usize::from(choice) % legal.len()],
        };
        position.play(colour, mv).unwrap();
    }
    if resigns && position.winner().is_none() {
        let loser = Colour::ALL[choices.len() % 2];
        position.play(loser, Move::Resign).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_again(
        (columns, rows) in prop_oneof![
            (1..=usize::from(Size::MAX), 1..=usize::from(Size::MAX)),
            (1usize..=6).prop_map(|side| (side, side)),
        ],
        choices in prop::collection::vec(any::<u16>(), 0..50),
        resigns in any::<bool>(),
        cursor in any::<u16>(),
    ) {
        let position = played(columns, rows, &choices, resigns);
        let text = link(&position).unwrap();
        prop_assert!(is_link(&text));
        let again = load(&text, None).unwrap();
        prop_assert_eq!(story(&again), story(&position));
        for colour in Colour::ALL {
            prop_assert_eq!(again.stones(colour), position.stones(colour));
        }
        prop_assert_eq!(link(&again).unwrap(), text.clone());
        // With a cursor the rest lies ahead.
        let mut shown = position.clone();
        (usize::from(cursor) % (position.ply() + 1)..position.ply()).for_each(|_| {
            shown.undo();
        });
        let moves = |position: &Position| {
            let text = link(position).unwrap();
            text.split_once(',').map(|(_, moves)| moves.to_owned()).unwrap_or_default()
        };
        let head = text.split(',').next().unwrap();
        let all = moves(&position);
        let before = moves(&shown);
        let with_cursor = format!("{head},{before},{}", all.strip_prefix(&before).unwrap());
        prop_assert_eq!(story(&load(&with_cursor, None).unwrap()), story(&shown));
        let last = load(&with_cursor, Some(usize::MAX)).unwrap();
        prop_assert_eq!(story(&last), story(&position));
    }

    /// In any order of colours the stones and the turn are kept.
    #[test]
    fn a_game_out_of_turn_has_a_link_too(
        moves in prop::collection::vec((any::<bool>(), "[a-d][1-4]|pass|resign"), 0..20),
    ) {
        let mut position = begin("hex", 4, 4);
        for (black, name) in moves {
            let colour = if black { Colour::Black } else { Colour::White };
            let _ = position.play(colour, Move::from_name(position.size(), &name).unwrap());
        }
        let again = load(&link(&position).unwrap(), None).unwrap();
        let of = |p: &Position| (Colour::ALL.map(|c| *p.stones(c)), p.turn(), p.winner());
        prop_assert_eq!(of(&again), of(&position));
    }
}

#[test]
fn a_sandboxed_client_can_load_links_of_the_boards_that_it_may_play_on() {
    let size = Size::new(5, 5).unwrap();
    let session = Session::new(size, Rules::default(), None, 1);
    let mut session = GtpSession::new(session.sandboxed(Sandbox::default()));
    assert_eq!(answer(&mut session, "loadlink hexworld.org/board/#6c1,a1:p"), "= \n\n");
    assert_eq!(answer(&mut session, "hexworld-link"), "= https://hexworld.org/board/#6c1,a1:p\n\n");
    let reply = answer(&mut session, "loadlink 20,a1");
    assert_eq!(reply, "? unacceptable size: 20x20: this engine plays on at most 19x19\n\n");
    assert!(
        answer(&mut session, "loadsgf https://hexworld.org/board/#6,a1").starts_with("? refused")
    );
}

#[test]
fn links_go_where_game_files_go() {
    let mut session = fresh_session();
    let text = "https://hexworld.org/board/#6c1,a1b2,c3";
    assert_eq!(answer(&mut session, format!("loadsgf {text} 4")), "= \n\n");
    assert_eq!(
        answer(&mut session, "hexworld-link"),
        "= https://hexworld.org/board/#6c1,a1b2c3\n\n"
    );
    let reply = answer(&mut session, "loadsgf https://hexworld.org/board/#6c1,a9");
    assert!(
        reply.starts_with("? cannot load file: ") && reply.contains("(at character 33)"),
        "{reply}"
    );
    let render = |more: &[&str]| {
        printed(Command::new(program()).args(["render", text, "--out", "-"]).args(more))
    };
    assert!(render(&[]).contains(">6x6 rhombus, after move 2: black to move<"));
    assert!(render(&["--move", "3"]).contains(">6x6 rhombus, after move 3: white to move<"));
    let game = |variant: &str| {
        let options = ["match", "--first", "random", "--second", "random", "--size", "4x4"];
        let more = ["--games", "4", "--seed", "1", "--only", "2", "--variant", variant];
        printed(Command::new(program()).args(options).args(more))
    };
    let shown = game("hex swap=on");
    let position = load(shown.lines().nth(1).unwrap(), None).unwrap();
    let moves = shown.lines().next().unwrap().split_once(':').unwrap().1;
    let names = position.moves().map(|(colour, mv)| {
        format!(" {} {}", if colour == Colour::Black { "B" } else { "W" }, mv.name(position.size()))
    });
    assert_eq!(names.collect::<String>(), moves);
    assert!(!game("torus").contains("hexworld"));
}
