//! The game that refutes a strategy, once the search has found that there is
//! one.

use super::{
    question::Choices,
    verifier::{Stopped, Verifier},
};
use crate::{
    board::{Cell, Position},
    rules::Colour,
};

impl Verifier<'_> {
    /// The game in which white wins with so many stones. Where the choices
    /// are black's, black takes those that last longest.
    pub(super) fn game(&mut self, first: Colour, stones: usize) -> Result<Position, Stopped> {
        let (mut colour, mut left) = (first, stones);
        while self.position.winner().is_none() {
            let cell = match colour {
                Colour::White => {
                    left -= 1;
                    self.winning_move(left)?
                }
                Colour::Black => {
                    let (cell, needed) = self.reply(left)?;
                    left = needed;
                    cell
                }
            };
            self.position.place(colour, cell);
            colour = colour.other();
        }
        let game = self.position.clone();
        while self.position.undo().is_some() {}
        Ok(game)
    }

    /// A white stone that wins with at most so many more.
    fn winning_move(&mut self, stones: usize) -> Result<Cell, Stopped> {
        for cell in self.position.legal_cells(Colour::White).iter() {
            if self.after(Colour::White, cell, stones)? {
                return Ok(cell);
            }
        }
        // Cannot be: the search has found a win.
        Err(Stopped)
    }

    /// Black's stone in a game that white wins with at most so many stones,
    /// and how many it takes then.
    fn reply(&mut self, stones: usize) -> Result<(Cell, usize), Stopped> {
        let mut replies = Vec::new();
        for cell in self.permitted()?.iter() {
            for needed in 1..=stones {
                if self.after(Colour::Black, cell, needed)? {
                    replies.push((cell, needed));
                    break;
                }
            }
        }
        let reply = match self.question.choices {
            Choices::All => replies.into_iter().min_by_key(|(_, needed)| *needed),
            Choices::Best => replies.into_iter().max_by_key(|(_, needed)| *needed),
        };
        reply.ok_or(Stopped)
    }
}
