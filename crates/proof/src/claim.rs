//! What a node claims: computed from the nodes below it, never stored.

use kring_board::{Colour, Game, Goal, Topology};

use super::End;

/// What the winner gets, in every position in which the claim holds and the
/// loser is to move. It holds if the winner has the stones that are `needed`
/// and the loser has none on the `carrier`; other stones do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What the winner gets.
    pub promise: Promise,
    /// The stones of the winner that it relies on, a bit for each cell.
    pub needed: u128,
    /// The other cells that it relies on: all answers are there, and only moves
    /// there need one.
    pub carrier: u128,
}

/// What a claim promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// A walk of the winner's stones.
    Walk {
        /// Where it begins.
        from: End,
        /// Where it ends.
        to: End,
        /// The displacement in the unwrapped plane, columns and rows. Zero where
        /// the winner joins two sides: it does not matter there.
        by: (i32, i32),
    },
    /// A walk that wins, one of several.
    Win {
        /// None of them also goes round the torus the other way.
        pure: bool,
    },
    /// The game, from a whole position.
    Game,
}

impl Promise {
    /// Whether it is a walk that wins: from side to side, or a ring.
    pub fn wins(self, game: &Game, winner: Colour) -> bool {
        match self {
            Promise::Walk { from: End::Side(a), to: End::Side(b), .. } => a != b,
            Promise::Walk { from: End::Cell(a), to: End::Cell(b), by } => {
                game.geometry().goal(winner) == Goal::Ring && a == b && along(winner, by) != 0
            }
            Promise::Walk { .. } => false,
            Promise::Win { .. } => true,
            Promise::Game => false,
        }
    }

    /// Whether every walk that wins leaves the loser without one. Only on the
    /// torus can both have rings, and only if both go round both ways.
    pub fn is_pure(self, game: &Game, winner: Colour) -> bool {
        game.rules().topology != Topology::Torus
            || match self {
                Promise::Walk { by, .. } => along(winner.other(), by) == 0,
                Promise::Win { pure } => pure,
                Promise::Game => true,
            }
    }
}

/// How far a displacement goes in the direction of a colour's rings.
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
