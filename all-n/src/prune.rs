//! Makes a set smaller: begins with the empty rows and adds only pairs that some answer needs.

use std::collections::BTreeSet;

use kring_proof::all_n::{Certificate, Row};

use crate::{
    encoder::{Encoder, Side, Way, Window},
    model::Model,
    unknowns::Pair,
};

/// A certificate of pairs of an inductive set.
pub fn certificate(encoder: &Encoder, full: &Model) -> Certificate {
    let class = &encoder.class;
    let mut chosen: BTreeSet<Pair> = BTreeSet::new();
    let mut small = Model::new(encoder, std::iter::empty());
    let mut wanted: Vec<Pair> =
        (0..class.period).map(|phase| Pair { phase, upper: 0, lower: 0 }).collect();
    while !wanted.is_empty() {
        for pair in wanted.drain(..) {
            for (image, _) in encoder.unknowns.orbit(pair) {
                small.add(encoder, image);
                chosen.insert(image);
            }
        }
        small.windows(encoder, |window| {
            if small.fails(encoder, window).is_some() {
                wanted = needed(encoder, full, &small, window);
            }
            wanted.is_empty()
        });
    }
    let mut phases = vec![BTreeSet::new(); class.period];
    for pair in chosen {
        phases[pair.phase].insert((pair.upper, pair.lower));
    }
    Certificate {
        boards: class.boards,
        columns: class.columns,
        reach: class.reach,
        weakening: class.weakening,
        phases,
    }
}

/// The pairs that the best answer to a window needs in addition.
fn needed(encoder: &Encoder, full: &Model, small: &Model, window: Window) -> Vec<Pair> {
    let Window { phase, above, played, below, .. } = window;
    let up = |row| encoder.pair(Way::Up, phase, row, above);
    let down = |row| encoder.pair(Way::Down, phase, row, below);
    let mut answers: Vec<Vec<Pair>> = Vec::new();
    for &reply in &encoder.rows.replies[usize::from(played)] {
        answers.push(vec![up(reply), down(reply)]);
    }
    for (way, beside, other) in [(Way::Up, above, down(played)), (Way::Down, below, up(played))] {
        let side = Side { way, phase, row: played, beside, distance: 1 };
        if encoder.class.reach > 0 && full.has(other) {
            answers.extend(beyond(encoder, full, small, side).map(|mut pairs| {
                pairs.push(other);
                pairs
            }));
        }
    }
    let missing = |pairs: &Vec<Pair>| {
        let absent: BTreeSet<Pair> =
            pairs.iter().filter(|&&pair| !small.has(pair)).copied().collect();
        absent.into_iter().collect::<Vec<Pair>>()
    };
    let possible = answers.iter().filter(|pairs| pairs.iter().all(|&pair| full.has(pair)));
    possible.map(missing).min_by_key(Vec::len).unwrap_or_default()
}

/// The pairs that answers on a side need, for all rows that may lie beyond it in the small set.
/// `None` if the full set has no such answers.
fn beyond(encoder: &Encoder, full: &Model, small: &Model, side: Side) -> Option<Vec<Pair>> {
    let Side { way, phase, row, beside, distance } = side;
    let there = encoder.next(way, phase);
    let stays = encoder.pair(way, phase, row, beside);
    let mut all = Vec::new();
    for &beyond_row in small.beside(way, there, beside) {
        let answer = |&reply: &Row| {
            [encoder.pair(way, phase, row, reply), encoder.pair(way, there, reply, beyond_row)]
        };
        let absent = |pairs: &[Pair; 2]| pairs.iter().filter(|&&pair| !small.has(pair)).count();
        let replies = encoder.rows.replies[usize::from(beside)].iter().map(answer);
        let best =
            replies.filter(|pairs| pairs.iter().all(|&pair| full.has(pair))).min_by_key(absent);
        match best {
            Some(pairs) => all.extend(pairs),
            None if distance < encoder.class.reach && full.has(stays) => {
                let next = Side {
                    way,
                    phase: there,
                    row: beside,
                    beside: beyond_row,
                    distance: distance + 1,
                };
                all.extend(beyond(encoder, full, small, next)?);
                all.push(stays);
            }
            None => return None,
        }
    }
    Some(all)
}
