//! Proofs that a client sends: the commands `proof-bytes`, `proof-open` and `proof-reply`, and the
//! agent `book` that plays by them.

use std::{fs, path::PathBuf};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use kring::{
    board::{Rules, Size, chance, stop::Stop},
    gtp::GtpSession,
    proof::{
        AnyBook, ProofError,
        all_n::{self, Certificate, CertificateError},
    },
    session::{Sandbox, Session},
};
use rand::{Rng, RngExt};
use serde_json::Value;

use crate::helper::answer;

fn sandboxed() -> GtpSession {
    let size = Size::new(11, 11).expect("a size");
    GtpSession::new(Session::new(size, Rules::default(), None, 1).sandboxed(Sandbox::default()))
}

/// Sends a file in parts and opens it: the reply.
fn open(session: &mut GtpSession, bytes: &[u8]) -> String {
    let mut sent = 0;
    for part in bytes.chunks(30_000) {
        let reply = answer(session, format!("proof-bytes {sent} {}", BASE64_STANDARD.encode(part)));
        sent += part.len();
        assert_eq!(reply, format!("= {sent}\n\n"));
    }
    answer(session, "proof-open")
}

/// The reply of a command that succeeds.
fn good(session: &mut GtpSession, line: &str) -> String {
    let reply = answer(session, line);
    let text = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {reply}"));
    text.trim_end().to_owned()
}

fn kept() -> Vec<PathBuf> {
    let list = |folder: &str| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = list("data/solved").chain(list("data/solved/all-n")).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "proof"));
    files.sort();
    files
}

/// A game from the start of a proof: the book against random moves. The book must win, with moves
/// of the proof alone.
fn walk(session: &mut GtpSession, summary: &Value, (rows, first): (u64, &str), rng: &mut impl Rng) {
    let text = |key: &str| summary[key].as_str().unwrap().to_owned();
    let winner = text("winner");
    good(session, &format!("boardsize {} {rows}", summary["columns"]));
    good(session, &format!("variant {}", text("variant")));
    if first == "white" {
        good(session, "play black pass");
    }
    good(session, &format!("set-agent {winner} book"));
    loop {
        let turn = good(session, "turn");
        if good(session, "winner") != "none" {
            break;
        }
        if turn == winner {
            let reply = good(session, "proof-reply");
            assert_eq!(reply, good(session, &format!("genmove {winner}")), "{summary}");
        } else {
            let legal = good(session, &format!("all_legal_moves {turn}"));
            let cells: Vec<&str> = legal.split(' ').filter(|word| *word != "resign").collect();
            let cell = cells[rng.random_range(0..cells.len())];
            good(session, &format!("play {turn} {cell}"));
        }
    }
    assert_eq!(good(session, "winner"), winner, "{summary}");
}

#[test]
fn every_kept_proof_can_be_sent_and_walked() {
    let mut session = sandboxed();
    let mut rng = chance::generator(7, chance::Purpose::Coin);
    for file in kept() {
        let reply = open(&mut session, &fs::read(&file).unwrap());
        let text = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{file:?}: {reply}"));
        let summary: Value = serde_json::from_str(text.trim_end()).unwrap();
        let starts = match summary["start"]["rows"].as_u64() {
            Some(rows) => vec![(rows, summary["start"]["first"].as_str().unwrap())],
            None => {
                let least = summary["least_rows"].as_u64().unwrap();
                vec![(least, "white"), (least + 3, "black"), (least + 8, "white")]
            }
        };
        for start in starts {
            walk(&mut session, &summary, start, &mut rng);
        }
    }
}

#[test]
fn a_damaged_file_is_refused_and_changes_nothing() {
    let mut session = sandboxed();
    let good_bytes = fs::read("data/solved/rhombus-3x3-black.proof").unwrap();
    good(&mut session, "boardsize 3");
    assert!(open(&mut session, &good_bytes).starts_with("= "));
    good(&mut session, "set-agent black book");
    let before = good(&mut session, "state");
    let mut rng = chance::generator(3, chance::Purpose::Coin);
    let files = ["data/solved/cylinder-5x5-white.proof", "data/solved/all-n/cylinder-3.proof"];
    let files = files.map(|file| fs::read(file).unwrap());
    for trial in 0..2000 {
        let mut bytes = files[trial % 2].clone();
        match trial % 5 {
            0 => bytes.truncate(rng.random_range(1..bytes.len())),
            1 => bytes.extend([rng.random::<u8>(), 0]),
            2 => bytes = (0..rng.random_range(1..300)).map(|_| rng.random()).collect(),
            _ => {
                let at = rng.random_range(0..bytes.len());
                bytes[at] ^= rng.random_range(1..=255u8);
            }
        }
        let reply = open(&mut session, &bytes);
        assert!(reply.starts_with("? cannot load file: "), "trial {trial}: {reply}");
    }
    assert_eq!(good(&mut session, "state"), before);
    assert_eq!(good(&mut session, "agent black"), "book");
    assert_eq!(good(&mut session, "proof-reply"), "b2");
}

#[test]
fn files_have_a_longest_length() {
    let mut session = sandboxed();
    let part = BASE64_STANDARD.encode([b'k'; 45_000]);
    let mut sent = 0;
    let reply = loop {
        let reply = answer(&mut session, format!("proof-bytes {sent} {part}"));
        if reply.starts_with('?') {
            break reply;
        }
        sent += 45_000;
    };
    assert_eq!(
        (reply.as_str(), sent),
        ("? refused: proofs of up to 1 MiB can be sent\n\n", 1_035_000)
    );
    // Nothing of it is kept.
    assert_eq!(
        answer(&mut session, "proof-open"),
        "? no proof has been sent: proof-bytes sends one\n\n"
    );
    assert_eq!(
        answer(&mut session, "proof-bytes 0 a+8"),
        "= 2\n\n",
        "a part may end in the middle of a group"
    );
    assert!(answer(&mut session, "proof-bytes x aaaa").starts_with("? syntax error: "));
    // Also words that end in bits, letters or signs that stand for nothing.
    for bad in ["ä", "a?b=", "===a", "a+b", "a+b=", "aaaaa", "aaaaa===", "aaaa=", "aa===", "aa==aa"]
    {
        let reply = answer(&mut session, format!("proof-bytes 2 {bad}"));
        assert_eq!(reply, "? syntax error: expected base64\n\n", "{bad}");
    }
}

#[test]
fn book_needs_a_proof_of_the_game() {
    let mut session = sandboxed();
    let none = "? syntax error: book plays by a proof and needs its file: book:FILE\n\n";
    assert_eq!(answer(&mut session, "set-agent book"), none);
    let bytes = fs::read("data/solved/torus-3x3-white.proof").unwrap();
    assert!(open(&mut session, &bytes).starts_with("= "));
    let reply = answer(&mut session, "set-agent book");
    assert!(
        reply.starts_with("? book does not play black in this game: the proof is about another")
    );
    let file = answer(&mut session, "set-agent book:data/solved/torus-3x3-white.proof");
    assert!(file.starts_with("? refused: "), "{file}");
}

#[test]
fn a_check_that_is_stopped_accepts_nothing() {
    let stop = Stop::default();
    stop.set();
    let proof = fs::read("data/solved/cylinder-5x5-white.proof").unwrap();
    assert_eq!(AnyBook::from_bytes(&proof, &stop).err(), Some(ProofError::Stopped));
    let bytes = fs::read("data/solved/all-n/cylinder-3.proof").unwrap();
    let certificate = Certificate::from_bytes(&bytes).unwrap();
    assert_eq!(all_n::check_until(&certificate, &stop), Err(CertificateError::Stopped));
}
