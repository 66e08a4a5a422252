//! Inferior cells: empty cells whose owner is known, and moves that need not be tried.
//!
//! * A cell is *dead* if its colour changes the winner of no completion. A dead cell is given to
//!   either colour.
//! * A set of cells is *captured* by a colour if that colour, answering inside the set, makes
//!   every stone dead that the other colour plays there. It counts as that colour's stones.
//! * A cell is *vulnerable* for the colour to move if some answer makes it dead. If `x` wins
//!   although the answer `y` kills it, the position with only `y` added is won too, so another
//!   move wins there, and wins without `y`. Adding `y` can only make more cells vulnerable, so all
//!   of them can be left out.
//! * A cell is *dominated* if another move makes it dead or captures it: that move is at least as
//!   good. It is left out only if the dominating move is kept.
//!
//! All this holds on the rhombus and on the cylinder, over the seam too: one colour wins a full
//! board, and black, who joins two sides there, needs no rings. It is off elsewhere. On the torus
//! both colours may have rings and the first ring wins: captured cells that are not yet stones
//! come too late. With seasons a colour cannot always answer where it must, and a waiting move can
//! be worth much: callers must not use this module there.

mod board;
mod fill;
mod groups;
mod table;
mod trial;

pub use super::bits::Bits;
use board::FillBoard;
use fill::Fill;
use groups::FillGroups;
use kring_board::{Colour, Geometry};
use trial::MoveEffects;

/// Finds the inferior cells of positions on one board.
#[derive(Clone, Debug)]
pub struct Inferior<B> {
    /// `None` where nothing is inferior.
    board: Option<FillBoard<B>>,
}

/// The static analysis of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferiorAnalysis<B> {
    /// The stones of both colours, with the cells that are filled in.
    pub stones: [B; 2],
    /// The cells that each colour has captured: its proofs rely on them. (No proof relies on dead
    /// cells.)
    pub captured: [B; 2],
    /// Empty cells that the colour to move need not try. If no other cell is empty, the colour to
    /// move wins only if `stones` win already.
    pub inferior: B,
}

impl<B: Bits> Inferior<B> {
    /// For the positions of a board without seasons.
    pub fn new(geometry: &Geometry) -> Inferior<B> {
        Inferior { board: FillBoard::new(geometry) }
    }

    /// The stones with dead and captured cells filled in, and the cells captured by each colour.
    pub fn fill(&self, stones: [B; 2]) -> ([B; 2], [B; 2]) {
        let Some(board) = &self.board else { return (stones, [B::EMPTY; 2]) };
        let mut fill = Fill::new(board, stones);
        settle(&mut fill);
        (fill.stones, fill.captured)
    }

    /// The vulnerable ones among some moves of a filled-in position, and the cells that the
    /// opponent needs to kill them, which belong to the carriers of its proofs. Dominated moves
    /// are not left out: once the better move is refuted, its carrier refutes them too.
    pub fn vulnerable(&self, filled: [B; 2], to_move: usize, moves: B) -> (B, B) {
        let mut vulnerable = B::EMPTY;
        let mut needed = B::EMPTY;
        let Some(board) = &self.board else { return (vulnerable, needed) };
        let mut fill = Fill::new(board, filled);
        let other = 1 - to_move;
        let kills = settle(&mut fill);
        debug_assert_eq!(fill.stones, filled, "not filled in");
        let effective_moves = fill.effective_moves()[other];
        let mut note = |killed: B, used: B| {
            let killed = killed & moves & !vulnerable;
            if !killed.is_empty() {
                vulnerable |= killed;
                needed |= used;
            }
        };
        for answer in fill.empty.cells() {
            note(kills[other][answer], B::one(answer));
            if effective_moves.has(answer) {
                let after = fill.after(answer, other);
                note(after.dead, B::one(answer) | after.captured);
            }
        }
        for cell in (moves & fill.empty & !vulnerable).cells() {
            if let Some(used) = fill.refutation(cell, to_move) {
                vulnerable |= B::one(cell);
                needed |= used;
            }
        }
        (vulnerable, needed)
    }

    /// Fills in a position and finds the moves that need not be tried.
    pub fn analyse(&self, stones: [B; 2], to_move: Colour) -> InferiorAnalysis<B> {
        let Some(board) = &self.board else {
            return InferiorAnalysis { stones, captured: [B::EMPTY; 2], inferior: B::EMPTY };
        };
        let mut fill = Fill::new(board, stones);
        let tried = loop {
            let kills = settle(&mut fill);
            let tried = try_moves(&mut fill, &kills);
            let Some((colour, set)) = captured_set(&tried) else { break tried };
            fill.capture(set, colour);
        };
        let inferior = inferior(&mut fill, &tried, to_move.index());
        InferiorAnalysis { stones: fill.stones, captured: fill.captured, inferior }
    }
}

/// Fills in dead cells and captured pairs until nothing changes. Returns the cells that each
/// move then kills.
fn settle<B: Bits>(fill: &mut Fill<'_, B>) -> Kills<B> {
    loop {
        fill.run([true; 2]);
        let groups = [FillGroups::new(fill, 0), FillGroups::new(fill, 1)];
        let dead = groups[0].dead() | groups[1].dead();
        if !dead.is_empty() {
            fill.kill(dead);
            continue;
        }
        let mut kills = [vec![B::EMPTY; B::MAX_CELLS], vec![B::EMPTY; B::MAX_CELLS]];
        let [black, white] = &mut kills;
        groups[0].kills(black, white);
        groups[1].kills(white, black);
        fill.kills(0, black);
        fill.kills(1, white);
        if !capture_pairs(fill, &kills) {
            return kills;
        }
    }
}

/// The cells that each move kills, by colour and move.
type Kills<B> = [Vec<B>; 2];

/// The effects of the moves of each colour that have any.
fn try_moves<B: Bits>(fill: &mut Fill<'_, B>, kills: &Kills<B>) -> [Vec<MoveEffects<B>>; 2] {
    let effective_moves = fill.effective_moves();
    let empty = fill.empty;
    let mut tried = |colour: usize| {
        let has_effect =
            |cell: &usize| effective_moves[colour].has(*cell) || !kills[colour][*cell].is_empty();
        let mut try_move = |cell: usize| {
            let dead = kills[colour][cell];
            let effects = if effective_moves[colour].has(cell) {
                fill.after(cell, colour)
            } else {
                MoveEffects { cell, dead, captured: B::EMPTY }
            };
            // Dead cells need not be captured.
            MoveEffects { cell, dead: effects.dead | dead, captured: effects.captured & !dead }
        };
        empty.cells().filter(has_effect).map(&mut try_move).collect()
    };
    [tried(0), tried(1)]
}

/// Captures pairs of cells, near or far, as [`Fill::partner`] does; returns whether there was one.
fn capture_pairs<B: Bits>(fill: &mut Fill<'_, B>, kills: &Kills<B>) -> bool {
    let before = fill.empty;
    for (colour, kills) in kills.iter().enumerate() {
        for cell in before.cells() {
            let partner = |&other: &usize| kills[other].has(cell);
            if fill.empty.has(cell)
                && let Some(other) = (kills[cell] & fill.empty).cells().find(partner)
            {
                fill.capture(B::one(cell) | B::one(other), colour);
            }
        }
    }
    fill.empty != before
}

/// Finds larger captured sets. A move `b` settles a set: itself, the cells that it kills and
/// those that it captures. If every cell of the set is killed by a move that settles exactly this
/// set, the set is captured: `a` is answered by the move that kills it, and the rest is settled.
fn captured_set<B: Bits>(tried: &[Vec<MoveEffects<B>>; 2]) -> Option<(usize, B)> {
    (0..2).find_map(|colour| {
        let set = tried[colour].iter().enumerate().find_map(|(i, first)| {
            let set = first.set();
            let settling = tried[colour][i..].iter().filter(|next| next.set() == set);
            let killed = settling.fold(B::EMPTY, |killed, next| killed | next.dead);
            set.within(killed).then_some(set)
        })?;
        Some((colour, set))
    })
}

/// The moves that need not be tried: first all vulnerable ones, then those dominated by a move
/// that is not left out.
fn inferior<B: Bits>(fill: &mut Fill<'_, B>, tried: &[Vec<MoveEffects<B>>; 2], own: usize) -> B {
    // A captured cell is not killed: its capture would take another reply.
    let killed = |cells: B, answer: &MoveEffects<B>| cells | answer.dead;
    let mut inferior = tried[1 - own].iter().fold(B::EMPTY, killed);
    for cell in (fill.empty & !inferior).cells() {
        if fill.refutation(cell, own).is_some() {
            inferior |= B::one(cell);
        }
    }
    for effects in &tried[own] {
        if !inferior.has(effects.cell) {
            inferior |= effects.dead | effects.captured;
        }
    }
    inferior
}
