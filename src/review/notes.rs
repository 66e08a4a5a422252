//! The review as comments and variations of an SGF file.

use kring_board::record::{Annotations, MoveNote};
use kring_board::{Colour, Move, Position, Size};

use super::{MoveReview, Review, table::percent};

/// The comments and variations of a reviewed game.
pub fn notes(review: &Review, players: [Option<String>; 2]) -> Annotations {
    let size = review.position.size();
    let mut moves = vec![MoveNote::default(); review.position.ply()];
    let mut comment = format!("Reviewed by {}.", review.agent);
    for mv in &review.moves {
        match moves.get_mut(mv.number - 1) {
            Some(note) => *note = self::note(review, mv),
            None => comment += &format!("\n{}", last_comment(mv, size)),
        }
    }
    Annotations { players, comment, moves }
}

fn note(review: &Review, mv: &MoveReview) -> MoveNote {
    let size = review.position.size();
    let mut note = MoveNote { comment: sentence(mv, size), ..MoveNote::default() };
    let Some(mark) = mv.mark() else { return note };
    note.badness = mark as u8 + 1;
    let before = before(&review.position, mv);
    note.variation = with_colours(before, &mv.variation).collect();
    note.variation_comment =
        format!("Better: {}'s chance is {}.", mv.colour, percent(mv.best_chance));
    note
}

pub fn sentence(mv: &MoveReview, size: Size) -> String {
    let Some((played, chance)) = mv.played else { return last_comment(mv, size) };
    let name = played.name(size);
    let mut text = format!("{}'s chance with {name}: {}.", capital(mv.colour), percent(chance));
    if let Some(mark) = mv.mark() {
        let mark = capital(mark);
        let loss = percent(mv.loss());
        let best = mv.best.name(size);
        let chance = percent(mv.best_chance);
        text += &format!(" {mark}: it loses {loss}. Better is {best} with {chance}.");
    }
    text
}

fn last_comment(mv: &MoveReview, size: Size) -> String {
    let best = mv.best.name(size);
    let chance = percent(mv.best_chance);
    format!("At the end {} is to move; best is {best} with {chance}.", mv.colour)
}

fn capital(word: impl ToString) -> String {
    let word = word.to_string();
    let mut letters = word.chars();
    letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// The position before a reviewed move, with its player to move.
pub fn before(end: &Position, mv: &MoveReview) -> Position {
    let mut position = end.clone();
    while position.ply() >= mv.number && position.undo().is_some() {}
    position.declare(mv.colour);
    position
}

/// The moves of a variation with their colours, up to the end of the game.
pub fn with_colours(
    mut position: Position,
    moves: &[Move],
) -> impl Iterator<Item = (Colour, Move)> {
    moves.iter().map_while(move |mv| {
        let colour = position.turn().filter(|_| position.winner().is_none())?;
        position.play(colour, *mv).ok()?;
        Some((colour, *mv))
    })
}
