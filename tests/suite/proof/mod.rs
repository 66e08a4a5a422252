//! Proofs: right ones are accepted, wrong ones refused, and they play.

mod brute;
mod connections;
mod hand;
mod refused;
mod use_of;

use brute::proof_of;
use kring::{
    board::{Cell, Colour, Position, Size, chance},
    proof::{self, Book, Proof},
};

/// All proofs that were made by hand.
fn by_hand() -> [Proof; 5] {
    [hand::middle(), hand::ziggurat(), hand::pairs(), hand::ring(), hand::straight_ring()]
}

/// The proof comes back from its bytes, and is right.
fn accept(proof: &Proof) {
    let read = Proof::from_bytes(&proof.to_bytes()).unwrap();
    assert_eq!(&read, proof);
    assert_eq!(proof::check(&read), Ok(()));
}

/// The winner wins every game by the proof's replies.
fn play_all(book: &Book, position: &mut Position, to_move: Colour) {
    if let Some(winner) = position.winner() {
        assert_eq!(winner, book.proof().winner, "{position}");
        return;
    }
    let moves: Vec<Cell> = if to_move == book.proof().winner {
        vec![
            book.reply(position, &Default::default())
                .unwrap_or_else(|| panic!("no reply\n{position}")),
        ]
    } else {
        position.legal_cells(to_move).iter().collect()
    };
    for cell in moves {
        position.play_unchecked(to_move, cell);
        play_all(book, position, to_move.other());
        position.undo();
    }
}

#[test]
fn proofs_made_by_hand_are_accepted_and_win() {
    for proof in by_hand() {
        accept(&proof);
        let mut position = proof.start.position.clone();
        let first = proof.start.first;
        let few = position.empty_count() <= 9;
        let book = Book::new(proof, &Default::default()).unwrap();
        if few {
            play_all(&book, &mut position, first);
        }
    }
}

#[test]
fn every_small_board_has_a_proof() {
    let sizes = (1..=9).flat_map(|m| (1..=9).map(move |n| (m, n))).filter(|(m, n)| m * n <= 9);
    for (m, n) in sizes {
        let size = Size::new(m, n).unwrap();
        for rules in ["hex", "cylinder", "torus", "hex seasons=2", "torus seasons=3"] {
            let position = Position::new(chance::game(size, rules.parse().unwrap(), 1));
            for first in Colour::ALL {
                accept(&proof_of(&position, first));
            }
        }
    }
}
