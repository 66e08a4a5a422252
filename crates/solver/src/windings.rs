//! Windings: how often a walk goes round a board, to the right and down. Where rings do not
//! count, there is only one winding.

use kring_board::Colour;

/// An index into [`Windings`].
pub type Winding = u8;

/// The windings that are distinguished: at most once round in each direction.
#[derive(Clone, Debug)]
pub struct Windings {
    pub count: usize,
    colour: Colour,
    /// Not round at all.
    pub none: Winding,
    /// The times round in columns and rows.
    rounds: Vec<(i32, i32)>,
    sums: Vec<Option<Winding>>,
}

impl Windings {
    /// The windings of a colour on a board whose columns and rows wrap or not.
    pub fn new(colour: Colour, columns: bool, rows: bool) -> Windings {
        let range = |wraps: bool| if wraps { -1..=1 } else { 0..=0 };
        let rounds: Vec<_> =
            range(columns).flat_map(|x| range(rows).map(move |y| (x, y))).collect();
        let sum = |a: (i32, i32), b: (i32, i32)| find(&rounds, (a.0 + b.0, a.1 + b.1));
        let sums = rounds.iter().flat_map(|&a| rounds.iter().map(move |&b| sum(a, b))).collect();
        let none = find(&rounds, (0, 0)).unwrap_or_default();
        Windings { count: rounds.len(), colour, none, rounds, sums }
    }

    /// The winding of a step that leaves the board this often; `None` if that is too often.
    pub fn find(&self, rounds: (i32, i32)) -> Option<Winding> {
        find(&self.rounds, rounds)
    }

    pub fn rounds(&self, winding: Winding) -> (i32, i32) {
        self.rounds[usize::from(winding)]
    }

    /// Rounds from the colour's view: across its direction, and along it. A closed walk with
    /// rounds along it is a ring that the colour needs; without any across it, the opponent can
    /// have no ring beside it.
    pub fn across_and_along(&self, (x, y): (i32, i32)) -> (i32, i32) {
        if self.colour == Colour::Black { (x, y) } else { (y, x) }
    }

    /// The winding of one walk after another; `None` if that goes round too often.
    #[inline]
    pub fn sum(&self, a: Winding, b: Winding) -> Option<Winding> {
        self.sums[usize::from(a) * self.count + usize::from(b)]
    }

    /// The winding of the reversed walk.
    #[inline]
    pub fn back(&self, a: Winding) -> Winding {
        (self.count - 1) as Winding - a
    }
}

fn find(all: &[(i32, i32)], rounds: (i32, i32)) -> Option<Winding> {
    all.iter().position(|&other| other == rounds).map(|i| i as Winding)
}
