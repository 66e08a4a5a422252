//! The strategies that are proved to win on some boards: `pairing` (Alpern–Beck) on cylinders
//! with an even number of columns, and `three-rings` (Huneke, Hayward and Toft, Algorithm 3.1) on
//! cylinders with three columns. Also `shift` (van Hees, Algorithm 5.1), which copies white's
//! moves like `pairing`, but by any number of columns; and the strategy given by a proof.

use kring_board::{Cell, CellSet, Colour, Game, Position, Size, Symmetry, stop::Stop};
use kring_proof::AnyBook;

use super::{
    Boards, OtherGame, RingView, Strategy, along_ring, first_that_applies, ring_band::touched,
};

/// Answers white's last move with the cell `by` columns further in the same ring; any cell if
/// that is taken or white has not moved.
pub struct ShiftStrategy {
    /// The number of columns; `None` for half of the board's columns.
    pub by: Option<usize>,
}

impl ShiftStrategy {
    fn copy(&self, size: Size, cell: Cell) -> Cell {
        along_ring(size, cell, self.by.unwrap_or(size.columns() / 2))
    }
}

impl Strategy for ShiftStrategy {
    fn name(&self) -> &'static str {
        if self.by.is_none() { "pairing" } else { "shift" }
    }

    fn boards(&self) -> Boards {
        if self.by.is_none() { Boards::EvenCylinder } else { Boards::Cylinder }
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let free = rings.anywhere();
        let copy = rings.last.map(|last| self.copy(rings.size, last.cell));
        let open = copy.filter(|copy| free.contains(*copy));
        open.map_or(free, |copy| CellSet::from_iter([copy]))
    }

    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        CellSet::full(size).iter().all(|cell| {
            symmetry.cell(self.copy(size, cell)) == self.copy(size, symmetry.cell(cell))
        })
    }
}

/// Joins white's ring with the rings above and below it by touching stones: with both if
/// possible, otherwise with one.
///
/// Reading: a rule names the rings to play in and a condition that holds after the stone is
/// placed. A condition that holds before still holds afterwards, so such a rule permits every
/// empty cell of its rings.
pub struct ThreeRings;

impl Strategy for ThreeRings {
    fn name(&self) -> &'static str {
        "three-rings"
    }

    fn boards(&self) -> Boards {
        Boards::Cylinder
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let Some(last) = rings.last else { return rings.anywhere() };
        let rules: [fn(&RingView<'_>, i32) -> CellSet; 5] = [
            |rings, ring| touching(rings, ring, &[-1, 1]),
            |rings, ring| touching(rings, ring, &[1]),
            |rings, ring| touching(rings, ring, &[-1]),
            |rings, ring| rings.ring(ring, rings.empty(ring)),
            |rings, _| rings.anywhere(),
        ];
        first_that_applies(rules.iter().map(|rule| rule(rings, last.ring)))
    }
}

/// The empty cells of this ring and of those on these sides of it (−1 above, 1 below) with which
/// a black stone in the ring touches black on each side.
fn touching(rings: &RingView<'_>, ring: i32, sides: &[i32]) -> CellSet {
    // The cells of the ring that touch black on a side.
    let touches = |side: i32| touched(rings.columns(), rings.black(ring + side), -side);
    let touch_all = sides.iter().fold(!0, |all, &side| all & touches(side));
    let holds = rings.black(ring) & touch_all != 0;
    let mut cells = rings.ring(ring, rings.empty(ring) & if holds { !0 } else { touch_all });
    for &side in sides {
        // Stones that lack only this side.
        let others = sides.iter().filter(|other| **other != side);
        let stones = rings.black(ring) & others.fold(!0, |all, &other| all & touches(other));
        let reached = touched(rings.columns(), stones, side);
        let free = rings.empty(ring + side);
        rings.add(&mut cells, ring + side, free & if holds { !0 } else { reached });
    }
    cells
}

/// Plays the moves of a proof: those of its winner, of either colour and on any board; or of a
/// certificate for every number of rows.
pub struct ByProof(pub AnyBook);

impl Strategy for ByProof {
    fn name(&self) -> &'static str {
        "proof"
    }

    fn colour(&self) -> Colour {
        self.0.winner()
    }

    fn start(&self) -> Option<(&Position, Colour)> {
        match &self.0 {
            AnyBook::Game(book) => {
                let start = &book.proof().start;
                Some((&start.position, start.first))
            }
            AnyBook::EveryHeight(_) => None,
        }
    }

    fn check_game(&self, game: &Game) -> Result<(), OtherGame> {
        Ok(self.0.check_game(game)?)
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        self.0.reply(rings.position, &Stop::default()).into_iter().collect()
    }

    /// It plays the first of several replies, so that symmetries need not preserve it.
    fn respects(&self, _: &Symmetry, _: Size) -> bool {
        false
    }
}
