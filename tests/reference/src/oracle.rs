//! Slow, obvious code that the fast code is compared with.

use std::collections::{HashSet, VecDeque};

use kring_board::{Cell, Colour, Goal, PlanePoint, Position, STEPS};

/// Whether a colour has reached its goal, by a search from scratch. The board
/// is unwrapped along the colour's axis (rows for black, columns for white):
/// a path goes from the first to the last line of that axis, a ring from a
/// stone to another copy of the same stone.
pub fn has_won(position: &Position, colour: Colour) -> bool {
    let size = position.size();
    let columns = size.columns() as i32;
    let rows = size.rows() as i32;
    let topology = position.rules().topology;
    let ring = position.geometry().goal(colour) == Goal::Ring;
    let along = |(x, y): (i32, i32)| if colour == Colour::Black { y } else { x };
    let length = if colour == Colour::Black { rows } else { columns };
    let limit = (size.cells() as i32 + 1) * length;
    // The stone under a place of the cover; the other axis wraps or not.
    let stone = |(x, y): (i32, i32)| {
        let inside = |at: i32, side: i32, wraps: bool| {
            if wraps {
                Some(at.rem_euclid(side) as usize)
            } else {
                (0..side).contains(&at).then_some(at as usize)
            }
        };
        let x = inside(x, columns, topology.wraps_columns())?;
        let y = inside(y, rows, topology.wraps_rows())?;
        Cell::at(size, x, y).filter(|cell| position.stones(colour).contains(*cell))
    };
    // Copies are distinguished along the axis; across it they are the same cell.
    let reduced = |(x, y): (i32, i32)| match colour {
        Colour::Black if topology.wraps_columns() => (x.rem_euclid(columns), y),
        Colour::White if topology.wraps_rows() => (x, y.rem_euclid(rows)),
        _ => (x, y),
    };
    let reaches = |start: (i32, i32)| {
        let mut seen = HashSet::from([start]);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            let copy = stone(at) == stone(start) && along(at) != along(start);
            if if ring { copy } else { along(at) == length - 1 } {
                return true;
            }
            for (dx, dy) in STEPS {
                let to = reduced((at.0 + dx, at.1 + dy));
                if stone(to).is_some() && along(to).abs() <= limit && seen.insert(to) {
                    queue.push_back(to);
                }
            }
        }
        false
    };
    let across = if colour == Colour::Black { columns } else { rows };
    let firsts = (0..across).map(|i| if colour == Colour::Black { (i, 0) } else { (0, i) });
    firsts.filter(|&at| stone(at).is_some()).any(reaches)
}

/// Whether the chain is a winning path or ring of its colour's stones.
pub fn is_winning_chain(position: &Position, colour: Colour, chain: &[Cell]) -> bool {
    let touch = |a: Cell, b: Cell| position.geometry().touching(a).any(|cell| cell == b);
    let linked = chain.windows(2).all(|pair| touch(pair[0], pair[1]));
    let own = chain.iter().all(|&cell| position.at(cell) == Some(colour));
    let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return false };
    let ends = match position.geometry().goal(colour) {
        Goal::Ring => touch(last, first) && only_chain_wins(position, colour, chain),
        Goal::Path => {
            let [from, to] = position.geometry().edges(colour);
            from.contains(first) && to.contains(last)
        }
    };
    linked && own && ends
}

/// The stones of the chain alone reach the goal.
fn only_chain_wins(position: &Position, colour: Colour, chain: &[Cell]) -> bool {
    let mut alone = Position::new(position.game().clone());
    for &cell in chain {
        alone.play_unchecked(colour, cell);
    }
    has_won(&alone, colour)
}

/// The unwrapped chain is the chain: its points are neighbours in the plane and
/// lie over its cells, and a ring closes after a trip round the board.
///
/// # Panics
/// If they do not.
pub fn check_unwrapped(position: &Position, colour: Colour, chain: &[Cell]) {
    let size = position.size();
    let points = position.unwrapped_chain();
    let columns = size.columns() as i32;
    let rows = size.rows() as i32;
    let cell = |&(x, y): &PlanePoint| {
        Cell::at(size, x.rem_euclid(columns) as usize, y.rem_euclid(rows) as usize)
    };
    let by = |a: PlanePoint, b: PlanePoint| (b.0 - a.0, b.1 - a.1);
    assert!(points.windows(2).all(|pair| STEPS.contains(&by(pair[0], pair[1]))), "{points:?}");
    let cells: Vec<Cell> = points.iter().filter_map(cell).collect();
    let first = points[0];
    let last = points[points.len() - 1];
    match position.geometry().goal(colour) {
        Goal::Ring => {
            assert_eq!(cells, [chain, &chain[..1]].concat());
            let (x, y) = by(first, last);
            assert_eq!((x % columns, y % rows), (0, 0), "{points:?}");
            assert_ne!(if colour == Colour::Black { y } else { x }, 0, "{points:?}");
        }
        Goal::Path => {
            assert_eq!(cells, chain);
            let (x, y) = by(first, last);
            let [along, length] = if colour == Colour::Black { [y, rows] } else { [x, columns] };
            assert_eq!(along, length - 1, "{points:?}");
        }
    }
    let inside = |x: i32, wraps: bool, length: i32| wraps || (0..length).contains(&x);
    let topology = position.rules().topology;
    assert!(points.iter().all(|&(x, y)| inside(x, topology.wraps_columns(), columns)
        && inside(y, topology.wraps_rows(), rows)));
}
