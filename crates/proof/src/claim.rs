//! The claim of a node: computed from the nodes it refers to, never stored in the file.

use kring_board::{Colour, Game, Goal, Topology};

use super::WalkEnd;

/// What the winner can force when the loser is to move. The claim holds in a position if the
/// winner has all `needed` stones and the loser has no stone on the `carrier`; other stones do
/// not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What the winner can force.
    pub promise: Promise,
    /// The winner's stones that the claim relies on, one bit per cell.
    pub needed: u128,
    /// The other cells that the claim relies on: all replies lie there, and only moves there need
    /// one.
    pub carrier: u128,
}

/// What a claim promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// A walk of the winner's stones.
    Walk {
        /// The first end.
        from: WalkEnd,
        /// The second end.
        to: WalkEnd,
        /// The displacement in the unwrapped plane, in columns and rows. Zero if the winner joins
        /// two sides, where it does not matter.
        by: (i32, i32),
    },
    /// One of several walks, each of which wins.
    Win {
        /// None of the walks also winds around the torus the other way, so the loser has no ring.
        excludes_loser: bool,
    },
    /// The game, from a complete position.
    Game,
}

impl Promise {
    /// Whether it is a winning walk: from side to side, or a ring.
    pub fn wins(self, game: &Game, winner: Colour) -> bool {
        match self {
            Promise::Walk { from: WalkEnd::Side(a), to: WalkEnd::Side(b), .. } => a != b,
            Promise::Walk { from: WalkEnd::Cell(a), to: WalkEnd::Cell(b), by } => {
                game.geometry().goal(winner) == Goal::Ring && a == b && along(winner, by) != 0
            }
            Promise::Walk { .. } => false,
            Promise::Win { .. } => true,
            Promise::Game => false,
        }
    }

    /// Whether every walk that fulfils the promise and wins excludes a win of the loser. Only on
    /// the torus can both colours have rings, and only if both rings wind both ways.
    pub fn excludes_loser(self, game: &Game, winner: Colour) -> bool {
        game.rules().topology != Topology::Torus
            || match self {
                Promise::Walk { by, .. } => along(winner.other(), by) == 0,
                Promise::Win { excludes_loser } => excludes_loser,
                Promise::Game => true,
            }
    }
}

/// The part of a displacement in the direction of a colour's rings.
fn along(colour: Colour, (x, y): (i32, i32)) -> i32 {
    match colour {
        Colour::Black => y,
        Colour::White => x,
    }
}

impl Claim {
    /// Whether the claim holds with these stones of the winner and of the loser.
    pub fn holds(&self, own: u128, other: u128) -> bool {
        self.needed & !own == 0 && self.carrier & other == 0
    }
}
