//! Games with comments and variations.

use std::fmt::Write;

use super::{letter, root, sgf::escaped};
use crate::{Colour, Move, Position, Size};

/// What is written about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The names of black and white.
    pub players: [Option<String>; 2],
    /// About the whole game.
    pub comment: String,
    /// About each of its moves, in order; those after the last are without.
    pub moves: Vec<Note>,
}

/// What is written about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// A text; empty for none.
    pub comment: String,
    /// How bad the move is: not at all, doubtful, bad, very bad.
    pub badness: u8,
    /// Other moves in place of this one.
    pub variation: Vec<(Colour, Move)>,
    /// A text at the first of them.
    pub variation_comment: String,
}

/// The game as SGF with comments and variations. The main line is the game: it
/// loads as the same game without them.
///
/// ```
/// use kring_board::{Cell, Colour, Move, chance, record::{self, Annotations, Note}};
///
/// let game = chance::game("3x3".parse()?, "hex".parse()?, 1);
/// let position = record::load("(;SZ[3];B[a1];W[b2])", &game, 1, None)?;
/// let better = Note {
///     comment: "a1 is in the corner".to_owned(),
///     badness: 2,
///     variation: vec![(Colour::Black, Move::Cell(Cell(4)))],
///     ..Note::default()
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
            let _ = write!(text, "P{}[{}]", letter(colour), escaped(name));
        }
    }
    push_comment(&mut text, &about.comment);
    // Variations stand behind the rest of the game, the last one first.
    let mut variations = Vec::new();
    let mut notes = about.moves.iter();
    for (mover, mv) in position.moves().skip(position.set_up_count()) {
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
    for note in variations.into_iter().rev() {
        text.push_str(")\n(");
        for (number, &(mover, mv)) in note.variation.iter().enumerate() {
            push_move(&mut text, size, mover, mv);
            if number == 0 {
                push_comment(&mut text, &note.variation_comment);
            }
        }
        text.push(')');
        // The branch that holds this one is closed by the next.
    }
    text.push_str(")\n");
    text
}

fn push_move(text: &mut String, size: Size, mover: Colour, mv: Move) {
    let _ = write!(text, ";{}[{}]", letter(mover), mv.name(size));
}

fn push_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
}
