//! Depth-first proof-number search.
//!
//! Every position has two numbers, as its mover sees them: `phi`, how hard it is to
//! prove a win, and `delta`, how hard to prove a loss. The search always goes where
//! the least work seems to be missing, down to thresholds at which another
//! branch would be better.
//!
//! Moves are left out where that loses nothing. If the opponent would win after
//! a pass with a carrier, every move outside the carrier loses: the
//! *must-play region* is what all known carriers have in common. Each refuted move
//! gives another carrier.

mod children;
mod look;
mod shared;

use std::sync::atomic::Ordering::Relaxed;

use super::{
    bits::Bits,
    connections::Connections,
    order::Order,
    orientation::Stones,
    table::{Entry, INFINITE},
};
use children::{Child, Node, best, sum};
use look::Look;
pub use shared::Shared;

/// Positions below a move from which on its numbers are told before the search
/// returns.
const TELLING: u32 = 100;

/// The search of one thread.
pub struct Worker<'a, B: Bits> {
    shared: &'a Shared<B>,
    connections: [Connections<'a, B>; 2],
    order: &'a mut Order,
    /// Whether marks are set.
    several: bool,
}

/// The search was ended.
pub struct Stopped;

impl<'a, B: Bits> Worker<'a, B> {
    /// With what all threads share.
    pub fn new(shared: &'a Shared<B>, order: &'a mut Order) -> Worker<'a, B> {
        let connections = [0, 1].map(|colour| Connections::new(&shared.graphs[colour]));
        Worker { shared, connections, order, several: shared.several.load(Relaxed) }
    }

    /// Solves a position, which must be the first of its symmetric ones.
    pub fn solve(&mut self, root: Stones<B>) -> Result<Entry<B>, Stopped> {
        loop {
            let entry = self.search(root, INFINITE, INFINITE)?;
            if entry.wins().is_some() {
                return Ok(entry);
            }
        }
    }

    /// Searches until one of the numbers reaches its limit; what is known then.
    ///
    /// The table may lose anything at any time, so the numbers of the moves
    /// are kept here too: thresholds only grow, and the search comes to an end.
    fn search(&mut self, stones: Stones<B>, phi: u32, delta: u32) -> Result<Entry<B>, Stopped> {
        let shared = self.shared;
        let known = shared.table.get(stones).filter(|entry| entry.work > 0);
        let mut entry = match known {
            Some(entry) => entry,
            None => self.expand(stones)?,
        };
        if entry.wins().is_some() {
            return Ok(entry);
        }
        let (filled, captured) = shared.fill(stones.of);
        let mut node = Node::new(Stones { of: filled, mover: stones.mover }, captured);
        while entry.wins().is_none() {
            let children = self.numbers(&node, &mut entry);
            if entry.wins().is_some() || entry.phi >= phi || entry.delta >= delta {
                break;
            }
            let (child, second) = best(&children);
            let below = (delta - entry.delta).saturating_add(child.phi).min(INFINITE);
            let beside = phi.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            let before = shared.table.get(child.stones).map_or(0, |known| known.work);
            self.mark(child.stones, 1);
            let found = self.search(child.stones, below, beside);
            self.mark(child.stones, -1);
            let found = match found {
                Ok(found) => found,
                Err(stopped) => {
                    // What is known so far is the answer.
                    self.numbers(&node, &mut entry);
                    shared.table.update(stones, |old| old.learn(&entry));
                    return Err(stopped);
                }
            };
            let work = found.work.saturating_sub(before);
            entry.work = entry.work.saturating_add(work);
            node.learn(child.cell, &found);
            self.apply(&node, &mut entry, &child, &found);
            if work > TELLING {
                // Long searches tell how far they have come.
                shared.table.update(stones, |old| old.learn(&entry));
            }
        }
        shared.table.update(stones, |old| old.learn(&entry));
        Ok(entry)
    }

    /// The moves that are considered now, and the position's numbers from theirs.
    fn numbers(&mut self, node: &Node<B>, entry: &mut Entry<B>) -> Vec<Child<B>> {
        let children = self.children(node, entry);
        if entry.wins().is_none() {
            sum(entry, &children);
        }
        children
    }

    /// Tells other threads that this one begins or ends to search a position.
    fn mark(&self, stones: Stones<B>, by: i8) {
        if self.several {
            let change = |entry: &mut Entry<B>| entry.busy = entry.busy.saturating_add_signed(by);
            self.shared.table.update(stones, change);
        }
    }

    /// Looks at a position for the first time and remembers it.
    fn expand(&mut self, stones: Stones<B>) -> Result<Entry<B>, Stopped> {
        self.check()?;
        let mut entry = Entry::new(stones);
        entry.work = 1;
        match self.look(stones) {
            Look::Solved(wins, carrier, cell) => entry.solve(wins, carrier, cell),
            Look::Open(moves, used) => {
                entry.set = moves;
                entry.used = used;
                entry.moves = self.order.moves(stones, moves);
            }
        }
        self.shared.table.update(stones, |old| old.learn(&entry));
        Ok(entry)
    }

    /// Counts a position; whether the search may go on.
    fn check(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        if shared.over.load(Relaxed) || shared.expanded.load(Relaxed) >= shared.most.load(Relaxed) {
            return Err(Stopped);
        }
        shared.expanded.fetch_add(1, Relaxed);
        Ok(())
    }
}
