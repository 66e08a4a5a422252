//! The unknowns: one for each class of pairs or triples of rows under the symmetries.

use kring_proof::all_n::{Crossing, Row, Word, index};

use crate::prove_all::{
    class::{Class, Symmetry},
    rows::Rows,
};

/// Some successive rows; the first has a height y with y mod period = phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub phase: usize,
    pub word: Word,
}

/// An element of the group of symmetries, as it acts on rows.
struct Image {
    /// The image of each row, by its index in its word.
    rows: Vec<Vec<Row>>,
    /// A half turn maps the height y to this number less y, and exchanges the rows.
    turn: Option<usize>,
    /// The number of rows by which the screw then moves them.
    shift: usize,
}

/// The unknowns of a class, numbered from 1.
pub struct Unknowns {
    period: usize,
    rows: usize,
    images: Vec<Image>,
    /// The unknown of a tuple at its index in its phase; 0 for a tuple that the class excludes.
    of: Vec<Vec<i32>>,
    /// A tuple of each unknown.
    tuples: Vec<Span>,
}

impl Unknowns {
    /// Numbers the classes of tuples.
    pub fn new(class: &Class, rows: &Rows) -> Unknowns {
        let of = vec![vec![0; rows.count.pow(class.tuple as u32)]; class.period];
        let period = class.period;
        let images = images(class, rows);
        let mut unknowns = Unknowns { period, rows: rows.count, images, of, tuples: Vec::new() };
        let balanced = |row: Row| rows.balance(row).unsigned_abs() as usize <= class.imbalance;
        let balanced: Vec<Row> = (0..rows.count as Row).filter(|&row| balanced(row)).collect();
        let border = [rows.full()];
        for phase in 0..class.period {
            let candidates = |at| if class.is_border(phase + at) { &border[..] } else { &balanced };
            let longer = |word: Word| candidates(word.len()).iter().map(move |&row| word.then(row));
            let mut states = vec![Word::default()];
            for _ in 1..class.tuple {
                states = states.into_iter().flat_map(longer).collect();
                states.retain(|word| !threatens(class, rows, word));
            }
            for word in states.into_iter().flat_map(longer) {
                unknowns.number(Span { phase, word }, |word| threatens(class, rows, word));
            }
        }
        for number in unknowns.of.iter_mut().flatten() {
            *number = (*number).max(0);
        }
        unknowns
    }

    /// Numbers a tuple and its images, unless they are excluded.
    fn number(&mut self, span: Span, is_excluded: impl Fn(&Word) -> bool) {
        if self.of(span) != 0 {
            return;
        }
        // Excluded tuples have the number −1 until all are known.
        let mut number = -1;
        if !is_excluded(&span.word) {
            self.tuples.push(span);
            number = self.tuples.len() as i32;
        }
        for (image, _) in self.orbit(span) {
            self.of[image.phase][index(&image.word, self.rows)] = number;
        }
    }

    /// The number of unknowns.
    pub fn count(&self) -> usize {
        self.tuples.len()
    }

    /// The unknown of a tuple, or 0 if the class excludes the tuple.
    pub fn of(&self, span: Span) -> i32 {
        self.of[span.phase][index(&span.word, self.rows)]
    }

    /// All tuples of the unknowns that are true, in their order.
    pub fn tuples(&self, is_true: &[bool]) -> Vec<Span> {
        let chosen = self.tuples.iter().zip(&is_true[1..]).filter(|(_, is_true)| **is_true);
        let images = chosen.flat_map(|(&span, _)| self.orbit(span));
        let mut spans: Vec<Span> = images.map(|(span, _)| span).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }

    /// The images of some rows, and whether they are exchanged.
    pub fn orbit(&self, span: Span) -> Vec<(Span, bool)> {
        let of = |image: &Image| {
            let Span { phase, word } = span;
            let rows = word.iter().zip(&image.rows).map(|(&row, table)| table[usize::from(row)]);
            let moved: Word = rows.collect();
            // Of exchanged rows the last becomes the first.
            let back = (word.len() - 1) * (self.period - 1) + self.period - phase;
            let (first, word) = match image.turn {
                None => (phase, moved),
                Some(sum) => (sum + back, moved.reversed()),
            };
            let phase = (first + image.shift) % self.period;
            (Span { phase, word }, image.turn.is_some())
        };
        self.images.iter().map(of).collect()
    }
}

/// The group that the symmetries of a class generate.
fn images(class: &Class, rows: &Rows) -> Vec<Image> {
    let rotations = if class.has(Symmetry::Rotation) { class.columns as i32 } else { 1 };
    let reflections: &[bool] =
        if class.has(Symmetry::Reflection) { &[false, true] } else { &[false] };
    let mut turns = vec![None];
    let middle = class.height.map_or(1, |height| height - 1);
    turns.extend(class.has(Symmetry::HalfTurn).then_some(Some(middle)));
    turns.extend(class.has(Symmetry::ExchangingHalfTurn).then_some(Some(0)));
    let (shifts, screw) = class.screw.map_or((1, 0), |screw| (class.period, screw));
    let mut images = Vec::new();
    for (by, shift) in (0..rotations).flat_map(|by| (0..shifts).map(move |shift| (by, shift))) {
        let by = by + (shift * screw) as i32;
        for &reflected in reflections {
            for &turn in &turns {
                // The half turn of a rhombus takes its first column to its last.
                let by = if turn.is_some() && !class.boards.wraps() { -1 } else { by };
                // The reflection takes x to −x − y: in each lower row one column further.
                let column = |x: i32, y: i32| {
                    let x = if reflected { -x - y } else { x };
                    if turn.is_some() { by - x } else { by + x }
                };
                let moved = |y| {
                    move |row| {
                        let row = rows.moved(row, |x| column(x, y));
                        if turn.is_some() && class.marks > 2 { rows.exchanged(row) } else { row }
                    }
                };
                let table = |y| (0..rows.count as Row).map(moved(y)).collect();
                // The longest words whose images are needed are the sides of windows.
                let rows = (0..2 * class.tuple as i32 - 2).map(table).collect();
                images.push(Image { rows, turn, shift });
            }
        }
    }
    images
}

/// Whether white has a ring of a cylinder in some rows, or can complete one there: such rows are
/// never allowed.
fn threatens(class: &Class, rows: &Rows, word: &[Row]) -> bool {
    let has_ring = |word: &[Row]| {
        let first = Crossing::first(class.boards, word[0], rows.columns);
        word[1..].iter().fold(first, |crossing, &row| crossing.then(row)).is_cut()
    };
    let completes = |at: usize| {
        let moves = rows.moves[usize::from(word[at])].iter();
        moves.map(|&played| Word::new(word).with(at, played)).any(|word| has_ring(&word))
    };
    class.boards.wraps() && (has_ring(word) || (0..word.len()).any(completes))
}
