//! Inferior cells: empty cells whose owner is known, and moves that need not
//! be tried.
//!
//! * A cell is *dead* if its colour changes the winner of no completion. A dead
//!   cell is given to either colour.
//! * A set of cells is *captured* by a colour if that colour, answering inside
//!   the set, makes every stone dead that the other colour plays there. It
//!   counts as that colour's stones.
//! * A cell is *vulnerable* for the colour to move if some answer makes it dead.
//!   If `x` wins although the answer `y` kills it, the position with only `y`
//!   added is won too, so another move wins there, and wins without `y`. The
//!   vulnerable cells only grow with `y`, so all of them can be left out.
//! * A cell is *dominated* if another move makes it dead or captures it: that
//!   move is at least as good. It is left out only while that move is not.
//!
//! All this holds on the rhombus and on the cylinder, over the seam too: one
//! colour wins a full board, and black, who joins two sides there, needs no
//! rings. It is off elsewhere. On the torus both colours may have rings and the
//! first ring wins: captured cells that are not yet stones come too late. With
//! seasons a colour cannot always answer where it must, and a move that only
//! passes the time can be worth much: callers must not ask there.

mod board;
mod fill;
mod groups;
mod table;
#[cfg(test)]
mod tests;
mod trial;

pub use super::bits::Bits;
use board::Board;
use fill::Fill;
use groups::Groups;
use kring_board::{Colour, Geometry};
use trial::Given;

/// Finds the inferior cells of positions on one board.
#[derive(Clone, Debug)]
pub struct Inferior<B> {
    board: Board<B>,
}

/// What is known of a position without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis<B> {
    /// The stones of both colours with the cells that are given away.
    pub stones: [B; 2],
    /// The cells that each colour got by capture: its proofs rely on them. (On
    /// dead cells no proof relies.)
    pub captured: [B; 2],
    /// Empty cells that the colour to move need not try. If no other cell is
    /// empty, the colour to move wins only if `stones` win already.
    pub inferior: B,
}

impl<B: Bits> Inferior<B> {
    /// For the positions of a board without seasons.
    pub fn new(geometry: &Geometry) -> Inferior<B> {
        Inferior { board: Board::new(geometry) }
    }

    /// For tests: takes a cell with these contacts for dead, which it is not.
    #[cfg(test)]
    pub fn take_for_dead(&mut self, contacts: u16) {
        self.board.table = self.board.table.with_dead(contacts).into();
    }

    /// The stones with dead and captured cells given away, and what each
    /// colour captured.
    pub fn fill(&self, stones: [B; 2]) -> ([B; 2], [B; 2]) {
        if !self.board.is_on {
            return (stones, [B::EMPTY; 2]);
        }
        let mut fill = Fill::new(&self.board, stones);
        self.settle(&mut fill);
        (fill.stones, fill.captured)
    }

    /// Of some moves in a position that is filled in, the vulnerable ones, and
    /// the cells that the opponent needs to kill them: they belong to the
    /// carriers of its proofs. Dominated moves are not left out: once the better
    /// move is refuted, its carrier shows that they are refuted too.
    pub fn vulnerable(&self, filled: [B; 2], to_move: usize, moves: B) -> (B, B) {
        let (mut vulnerable, mut needed) = (B::EMPTY, B::EMPTY);
        if !self.board.is_on {
            return (vulnerable, needed);
        }
        let mut fill = Fill::new(&self.board, filled);
        let other = 1 - to_move;
        let kills = self.settle(&mut fill);
        debug_assert_eq!(fill.stones, filled, "not filled in");
        let givers = fill.givers()[other];
        for answer in fill.empty.cells() {
            let killed = kills[other][answer] & moves & !vulnerable;
            if !killed.is_empty() {
                vulnerable |= killed;
                needed |= B::one(answer);
            }
            if !givers.has(answer) {
                continue;
            }
            let after = fill.after(answer, other);
            let killed = after.dead & moves & !vulnerable;
            if !killed.is_empty() {
                vulnerable |= killed;
                needed |= B::one(answer) | after.captured;
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
    pub fn analyse(&self, stones: [B; 2], to_move: Colour) -> Analysis<B> {
        if !self.board.is_on {
            return Analysis { stones, captured: [B::EMPTY; 2], inferior: B::EMPTY };
        }
        let mut fill = Fill::new(&self.board, stones);
        let tried = loop {
            let kills = self.settle(&mut fill);
            let tried = try_moves(&mut fill, &kills);
            let Some((colour, set)) = captured_set(&tried) else { break tried };
            fill.capture(set, colour);
        };
        let inferior = inferior(&mut fill, &tried, to_move);
        Analysis { stones: fill.stones, captured: fill.captured, inferior }
    }

    /// Gives away dead cells and captured pairs until nothing changes. Tells what
    /// each move kills then.
    fn settle(&self, fill: &mut Fill<'_, B>) -> Kills<B> {
        loop {
            fill.run([true; 2]);
            let groups = [0, 1].map(|colour| Groups::new(&self.board, fill, colour));
            let dead = groups[0].dead() | groups[1].dead();
            if !dead.is_empty() {
                fill.kill(dead);
                continue;
            }
            let kills = kills(fill, &groups);
            if !capture_pairs(fill, &kills) {
                return kills;
            }
        }
    }
}

/// The cells that each move kills, by colours and moves.
type Kills<B> = [Vec<B>; 2];

fn kills<B: Bits>(fill: &Fill<'_, B>, groups: &[Groups<'_, B>; 2]) -> Kills<B> {
    let mut kills = [vec![B::EMPTY; B::MOST], vec![B::EMPTY; B::MOST]];
    let [black, white] = &mut kills;
    groups[0].kills(black, white);
    groups[1].kills(white, black);
    fill.kills(0, black);
    fill.kills(1, white);
    kills
}

/// What the moves of each colour give away, as far as they do.
fn try_moves<B: Bits>(fill: &mut Fill<'_, B>, kills: &Kills<B>) -> [Vec<Given<B>>; 2] {
    let (givers, empty) = (fill.givers(), fill.empty);
    [0, 1].map(|colour| {
        let gives = |cell: &usize| givers[colour].has(*cell) || !kills[colour][*cell].is_empty();
        let mut try_move = |cell: usize| {
            let dead = kills[colour][cell];
            let given = match givers[colour].has(cell) {
                true => fill.after(cell, colour),
                false => Given { cell, dead, captured: B::EMPTY },
            };
            // What is dead need not be captured.
            Given { cell, dead: given.dead | dead, captured: given.captured & !dead }
        };
        empty.cells().filter(gives).map(&mut try_move).collect()
    })
}

/// Captures pairs of cells of which each, taken by a colour, kills the other: if
/// the opponent plays at one of them, the answer at the other makes that stone
/// dead. Tells whether there was one.
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

/// Larger captured sets. A move `b` settles a set: itself, the cells that it
/// kills and those that it captures. If every cell of the set is killed by a
/// move that settles just this set, the set is captured: `a` is answered by the
/// move that kills it, and the rest is settled.
fn captured_set<B: Bits>(tried: &[Vec<Given<B>>; 2]) -> Option<(usize, B)> {
    (0..2).find_map(|colour| {
        let set = tried[colour].iter().enumerate().find_map(|(i, first)| {
            let set = first.set();
            let killed = |killed: B, next: &Given<B>| match next.set() == set {
                true => killed | next.dead,
                false => killed,
            };
            let killed = tried[colour][i..].iter().fold(B::EMPTY, killed);
            set.within(killed).then_some(set)
        })?;
        Some((colour, set))
    })
}

/// The moves that need not be tried: first all vulnerable ones, then those that
/// a move dominates which is still there.
fn inferior<B: Bits>(fill: &mut Fill<'_, B>, tried: &[Vec<Given<B>>; 2], to_move: Colour) -> B {
    let own = to_move.index();
    // A captured cell is not killed: its capture would take another answer.
    let killed = |cells: B, answer: &Given<B>| cells | answer.dead;
    let mut inferior = tried[1 - own].iter().fold(B::EMPTY, killed);
    for cell in (fill.empty & !inferior).cells() {
        if fill.refutation(cell, own).is_some() {
            inferior |= B::one(cell);
        }
    }
    for given in &tried[own] {
        if !inferior.has(given.cell) {
            inferior |= given.dead | given.captured;
        }
    }
    inferior
}
