//! Proofs in use: the program checks them, the verifier sees them win, and an
//! agent plays them.

use std::path::PathBuf;

use assert_cmd::Command;
use kring::{
    agents::{AgentSpec, Task},
    board::{
        Cell, Colour, Move, Position, Size,
        chance::{self, Purpose},
    },
    literature::{
        strategy::ByProof,
        verifier::{VerifierQuestion, VerifierVerdict},
    },
    proof::{AnyBook, Book, Proof},
};

use super::{
    brute::proof_of,
    by_hand,
    hand::{self, position},
};
use crate::helper::{answer, fresh_session, program};

fn verdict(proof: Proof) -> VerifierVerdict {
    let game = proof.start.position.game().clone();
    let strategy =
        Box::new(ByProof(AnyBook::Game(Box::new(Book::new(proof, &Default::default()).unwrap()))));
    VerifierQuestion::new(strategy, game).unwrap().answer(&mut |_, _| ()).verdict
}

#[test]
fn the_verifier_sees_proofs_of_both_colours_win() {
    for proof in by_hand() {
        assert_eq!(verdict(proof), VerifierVerdict::Proved);
    }
    let sizes = (1..=9).flat_map(|m| (1..=9).map(move |n| (m, n))).filter(|(m, n)| m * n <= 9);
    for (m, n) in sizes {
        let size = Size::new(m, n).unwrap();
        for rules in ["hex", "cylinder", "torus", "hex seasons=2", "torus seasons=3"] {
            let position = Position::new(chance::game(size, rules.parse().unwrap(), 1));
            for first in Colour::ALL {
                assert_eq!(
                    verdict(proof_of(&position, first)),
                    VerifierVerdict::Proved,
                    "{size} {rules}"
                );
            }
        }
    }
}

fn written(name: &str, proof: &Proof) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, proof.to_bytes()).unwrap();
    file
}

/// Output, errors and exit code of the program.
fn kring(args: &[&str]) -> (String, String, i32) {
    let output = Command::new(program()).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn the_program_checks_and_verifies_proofs() {
    let middle = written("middle.proof", &hand::middle());
    let ring = written("a ring.proof", &hand::ring());
    let [middle, ring] = [&middle, &ring].map(|file| file.to_str().unwrap());
    let (out, _, code) = kring(&["check-proof", middle, ring]);
    assert_eq!(code, 0);
    assert!(out.contains("black wins 3x3 rhombus") && out.contains("4 nodes, "), "{out}");
    assert!(out.contains("white wins 4x2 cylinder"), "{out}");
    assert!(out.contains("black to move, from white c1 a2 d2"), "{out}");
    for (strategy, more, code, text) in [
        (format!("proof:{middle}"), &[][..], 0, "proved: "),
        (format!("proof:{ring}"), &["--first", "black", "--variant", "cylinder"], 0, "proved: "),
        (format!("proof:{ring}"), &["--first", "white"], 1, "in the proof black moves first"),
        (format!("proof:{ring}"), &["--size", "5x5"], 1, "about another game: 4x2 cylinder"),
        ("proof:/nonexistent".to_owned(), &[], 1, "/nonexistent"),
    ] {
        let args = [&["verify", "--strategy", &strategy], more].concat();
        let (out, error, found) = kring(&args);
        assert_eq!(found, code, "{out}{error}");
        assert!(out.starts_with(text) || error.contains(text), "{out}{error}");
    }
    let mut bytes = hand::middle().to_bytes();
    bytes[60] ^= 1;
    let broken = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("broken.proof");
    std::fs::write(&broken, bytes).unwrap();
    let (out, error, code) = kring(&["check-proof", broken.to_str().unwrap(), middle]);
    assert_eq!(code, 3);
    assert!(error.contains("refused: the file is damaged") && out.contains("middle.proof: black"));
    assert_eq!(kring(&["check-proof", "/nonexistent"]).2, 1);
    assert_eq!(kring(&["check-proof"]).2, 2);
}

#[test]
fn the_program_checks_certificates_for_every_number_of_rows() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/solved/all-n/cylinder-3.proof");
    let (out, _, code) = kring(&["check-proof", file]);
    assert_eq!(code, 0);
    assert!(out.contains("black wins the cylinder 3xn for every number n of rows"), "{out}");
    let text = std::fs::read_to_string(file).unwrap().replacen("bw", "wb", 1);
    let broken = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("broken-all-n.proof");
    std::fs::write(&broken, text).unwrap();
    let (_, error, code) = kring(&["check-proof", broken.to_str().unwrap()]);
    assert_eq!(code, 3);
    assert!(error.contains("refused: the file is damaged"), "{error}");
    let mut session = fresh_session();
    let set_agent = format!("set-agent book:\"{file}\"");
    let refused = answer(&mut session, &set_agent);
    assert!(refused.contains("about another game: 3xn cylinder"), "{refused}");
    answer(&mut session, "variant cylinder");
    answer(&mut session, "boardsize 3x9");
    assert!(answer(&mut session, &set_agent).starts_with("= "));
    answer(&mut session, "play white b5");
    assert!(answer(&mut session, "genmove black").starts_with("= "));
    let strategy = format!("proof:{file}");
    let (_, error, code) = kring(&["verify", "--strategy", &strategy]);
    assert_eq!((code, error.contains("--size is missing")), (1, true), "{error}");
    let (_, error, code) = kring(&["verify", "--strategy", &strategy, "--size", "4x3"]);
    assert_eq!((code, error.contains("3xn cylinder")), (1, true), "{error}");
    let (out, error, code) = kring(&["verify", "--strategy", &strategy, "--size", "3x4"]);
    assert!(code == 0 && out.starts_with("proved: "), "{out}{error}");
}

#[test]
fn a_session_plays_a_book_and_refuses_that_of_another_game() {
    let file = written("book of the middle.proof", &hand::middle());
    let mut session = fresh_session();
    let set_agent = format!("set-agent book:\"{}\"", file.display());
    let refused = answer(&mut session, &set_agent);
    assert!(refused.contains("the proof is about another game: 3x3 rhombus"), "{refused}");
    answer(&mut session, "boardsize 3x3");
    assert!(answer(&mut session, &set_agent).starts_with("= "));
    assert_eq!(answer(&mut session, "genmove black"), "= b2\n\n");
    answer(&mut session, "play white c1");
    assert_eq!(answer(&mut session, "genmove black"), "= b1\n\n");
    let refused = answer(&mut session, "set-agent book:/nonexistent");
    assert!(refused.contains(" file=/nonexistent: "), "{refused}");
}

/// Outside of its proof the agent plays on; within it, also in images of the
/// board, it wins against everything.
#[test]
fn a_book_wins_from_symmetric_positions_and_plays_on_elsewhere() {
    // On the torus every opening is as good as any other.
    let proof = proof_of(&position("torus", "3x3", "b2", ""), Colour::White);
    let file = written("torus.proof", &proof);
    let winner = proof.winner;
    assert!(winner == Colour::Black && proof.nodes.len() > 10);
    let spec: AgentSpec = format!("book file={} evals=2", file.display()).parse().unwrap();
    let mut agent = spec.build().unwrap();
    let mut rng = chance::generator(1, Purpose::Agent(winner));
    let mut choose = |position: &Position| agent.choose(Task::new(position, winner, &mut rng)).mv;
    for stone in ["b2", "c2", "a1", "b3"] {
        let shifted = position("torus", "3x3", stone, "");
        wins_all(&mut choose, &shifted, winner, Colour::White);
    }
    let other = position("torus", "3x3", "", "a1 b1");
    assert!(other.legal_moves(winner).contains(&choose(&other)));
    let mut rng = chance::generator(1, Purpose::Agent(Colour::White));
    let other = position("torus", "3x3", "b2", "");
    let choice = agent.choose(Task::new(&other, Colour::White, &mut rng));
    assert!(other.legal_moves(Colour::White).contains(&choice.mv));
}

fn wins_all(
    choose: &mut dyn FnMut(&Position) -> Move,
    position: &Position,
    winner: Colour,
    to_move: Colour,
) {
    if let Some(won) = position.winner() {
        assert_eq!(won, winner);
        return;
    }
    let moves =
        if to_move == winner { vec![choose(position)] } else { position.legal_moves(to_move) };
    for mv in moves {
        let mut after = position.clone();
        after.play(to_move, mv).unwrap();
        wins_all(choose, &after, winner, to_move.other());
    }
}

/// A season map of its own: refused, too.
#[test]
fn a_proof_belongs_to_its_season_map() {
    let size: Size = "3x2".parse().unwrap();
    let games = [3, 4].map(|seed| chance::game(size, "torus seasons=2".parse().unwrap(), seed));
    assert_ne!(games[0].map(), games[1].map());
    let proof = proof_of(&Position::new(games[0].clone()), Colour::White);
    let book = Book::new(proof, &Default::default()).unwrap();
    assert!(book.check_game(&games[0]).is_ok());
    let error = book.check_game(&games[1]).unwrap_err().to_string();
    assert!(error.contains(&games[0].map().to_string()), "{error}");
    assert_eq!(book.reply(&Position::new(games[1].clone()), &Default::default()), None::<Cell>);
}
