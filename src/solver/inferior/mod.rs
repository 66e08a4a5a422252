//! Inferior cells: empty cells whose owner is known, and moves that need not
//! be tried.
//!
//! * A cell is *dead* if its colour changes the winner of no completion. A dead
//!   cell is given to either colour.
//! * A set of cells is *captured* by a colour if that colour, answering inside
//!   the set, makes every stone dead that the other colour plays there. It
//!   counts as that colour's stones.
//! * A cell is *vulnerable* for the colour to move if some answer makes it dead.
//!   If `x` wins although the answer `y` kills it, the position with only `y`
//!   added is won too, so another move wins there, and wins without `y`. The
//!   vulnerable cells only grow with `y`, so all of them can be left out.
//! * A cell is *dominated* if another move makes it dead or captures it: that
//!   move is at least as good. It is left out only while that move is not.
//!
//! All this holds on the rhombus and on the cylinder, over the seam too: one
//! colour wins a full board, and black, who joins two sides there, needs no
//! rings. It is off elsewhere. On the torus both colours may have rings and the
//! first ring wins: captured cells that are not yet stones come too late. With
//! seasons a colour cannot always answer where it must, and a move that only
//! passes the time can be worth much: callers must not ask there.

mod board;
mod fill;
mod table;
#[cfg(test)]
mod tests;

pub use super::bits::Bits;
use crate::{board::Geometry, rules::Colour};
use board::Board;
use fill::Fill;

/// Finds the inferior cells of positions on one board.
#[derive(Clone, Debug)]
pub struct Inferior<B> {
    board: Board<B>,
}

/// What is known of a position without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis<B> {
    /// The stones of both colours with the cells that are given away.
    pub stones: [B; 2],
    /// The cells that each colour got by capture: its proofs rely on them. (On
    /// dead cells no proof relies.)
    pub captured: [B; 2],
    /// Empty cells that the colour to move need not try. If no other cell is
    /// empty, the colour to move wins only if `stones` win already.
    pub inferior: B,
}

impl<B: Bits> Inferior<B> {
    /// For the positions of a board without seasons.
    pub fn new(geometry: &Geometry) -> Inferior<B> {
        Inferior { board: Board::new(geometry) }
    }

    /// The stones with dead and captured cells given away, and what each
    /// colour captured.
    pub fn fill(&self, stones: [B; 2]) -> ([B; 2], [B; 2]) {
        if !self.board.is_on {
            return (stones, [B::EMPTY; 2]);
        }
        let mut fill = Fill::new(&self.board, stones);
        fill.run([true; 2]);
        (fill.stones, fill.captured)
    }

    /// Of some moves in a position that is filled in, the vulnerable ones, and
    /// the cells that the opponent needs to kill them: they belong to the
    /// carriers of its proofs. Dominated moves are not left out: once the better move is
    /// refuted, its carrier shows that they are refuted too.
    pub fn vulnerable(&self, filled: [B; 2], to_move: usize, moves: B) -> (B, B) {
        let (mut vulnerable, mut needed) = (B::EMPTY, B::EMPTY);
        if !self.board.is_on {
            return (vulnerable, needed);
        }
        let mut fill = Fill::new(&self.board, filled);
        for answer in fill.givers()[1 - to_move].cells() {
            let after = fill.after(answer, 1 - to_move);
            let killed = after.dead & moves & !vulnerable;
            if !killed.is_empty() {
                vulnerable |= killed;
                needed |= B::one(answer) | after.captured;
            }
        }
        (vulnerable, needed)
    }

    /// Fills in a position and finds the moves that need not be tried.
    pub fn analyse(&self, stones: [B; 2], to_move: Colour) -> Analysis<B> {
        if !self.board.is_on {
            return Analysis { stones, captured: [B::EMPTY; 2], inferior: B::EMPTY };
        }
        let mut fill = Fill::new(&self.board, stones);
        fill.run([true; 2]);
        let (stones, captured) = (fill.stones, fill.captured);
        Analysis { stones, captured, inferior: inferior(&mut fill, to_move) }
    }
}

/// The moves that need not be tried: first all vulnerable ones, then those that
/// a move dominates which is still there.
fn inferior<B: Bits>(fill: &mut Fill<'_, B>, to_move: Colour) -> B {
    let (own, other) = (to_move.index(), to_move.other().index());
    let givers = fill.givers();
    let mut inferior = B::EMPTY;
    for answer in givers[other].cells() {
        // A captured cell is not killed: its capture would take another answer.
        inferior |= fill.after(answer, other).dead;
    }
    for cell in givers[own].cells() {
        if !inferior.has(cell) {
            let after = fill.after(cell, own);
            inferior |= after.dead | after.captured;
        }
    }
    inferior
}
