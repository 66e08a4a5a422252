//! Certificates of triples of rows, and of rows with marks: the checker against the definition, games, and mutated files.

use std::collections::HashSet;

use kring_proof::all_n::{Boards, Certificate, CertificateError, Replies, Row, Word, check};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::all_n::{
    answers, archived, board, digit, is_allowed, is_lost, mutated, mutations, plays, triples,
    wins_a_game, wins_all,
};

/// Without tuples that occur in no endless position.
fn trimmed(mut certificate: Certificate) -> Certificate {
    let period = certificate.phases.len();
    loop {
        let before = certificate.clone();
        for (phase, words) in certificate.phases.iter_mut().enumerate() {
            let above = &before.phases[(phase + period - 1) % period];
            let below = &before.phases[(phase + 1) % period];
            words.retain(|word| {
                let last = word.len() - 1;
                above.iter().any(|other| other[1..] == word[..last])
                    && below.iter().any(|other| other[..last] == word[1..])
            });
        }
        if certificate == before {
            return certificate;
        }
    }
}

/// All allowed words of `rows` rows that begin at a height.
fn words(certificate: &Certificate, height: usize, rows: usize) -> Vec<Vec<Row>> {
    let period = certificate.phases.len();
    let first = certificate.tuple - 1;
    let begin = certificate.phases[height % period].iter();
    let mut words: Vec<Vec<Row>> = begin.map(|word| word.to_vec()).collect();
    for y in 1..rows - first {
        let tuples = &certificate.phases[(height + y) % period];
        let longer = |word: Vec<Row>| {
            let fits = tuples.iter().filter(|tuple| tuple[..first] == word[y..]);
            fits.map(|tuple| [&word[..], &[tuple[first]]].concat()).collect::<Vec<_>>()
        };
        words = words.into_iter().flat_map(longer).collect();
    }
    words
}

/// Every stone of the loser has an answer within the reach, by the definition.
fn windows_hold(certificate: &Certificate) -> bool {
    let reach = certificate.reach;
    let middle = reach + certificate.tuple - 1;
    let is_answered = |height: usize, played: &[Row]| {
        let answers = answers(certificate, played, middle - reach..=middle + reach);
        answers.iter().any(|answer| is_allowed(certificate, height, answer))
    };
    (0..certificate.phases.len()).all(|height| {
        words(certificate, height, 2 * middle + 1).iter().all(|word| {
            (0..certificate.columns).filter(|&x| digit(word[middle], x) == 0).all(|x| {
                let mut played = word.clone();
                played[middle] += 2 * 3u16.pow(x as u32);
                is_answered(height, &played)
            })
        })
    })
}

/// Whether no five allowed rows have a ring, or a path is in the least rows of a rhombus.
fn losses_hold(certificate: &Certificate) -> bool {
    let Certificate { boards, columns, .. } = *certificate;
    let (phases, rows) = match boards {
        Boards::Cylinder => (certificate.phases.len(), 5),
        Boards::Rhombus { rows } => (1, rows),
    };
    (0..phases).all(|phase| {
        let words = words(certificate, phase, rows.max(certificate.tuple));
        words.iter().all(|word| !is_lost(boards, &word[..rows], columns))
    })
}

#[test]
fn the_checker_agrees_with_the_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut counts = [0; 3];
    for (name, count) in [("cylinder-2", 100), ("rhombus-2", 2)] {
        let pairs = Certificate::from_bytes(&archived(name)).unwrap();
        let marked = [pairs.clone(), triples(name)].map(|plain| Certificate { marks: 2, ..plain });
        let [marked_pairs, marked_triples] = marked;
        let originals = [pairs, triples(name), marked_pairs, marked_triples];
        for original in originals.map(|certificate| certificate.to_text().into_bytes()) {
            for _ in 0..count {
                let changed = Certificate::from_bytes(&mutated(&original, &mut rng));
                let Ok(certificate) = changed.map(trimmed) else { continue };
                match check(&certificate) {
                    Ok(()) => {
                        assert!(windows_hold(&certificate) && losses_hold(&certificate));
                        counts[0] += 1;
                    }
                    Err(CertificateError::Window { .. }) => {
                        assert!(!windows_hold(&certificate));
                        counts[1] += 1;
                    }
                    Err(_) => counts[2] += 1,
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn triples_are_right_and_play() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for (name, least, rows) in [
        ("cylinder-2", 1, 5),
        ("cylinder-3-small", 1, 3),
        ("cylinder-3", 1, 2),
        ("rhombus-2", 4, 5),
    ] {
        let certificate = triples(name);
        let text = certificate.to_text();
        assert_eq!(Certificate::from_bytes(text.as_bytes()).unwrap(), certificate);
        assert!(text.starts_with("kring all-n 2\n") && text.contains("tuples 3; marks 1;"));
        for rows in least..=rows {
            plays(&certificate, rows).unwrap();
        }
        let Certificate { boards, columns, .. } = certificate;
        let replies = Replies::new(certificate).unwrap();
        wins_all(&replies, &mut board(boards, columns, least.max(3)), &mut HashSet::new());
        for rows in [least, 7, 9, 20] {
            wins_a_game(&replies, board(boards, columns, rows), &mut rng);
        }
    }
}

#[test]
fn mutated_triples_are_refused_or_true() {
    for (name, count, rows) in [("cylinder-2", 300, 3), ("cylinder-3-small", 60, 2)] {
        assert!(mutations(triples(name).to_text().as_bytes(), count, rows) > 0, "{name}");
    }
}

#[test]
fn triples_with_a_hole_are_refused() {
    let certificate = triples("cylinder-3-small");
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = certificate.clone();
        change(&mut certificate);
        check(&certificate).unwrap_err().to_string()
    };
    let window = changed(&|c| c.phases[0].retain(|word| word[..] == [0, 0, 0]));
    let message = "rows ... ... ... ... ...: no reply after white plays 1 of the middle row";
    assert!(window.contains(message), "{window}");
    let limits = changed(&|c| c.phases[0] = [Word::new(&[0, 0])].into());
    assert!(limits.contains("up to 5 with triples"), "{limits}");
    let text = certificate.to_text().replacen("all-n 2", "all-n 1", 1);
    assert_eq!(Certificate::from_bytes(text.as_bytes()), Err(CertificateError::Damaged));
}
