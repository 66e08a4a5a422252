//! Proofs that try to fool the checker.

use std::collections::HashMap;

use kring::{
    board::{
        Cell,
        Colour::{self, Black, White},
        Move, Position,
        chance::{self, Purpose},
    },
    proof::{
        self, BadNode, Book, FaultReason, NodeRef, Proof, ProofError, ProofNode, Then, TurnReply,
    },
};
use rand::seq::IteratorRandom;
use sha2::{Digest, Sha256};

use super::{
    brute::{Brute, proof_of},
    hand::{self, Hand, position},
};

fn refused(proof: &Proof) -> BadNode {
    match proof::check(proof) {
        Err(ProofError::Node(bad)) => *bad,
        other => panic!("{other:?}"),
    }
}

/// The same bytes with the right checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend(&sum[..8]);
    bytes
}

fn small_proofs() -> Vec<Proof> {
    let game = chance::game("3x2".parse().unwrap(), "torus seasons=2".parse().unwrap(), 3);
    let seasons = proof_of(&Position::new(game), White);
    let torus = proof_of(&position("torus", "3x3", "a1 b2 b3", "b1 c2"), White);
    vec![hand::middle(), hand::pairs(), hand::ring(), hand::straight_ring(), seasons, torus]
}

/// What a proof says is true, by plain recursion.
fn is_true(proof: &Proof, known: &mut HashMap<String, Colour>) -> bool {
    let start = &proof.start;
    if start.position.empty_count() > 12 {
        return (0..50).all(|seed| wins_random_game(proof, seed));
    }
    let key = format!("{} {} {:?}", start.position, start.first, start.position.cycle_steps());
    let winner = *known
        .entry(key)
        .or_insert_with(|| Brute::default().winner(&mut start.position.clone(), start.first));
    winner == proof.winner
}

/// The winner wins a game by the proof against random moves.
fn wins_random_game(proof: &Proof, seed: u64) -> bool {
    let book = Book::new(proof.clone(), &Default::default()).unwrap();
    let mut position = proof.start.position.clone();
    let mut to_move = proof.start.first;
    let mut rng = chance::generator(seed, Purpose::Openings);
    while position.winner().is_none() {
        let cell = if to_move == proof.winner {
            book.reply(&position, &Default::default()).unwrap()
        } else {
            position.legal_cells(to_move).iter().choose(&mut rng).unwrap()
        };
        position.play(to_move, Move::Cell(cell)).unwrap();
        to_move = to_move.other();
    }
    position.winner() == Some(proof.winner)
}

#[test]
fn no_changed_byte_proves_what_is_false() {
    let mut known = HashMap::new();
    let mut accepted = 0;
    let mut tried = 0;
    for proof in small_proofs() {
        let bytes = proof.to_bytes();
        let body = bytes.len() - 8;
        for at in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255, 3, 6] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert!(Proof::from_bytes(&changed).is_err(), "byte {at} of {proof:?}");
                if at >= body {
                    continue;
                }
                tried += 1;
                let changed = Proof::from_bytes(&sealed(changed[..body].to_vec()));
                let changed = changed.and_then(|proof| proof::check(&proof).map(|_| proof));
                if let Ok(changed) = changed {
                    accepted += 1;
                    assert!(is_true(&changed, &mut known), "byte {at}: {changed:?}");
                }
            }
        }
    }
    assert!(accepted > 0 && accepted < tried / 10, "{accepted} of {tried}");
}

#[test]
fn no_part_of_a_file_is_a_proof() {
    for proof in small_proofs() {
        let bytes = proof.to_bytes();
        for length in 0..bytes.len() {
            assert!(Proof::from_bytes(&bytes[..length]).is_err(), "{length}");
            if length < bytes.len() - 8 {
                let sealed = sealed(bytes[..length].to_vec());
                assert!(Proof::from_bytes(&sealed).is_err(), "{length}");
            }
        }
        let body = &bytes[..bytes.len() - 8];
        let longer = Proof::from_bytes(&sealed([body, &[0]].concat())).unwrap_err();
        assert_eq!(longer, ProofError::Trailing(1));
    }
}

#[test]
fn files_that_are_no_proofs_are_refused_with_a_reason() {
    let head = "kring proof 1\nboard 3x3; rules rhombus seasons=1 turns=alternating swap=off; \
                winner black; first black; nodes ";
    let error = |text: &str, more: &[u8]| {
        let bytes = sealed([text.as_bytes(), more].concat());
        Proof::from_bytes(&bytes).unwrap_err().to_string()
    };
    assert!(error("(;GM[11])\n", &[]).contains("not a proof"));
    assert!(error("kring proof 2\nx\n", &[]).contains("version '2'"));
    assert!(error("kring proof 1\nx\n", &[]).contains("no field 'board'"));
    assert!(error(&head.replace("3x3", "0x3"), b"0\n").contains("board"));
    assert!(error(&head.replace("3x3", "20x20"), b"0\n").contains("128 cells"));
    assert!(error(&head.replace("alternating", "random"), b"0\n").contains("random turns"));
    assert!(error(&head.replace("swap=off", "swap=on"), b"0\n").contains("swap"));
    assert!(error(&head.replace("first", "black a1 a1; first"), b"0\n").contains("a1"));
    assert!(error(&head.replace("first", "black a1 a2 a3; first"), b"0\n").contains("over"));
    assert!(error(&head.replace("3x3", " 3x3"), b"0\n").contains("not written"));
    // Counts that no file can hold: of nodes, of branches, of steps, of replies.
    let huge: &[u8] = &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    assert!(error(head, b"4000000\n\x02").contains("ends before"));
    assert!(error(head, b"4000001\n\x02").contains("up to 4000000 nodes"));
    assert!(error(head, b"99999999999\n").contains("nodes"));
    for kind in [0xfc, 0xfd, 0xfe, 0xff] {
        let mut bytes = b"1\n".to_vec();
        bytes.push(kind);
        bytes.extend(&huge[1..]);
        bytes.extend([0; 4]);
        let error = error(head, &bytes);
        assert!(error.contains("ends before") || error.contains("node 0"), "{error}");
    }
    assert!(error(head, b"1\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").contains("node 0"));
}

/// A proof with some of its nodes changed.
fn changed(mut proof: Proof, change: impl FnOnce(&mut Vec<ProofNode>)) -> Proof {
    change(&mut proof.nodes);
    proof
}

#[test]
fn an_unsound_choice_is_refused_with_the_move_that_breaks_it() {
    // Both ways of the bridge by the same cell.
    let proof = changed(hand::middle(), |nodes| {
        let ProofNode::Or(branches) = &mut nodes[2] else { panic!() };
        branches[1] = branches[0];
    });
    let bad = refused(&proof);
    assert_eq!((bad.node, bad.why), (Some(2), FaultReason::Unanswered));
    assert_eq!(bad.position.last_stone().unwrap().name(bad.position.size()), "b1");
    let text = bad.to_string();
    assert!(text.contains("node 2: no answer is left") && text.contains("(W)"), "{text}");
    assert!(text.contains("to move: black"), "{text}");
    let none = changed(hand::middle(), |nodes| nodes[2] = ProofNode::Or([].into()));
    assert_eq!(refused(&none).why, FaultReason::Empty);
    let none = changed(hand::middle(), |nodes| nodes[3] = ProofNode::And([].into()));
    assert_eq!(refused(&none).why, FaultReason::Empty);
}

#[test]
fn walks_that_share_a_cell_are_refused() {
    let mut hand = Hand::new(position("hex", "3x3", "b2", "a1"), White, Black);
    let up = [hand.walk("b1", &[1], [Some(0), None]), hand.walk("c1", &[2], [Some(0), None])];
    let up = hand.or(&[("b1", up[0]), ("c1", up[1])]);
    let down = hand.builder.image(up, 1).reversed();
    // To the first side and back again, over the same two cells.
    let fault = hand
        .builder
        .add(ProofNode::And([up.reversed(), up.reversed().reversed()].into()))
        .unwrap_err();
    assert_eq!(fault.why, FaultReason::Joint(2));
    let fault = hand.builder.add(ProofNode::And([up, up.reversed(), up, down].into())).unwrap_err();
    assert!(matches!(fault.why, FaultReason::Joint(_) | FaultReason::Overlap), "{fault:?}");
    let mut hand = Hand::new(position("hex", "3x3", "b1 a3", ""), White, Black);
    let bridge = hand.bridge("b1", [1, 2], ["b2", "a2"]);
    let fault = hand.builder.add(ProofNode::And([bridge, bridge.reversed()].into())).unwrap_err();
    assert_eq!((fault.why, fault.played), (FaultReason::Overlap, Some(hand.cell("a2"))));
}

#[test]
fn wrong_references_are_refused() {
    let with = |of: NodeRef| {
        changed(hand::middle(), |nodes| {
            let ProofNode::And(parts) = &mut nodes[3] else { panic!() };
            parts[1] = of;
        })
    };
    let right = NodeRef { node: 2, symmetry: 1, backwards: true };
    assert!(proof::check(&with(right)).is_ok());
    for (of, why) in [
        (NodeRef { node: 3, ..right }, FaultReason::Order(3)),
        (NodeRef { node: 4, ..right }, FaultReason::Order(4)),
        (NodeRef { symmetry: 0, ..right }, FaultReason::Joint(2)),
        (NodeRef { backwards: false, ..right }, FaultReason::Joint(2)),
        // Turning and mirroring exchanges the colours.
        (NodeRef { symmetry: 2, ..right }, FaultReason::Symmetry(2)),
        (NodeRef { symmetry: 9, ..right }, FaultReason::Symmetry(9)),
    ] {
        let bad = refused(&with(of));
        assert!(
            bad.why == why || of.symmetry == 0 && bad.why == FaultReason::Overlap,
            "{of:?}: {bad:?}"
        );
    }
}

#[test]
fn walks_must_go_where_they_claim() {
    let walk = |start: u16, steps: &[u8], sides| {
        let node = ProofNode::Walk { start: Cell::unchecked(start), steps: steps.into(), sides };
        refused(&changed(hand::middle(), |nodes| nodes[0] = node)).why
    };
    assert_eq!(walk(9, &[], [None; 2]), FaultReason::Outside);
    assert_eq!(walk(200, &[], [None; 2]), FaultReason::Outside);
    assert_eq!(walk(2, &[0], [None; 2]), FaultReason::Step(1));
    assert_eq!(walk(0, &[1, 6], [None; 2]), FaultReason::Step(2));
    assert_eq!(walk(4, &[], [Some(0), None]), FaultReason::Side);
    assert_eq!(walk(0, &[], [Some(1), None]), FaultReason::Side);
    assert_eq!(walk(0, &[], [Some(2), None]), FaultReason::Side);
    // The ends of the branches differ.
    assert_eq!(walk(1, &[0], [Some(0), None]), FaultReason::Different);
}

#[test]
fn rings_must_go_round() {
    // Round the cylinder and back is no ring; and rings have no sides.
    let mut hand = Hand::new(position("cylinder", "4x2", "", "a1 b1 c1"), Black, White);
    let there = hand.walk("a1", &[0, 0], [None; 2]);
    let back = hand.and(&[there, there.reversed()]);
    let fault = hand.builder.finish(None, Then::Holds(back)).unwrap_err();
    assert_eq!(fault.why, FaultReason::NotWinning);
    let mut hand = Hand::new(position("cylinder", "4x2", "", "a1 b1 c1"), Black, White);
    assert_eq!(
        hand.builder
            .add(ProofNode::Walk {
                start: Cell::unchecked(0),
                steps: [].into(),
                sides: [Some(0), None]
            })
            .unwrap_err()
            .why,
        FaultReason::Side
    );
    // One branch goes round, the other does not: the same ends are not enough.
    let round = hand.walk("a1", &[0, 0, 0], [None; 2]);
    let short = hand.walk("a1", &[3], [None; 2]);
    let branches = hand.branches(&[("d1", round), ("d2", short)]);
    assert_eq!(
        hand.builder.add(ProofNode::Or(branches[..].into())).unwrap_err().why,
        FaultReason::Different
    );
    // A ring that is walked again and again: the sum must not overflow.
    let mut ring = hand.walk("a1", &[0, 0, 0, 0], [None; 2]);
    let why = loop {
        match hand.builder.add(ProofNode::And([ring, ring].into())) {
            Ok(longer) => ring = longer,
            Err(fault) => break fault.why,
        }
    };
    assert_eq!(why, FaultReason::Long);
}

/// Black's three bridges go round the torus both ways, and so can white's stones
/// beside them, first.
#[test]
fn a_diagonal_ring_needs_a_torus_without_room_for_another() {
    let ring = |start: &str, white: &str| {
        let mut hand = Hand::new(position("torus", "3x3", start, white), White, Black);
        let first = hand.bridge("a1", [0, 1], ["b1", "a2"]);
        // The same bridge, moved by (1, 1) and (2, 2).
        let [second, third] = [4, 8].map(|shift| hand.builder.image(first, shift));
        let ring = hand.and(&[first, second, third]);
        (hand.builder, ring)
    };
    let (builder, whole) = ring("a1 b2 c3", "");
    assert_eq!(builder.finish(None, Then::Holds(whole)).unwrap_err().why, FaultReason::Diagonal);
    // With two more stones no other ring fits.
    let mut accepted = 0;
    let empty = ["b1", "c1", "a2", "c2", "a3", "b3"];
    for (i, one) in empty.iter().enumerate() {
        for two in &empty[i + 1..] {
            let start = format!("a1 b2 c3 {one} {two}");
            let position = position("torus", "3x3", &start, "");
            if position.winner().is_some() {
                continue;
            }
            let (builder, whole) = ring(&start, "");
            let truth = Brute::default().winner(&mut position.clone(), White);
            if builder.finish(None, Then::Holds(whole)).is_ok() {
                assert_eq!(truth, Black);
                accepted += 1;
            }
        }
    }
    assert_eq!(accepted, 3);
}

#[test]
fn positions_must_answer_every_move() {
    let right = proof_of(&position("torus", "3x2", "", ""), White);
    let last = right.nodes.len() - 1;
    let ProofNode::Turn(turn) = right.nodes[last].clone() else { panic!() };
    let with = |change: &dyn Fn(&mut proof::TurnNode)| {
        let mut turn = turn.clone();
        change(&mut turn);
        refused(&changed(right.clone(), |nodes| nodes[last] = ProofNode::Turn(turn)))
    };
    let bad = with(&|turn| turn.replies = turn.replies[1..].into());
    assert_eq!((bad.node, bad.why), (Some(last), FaultReason::Unanswered));
    assert_eq!(bad.position.last_stone(), Some(turn.replies[0].to));
    let reply = |change: fn(&mut TurnReply)| with(&move |turn| change(&mut turn.replies[0])).why;
    assert_eq!(reply(|reply| reply.then = Then::Won), FaultReason::NotWon);
    assert_eq!(reply(|reply| reply.play = reply.to), FaultReason::Answer);
    assert_eq!(reply(|reply| reply.play = Cell::unchecked(6)), FaultReason::Outside);
    assert_eq!(reply(|reply| reply.to = Cell::unchecked(100)), FaultReason::Outside);
    assert_eq!(with(&|turn| turn.own |= 1 << 60).why, FaultReason::Outside);
    // What follows another move is not what follows this one.
    let elsewhere = with(&|turn| {
        let taken = turn.own | turn.other;
        let TurnReply { to, play, .. } = turn.replies[0];
        let is_free =
            |cell: &u16| taken >> cell & 1 == 0 && ![to.number(), play.number()].contains(cell);
        turn.replies[0].play = Cell::unchecked((0..6).find(is_free).unwrap());
    });
    assert!(
        matches!(elsewhere.why, FaultReason::NotHolding | FaultReason::NotWon),
        "{elsewhere:?}"
    );
    // A full board has no move, and proves nothing.
    let full = |turn: &mut proof::TurnNode| {
        (turn.own, turn.other) = (0b110100, 0b001011);
        (turn.branches, turn.replies) = ([].into(), [].into());
    };
    assert!(matches!(with(&full).why, FaultReason::NoMove | FaultReason::Lost));
    let mut both = right.clone();
    both.winner = both.winner.other();
    assert!(proof::check(&both).is_err());
}

/// With seasons the winner cannot always play where a claim wants it.
#[test]
fn seasons_permit_whole_positions_only() {
    let game = chance::game("2x2".parse().unwrap(), "hex seasons=2".parse().unwrap(), 1);
    let mut hand = Hand::new(Position::new(game), Black, Black);
    let left = hand.walk("b1", &[2], [Some(0), Some(1)]);
    let right = hand.walk("b1", &[1], [Some(0), Some(1)]);
    let bridge = hand.or(&[("a2", left), ("b2", right)]);
    let fault = hand.builder.finish(Some(Cell::unchecked(1)), Then::Holds(bridge)).unwrap_err();
    assert!(matches!(fault.why, FaultReason::Seasons | FaultReason::Answer), "{fault:?}");
}
