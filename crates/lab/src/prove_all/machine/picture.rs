//! A picture of the states of a machine: each as the word by which it was found, with its verdict.

use kring_picture::{
    Canvas, Picture,
    colour::{CHAIN, INK, PAPER},
};
use kring_proof::{all_n::Boards, machine::Verdict};

use super::learn::Learned;
use crate::prove_all::picture::{
    CELL_WIDTH, MARGIN, ROW_HEIGHT, background, disc, draw_rows, label,
};

/// The number of states in a line.
const LINE: usize = 10;

/// All states.
pub fn states(learned: &Learned) -> Picture {
    let Learned { machine, words, .. } = learned;
    let columns = machine.columns as f64;
    let tallest = words.iter().map(Vec::len).max().unwrap_or(0) as f64;
    // Each row of a board begins half a cell further to the right.
    let width = CELL_WIDTH * (columns + tallest / 2.0) + MARGIN;
    let height = ROW_HEIGHT * tallest + 2.0 * MARGIN;
    let mut order: Vec<usize> = (0..machine.states()).collect();
    order.sort_by_key(|&state| (machine.verdicts[state], words[state].len(), state));
    let lines = order.len().div_ceil(LINE);
    let page = (width * order.len().min(LINE) as f64 + MARGIN, height * lines as f64);
    let mut canvas = Canvas::default();
    background(&mut canvas, page);
    for (place, &state) in order.iter().enumerate() {
        let x = MARGIN + width * (place % LINE) as f64;
        let y = MARGIN + height * (place / LINE) as f64;
        let verdict = machine.verdicts[state];
        let fill = match verdict {
            Verdict::White => PAPER,
            Verdict::Mover => CHAIN,
            Verdict::Black => INK,
        };
        disc(&mut canvas, (x, y - 4.0), 4.0, fill);
        label(&mut canvas, (x + 8.0, y - 4.0), &format!("{state} {}", verdict.name()));
        let first = (x, y + 0.7 * MARGIN);
        draw_rows(&mut canvas, Boards::Cylinder, machine.columns, &words[state], first);
    }
    let title = format!(
        "The {} states of the machine of the cylinder with {} columns",
        machine.states(),
        machine.columns
    );
    canvas.picture(&title, page)
}
