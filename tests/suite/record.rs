//! Games as SGF files: a saved game loads again, the dialects of other programs
//! are understood, and no text causes a panic.

use std::{fs, path::PathBuf, time::Duration};

use cpu_time::ThreadTime;
use kring::board::{
    CellSet, Colour, Move, Position, Rules, Size, chance,
    record::{load, save},
};
use proptest::{prelude::*, sample::select};

use crate::helper::{all_rules, answer, fresh_session};

fn classic(columns: usize) -> Position {
    let size = Size::new(columns, columns).unwrap();
    Position::new(chance::game(size, Rules::default(), 1))
}

/// The position of a text, which must load into a session with other rules.
fn loaded(text: &str) -> Position {
    load(text, classic(4).game(), 1, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &Position) -> String {
    let name = |(colour, mv): (_, Move)| format!("{colour} {}", mv.name(position.size()));
    position.history().map(name).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_file_of_little_golem_is_the_game_that_was_played() {
    let head = "(;FF[4]EV[hex.ld]PB[first]PW[Second;]]SZ[13]RE[B]GC[game #1]SO[littlegolem]";
    for (nodes, expected) in [
        (";W[ll];B[ab]", "black l12, white a2"),
        (";W[la];B[swap];W[gg]", "black l1, white swap-pieces, black g7"),
        (";W[ll];B[ab];W[resign]", "black l12, white a2, black resign"),
        ("", ""),
    ] {
        let position = loaded(&format!("{head}{nodes})"));
        assert_eq!(moves(&position), expected);
        assert_eq!(position.size(), Size::new(13, 13).unwrap());
    }
    let swapped = loaded(&format!("{head};W[la];B[swap])"));
    assert_eq!(swapped.at(kring::board::Cell::unchecked(11 * 13)), Some(Colour::White));
    assert_eq!(swapped.turn(), Some(Colour::Black));
    // Letters alone exchange nothing: the first player must be W.
    assert_eq!(moves(&loaded("(;SZ[5];B[ab];W[ba])")), "black a2, white b1");
    assert_eq!(moves(&loaded("(;SZ[5]AB[ab][c3];W[ee])")), "black a2, black c3, black e5");
}

#[test]
fn columns_after_z_are_saved_and_loaded() {
    let size = Size::new(32, 32).unwrap();
    let mut position = classic(32);
    for (number, name) in ["z1", "aa1", "ab27", "af32", "l12", "a32"].into_iter().enumerate() {
        let mv = Move::from_name(size, name).unwrap();
        position.play(Colour::ALL[number % 2], mv).unwrap();
    }
    let text = save(&position);
    assert!(text.contains("SZ[32]") && text.contains("B[z1]\n;W[aa1]\n;B[ab27]"), "{text}");
    assert_eq!(loaded(&text), position);
    // A name has digits: without them the second letter is a row.
    assert_eq!(moves(&loaded("(;SZ[32];B[aa];W[AA2];B[bz])")), "black a1, white aa2, black b26");
    assert!(load("(;SZ[32];B[ag1])", classic(4).game(), 1, None).is_err());
}

#[test]
fn files_of_old_and_new_hexgui_versions_load() {
    let game = |version: &str, swap: &str| {
        format!("(;AP[HexGui:{version}]FF[4]GM[11]SZ[5];B[a2];W[{swap}];W[c3])")
    };
    let sides = "black a2, white swap-sides, white c3";
    assert_eq!(moves(&loaded(&game("0.10.GIT", "swap-sides"))), sides);
    assert_eq!(moves(&loaded(&game("0.9", "swap-pieces"))), sides);
    assert_eq!(moves(&loaded(&game("0.9.GIT", "swap-pieces"))), sides);
    // A swap of sides is one, and comes once.
    let exchanged = loaded("(;SZ[5];B[a2];W[swap-sides])");
    assert_eq!((exchanged.turn(), exchanged.swap(Colour::White)), (Some(Colour::White), None));
    assert_eq!(loaded(&save(&exchanged)), exchanged);
    let pieces = "black a2, white swap-pieces, white c3";
    assert_eq!(moves(&loaded(&game("0.10.GIT", "swap-pieces"))), pieces);
    assert_eq!(moves(&loaded(&game("0.10.GIT", "SWAP"))), pieces);
    assert_eq!(moves(&loaded("(;SZ[5];B[];W[ PASS ];B[c3])")), "black pass, white pass, black c3");
    // Branches, comments with escapes, labels, marks, passes, a forfeit.
    let text = "(;FF[4]GM[11]SZ[6:4]C[a\\]b\\:\nc]AB[a1]AW[b2]AE[a1]PL[B]LB[c3:x](;B[c3]C[good](\
                ;W[d2];B[pass];W[forfeit])(;W[e1]))(;B[f4]))\n";
    assert_eq!(moves(&loaded(text)), "white b2, black c3, white d2, black pass, white resign");
}

#[test]
fn a_file_that_is_too_long_says_so() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long.sgf");
    let long = format!("(;GM[11]C[{}])", "x".repeat(1 << 20));
    fs::write(&path, long).unwrap();
    let reply = answer(&mut fresh_session(), format!("loadsgf {}", path.display()));
    assert!(reply.starts_with("? cannot load file: "), "{reply}");
    assert!(reply.ends_with("long.sgf: the file is over 1 MiB, longer than any game\n\n"));
}

/// The processor time in which a text loads, which must be a game: the least of three.
fn load_time(text: &str) -> Duration {
    let empty = classic(4);
    let once = || {
        let begin = ThreadTime::now();
        load(text, empty.game(), 1, None).unwrap();
        begin.elapsed()
    };
    once().min(once()).min(once())
}

/// A property costs what its stones cost, and not what the board costs.
#[test]
fn stones_that_are_set_up_one_by_one_load_as_fast_as_in_one_property() {
    let size = Size::new(32, 32).unwrap();
    let names: Vec<String> = CellSet::full(size).iter().map(|cell| cell.name(size)).collect();
    let values: Vec<String> =
        names.iter().cycle().take(20_000).map(|name| format!("[{name}]")).collect();
    let together = format!("(;SZ[32]AB{})", values.concat());
    let one_by_one = format!("(;SZ[32]AB{})", values.join("AB"));
    assert_eq!(loaded(&together), loaded(&one_by_one));
    // A new board for each property makes it about a thousand.
    let ratio = load_time(&one_by_one).as_secs_f64() / load_time(&together).as_secs_f64();
    assert!(ratio < 50.0, "{ratio}");
}

/// Only the position before each move is built.
#[test]
fn moves_between_stones_that_are_set_up_are_checked() {
    let text = "(;SZ[5]AB[a1][a2];W[c3];AE[a1]AW[b2]AB[b2];W[a1];B[c3])";
    let error = load(text, classic(5).game(), 1, None).unwrap_err();
    assert_eq!(error.to_string(), "move 3: c3 is taken (at character 52)");
    let position = loaded("(;SZ[5]AB[a1][a2];W[c3];AE[a1]AW[b2]AB[b2]PL[W];AE[b2];B[a1])");
    assert_eq!(moves(&position), "black a2, white c3, black a1");
    let setup = position.setup();
    assert_eq!((setup.stones.len(), setup.turn), (2, Some(Colour::Black)));
}

#[test]
fn a_game_has_a_bounded_number_of_nodes_and_properties() {
    let error = |text: &str| load(text, classic(4).game(), 1, None).unwrap_err().to_string();
    loaded(&format!("(;SZ[5]{})", ";".repeat(9_999)));
    let nodes = "the main line of a game has at most 10000 nodes (at character 10007)";
    assert_eq!(error(&format!("(;SZ[5]{})", ";".repeat(10_000))), nodes);
    loaded(&format!("(;SZ[5]{})", "C[]".repeat(99_999)));
    let properties = "the main line of a game has at most 100000 properties (at character 300005)";
    assert_eq!(error(&format!("(;SZ[5]{})", "C[]".repeat(100_000))), properties);
    // Variations do not count.
    loaded(&format!("(;SZ[5](;B[a1])(;B[b1]{}))", ";C[]".repeat(20_000)));
    let link = |count: usize| format!("https://hexworld.org/board/#5,{}", ":S".repeat(count));
    loaded(&link(10_000));
    assert_eq!(error(&link(10_001)), "a link has at most 10000 moves (at character 20031)");
    let both = format!("{},:S", link(10_000));
    assert_eq!(error(&both), "a link has at most 10000 moves (at character 20032)");
}

/// A game in which each number chooses one of the legal moves, or a pass.
fn played(rules: Rules, size: Size, choices: &[u16]) -> Position {
    let mut position = Position::new(chance::game(size, rules, 1));
    for &choice in choices {
        let colour = position.turn().unwrap_or(Colour::ALL[usize::from(choice % 2)]);
        let legal = position.legal_moves(colour);
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        position.play(colour, if choice % 16 == 7 { Move::Pass } else { mv }).unwrap();
    }
    position
}

/// Texts that are SGF, nearly, or not at all.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[;(]?[BW]\\[[a-f][1-6]\\]",
        2 => "[;(]?[BW]\\[[a-f]{2}\\]",
        2 => "(AB|AW|AE)(\\[[a-d][1-4]\\]){1,3}",
        1 => "[;(]?[BW]\\[(swap|swap-pieces|swap-sides|resign|pass|forfeit|)\\]",
        1 => "(SZ\\[[0-9]{1,2}(:[0-9])?\\]|GM\\[1?1\\]|PL\\[[BW]\\]|AP\\[HexGui:0.[0-9]{1,2}\\])",
        1 => "(RU\\[(torus|seasonal|cylinder swap=on)\\]|SM\\[[1-3 ]{1,20}\\])",
        1 => "[()\\[\\];\\\\]",
        1 => "\\PC{0,6}",
    ];
    let pieces = prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat());
    (pieces, any::<bool>()).prop_map(
        |(text, whole)| {
            if whole { format!("(;SZ[6]{text})") } else { text }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_saved_game_loads_again(
        rules in select(all_rules().collect::<Vec<_>>()),
        columns in 1usize..=6,
        rows in 1usize..=6,
        choices in prop::collection::vec(any::<u16>(), 0..40),
        turn in prop::option::of(select(Colour::ALL.to_vec())),
    ) {
        let mut position = played(rules, Size::new(columns, rows).unwrap(), &choices);
        // A coin that was tossed, or a declared turn.
        if let Some(turn) = turn {
            position.declare(turn);
        }
        let again = load(&save(&position), classic(4).game(), 7, None).unwrap();
        prop_assert_eq!(&again, &position);
        prop_assert_eq!(save(&again), save(&position));
    }

    #[test]
    fn the_dialect_of_little_golem_means_the_same_game(
        columns in 1usize..=9,
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let rules: Rules = "hex swap=on".parse().unwrap();
        let size = Size::new(columns, columns).unwrap();
        let position = played(rules, size, &choices);
        // Passes alone do not tell which program wrote the file.
        prop_assume!(position.ply() == 0 || position.moves().any(|(_, mv)| mv.cell().is_some()));
        let mut text = format!("(;FF[4]SZ[{columns}]");
        for (number, (_, mv)) in position.moves().enumerate() {
            let letter = |number: usize| (b'a' + number as u8) as char;
            let name = match mv {
                Move::Cell(cell) => {
                    [letter(cell.column(size)), letter(cell.row(size))].iter().collect()
                }
                Move::Pass => "pass".to_owned(),
                _ => "swap".to_owned(),
            };
            text += &format!(";{}[{name}]", ["W", "B"][number % 2]);
        }
        let again = load(&(text + ")"), position.game(), 7, None).unwrap();
        prop_assert_eq!(&again, &position);
    }

    #[test]
    fn any_text_loads_or_changes_nothing(text in any_text(), other in "variant (hex|torus|seasonal)") {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("any.sgf");
        fs::write(&path, &text).unwrap();
        let mut session = fresh_session();
        answer(&mut session, other);
        answer(&mut session, "boardsize 5");
        let before = session.position().clone();
        let reply = answer(&mut session, format!("loadsgf {}", path.display()));
        prop_assert!(!reply.contains("internal error"), "{}", reply);
        if reply.starts_with('?') {
            prop_assert!(reply.starts_with("? cannot load file: "), "{}", reply);
            prop_assert_eq!(&before, session.position());
        } else {
            let again = load(&save(session.position()), before.game(), 7, None).unwrap();
            prop_assert_eq!(save(&again), save(session.position()));
            while answer(&mut session, "undo").starts_with('=') {}
            prop_assert_eq!(session.position().ply(), 0);
        }
    }
}
