//! Certificates for every number of rows: the crossing machine, the archive, and mutated files.

use std::collections::{BTreeSet, HashSet};

use kring_board::{Cell, Colour, Position};
use kring_proof::all_n::{Certificate, Crossing, Replies, Row, check};
use kring_reference::empty;
use kring_solver::{Solver, SolverLimits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// The content of a certificate of the repository.
fn archived(columns: usize) -> Vec<u8> {
    archived_as(&columns.to_string())
}

fn archived_as(name: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../solved/all-n");
    std::fs::read(format!("{root}/cylinder-{name}.proof")).unwrap()
}

/// What is in a cell: 0 nothing, 1 black, 2 white.
fn digit(row: Row, x: usize) -> Row {
    row / 3u16.pow(x as u32) % 3
}

/// Whether white has a ring in the rows, by the rules of the game.
fn has_ring(word: &[Row], columns: usize) -> bool {
    let mut position = empty("cylinder", columns, word.len());
    for (y, &row) in word.iter().enumerate() {
        for x in (0..columns).filter(|&x| digit(row, x) == 2) {
            position.place(Colour::White, Cell((x + columns * y) as u16));
        }
    }
    position.winner() == Some(Colour::White)
}

#[test]
fn the_crossing_machine_sees_the_rings_of_the_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut rings = 0;
    for columns in 2..=7 {
        for _ in 0..2_000 {
            let row = |rng: &mut ChaCha8Rng| {
                let digits: Vec<Row> = (0..columns).map(|_| rng.random_range(0..7)).collect();
                // More white than black, for long rings.
                digits
                    .iter()
                    .fold(0, |row, digit| 3 * row + [0, 1, 2, 2, 2, 2, 1][usize::from(*digit)])
            };
            let word: Vec<Row> = (0..rng.random_range(1..9)).map(|_| row(&mut rng)).collect();
            let mut crossing = Crossing::first(word[0], columns);
            let mut ring = crossing.has_ring();
            for &row in &word[1..] {
                crossing = crossing.then(row);
                ring |= crossing.has_ring();
            }
            assert_eq!(ring, has_ring(&word, columns), "{columns} columns: {word:?}");
            rings += usize::from(ring);
        }
    }
    assert!((2_000..10_000).contains(&rings), "{rings}");
}

#[test]
fn the_archived_certificates_are_right_and_play() {
    for (name, columns, rows) in
        [("2", 2, 5), ("3", 3, 4), ("3-small", 3, 4), ("4", 4, 3), ("6", 6, 2)]
    {
        let bytes = archived_as(name);
        let certificate = Certificate::from_bytes(&bytes).unwrap();
        assert_eq!(certificate.to_text().as_bytes(), bytes);
        assert_eq!(certificate.columns, columns);
        check(&certificate).unwrap();
        (1..=rows).for_each(|rows| plays(&certificate, rows).unwrap());
    }
}

#[test]
fn the_solver_agrees_on_single_boards() {
    for (columns, rows) in [(2, 10), (3, 9), (4, 6), (6, 4)] {
        for rows in 1..=rows {
            for first in Colour::ALL {
                let mut position = empty("cylinder", columns, rows);
                position.declare(first);
                let mut solver = Solver::new(position.game().clone(), 16).unwrap();
                let solution =
                    solver.solve(&position, first, &SolverLimits::default(), &mut |_| {});
                assert_eq!(solution.winner, Some(Colour::Black), "{columns}x{rows}");
            }
        }
    }
}

/// Plays all moves of white on a board against the replies of a certificate. An error is a position in which
/// white has a ring or black has no reply.
fn plays(certificate: &Certificate, rows: usize) -> Result<(), String> {
    // Black may reply outside of the board.
    let outside = certificate.reach;
    let start = vec![0; rows + 2 * outside];
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(word) = open.pop() {
        for y in outside..outside + rows {
            for x in (0..certificate.columns).filter(|&x| digit(word[y], x) == 0) {
                let mut played = word.clone();
                played[y] += 2 * 3u16.pow(x as u32);
                if has_ring(&played[outside..outside + rows], certificate.columns) {
                    return Err(format!("ring: {played:?}"));
                }
                let reply =
                    reply(certificate, &played, y).ok_or(format!("no reply: {played:?}"))?;
                if seen.insert(reply.clone()) {
                    open.push(reply);
                }
            }
        }
    }
    Ok(())
}

/// The first reply within the certificate's reach that leads to allowed rows.
fn reply(certificate: &Certificate, word: &[Row], y: usize) -> Option<Vec<Row>> {
    let mut replies = vec![word.to_vec()];
    for row in y - certificate.reach..=y + certificate.reach {
        for x in (0..certificate.columns).filter(|&x| digit(word[row], x) == 0) {
            let mut reply = word.to_vec();
            reply[row] += 3u16.pow(x as u32);
            replies.push(reply);
        }
    }
    replies.into_iter().find(|reply| {
        let all: Vec<Row> = [&[0], &reply[..], &[0]].concat();
        let period = certificate.phases.len();
        (0..all.len() - 1).all(|y| certificate.phases[y % period].contains(&(all[y], all[y + 1])))
    })
}

#[test]
fn black_wins_every_game_from_a_certificate() {
    for (columns, rows) in [(2, 4), (3, 3), (4, 2)] {
        let replies = Replies::new(Certificate::from_bytes(&archived(columns)).unwrap()).unwrap();
        for rows in 1..=rows {
            wins_all(&replies, &mut empty("cylinder", columns, rows), &mut HashSet::new());
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for columns in [2, 3, 4, 6] {
        let replies = Replies::new(Certificate::from_bytes(&archived(columns)).unwrap()).unwrap();
        for rows in [1, 7, 12, 32] {
            let mut position = empty("cylinder", columns, rows);
            let mut to_move = Colour::ALL[rng.random_range(0..2)];
            while position.winner().is_none() {
                let cells: Vec<Cell> = position.legal_cells(to_move).iter().collect();
                let cell = match to_move {
                    Colour::Black => replies.reply(&position).unwrap(),
                    Colour::White => cells[rng.random_range(0..cells.len())],
                };
                position.place(to_move, cell);
                to_move = to_move.other();
            }
            assert_eq!(position.winner(), Some(Colour::Black));
        }
    }
}

/// Black wins with white to move, whatever white plays.
fn wins_all(replies: &Replies, position: &mut Position, seen: &mut HashSet<u64>) {
    if !seen.insert(position.hash_for(Colour::White)) {
        return;
    }
    let cells: Vec<Cell> = position.legal_cells(Colour::White).iter().collect();
    for cell in cells {
        position.place(Colour::White, cell);
        assert_eq!(position.winner(), None, "{position}");
        let reply = replies.reply(position).unwrap();
        position.place(Colour::Black, reply);
        if position.winner().is_none() {
            wins_all(replies, position, seen);
        }
        position.undo();
        position.undo();
    }
}

/// The text with the right checksum in its last line.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - "sha256 0123456789abcdef\n".len();
    bytes.truncate(end);
    let sum: String =
        Sha256::digest(&bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.extend(format!("sha256 {sum}\n").into_bytes());
    bytes
}

/// A changed file: bytes, pairs that are dropped or added, phases that are exchanged.
fn mutated(bytes: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut certificate = Certificate::from_bytes(bytes).unwrap();
    let phase = rng.random_range(0..certificate.phases.len());
    let rows = 3u16.pow(certificate.columns as u32);
    let pairs = &mut certificate.phases[phase];
    let orbit = |(a, b): (Row, Row)| {
        let turned = |row: Row| row / 3 + row % 3 * (rows / 3);
        let first = BTreeSet::from([(a, b)]);
        (0..7).fold(first, |set, _| {
            set.iter().flat_map(|&(a, b)| [(a, b), (turned(a), turned(b))]).collect()
        })
    };
    let any = |pairs: &BTreeSet<(Row, Row)>, rng: &mut ChaCha8Rng| {
        *pairs.iter().nth(rng.random_range(0..pairs.len())).unwrap()
    };
    match rng.random_range(0..7) {
        kind @ (0 | 1) => {
            let mut bytes = bytes.to_vec();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] =
                    if rng.random() { b".bw"[rng.random_range(0..3)] } else { rng.random() };
            }
            return if kind == 0 { bytes } else { sealed(bytes) };
        }
        2 => drop(pairs.remove(&any(pairs, rng))),
        3 => {
            let orbit = orbit(any(pairs, rng));
            pairs.retain(|pair| !orbit.contains(pair));
        }
        4 => {
            for _ in 0..rng.random_range(1..10) {
                pairs.insert((rng.random_range(0..rows), rng.random_range(0..rows)));
            }
        }
        5 => pairs.extend(orbit((rng.random_range(0..rows), rng.random_range(0..rows)))),
        _ => {
            let gone = any(pairs, rng);
            pairs.remove(&gone);
            let other = rng.random_range(0..certificate.phases.len());
            certificate.phases[other].insert(gone);
            certificate.reach = rng.random_range(0..3);
        }
    }
    certificate.to_text().into_bytes()
}

/// Mutated certificates are refused, or black still wins with them. Returns how many are accepted.
fn mutations(columns: usize, count: usize, rows: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let original = archived(columns);
    let mut accepted = 0;
    for _ in 0..count {
        let bytes = mutated(&original, &mut rng);
        let Ok(certificate) = Certificate::from_bytes(&bytes) else { continue };
        if check(&certificate).is_ok() {
            accepted += usize::from(bytes != original);
            assert_eq!(certificate.columns, columns);
            (1..=rows).for_each(|rows| plays(&certificate, rows).unwrap());
        }
    }
    accepted
}

#[test]
fn mutated_certificates_are_refused_or_true() {
    let accepted = [2, 3, 4].map(|columns| mutations(columns, 300, 2));
    assert!(accepted.iter().sum::<usize>() > 0);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_mutated_certificates_are_refused_or_true() {
    println!("{} of 10,000 changed certificates are right", mutations(3, 10_000, 4));
}

#[test]
fn certificates_with_a_hole_are_refused() {
    let certificate = Certificate::from_bytes(&archived(3)).unwrap();
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = certificate.clone();
        change(&mut certificate);
        check(&certificate).unwrap_err().to_string()
    };
    let start = changed(&|c| c.phases[1].retain(|&pair| pair != (0, 0)));
    assert!(start.contains("phase 1: two empty rows are not allowed"), "{start}");
    let window =
        changed(&|c| c.phases.iter_mut().for_each(|pairs| pairs.retain(|&pair| pair == (0, 0))));
    assert!(
        window.contains("rows ... ... ...: no reply after white plays 1 of the middle row"),
        "{window}"
    );
    let everything = |_| (0..27).flat_map(|a| (0..27).map(move |b| (a, b))).collect();
    let ring = changed(&|c| c.phases = (0..2).map(everything).collect());
    assert!(ring.contains("are allowed and have a white ring"), "{ring}");
    let limits = changed(&|c| c.reach = 9);
    assert!(limits.contains("there are certificates for 2 to 7 columns"), "{limits}");
}
