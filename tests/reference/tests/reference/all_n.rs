//! Certificates for every number of rows: the crossing machine, the archive, and mutated files.

use std::{
    collections::{BTreeSet, HashSet},
    ops::RangeInclusive,
};

use kring_board::{Cell, Colour, Position};
use kring_proof::all_n::{
    Boards, Certificate, CertificateError, Crossing, Replies, Row, Word, check,
};
use kring_reference::empty;
use kring_solver::{Solver, SolverLimits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// The content of a certificate of the repository.
pub(super) fn archived(name: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/solved/all-n");
    std::fs::read(format!("{root}/{name}.proof")).unwrap()
}

/// The replies of a certificate of the repository.
fn replies(name: &str) -> Replies {
    Replies::new(Certificate::from_bytes(&archived(name)).unwrap()).unwrap()
}

/// The triples whose pairs are in a certificate of the repository: the same positions are allowed.
pub(super) fn triples(name: &str) -> Certificate {
    let pairs = Certificate::from_bytes(&archived(name)).unwrap();
    let period = pairs.phases.len();
    let below = |phase: usize, word: Word| {
        let fits = move |lower: &&Word| lower[0] == word[1];
        pairs.phases[(phase + 1) % period].iter().filter(fits).map(move |lower| word.then(lower[1]))
    };
    let triples =
        |phase: usize| pairs.phases[phase].iter().flat_map(|&word| below(phase, word)).collect();
    let phases = (0..period).map(triples).collect();
    Certificate { tuple: 3, phases, ..pairs }
}

/// A board of a certificate without stones.
pub(super) fn board(boards: Boards, columns: usize, rows: usize) -> Position {
    empty(if boards.wraps() { "cylinder" } else { "rhombus" }, columns, rows)
}

/// What is in a cell: 0 nothing, 1 a stone of the winner, 2 one of the loser.
pub(super) fn digit(row: Row, x: usize) -> Row {
    row / 3u16.pow(x as u32) % 3
}

/// Whether the loser has a ring or path in the rows, by the rules of the game.
pub(super) fn is_lost(boards: Boards, word: &[Row], columns: usize) -> bool {
    let loser = boards.winner().other();
    let mut position = board(boards, columns, word.len());
    for (y, &row) in word.iter().enumerate() {
        for x in (0..columns).filter(|&x| digit(row, x) == 2) {
            position.play_unchecked(loser, Cell::unchecked((x + columns * y) as u16));
        }
    }
    position.winner() == Some(loser)
}

/// Compares the crossing machine with the board on random rows. Returns how many are lost.
fn machine_agrees(boards: Boards, rng: &mut ChaCha8Rng) -> usize {
    let mut lost = 0;
    for columns in 2..=7 {
        for _ in 0..2_000 {
            let row = |rng: &mut ChaCha8Rng| {
                let digits: Vec<Row> = (0..columns).map(|_| rng.random_range(0..7)).collect();
                // More stones of the loser, for long rings.
                digits
                    .iter()
                    .fold(0, |row, digit| 3 * row + [0, 1, 2, 2, 2, 2, 1][usize::from(*digit)])
            };
            let word: Vec<Row> = (0..rng.random_range(1..9)).map(|_| row(rng)).collect();
            let mut crossing = Crossing::first(boards, word[0], columns);
            let mut cut = crossing.is_cut();
            for &row in &word[1..] {
                crossing = crossing.then(row);
                cut |= crossing.is_cut();
            }
            let is_lost = is_lost(boards, &word, columns);
            assert_eq!(cut == boards.wraps(), is_lost, "{columns} columns: {word:?}");
            lost += usize::from(is_lost);
        }
    }
    lost
}

#[test]
fn the_crossing_machine_sees_the_rings_and_paths_of_the_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for boards in [Boards::Cylinder, Boards::Rhombus { rows: 1 }] {
        let lost = machine_agrees(boards, &mut rng);
        assert!((2_000..10_000).contains(&lost), "{boards:?}: {lost}");
    }
}

#[test]
fn the_archived_certificates_are_right_and_play() {
    for (name, columns, rows) in [
        ("cylinder-2", 2, 1..=5),
        ("cylinder-3", 3, 1..=4),
        ("cylinder-3-small", 3, 1..=4),
        ("cylinder-3-marks", 3, 1..=4),
        ("cylinder-3-triples", 3, 1..=3),
        ("cylinder-4", 4, 1..=3),
        ("cylinder-6", 6, 1..=2),
        ("rhombus-2", 2, 4..=6),
        ("rhombus-2-triples", 2, 3..=4),
        ("rhombus-3", 3, 6..=6),
    ] {
        let bytes = archived(name);
        let certificate = Certificate::from_bytes(&bytes).unwrap();
        assert_eq!(certificate.to_text().as_bytes(), bytes);
        assert_eq!(certificate.columns, columns);
        check(&certificate).unwrap();
        for rows in rows {
            plays(&certificate, rows).unwrap();
        }
    }
}

#[test]
fn the_solver_agrees_on_single_boards() {
    let rhombus = Boards::Rhombus { rows: 0 };
    for (boards, columns, rows) in [
        (Boards::Cylinder, 2, 1..=10),
        (Boards::Cylinder, 3, 1..=9),
        (Boards::Cylinder, 4, 1..=6),
        (Boards::Cylinder, 6, 1..=4),
        (rhombus, 2, 3..=12),
        (rhombus, 3, 4..=10),
        (rhombus, 4, 5..=9),
    ] {
        for rows in rows {
            for first in Colour::ALL {
                let mut position = board(boards, columns, rows);
                position.declare(first);
                let mut solver = Solver::new(position.game().clone(), 16).unwrap();
                let solution =
                    solver.solve(&position, first, &SolverLimits::default(), &mut |_| {});
                assert_eq!(solution.winner, Some(boards.winner()), "{columns}x{rows}");
            }
        }
    }
}

/// Plays all moves of the loser on a board against the replies of a certificate. An error is a position
/// in which the loser has won or the winner has no reply.
pub(super) fn plays(certificate: &Certificate, rows: usize) -> Result<(), String> {
    // The winner may reply outside of the board.
    let outside = certificate.reach;
    let start = vec![0; rows + 2 * outside];
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(word) = open.pop() {
        for y in outside..outside + rows {
            for x in (0..certificate.columns).filter(|&x| digit(word[y], x) == 0) {
                let mut played = word.clone();
                played[y] += 2 * 3u16.pow(x as u32);
                let on_board = &played[outside..outside + rows];
                if is_lost(certificate.boards, on_board, certificate.columns) {
                    return Err(format!("lost: {played:?}"));
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
    let rows = y - certificate.reach..=y + certificate.reach;
    answers(certificate, word, rows).into_iter().find(|reply| {
        let far = &[0, 0][..certificate.tuple - 1];
        let all: Vec<Row> = [far, &reply[..], far].concat();
        // The first row of the board has the height 0.
        let period = certificate.phases.len();
        is_allowed(certificate, (period - 1) * (far.len() + certificate.reach), &all)
    })
}

/// The words after each answer of the winner in one of some rows, without weakening.
pub(super) fn answers(
    certificate: &Certificate,
    word: &[Row],
    rows: RangeInclusive<usize>,
) -> Vec<Vec<Row>> {
    let stones = 3u16.pow(certificate.columns as u32);
    let mut answers = vec![word.to_vec()];
    for y in rows {
        let empty = (0..certificate.columns).filter(|&x| digit(word[y], x) == 0);
        let added: Vec<Row> = [0].into_iter().chain(empty.map(|x| 3u16.pow(x as u32))).collect();
        for mark in 0..certificate.marks as Row {
            answers.extend(added.iter().map(|stone| {
                let mut answer = word.to_vec();
                answer[y] = word[y] % stones + stone + mark * stones;
                answer
            }));
        }
    }
    answers
}

/// Whether rows are allowed, the first of which has a height.
pub(super) fn is_allowed(certificate: &Certificate, height: usize, rows: &[Row]) -> bool {
    let period = certificate.phases.len();
    let phase = |y| &certificate.phases[(height + y) % period];
    rows.windows(certificate.tuple).enumerate().all(|(y, w)| phase(y).contains(&Word::new(w)))
}

#[test]
fn the_winner_wins_every_game_from_a_certificate() {
    for (name, columns, rows) in [
        ("cylinder-2", 2, 1..=4),
        ("cylinder-3", 3, 1..=3),
        ("cylinder-3-marks", 3, 1..=3),
        ("cylinder-3-triples", 3, 1..=3),
        ("cylinder-4", 4, 1..=2),
        ("rhombus-2", 2, 4..=5),
        ("rhombus-2-triples", 2, 3..=4),
    ] {
        let replies = replies(name);
        for rows in rows {
            let mut position = board(replies.certificate().boards, columns, rows);
            wins_all(&replies, &mut position, &mut HashSet::new());
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (name, heights) in [
        ("cylinder-2", [1, 7, 12, 32]),
        ("cylinder-3", [1, 7, 12, 32]),
        ("cylinder-3-marks", [1, 7, 12, 32]),
        ("cylinder-3-triples", [1, 7, 12, 32]),
        ("cylinder-4", [1, 7, 12, 32]),
        ("cylinder-6", [1, 7, 12, 32]),
        ("rhombus-2", [4, 7, 12, 32]),
        ("rhombus-2-triples", [3, 7, 12, 32]),
        ("rhombus-3", [6, 7, 12, 32]),
        ("rhombus-4", [8, 9, 12, 32]),
    ] {
        let replies = replies(name);
        let Certificate { boards, columns, .. } = *replies.certificate();
        for rows in heights {
            wins_a_game(&replies, board(boards, columns, rows), &mut rng);
        }
    }
}

/// The winner wins a game against random moves.
pub(super) fn wins_a_game(replies: &Replies, mut position: Position, rng: &mut ChaCha8Rng) {
    let winner = replies.certificate().boards.winner();
    let mut to_move = Colour::ALL[rng.random_range(0..2)];
    while position.winner().is_none() {
        let cells: Vec<Cell> = position.legal_cells(to_move).iter().collect();
        let cell = if to_move == winner {
            replies.reply(&position).unwrap()
        } else {
            cells[rng.random_range(0..cells.len())]
        };
        position.play_unchecked(to_move, cell);
        to_move = to_move.other();
    }
    assert_eq!(position.winner(), Some(winner));
}

#[test]
fn a_certificate_is_not_about_other_boards() {
    let replies = replies("rhombus-2");
    assert!(replies.reply(&empty("rhombus", 2, 4)).is_some());
    for (topology, columns, rows) in [("rhombus", 2, 3), ("rhombus", 3, 4), ("cylinder", 2, 4)] {
        assert_eq!(replies.reply(&empty(topology, columns, rows)), None);
    }
}

/// The winner wins with the loser to move, whatever the loser plays.
pub(super) fn wins_all(replies: &Replies, position: &mut Position, seen: &mut HashSet<u64>) {
    let winner = replies.certificate().boards.winner();
    let loser = winner.other();
    if !seen.insert(position.hash_for(loser)) {
        return;
    }
    let cells: Vec<Cell> = position.legal_cells(loser).iter().collect();
    for cell in cells {
        position.play_unchecked(loser, cell);
        assert_eq!(position.winner(), None, "{position}");
        let reply = replies.reply(position).unwrap();
        position.play_unchecked(winner, reply);
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

/// A changed file: bytes, tuples that are dropped or added, phases that are exchanged.
pub(super) fn mutated(bytes: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut certificate = Certificate::from_bytes(bytes).unwrap();
    let phase = rng.random_range(0..certificate.phases.len());
    let stones = 3u16.pow(certificate.columns as u32);
    let rows = stones * certificate.marks as Row;
    let tuple = certificate.tuple;
    let words = &mut certificate.phases[phase];
    let orbit = |word: Word| -> BTreeSet<Word> {
        let turned = |row: Row| row % stones / 3 + row % 3 * (stones / 3) + row / stones * stones;
        let turn = |word: &Word| Some(word.iter().map(|&row| turned(row)).collect());
        std::iter::successors(Some(word), turn).take(7).collect()
    };
    let any = |words: &BTreeSet<Word>, rng: &mut ChaCha8Rng| {
        *words.iter().nth(rng.random_range(0..words.len())).unwrap()
    };
    let random =
        |rng: &mut ChaCha8Rng| -> Word { (0..tuple).map(|_| rng.random_range(0..rows)).collect() };
    match rng.random_range(0..8) {
        kind @ (0 | 1) => {
            let mut bytes = bytes.to_vec();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] =
                    if rng.random() { b".bw"[rng.random_range(0..3)] } else { rng.random() };
            }
            return if kind == 0 { bytes } else { sealed(bytes) };
        }
        7 => {
            if let Boards::Rhombus { rows } = &mut certificate.boards {
                *rows = rng.random_range(0..=8);
            }
        }
        2 => drop(words.remove(&any(words, rng))),
        3 => {
            let orbit = orbit(any(words, rng));
            words.retain(|word| !orbit.contains(word));
        }
        4 => {
            for _ in 0..rng.random_range(1..10) {
                words.insert(random(rng));
            }
        }
        5 => words.extend(orbit(random(rng))),
        _ => {
            let gone = any(words, rng);
            words.remove(&gone);
            let other = rng.random_range(0..certificate.phases.len());
            certificate.phases[other].insert(gone);
            certificate.reach = rng.random_range(0..3);
        }
    }
    certificate.to_text().into_bytes()
}

/// Mutated certificates are refused, or the winner still wins with them. Returns how many are accepted.
pub(super) fn mutations(original: &[u8], count: usize, rows: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let mut accepted = 0;
    for _ in 0..count {
        let bytes = mutated(original, &mut rng);
        let Ok(certificate) = Certificate::from_bytes(&bytes) else { continue };
        if check(&certificate).is_ok() {
            accepted += usize::from(bytes != original);
            let least = match certificate.boards {
                Boards::Cylinder => 1,
                Boards::Rhombus { rows } => rows,
            };
            for rows in least..=rows {
                plays(&certificate, rows).unwrap();
            }
        }
    }
    accepted
}

#[test]
fn mutated_certificates_are_refused_or_true() {
    let names = ["cylinder-2", "cylinder-3", "cylinder-4"];
    assert!(names.iter().map(|name| mutations(&archived(name), 300, 2)).sum::<usize>() > 0);
    assert!(mutations(&archived("rhombus-2"), 1_000, 5) > 0);
    assert!(mutations(&archived("cylinder-3-marks"), 40, 2) > 0);
}

#[test]
#[ignore = "takes minutes"]
fn many_mutated_certificates_are_refused_or_true() {
    for (name, count, rows) in
        [("cylinder-3", 10_000, 4), ("rhombus-2", 10_000, 6), ("rhombus-3", 500, 6)]
    {
        let pairs = mutations(&archived(name), count, rows);
        let triples = mutations(triples(name).to_text().as_bytes(), count / 10, rows);
        println!("{name}: {pairs} of {count} changed files are right, {triples} with triples");
    }
}

#[test]
#[ignore = "takes up to a minute"]
fn a_hostile_certificate_is_given_up() {
    let few = |row: &Row| (0..7).filter(|&x| digit(*row, x) == 2).count() <= 2;
    let rows: Vec<Row> = (0..3u16.pow(7)).filter(few).collect();
    let pairs = rows.iter().flat_map(|&a| rows.iter().map(move |&b| Word::new(&[a, b]))).collect();
    let boards = Boards::Rhombus { rows: 32 };
    let mut certificate = Certificate {
        boards,
        columns: 7,
        tuple: 2,
        marks: 1,
        reach: 3,
        weakening: true,
        phases: vec![pairs],
    };
    assert_eq!(check(&certificate), Err(CertificateError::Steps));
    certificate.phases = vec![certificate.phases[0].clone(); 3];
    assert_eq!(check(&certificate), Err(CertificateError::Tuples));
    let few = |row: &Row| (0..5).filter(|&x| digit(*row, x) == 2).count() <= 2;
    let rows: Vec<Row> = (0..3u16.pow(5)).filter(few).take(158).collect();
    let pairs = rows.iter().flat_map(|&a| rows.iter().map(move |&b| Word::new(&[a, b])));
    let triples = pairs.flat_map(|pair| rows.iter().map(move |&row| pair.then(row))).collect();
    for boards in [Boards::Cylinder, Boards::Rhombus { rows: 32 }] {
        let phases = vec![BTreeSet::clone(&triples)];
        let certificate =
            Certificate { boards, columns: 5, tuple: 3, phases, ..certificate.clone() };
        assert!(check(&certificate).is_err());
    }
}

#[test]
fn certificates_with_a_hole_are_refused() {
    let certificate = Certificate::from_bytes(&archived("cylinder-3")).unwrap();
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = certificate.clone();
        change(&mut certificate);
        check(&certificate).unwrap_err().to_string()
    };
    let start = changed(&|c| c.phases[1].retain(|word| word[..] != [0, 0]));
    assert!(start.contains("phase 1: empty rows are not allowed"), "{start}");
    let window =
        changed(&|c| c.phases.iter_mut().for_each(|pairs| pairs.retain(|word| word[..] == [0, 0])));
    assert!(
        window.contains("rows ... ... ...: no reply after white plays 1 of the middle row"),
        "{window}"
    );
    let everything = |_| (0..27).flat_map(|a| (0..27).map(move |b| Word::new(&[a, b]))).collect();
    let ring = changed(&|c| c.phases = (0..2).map(everything).collect());
    assert!(ring.contains("are allowed and have a white ring"), "{ring}");
    let limits = changed(&|c| c.reach = 9);
    assert!(limits.contains("there are certificates for 2 to 7 columns"), "{limits}");
    let mut rhombus = Certificate::from_bytes(&archived("rhombus-2")).unwrap();
    rhombus.boards = Boards::Rhombus { rows: 3 };
    let path = check(&rhombus).unwrap_err().to_string();
    assert!(path.contains("have a black path from the first to the last"), "{path}");
}
