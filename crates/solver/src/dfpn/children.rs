//! The moves of a position that a search chooses from.

use super::{
    super::{
        bits::Bits,
        orientation::{Orientation, Stones},
        table::{Entry, INFINITE, NO_MOVE},
    },
    Worker,
};

/// Moves that are looked at together: the best one, and this share of the rest.
const WIDENING: f64 = 0.25;

/// A position with dead and captured cells given away, and what was captured.
pub struct Node<B> {
    filled: Stones<B>,
    captured: [B; 2],
    /// The numbers of the moves that were searched.
    numbers: Vec<(u8, u32, u32)>,
}

impl<B: Bits> Node<B> {
    /// No move was searched so far.
    pub fn new(filled: Stones<B>, captured: [B; 2]) -> Node<B> {
        Node { filled, captured, numbers: Vec::new() }
    }

    /// Remembers the numbers of a move that was searched.
    pub fn learn(&mut self, cell: u8, found: &Entry<B>) {
        self.numbers.retain(|known| known.0 != cell);
        self.numbers.push((cell, found.phi, found.delta));
    }
}

/// A move and what is known of the position after it, as its mover sees it.
#[derive(Clone, Copy)]
pub struct Child<B> {
    pub cell: u8,
    pub stones: Stones<B>,
    /// How the board was turned for them.
    turned: Orientation,
    pub phi: u32,
    delta: u32,
}

impl<B: Bits> Worker<'_, B> {
    /// The moves that are considered now. Moves that are found to be refuted
    /// leave the set of the entry; a winning one solves it.
    pub(super) fn children(&self, node: &Node<B>, entry: &mut Entry<B>) -> Vec<Child<B>> {
        let mut children = Vec::with_capacity(8);
        let mut listed =
            entry.moves.into_iter().take_while(|&cell| cell != NO_MOVE).map(usize::from);
        let mut left = entry.set;
        while let Some(cell) = listed.find(|&cell| left.has(cell)).or_else(|| left.cells().next()) {
            if self.child(node, entry, cell, &mut children) {
                return children;
            }
            left &= entry.set & !B::one(cell);
            children.retain(|child: &Child<B>| entry.set.has(usize::from(child.cell)));
            let wanted = 1 + (entry.set.len() as f64 * WIDENING).ceil() as usize;
            if children.len() >= wanted {
                break;
            }
        }
        if children.is_empty() {
            entry.solve(false, entry.used, NO_MOVE);
        }
        children
    }

    /// Looks a move up. Whether it wins.
    fn child(
        &self,
        node: &Node<B>,
        entry: &mut Entry<B>,
        cell: usize,
        children: &mut Vec<Child<B>>,
    ) -> bool {
        let (after, turned) = self.shared.orientations.first(node.filled.after(cell));
        if children.iter().any(|child| child.stones == after) {
            // The same by symmetry: one stands for all.
            return false;
        }
        let mut child = Child { cell: cell as u8, stones: after, turned, phi: 1, delta: 1 };
        let known = self.shared.table.get(after);
        if let Some(known) = &known
            && known.wins().is_some()
        {
            self.apply(node, entry, &child, known);
            return entry.wins() == Some(true);
        }
        if let Some(&(_, phi, delta)) = node.numbers.iter().find(|known| known.0 == child.cell) {
            (child.phi, child.delta) = (phi, delta);
        }
        if let Some(known) = known {
            if known.work > 0 {
                (child.phi, child.delta) = (known.phi, known.delta);
            }
            // Where other threads search, more seems to be missing.
            let busy = u32::from(known.busy);
            child.delta =
                child.delta.saturating_add(busy * (1 + child.delta / 16)).min(INFINITE - 1);
        }
        children.push(child);
        false
    }

    /// What a move that is solved says about the position: it wins, or its
    /// refutation leaves fewer moves.
    pub(super) fn apply(
        &self,
        node: &Node<B>,
        entry: &mut Entry<B>,
        child: &Child<B>,
        found: &Entry<B>,
    ) {
        let orientations = &self.shared.orientations;
        let Some(refuted) = found.wins() else { return };
        let carrier = orientations.set(orientations.back(child.turned), found.set);
        if refuted {
            entry.set &= carrier;
            entry.used |= carrier;
        } else {
            let captured = node.captured[node.filled.to_move()];
            entry.solve(true, carrier | captured | B::one(child.cell.into()), child.cell);
        }
    }
}

/// The numbers of a position from those of its moves.
pub fn sum<B: Bits>(entry: &mut Entry<B>, children: &[Child<B>]) {
    let sum = children.iter().fold(0, |sum: u32, child| sum.saturating_add(child.phi));
    entry.phi = children.iter().map(|child| child.delta).min().unwrap_or(INFINITE);
    entry.delta = sum.min(INFINITE - 1);
}

/// The most promising move, and the `delta` of the second.
pub fn best<B: Bits>(children: &[Child<B>]) -> (Child<B>, u32) {
    let mut best = children[0];
    let mut second = INFINITE;
    for child in &children[1..] {
        if child.delta < best.delta {
            second = best.delta;
            best = *child;
        } else {
            second = second.min(child.delta);
        }
    }
    (best, second)
}
