//! Makes a set smaller: begins with the empty rows and adds only tuples that some answer needs.

use std::collections::BTreeSet;

use kring_proof::all_n::{Certificate, Row, Word};

use crate::prove_all::{
    encoder::Encoder,
    model::Model,
    unknowns::Span,
    window::{Side, Way, Window},
};

/// Of windows that fail at the same time, one for each 1,000 tuples is answered before the others are examined again.
const SHARE: usize = 1000;

/// A certificate of tuples of an inductive set.
pub fn certificate(encoder: &Encoder, full: &Model) -> Certificate {
    let class = &encoder.class;
    let mut chosen: BTreeSet<Span> = BTreeSet::new();
    let mut small = Model::new(encoder, &[]);
    let word = Word::new(&[0, 0, 0][..class.tuple]);
    let mut wanted: Vec<Span> = (0..class.period).map(|phase| Span { phase, word }).collect();
    while !wanted.is_empty() {
        for span in wanted.drain(..) {
            for (image, _) in encoder.unknowns.orbit(span) {
                small.add(encoder, image);
                chosen.insert(image);
            }
        }
        let most = 1 + chosen.len() / SHARE;
        let mut failing = Vec::new();
        small.failing(encoder, 1, |window| {
            failing.push(window);
            failing.len() < most
        });
        for window in failing {
            wanted.extend(needed(encoder, full, &small, window));
        }
    }
    let mut phases = vec![BTreeSet::new(); class.period];
    for span in chosen {
        phases[span.phase].insert(span.word);
    }
    Certificate {
        boards: class.boards,
        columns: class.columns,
        tuple: class.tuple,
        marks: class.marks,
        reach: class.reach,
        weakening: class.weakening,
        phases,
    }
}

/// The tuples that the best answer to a window needs in addition.
fn needed(encoder: &Encoder, full: &Model, small: &Model, window: Window) -> Vec<Span> {
    let (phase, word) = encoder.played(Way::Down, window);
    let at = encoder.class.tuple - 1;
    let mut answers: Vec<Vec<Span>> = Vec::new();
    for &reply in &encoder.rows.replies[usize::from(window.played)] {
        answers.push(encoder.tuples(Way::Down, phase, &word.with(at, reply)).collect());
    }
    for way in [Way::Up, Way::Down] {
        let (other, side) = encoder.side_of(way, window);
        if encoder.class.reach > 0 && full.has(other) {
            answers.extend(beyond(encoder, full, small, side).map(|mut spans| {
                spans.push(other);
                spans
            }));
        }
    }
    let missing = |spans: &Vec<Span>| {
        let absent: BTreeSet<Span> =
            spans.iter().filter(|&&span| !small.has(span)).copied().collect();
        absent.into_iter().collect::<Vec<Span>>()
    };
    let possible = answers.iter().filter(|spans| spans.iter().all(|&span| full.has(span)));
    possible.map(missing).min_by_key(Vec::len).unwrap_or_default()
}

/// The tuples that answers on a side need, for all rows that may lie beyond it in the small set.
/// `None` if the full set has no such answers.
fn beyond(encoder: &Encoder, full: &Model, small: &Model, side: Side) -> Option<Vec<Span>> {
    let Side { way, phase, word, distance } = side;
    let at = encoder.class.tuple - 1;
    let stays = encoder.span(way, phase, &word[..=at]);
    let mut all = Vec::new();
    for &row in small.beyond(way, encoder.further(way, phase, at), &word[at..]) {
        let longer = word.then(row);
        let answer = |&reply: &Row| -> Vec<Span> {
            encoder.tuples(way, phase, &longer.with(at, reply)).collect()
        };
        let absent = |spans: &Vec<Span>| spans.iter().filter(|&&span| !small.has(span)).count();
        let replies = encoder.rows.replies[usize::from(word[at])].iter().map(answer);
        let best =
            replies.filter(|spans| spans.iter().all(|&span| full.has(span))).min_by_key(absent);
        match best {
            Some(spans) => all.extend(spans),
            None if distance < encoder.class.reach && full.has(stays) => {
                all.extend(beyond(encoder, full, small, encoder.next_side(side, row))?);
                all.push(stays);
            }
            None => return None,
        }
    }
    Some(all)
}
