//! Games with comments and variations.

use std::fmt::Write;

use super::{root, sgf::escaped};
use crate::{Colour, Move, Position, Size};

/// The annotations of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The names of black and white.
    pub players: [Option<String>; 2],
    /// The comment on the whole game.
    pub comment: String,
    /// The notes on the moves, in order; there may be fewer notes than moves.
    pub moves: Vec<MoveNote>,
}

/// The annotations of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// The comment; may be empty.
    pub comment: String,
    /// How bad the move is: 0 not bad, 1 doubtful, 2 bad, 3 very bad.
    pub badness: u8,
    /// A variation that replaces this move and those after it.
    pub variation: Vec<(Colour, Move)>,
    /// The comment on the first move of the variation.
    pub variation_comment: String,
}

/// The game as SGF with comments and variations. The main line is the game, so that it loads as
/// the same game without annotations.
///
/// ```
/// use kring_board::{Cell, Colour, Move, chance, record::{self, Annotations, MoveNote}};
///
/// let game = chance::game("3x3".parse()?, "hex".parse()?, 1);
/// let position = record::load("(;SZ[3];B[a1];W[b2])", &game, 1, None)?;
/// let centre = Cell::from_name(game.size(), "b2").unwrap();
/// let better = MoveNote {
///     comment: "a1 is in the corner".to_owned(),
///     badness: 2,
///     variation: vec![(Colour::Black, Move::Cell(centre))],
///     ..MoveNote::default()
/// };
/// let about = Annotations { moves: vec![better], ..Annotations::default() };
/// let text = record::save_annotated(&position, &about);
/// assert!(text.ends_with("\n(;B[a1]C[a1 is in the corner]BM[1]\n;W[b2])\n(;B[b2]))\n"));
/// assert_eq!(record::load(&text, &game, 1, None)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save_annotated(position: &Position, about: &Annotations) -> String {
    let size = position.size();
    let mut text = root(position);
    for (name, colour) in about.players.iter().zip(Colour::ALL) {
        if let Some(name) = name {
            let _ = write!(text, "P{}[{}]", colour.letter(), escaped(name));
        }
    }
    push_comment(&mut text, &about.comment);
    // Variations follow the rest of the main line, the last one first.
    let mut variations = Vec::new();
    let mut notes = about.moves.iter();
    for (mover, mv) in position.moves() {
        let note = notes.next();
        text.push('\n');
        if let Some(note) = note.filter(|note| !note.variation.is_empty()) {
            text.push('(');
            variations.push(note);
        }
        push_move(&mut text, size, mover, mv);
        if let Some(note) = note {
            push_comment(&mut text, &note.comment);
            text.push_str(["", "DO[]", "BM[1]", "BM[2]"][usize::from(note.badness.min(3))]);
        }
    }
    // A tossed coin, or a file, has declared who is to move. The root says so of a set-up, and after
    // a move it takes a node of its own, because in one node it would come before the move.
    if let Some(turn) = position.declared() {
        let letter = turn.letter();
        if !position.has_begun() {
            let _ = write!(text, "PL[{letter}]");
        } else if position.ply() > 0 {
            let _ = write!(text, "\n;PL[{letter}]");
        }
    }
    for note in variations.into_iter().rev() {
        text.push_str(")\n(");
        for (number, &(mover, mv)) in note.variation.iter().enumerate() {
            push_move(&mut text, size, mover, mv);
            if number == 0 {
                push_comment(&mut text, &note.variation_comment);
            }
        }
        text.push(')');
        // The next variation closes the branch that contains this one.
    }
    text.push_str(")\n");
    text
}

fn push_move(text: &mut String, size: Size, mover: Colour, mv: Move) {
    let _ = write!(text, ";{}[{}]", mover.letter(), mv.name(size));
}

fn push_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
}
