//! The state of the solver in the graphics language of HexGui.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use kring_board::{Cell, Colour, Move, Size};
use kring_solver::INFINITE;

use super::{command::Arguments, graphics::LIVE_EVERY};

/// Proof and disproof number of a move.
pub type ProofBounds = (u32, u32);

/// The numbers of a move that wins, and of one that loses.
pub const WIN: ProofBounds = (0, INFINITE);
pub const LOSS: ProofBounds = (INFINITE, 0);

/// Writes blocks of live graphics if the client wants them.
pub struct LiveSolver<'a, 'b> {
    arguments: &'a Arguments<'b>,
    is_on: bool,
    size: Size,
    colour: Colour,
    last: Instant,
}

impl<'a, 'b> LiveSolver<'a, 'b> {
    /// Graphics for a search with this colour to move.
    pub fn new(
        arguments: &'a Arguments<'b>,
        is_on: bool,
        size: Size,
        colour: Colour,
    ) -> LiveSolver<'a, 'b> {
        LiveSolver { arguments, is_on, size, colour, last: Instant::now() }
    }

    /// Shows the state if the last block is old enough.
    pub fn show(&mut self, line: &[Move], bounds: &[(Cell, ProofBounds)], text: &str) {
        if self.last.elapsed() >= LIVE_EVERY {
            self.show_now(line, bounds, text);
        }
    }

    /// Shows the state at once.
    pub fn show_now(&mut self, line: &[Move], bounds: &[(Cell, ProofBounds)], text: &str) {
        self.last = Instant::now();
        if self.is_on {
            let block = block(self.size, self.colour, line, bounds, text);
            let mut live = self.arguments.live.borrow_mut();
            // A lost client is noticed when the reply is written.
            let _ = live.write_all(block.as_bytes()).and_then(|()| live.flush());
        }
    }
}

/// A block that HexGui draws: the line as numbered stones, moves that win
/// green, moves that lose red, and the bounds of the others.
fn block(
    size: Size,
    colour: Colour,
    line: &[Move],
    bounds: &[(Cell, ProofBounds)],
    text: &str,
) -> String {
    let mut moves = String::new();
    let mut mover = colour;
    for cell in line.iter().map_while(|mv| mv.cell()) {
        let letter = if mover == Colour::Black { 'B' } else { 'W' };
        let _ = write!(moves, " {letter} {}", cell.name(size));
        mover = mover.other();
    }
    let mut labels = String::new();
    // Moves with (1, 1) have not been searched.
    for (cell, bounds) in bounds.iter().filter(|(_, bounds)| *bounds != (1, 1)) {
        let label = match *bounds {
            WIN => "W".to_owned(),
            LOSS => "L".to_owned(),
            (proof, disproof) => format!("{}@@{}", short(proof), short(disproof)),
        };
        let _ = write!(labels, " {} {label}", cell.name(size));
    }
    format!("gogui-gfx:\ndfpn\nVAR{moves}\nLABEL{labels}\nTEXT {text}\n\n")
}

/// A number in at most five characters.
fn short(number: u32) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        INFINITE => "inf".to_owned(),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Seconds with three decimals.
pub fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_every_line_in_the_order_of_hexgui() {
        let size = Size::new(2, 2).unwrap();
        let line = [Move::Cell(Cell(1)), Move::Cell(Cell(2)), Move::SwapPieces];
        let bounds = [(0, LOSS), (1, WIN), (2, (1, 1)), (3, (12, 34_567))];
        let bounds = bounds.map(|(cell, bounds)| (Cell(cell), bounds));
        assert_eq!(
            block(size, Colour::White, &line, &bounds, "2 of 4"),
            "gogui-gfx:\ndfpn\nVAR W b1 B a2\nLABEL a1 L b1 W b2 12@@34k\nTEXT 2 of 4\n\n"
        );
        assert_eq!(
            block(size, Colour::Black, &[], &[], "nothing"),
            "gogui-gfx:\ndfpn\nVAR\nLABEL\nTEXT nothing\n\n"
        );
    }
}
