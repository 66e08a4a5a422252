//! The unknowns: one for each class of pairs of rows under the symmetries.

use kring_proof::all_n::{Crossing, Row};

use crate::{
    class::{Class, Symmetry},
    rows::Rows,
};

/// A pair of rows; the upper one has a height y with y mod period = phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    pub phase: usize,
    pub upper: Row,
    pub lower: Row,
}

/// An element of the group of symmetries, as it acts on pairs.
struct Image {
    upper: Vec<Row>,
    lower: Vec<Row>,
    /// A half turn maps phase j to this number less j, and exchanges the rows.
    turn: Option<usize>,
    /// The number of phases by which the screw then moves the pair.
    shift: usize,
}

/// The unknowns of a class, numbered from 1.
pub struct Unknowns {
    period: usize,
    rows: usize,
    images: Vec<Image>,
    /// The unknown of a pair at upper row · rows + lower row of its phase; 0 for a pair that the
    /// class excludes.
    of: Vec<Vec<i32>>,
    /// The number of unknowns.
    pub count: usize,
}

impl Unknowns {
    /// Numbers the classes of pairs.
    pub fn new(class: &Class, rows: &Rows) -> Unknowns {
        let images = images(class, rows);
        let of = vec![vec![0; rows.count * rows.count]; class.period];
        let mut unknowns =
            Unknowns { period: class.period, rows: rows.count, images, of, count: 0 };
        let balanced = |row: Row| rows.balance(row).unsigned_abs() as usize <= class.imbalance;
        let candidates: Vec<Row> = (0..rows.count as Row).filter(|&row| balanced(row)).collect();
        for phase in 0..class.period {
            for &upper in &candidates {
                for &lower in &candidates {
                    let pair = Pair { phase, upper, lower };
                    if unknowns.of(pair) == 0 && !threatens(class, rows, upper, lower) {
                        unknowns.count += 1;
                        let number = unknowns.count as i32;
                        for (image, _) in unknowns.orbit(pair) {
                            unknowns.of[image.phase][image.index(unknowns.rows)] = number;
                        }
                    }
                }
            }
        }
        unknowns
    }

    /// The unknown of a pair, or 0 if the class excludes the pair.
    pub fn of(&self, pair: Pair) -> i32 {
        self.of[pair.phase][pair.index(self.rows)]
    }

    /// All pairs of the unknowns that are true.
    pub fn pairs<'a>(&'a self, is_true: &'a [bool]) -> impl Iterator<Item = Pair> + 'a {
        (0..self.period).flat_map(move |phase| {
            let numbers = self.of[phase].iter().enumerate();
            let chosen = numbers.filter(|(_, number)| is_true[**number as usize]);
            chosen.map(move |(index, _)| {
                let (upper, lower) = ((index / self.rows) as Row, (index % self.rows) as Row);
                Pair { phase, upper, lower }
            })
        })
    }

    /// The images of a pair, and whether the rows are exchanged.
    pub fn orbit(&self, pair: Pair) -> Vec<(Pair, bool)> {
        let of = |image: &Image| {
            let upper = image.upper[usize::from(pair.upper)];
            let lower = image.lower[usize::from(pair.lower)];
            match image.turn {
                None => {
                    let phase = (pair.phase + image.shift) % self.period;
                    (Pair { phase, upper, lower }, false)
                }
                Some(sum) => {
                    let phase = (sum + self.period - pair.phase + image.shift) % self.period;
                    (Pair { phase, upper: lower, lower: upper }, true)
                }
            }
        };
        self.images.iter().map(of).collect()
    }
}

impl Pair {
    fn index(self, rows: usize) -> usize {
        usize::from(self.upper) * rows + usize::from(self.lower)
    }
}

/// The group that the symmetries of a class generate.
fn images(class: &Class, rows: &Rows) -> Vec<Image> {
    let rotations = if class.has(Symmetry::Rotation) { class.columns as i32 } else { 1 };
    let reflections: &[bool] =
        if class.has(Symmetry::Reflection) { &[false, true] } else { &[false] };
    let mut turns = vec![None];
    turns.extend(class.has(Symmetry::HalfTurn).then_some(Some(0)));
    turns.extend(class.has(Symmetry::ExchangingHalfTurn).then_some(Some(class.period - 1)));
    let (shifts, screw) = class.screw.map_or((1, 0), |screw| (class.period, screw));
    let mut images = Vec::new();
    for (by, shift) in (0..rotations).flat_map(|by| (0..shifts).map(move |shift| (by, shift))) {
        let by = by + (shift * screw) as i32;
        for &reflected in reflections {
            for &turn in &turns {
                // The half turn of a rhombus takes its first column to its last.
                let by = if turn.is_some() && !class.boards.wraps() { -1 } else { by };
                // The reflection takes x to −x − y: in the lower row one column further.
                let column = |x: i32, y: i32| {
                    let x = if reflected { -x - y } else { x };
                    if turn.is_some() { by - x } else { by + x }
                };
                let moved = |y| move |row| rows.moved(row, |x| column(x, y));
                let table = |y| (0..rows.count as Row).map(moved(y)).collect();
                images.push(Image { upper: table(0), lower: table(1), turn, shift });
            }
        }
    }
    images
}

/// Whether white has a ring of a cylinder in two rows, or can complete one there: such a pair is
/// never allowed.
fn threatens(class: &Class, rows: &Rows, upper: Row, lower: Row) -> bool {
    let boards = class.boards;
    let ring = |upper, lower| {
        let first = Crossing::first(boards, upper, rows.columns);
        first.is_cut() || first.then(lower).is_cut()
    };
    boards.wraps()
        && (ring(upper, lower)
            || rows.moves[usize::from(upper)].iter().any(|&upper| ring(upper, lower))
            || rows.moves[usize::from(lower)].iter().any(|&lower| ring(upper, lower)))
}
