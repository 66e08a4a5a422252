//! Who has won, from scratch: by a walk over one colour's stones.

use kring_board::{Cell, Colour, Game, Geometry, Goal, STEPS};

/// The cells of a set, lowest first.
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u16;
        set &= set.wrapping_sub(1);
        (cell < 128).then_some(Cell(cell))
    })
}

/// The set of one cell.
pub(super) fn one(cell: Cell) -> u128 {
    1 << cell.0
}

/// Cells that hang together.
struct Group {
    cells: u128,
    /// Whether closed walks in it go round the board, in columns and in rows.
    round: [bool; 2],
}

/// The cells of the set that hang together with one of it. Every cell gets its
/// place in the unwrapped plane. Where two ways to a cell disagree about it, a
/// closed walk goes round by the difference; and all closed walks are sums of
/// such differences.
fn group(geometry: &Geometry, set: u128, start: Cell) -> Group {
    let mut places = [(0i16, 0i16); 128];
    let mut group = Group { cells: one(start), round: [false; 2] };
    let mut left = one(start);
    while left != 0 {
        let at = Cell(left.trailing_zeros() as u16);
        left &= left - 1;
        let (x, y) = places[at.index()];
        for (&next, (dx, dy)) in geometry.neighbours(at).iter().zip(STEPS) {
            if next == Geometry::OUTSIDE || set & one(Cell(next)) == 0 {
                continue;
            }
            let place = (x + dx as i16, y + dy as i16);
            if group.cells & one(Cell(next)) == 0 {
                group.cells |= one(Cell(next));
                left |= one(Cell(next));
                places[usize::from(next)] = place;
            }
            let known = places[usize::from(next)];
            group.round[0] |= known.0 != place.0;
            group.round[1] |= known.1 != place.1;
        }
    }
    group
}

/// Whether the stones that hang together with one of them have won.
pub(super) fn wins_at(game: &Game, colour: Colour, stones: u128, stone: Cell) -> bool {
    let geometry = game.geometry();
    let group = group(geometry, stones, stone);
    match (geometry.goal(colour), colour) {
        (Goal::Ring, Colour::White) => group.round[0],
        (Goal::Ring, Colour::Black) => group.round[1],
        (Goal::Path, _) => {
            let sides = cells(group.cells).map(|cell| geometry.sides(colour, cell));
            sides.fold(0, |all, sides| all | sides) == 3
        }
    }
}

/// Whether the stones have won.
pub(super) fn has_won(game: &Game, colour: Colour, stones: u128) -> bool {
    cells(stones).any(|stone| wins_at(game, colour, stones, stone))
}

/// Whether some closed walk in the set goes round the torus both ways at once:
/// only such rings can lie beside a ring of the other colour.
pub(super) fn has_diagonal(game: &Game, set: u128) -> bool {
    cells(set).any(|cell| group(game.geometry(), set, cell).round == [true; 2])
}
