//! The published strategies for wrapped boards, which all play black, and the strategy given by a
//! proof.
//!
//! A strategy names the moves that its rules permit in a position. It does not choose among them:
//! an agent plays a random one, and the verifier tries them all. Strategies therefore depend on
//! the board and its evaluation, but on neither agents nor the verifier.

mod bridge_rings;
mod five_rings;
mod proven;
mod ring_band;
mod ring_master;
mod ring_view;
mod two_distance;

pub use self::{
    bridge_rings::{BridgeRings, Connected},
    five_rings::FiveRings,
    proven::{ByProof, ShiftStrategy, ThreeRings},
    ring_master::RingMaster,
    ring_view::RingView,
};

use std::fmt;

use kring_board::{Cell, CellSet, Colour, Game, Position, Rules, Size, Symmetry, Topology};
use kring_proof::ProofError;

/// The boards on which a strategy plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every cylinder.
    Cylinder,
    /// Cylinders with an even number of columns.
    EvenCylinder,
    /// Cylinders with an odd number of columns.
    OddCylinder,
    /// Every cylinder and every torus.
    CylinderAndTorus,
    /// Every board.
    Every,
}

/// Why a strategy does not play a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OtherGame {
    /// It plays black on these boards.
    #[error("it plays black on {0}")]
    Board(Boards),
    /// Its proof is about another game.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl Boards {
    /// Checks that they include the board of a game, for black.
    pub fn check(self, rules: &Rules, size: Size, colour: Colour) -> Result<(), OtherGame> {
        let is_cylinder = rules.topology == Topology::Cylinder;
        let is_even = size.columns().is_multiple_of(2);
        let includes = match self {
            Boards::Cylinder => is_cylinder,
            Boards::EvenCylinder => is_cylinder && is_even,
            Boards::OddCylinder => is_cylinder && !is_even,
            Boards::CylinderAndTorus => rules.topology.wraps_columns(),
            Boards::Every => true,
        };
        if includes && colour == Colour::Black { Ok(()) } else { Err(OtherGame::Board(self)) }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Boards::Cylinder => "the cylinder",
            Boards::EvenCylinder => "a cylinder with an even number of columns",
            Boards::OddCylinder => "a cylinder with an odd number of columns",
            Boards::CylinderAndTorus => "the cylinder and the torus",
            Boards::Every => "every board",
        })
    }
}

/// A way to play that is defined by rules.
pub trait Strategy: Send {
    /// The name under which it is played and verified.
    fn name(&self) -> &'static str;

    /// The boards on which it plays.
    fn boards(&self) -> Boards {
        Boards::Every
    }

    /// The colour that it plays.
    fn colour(&self) -> Colour {
        Colour::Black
    }

    /// The only position from which it plays, and the colour that begins; `None`: an empty board.
    fn start(&self) -> Option<(&Position, Colour)> {
        None
    }

    /// Checks that it plays this game; the error says what it plays.
    fn check_game(&self, game: &Game) -> Result<(), OtherGame> {
        self.boards().check(game.rules(), game.size(), Colour::Black)
    }

    /// The empty cells that the rules permit: a function of the stones and of white's last move.
    /// Empty if the rules say nothing, so that every cell is permitted.
    fn permitted(&self, rings: &RingView<'_>) -> CellSet;

    /// Whether the rules are invariant under a symmetry of the board once white has a stone.
    /// Rules about rings and touching stones are, if every ring stays in place and the ring above
    /// a ring stays above it. On a torus of two rings the second condition does not follow from
    /// the first.
    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        size.rows() > 2
            && CellSet::full(size)
                .iter()
                .all(|cell| symmetry.cell(cell).row(size) == cell.row(size))
    }
}

/// The legal cells that a strategy permits its colour, or else all legal cells. If `stop` returns
/// true, those that it has found by then.
pub fn permitted(strategy: &dyn Strategy, position: &Position, stop: &dyn Fn() -> bool) -> CellSet {
    let legal = position.legal_cells(strategy.colour());
    let permitted = strategy.permitted(&RingView::until(position, stop)).and(&legal);
    if permitted.is_empty() { legal } else { permitted }
}

/// The first of these sets that is not empty.
fn first_that_applies(mut rules: impl Iterator<Item = CellSet>) -> CellSet {
    rules.find(|cells| !cells.is_empty()).unwrap_or(CellSet::EMPTY)
}

/// The cell in the same ring that lies `columns` columns to the right.
fn along_ring(size: Size, cell: Cell, columns: usize) -> Cell {
    let column = cell.column(size);
    let ring_start = cell.index() - column;
    Cell::unchecked((ring_start + (column + columns) % size.columns()) as u16)
}
