//! The review of games: bad moves are found in every game, and all that is written
//! about them can be read again.

use std::{
    fs,
    io::Write,
    process::Command,
    sync::{Arc, atomic::AtomicU64},
};

use kring::{
    agents::{AgentFactory, AgentSpec, Networks, Stop, default_agent},
    board::{
        Colour, Move, Position, Rules, Turns,
        chance::{self, Purpose},
        record,
    },
    review::{self, Mark, MoveReview, Review, ReviewSettings},
};
use rand::{RngExt, seq::IndexedRandom};

use crate::helper::{all_rules, answer, fresh_session, new_folder, program};

fn factory(spec: &str) -> AgentFactory {
    spec.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap()
}

fn load(text: &str, rules: &str) -> Position {
    let game = chance::game("11x11".parse().unwrap(), rules.parse().unwrap(), 1);
    record::load(text, &game, 1, None).unwrap()
}

fn reviewed(position: &Position, spec: &str, evals: u64) -> Review {
    let settings = ReviewSettings { evals: Some(evals), ..ReviewSettings::new(factory(spec)) };
    review::review(position, &settings, |_| {}).unwrap()
}

fn name(position: &Position, mv: Move) -> String {
    mv.name(position.size())
}

/// A random game of at most this number of moves, with swaps and a pass.
fn random_game(size: &str, rules: &Rules, most: usize, seed: u64) -> Position {
    let mut position = Position::new(chance::game(size.parse().unwrap(), rules.clone(), seed));
    let rng = &mut chance::generator(seed, Purpose::Coin);
    for number in 0..most {
        if rules.turns == Turns::Random {
            position.declare(Colour::ALL[usize::from(rng.random::<bool>())]);
        }
        let Some(colour) = position.turn().filter(|_| position.winner().is_none()) else { break };
        let moves = position.legal_moves(colour);
        let mv = match position.swap(colour) {
            Some(swap) => swap,
            None if number == 5 => Move::Pass,
            None => *moves.choose(rng).unwrap(),
        };
        position.play(colour, mv).unwrap();
    }
    position
}

#[test]
fn a_planted_blunder_is_found() {
    // White intrudes into the bridge from b2 to the top, and black does not answer.
    let position = load("(;SZ[3];B[b2];W[b1];B[a3];W[c1])", "hex");
    for spec in ["neural", "mcts"] {
        let review = reviewed(&position, spec, 60);
        let bad = &review.moves[2];
        assert_eq!((bad.mark(), name(&position, bad.best)), (Some(Mark::Blunder), "c1".into()));
        assert_eq!(bad.variation[0], bad.best, "{spec}");
        let others: Vec<Option<Mark>> =
            review.moves.iter().filter(|mv| mv.number != 3).map(MoveReview::mark).collect();
        assert!(others.iter().all(Option::is_none), "{spec}: {others:?}");
        // The end of the game: black is to move.
        let last = review.moves.last().unwrap();
        assert_eq!((last.number, last.colour, last.played), (5, Colour::Black, None), "{spec}");
    }
}

#[test]
fn swaps_passes_and_resignations_are_judged() {
    let judged = |text: &str, at: usize| {
        let position = load(text, "hex swap=on");
        let review = reviewed(&position, "neural", 60);
        let mv = &review.moves[at - 1];
        (mv.mark(), name(&position, mv.best), mv.black_chance() > 0.5)
    };
    let swap = || "swap-pieces".to_owned();
    assert_eq!(judged("(;SZ[3];B[b2];W[a1])", 2), (Some(Mark::Blunder), swap(), true));
    assert_eq!(judged("(;SZ[3];B[b2];W[swap-pieces])", 2), (None, swap(), false));
    assert_eq!(judged("(;SZ[3];B[a1];W[swap-pieces])", 2).0, Some(Mark::Blunder));
    // Black has the shorter way; who swaps the sides has it afterwards.
    let sides = judged("(;SZ[4:3];B[b2];W[swap-sides])", 2);
    assert_eq!(sides, (None, "swap-sides".to_owned(), true));
    let won = "(;SZ[3]RU[hex];B[b2];W[b1]";
    let bad = (Some(Mark::Blunder), "c1".to_owned(), false);
    assert_eq!(judged(&format!("{won};B[pass];W[c1])"), 3), bad);
    assert_eq!(judged(&format!("{won};B[resign])"), 3), bad);
    assert_eq!(judged("(;SZ[3]RU[hex];B[b2];W[b1];B[c1];W[resign])", 4).0, None);
}

#[test]
fn every_game_is_reviewed_and_its_annotated_file_is_the_same_game() {
    for (seed, rules) in (1..).zip(all_rules()) {
        for size in ["4x4", "3x4"] {
            let position = random_game(size, &rules, 9, seed);
            let moves: Vec<(Colour, Move)> = position.moves().collect();
            let agent = default_agent(&rules, position.size(), Colour::Black).to_string();
            let review = reviewed(&position, &agent, 4);
            let last = position.winner().is_none() && position.turn().is_some();
            assert_eq!(review.moves.len(), moves.len() + usize::from(last), "{rules} {size}");
            for (mv, played) in review.moves.iter().zip(&moves) {
                let (found, chance) = mv.played.unwrap();
                assert_eq!((mv.colour, found), *played, "{rules} {size}");
                for value in [chance, mv.best_chance, mv.loss(), mv.black_chance()] {
                    assert!((0.0..=1.0).contains(&value), "{rules} {size}: {mv:?}");
                }
                assert!(mv.variation.first().is_none_or(|first| *first == mv.best));
            }
            let about = review::notes(&review, [Some("A ] \\ (".to_owned()), None]);
            let text = record::save_annotated(&position, &about);
            let loaded = load(&text, "hex");
            assert!(loaded.moves().eq(position.moves()), "{rules} {size}: {text}");
            assert_eq!(loaded.rules(), position.rules());
            assert_eq!(record::players(&text), [Some("A ] \\ (".to_owned()), None]);
            check_page(&review::page(&review, "a < b & c", &about.players));
        }
    }
}

/// A page whose elements are all closed and that loads nothing.
fn check_page(page: &str) {
    let page = page.strip_prefix("<!DOCTYPE html>").unwrap();
    for word in ["http", "src=", "url(", "@import", "<link", "<script"] {
        assert!(!page.contains(word), "{word} in the page");
    }
    let mut open = Vec::new();
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag is closed");
        assert!(!text.contains('>'), "{part}");
        let element = tag.split([' ', '\n']).next().unwrap();
        match element.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{part}"),
            None if element == "meta" || tag.ends_with('/') => {}
            None => open.push(element),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn set_ups_and_moves_after_the_decision_are_no_mistakes() {
    let position = load("(;SZ[3]AB[b2]AW[b1]PL[B];B[a3];W[c1])", "hex");
    let review = reviewed(&position, "neural", 60);
    assert_eq!((review.moves[0].number, review.moves[0].mark()), (1, Some(Mark::Blunder)));
    let mut over = load("(;SZ[3];B[b2];W[b1];B[c1];W[b3];B[a3])", "hex");
    assert_eq!(over.winner(), Some(Colour::Black));
    over.play(Colour::White, Move::from_name(over.size(), "a1").unwrap()).unwrap();
    let review = reviewed(&over, "mcts", 20);
    let last = review.moves.last().unwrap();
    assert_eq!((last.played.map(|(_, chance)| chance), last.loss()), (Some(0.0), 0.0));
    assert_eq!(review.tallies()[1].moves, 2);
}

#[test]
fn threads_and_the_beginning_change_nothing() {
    let rules: Rules = "torus".parse().unwrap();
    let position = random_game("5x5", &rules, 9, 4);
    for spec in ["neural", "mcts"] {
        let all = reviewed(&position, spec, 10);
        let settings = ReviewSettings {
            evals: Some(10),
            threads: 3,
            from: 4,
            ..ReviewSettings::new(factory(spec))
        };
        let part = review::review(&position, &settings, |_| {}).unwrap();
        assert_eq!(part.moves, all.moves[3..], "{spec}");
        let late = ReviewSettings { from: 99, ..settings };
        assert!(review::review(&position, &late, |_| {}).unwrap().moves.is_empty());
    }
}

/// Output that sets a handle at its first line of JSON.
struct UntilFirst(Vec<u8>, Stop);

impl Write for UntilFirst {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.extend(bytes);
        if self.0.contains(&b'{') {
            self.1.set();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn any_line_ends_the_engines_review() {
    let mut session = fresh_session();
    let moves = "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 a11 b10 c9 d8 e7";
    answer(&mut session, format!("play-game {moves}"));
    let before = session.position().clone();
    let next_line = Stop::new(Arc::new(AtomicU64::new(0)), 1);
    let mut output = UntilFirst(Vec::new(), next_line.clone());
    let command = b"5 review 20 1 mcts";
    let reply = session.respond_live(command, &Stop::default(), Some(&next_line), &mut output);
    assert!(reply.is_none());
    let text = String::from_utf8(output.0).unwrap();
    assert!(text.starts_with("=5\n{\"move\":1,") && text.ends_with("]}\n\n"), "{text}");
    assert!(text.lines().count() < 12, "{text}");
    let text = answer(&mut session, "review 1 1 mcts");
    assert_eq!(text.matches("{\"move\":").count(), 17, "{text}");
    assert_eq!(*session.position(), before);
    // Ended by itself: the whole game, in order.
    let mut output = Vec::new();
    let command = b"review 1 9 mcts";
    let reply =
        session.respond_live(command, &Stop::default(), Some(&Stop::default()), &mut output);
    assert!(reply.is_none());
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("=\n{\"move\":9,") && text.ends_with("]}\n\n"), "{text}");
    for line in text.lines().filter(|line| line.starts_with('{')) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_last = object["move"] == 17;
        assert_eq!(object["played"].is_null(), is_last, "{line}");
        assert!(object["best_chance"].is_number() && object["variation"].is_array(), "{line}");
    }
}

#[test]
fn one_bad_file_does_not_end_the_review_of_a_folder() {
    let folder = new_folder("review");
    fs::write(folder.join("good.sgf"), "(;SZ[3]PB[Ann]PW[Bob];B[b2];W[b1];B[a3];W[c1])").unwrap();
    fs::write(folder.join("bad.sgf"), "(;SZ[3];B[z9])").unwrap();
    fs::write(folder.join("notes.txt"), "no game").unwrap();
    let out = folder.join("out");
    let run = |game: &str| {
        let mut command = Command::new(program());
        command.args(["review", "--evals", "40", "--threads", "1", "--output"]);
        command.arg(&out).arg(game).current_dir(&folder);
        command.output().unwrap()
    };
    let done = run(".");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    let bad = "./bad.sgf: move 1: 'z9' is not a move on this board (at character 11)\n";
    assert!(said.starts_with(bad), "{said}");
    assert!(said.ends_with("1 could not be reviewed: ./bad.sgf\n"), "{said}");
    let table = fs::read_to_string(out.join("players.csv")).unwrap();
    assert!(table.starts_with("player,games,moves,mean_loss,"), "{table}");
    assert!(table.contains("\nAnn,1,2,0.") && table.contains(",0,0,1\nBob,1,2,0.0"), "{table}");
    check_page(&fs::read_to_string(out.join("good.review.html")).unwrap());
    assert!(fs::read_to_string(out.join("good.review.svg")).unwrap().starts_with("<svg"));
    // The annotated file is a game like others, and not one of a folder.
    let again = run(out.join("good.review.sgf").to_str().unwrap());
    let printed = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && printed.contains("blunder ??"), "{printed}");
    assert!(!printed.contains('\x1b'), "{printed}");
    assert_eq!(run(out.to_str().unwrap()).status.code(), Some(1));
}
