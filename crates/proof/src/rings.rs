//! Detects wins from scratch, by a search over one colour's stones.

use kring_board::{Cell, Colour, Game, Geometry, Goal, STEPS, bits::Bits};

/// The cells of a set, lowest first.
pub(super) fn cells(set: u128) -> impl Iterator<Item = Cell> {
    set.cells().map(|cell| Cell::unchecked(cell as u16))
}

/// The set of one cell.
pub(super) fn one(cell: Cell) -> u128 {
    1 << cell.number()
}

/// The connected component of a cell in the set, and whether closed walks in it wind around the
/// board, in columns and in rows. Every cell gets a point of the unwrapped plane. If two walks to a
/// cell lead to different points, the difference is the displacement of a closed walk, and the
/// displacements of all closed walks are sums of such differences.
fn group(geometry: &Geometry, set: u128, start: Cell) -> (u128, [bool; 2]) {
    let mut points = [(0i16, 0i16); 128];
    let (mut group, mut round) = (one(start), [false; 2]);
    let mut left = one(start);
    while left != 0 {
        let at = Cell::unchecked(left.trailing_zeros() as u16);
        left &= left - 1;
        let (x, y) = points[at.index()];
        for (&next, (dx, dy)) in geometry.neighbours(at).iter().zip(STEPS) {
            if next == Geometry::OUTSIDE || set & one(Cell::unchecked(next)) == 0 {
                continue;
            }
            let point = (x + dx as i16, y + dy as i16);
            if group & one(Cell::unchecked(next)) == 0 {
                group |= one(Cell::unchecked(next));
                left |= one(Cell::unchecked(next));
                points[usize::from(next)] = point;
            }
            let first = points[usize::from(next)];
            round[0] |= first.0 != point.0;
            round[1] |= first.1 != point.1;
        }
    }
    (group, round)
}

/// Whether the group of a stone has won.
pub(super) fn wins_at(game: &Game, colour: Colour, stones: u128, stone: Cell) -> bool {
    let geometry = game.geometry();
    let (group, [columns, rows]) = group(geometry, stones, stone);
    match (geometry.goal(colour), colour) {
        (Goal::Ring, Colour::White) => columns,
        (Goal::Ring, Colour::Black) => rows,
        (Goal::Path, _) => {
            let sides = cells(group).map(|cell| geometry.sides(colour, cell));
            sides.fold(0, |all, sides| all | sides) == 3
        }
    }
}

/// Whether some closed walk in the set winds around the torus both ways at once. Only such a ring
/// can coexist with a ring of the other colour.
pub fn has_diagonal(geometry: &Geometry, set: u128) -> bool {
    let mut left = set;
    while let Some(cell) = cells(left).next() {
        let (group, round) = group(geometry, set, cell);
        if round == [true; 2] {
            return true;
        }
        left &= !group;
    }
    false
}
