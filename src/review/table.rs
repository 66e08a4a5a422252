//! The review as text: a row for each move, and a chart of one line.

use kring_board::Size;

use super::{Mark, MoveReview, Review};

/// The header of the columns of [`move_row`].
pub const HEADER: &str = "move  player  played         chance   best           chance     loss";

/// A row of the table of moves.
pub fn move_row(review: &MoveReview, size: Size) -> String {
    let (number, colour) = (review.number, review.colour.to_string());
    let best = review.best.name(size);
    let best_chance = percent(review.best_chance);
    let Some((mv, chance)) = review.played else {
        let blank = "";
        return format!(
            "{number:>4}  {colour:<6}  {:<12} {blank:>8}   {best:<12} {best_chance:>8}",
            "(to move)"
        );
    };
    let (played, chance) = (mv.name(size), percent(chance));
    let row = format!(
        "{number:>4}  {colour:<6}  {played:<12} {chance:>8}   {best:<12} {best_chance:>8} "
    );
    match review.mark() {
        Some(mark) => format!("{row}{:>8}  {mark} {}", percent(review.loss()), mark.sign()),
        None if review.loss() >= 0.0005 => format!("{row}{:>8}", percent(review.loss())),
        None => row.trim_end().to_owned(),
    }
}

/// Black's chance after each move as a line of bars.
pub fn sparkline(review: &Review) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let played = review.moves.iter().filter(|mv| mv.played.is_some());
    played.map(|mv| BARS[((mv.black_chance() * 8.0) as usize).min(7)]).collect()
}

/// A chance or a loss as a percentage.
pub fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// How many marks of each kind, in words.
pub fn counted(marks: [usize; 3]) -> String {
    let words = Mark::ALL.iter().zip(marks).rev().map(|((mark, _), count)| match (mark, count) {
        (_, 1) => format!("1 {mark}"),
        (Mark::Inaccuracy, _) => format!("{count} inaccuracies"),
        _ => format!("{count} {mark}s"),
    });
    words.collect::<Vec<_>>().join(", ")
}
