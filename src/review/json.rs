//! A line of JSON for each move, for the engine's command `review`.

use kring_board::Move;

use super::MoveReview;

/// The line of a move; `name` formats moves.
pub fn line(review: &MoveReview, name: impl Fn(Move) -> String) -> String {
    let (number, colour, best) = (review.number, review.colour, name(review.best));
    let played = review.played.map_or_else(String::new, |(mv, chance)| {
        format!("\"played\":\"{}\",\"chance\":{},", name(mv), rounded(chance))
    });
    let judged = review.played.map_or_else(String::new, |_| {
        let mark = review.mark().map_or("null".to_owned(), |mark| format!("\"{mark}\""));
        format!("\"loss\":{},\"mark\":{mark},", rounded(review.loss()))
    });
    let variation: Vec<String> =
        review.variation.iter().map(|mv| format!("\"{}\"", name(*mv))).collect();
    format!(
        "{{\"move\":{number},\"colour\":\"{colour}\",{played}\"best\":\"{best}\",\"best_chance\":{},{judged}\"variation\":[{}]}}",
        rounded(review.best_chance),
        variation.join(",")
    )
}

/// Rounds to four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
