//! Windings: how often a walk goes round a board, to the right and down. Where rings do not
//! count, there is only one winding.

use kring_board::Colour;

/// An index into [`Windings`].
pub type Winding = u8;

/// The windings that are distinguished: at most once round in each direction.
#[derive(Clone, Debug)]
pub struct Windings {
    /// The number of windings.
    pub count: usize,
    /// Whether the colour connects downwards, as black does.
    down: bool,
    /// Not round at all.
    pub none: Winding,
    /// The times round in columns and rows.
    rounds: Vec<(i8, i8)>,
    /// Whether a closed walk of this winding is a ring that the colour needs.
    pub wins: Vec<bool>,
    /// Whether the opponent can have no ring beside such a ring.
    pub exclusive: Vec<bool>,
    sums: Vec<Option<Winding>>,
}

impl Windings {
    /// The windings of a colour on a board whose columns and rows wrap or not.
    pub fn new(colour: Colour, columns: bool, rows: bool) -> Windings {
        let range = |wraps: bool| if wraps { -1..=1 } else { 0..=0 };
        let rounds: Vec<(i8, i8)> =
            range(columns).flat_map(|x| range(rows).map(move |y| (x, y))).collect();
        let find = |x: i8, y: i8| rounds.iter().position(|&r| r == (x, y)).map(|i| i as Winding);
        let sums = rounds.iter().flat_map(|a| rounds.iter().map(|b| find(a.0 + b.0, a.1 + b.1)));
        let along = |r: &(i8, i8)| if colour == Colour::Black { r.1 } else { r.0 };
        let across = |r: &(i8, i8)| if colour == Colour::Black { r.0 } else { r.1 };
        Windings {
            count: rounds.len(),
            down: colour == Colour::Black,
            none: find(0, 0).unwrap_or_default(),
            wins: rounds.iter().map(|r| along(r) != 0).collect(),
            exclusive: rounds.iter().map(|r| along(r) != 0 && across(r) == 0).collect(),
            sums: sums.collect(),
            rounds,
        }
    }

    /// The winding of a step that leaves the board this often; `None` if that is too often.
    pub fn find(&self, x: i32, y: i32) -> Option<Winding> {
        self.rounds
            .iter()
            .position(|r| (i32::from(r.0), i32::from(r.1)) == (x, y))
            .map(|i| i as Winding)
    }

    /// The times round in columns and rows.
    pub fn rounds(&self, winding: Winding) -> (i32, i32) {
        let (x, y) = self.rounds[usize::from(winding)];
        (x.into(), y.into())
    }

    /// Rounds from the colour's view: across its direction, and along it.
    pub fn turned(&self, (x, y): (i32, i32)) -> (i32, i32) {
        if self.down { (x, y) } else { (y, x) }
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
