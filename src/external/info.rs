//! The lines of an analysis, as engines with `kata-analyze` or `lz-analyze` write them.

use kring_agents::Candidate;
use kring_board::Move;

/// The keys whose values are all words up to the next key of this list.
const LISTS: [&str; 6] =
    ["pv", "pvVisits", "pvEdgeVisits", "ownership", "ownershipStdev", "movesOwnership"];

/// The candidates of a line, in the order that it names. `read` knows the moves; what it does not know is left
/// out.
pub fn candidates(line: &str, read: &dyn Fn(&str) -> Option<Move>) -> Vec<Candidate> {
    let line = format!(" {line}");
    // The text before the first word `info` is no candidate.
    let parts = line.split(" info ").skip(1);
    let mut found: Vec<(u64, Candidate)> = parts.filter_map(|part| candidate(part, read)).collect();
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// One candidate and its place in the order.
fn candidate(part: &str, read: &dyn Fn(&str) -> Option<Move>) -> Option<(u64, Candidate)> {
    let mut words = part.split_whitespace().peekable();
    let mut mv = None;
    let mut order = u64::MAX;
    let mut visits = 0;
    let mut variation = Vec::new();
    let mut win_rate = 0.5;
    let mut prior = 0.0;
    while let Some(key) = words.next() {
        if LISTS.contains(&key) {
            while let Some(word) = words.next_if(|word| !LISTS.contains(word)) {
                if key == "pv" {
                    variation.push(word);
                }
            }
            continue;
        }
        let value = words.next()?;
        match key {
            "move" => mv = read(value),
            "order" => order = value.parse().ok()?,
            "visits" => visits = value.parse().ok()?,
            "winrate" => win_rate = share(value)?,
            "prior" => prior = share(value)?,
            _ => {}
        }
    }
    let mv = mv?;
    let mut moves = variation.into_iter().map_while(read).collect::<Vec<_>>();
    if moves.first() != Some(&mv) {
        moves = vec![mv];
    }
    let variation_visits = vec![visits; moves.len()];
    Some((order, Candidate { mv, visits, win_rate, prior, variation: moves, variation_visits }))
}

/// A number from 0 to 1, or in ten thousandths, as Leela Zero writes it: those are whole.
fn share(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    let is_whole = !word.contains(['.', 'e', 'E']) && number > 1.0;
    Some(if is_whole { number / 10_000.0 } else { number }.clamp(0.0, 1.0)).filter(|x| !x.is_nan())
}
