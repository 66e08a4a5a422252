//! A picture of the states of a machine: each as the word by which it was found, with its verdict.

use kring_proof::{all_n::Boards, machine::Verdict};

use super::learn::Learned;
use crate::picture::{CELL, MARGIN, Picture};

/// The states in lines of this number.
const LINE: usize = 10;

/// All states.
pub fn states(learned: &Learned) -> String {
    let Learned { machine, words, .. } = learned;
    let mut picture = Picture::default();
    let columns = machine.columns as f64;
    let tallest = words.iter().map(Vec::len).max().unwrap_or(0) as f64;
    // Each row of a board begins half a cell further to the right.
    let width = CELL * (columns + tallest / 2.0) + MARGIN;
    let height = CELL * 0.87 * tallest + 2.0 * MARGIN;
    let mut order: Vec<usize> = (0..machine.states()).collect();
    order.sort_by_key(|&state| (machine.verdicts[state], words[state].len(), state));
    for (place, &state) in order.iter().enumerate() {
        let x = MARGIN + width * (place % LINE) as f64;
        let y = MARGIN + height * (place / LINE) as f64;
        let verdict = machine.verdicts[state];
        let fill = match verdict {
            Verdict::White => "#ffffff",
            Verdict::Mover => "#1d8fe8",
            Verdict::Black => "#22211f",
        };
        picture.disc(x, y - 4.0, 4.0, fill);
        picture.text(x + 8.0, y, "start", &format!("{state} {}", verdict.name()));
        for (i, &row) in words[state].iter().enumerate() {
            let right = x + CELL / 2.0 * i as f64;
            let down = y + MARGIN * 0.7 + CELL * 0.87 * i as f64;
            picture.row(Boards::Cylinder, machine.columns, row, right, down);
        }
    }
    let lines = order.len().div_ceil(LINE) as f64;
    picture.finish(width * order.len().min(LINE) as f64 + MARGIN, height * lines)
}
