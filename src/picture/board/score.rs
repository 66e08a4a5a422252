//! What the moves of a game have left on the board.

use crate::{
    board::{Cell, Goal, Move, Position, STEPS},
    rules::Colour,
};

/// A step to a neighbour, as (columns, rows).
pub type Step = (i32, i32);

/// The numbers of the stones, and the chain that won.
pub struct Score {
    numbers: Vec<Option<usize>>,
    chain: Vec<Vec<Step>>,
    /// The stone of the last move.
    pub last: Option<Cell>,
}

impl Score {
    /// Reads a game's record. Stones that were set up have no number; a swap
    /// has one, so that numbers count moves as clients do.
    pub fn new(position: &Position) -> Score {
        let mut numbers = vec![None; position.size().cells()];
        let mut last = None;
        let moves = position.moves().skip(position.set_up_count());
        for (number, (_, mv)) in (1..).zip(moves) {
            let cell = match mv {
                Move::Cell(cell) => Some(cell),
                Move::SwapPieces => {
                    let taken: Option<Cell> = last.take();
                    taken.iter().for_each(|cell| numbers[cell.index()] = None);
                    taken.and_then(|cell| position.geometry().mirrored(cell))
                }
                Move::SwapSides | Move::Resign => None,
            };
            if let Some(cell) = cell {
                numbers[cell.index()] = Some(number);
                last = Some(cell);
            }
        }
        Score { numbers, chain: chain(position), last }
    }

    /// The number of the move that laid the stone.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers[cell.index()]
    }

    /// The steps from a stone of the winning chain to the stones before and
    /// after it; none if the stone is not of the chain.
    pub fn links(&self, cell: Cell) -> &[Step] {
        &self.chain[cell.index()]
    }

    /// Somebody has joined the sides or closed a ring.
    pub fn is_won(&self) -> bool {
        self.chain.iter().any(|links| !links.is_empty())
    }
}

/// The steps of the winning chain, from both ends of each. On small wrapped
/// boards two steps can lead to one cell; the first of [`STEPS`] goes on in
/// the direction of the ring. The chain of a single stone that joins two sides
/// has a link without length.
fn chain(position: &Position) -> Vec<Vec<Step>> {
    let cells = position.winning_chain();
    let mut links = vec![Vec::new(); position.size().cells()];
    let ring = |colour: Colour| position.geometry().goal(colour) == Goal::Ring;
    let closing = position.winner().is_some_and(ring).then(|| cells.first()).flatten();
    let next: Vec<Cell> = cells.iter().skip(1).chain(closing).copied().collect();
    for (&from, &to) in cells.iter().zip(&next) {
        let neighbours = position.geometry().neighbours(from).iter().zip(STEPS);
        let mut steps = neighbours.filter(|(cell, _)| **cell == to.0);
        if let Some((_, (dx, dy))) = steps.next() {
            links[from.index()].push((dx, dy));
            links[to.index()].push((-dx, -dy));
        }
    }
    if let ([only], []) = (&cells[..], &next[..]) {
        links[only.index()].push((0, 0));
    }
    links
}
