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

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{
    bits::Bits,
    connections::{Connections, Effort, Win},
    graph::Graph,
    inferior::Inferior,
    order::Order,
    orientation::{Orientation, Orientations, Stones},
    table::{Entry, INFINITE, MOVES, Table},
};
use crate::{board::Game, rules::Colour};

/// What all threads share.
pub struct Shared<B> {
    pub graphs: [Graph<B>; 2],
    pub orientations: Orientations<B>,
    pub table: Table<B>,
    inferior: Inferior<B>,
    /// The positions looked at since the beginning.
    pub expanded: AtomicU64,
    /// No position is looked at beyond this number: exactly, so that searches
    /// by one thread can be repeated.
    pub most: AtomicU64,
    /// Ends all searches.
    pub over: AtomicBool,
    /// More than one thread searches, and each marks where it is.
    pub several: AtomicBool,
}

impl<B: Bits> Shared<B> {
    /// For a game, with a table of so many bytes.
    pub fn new(game: &Game, memory: usize) -> Shared<B> {
        let graphs: [Graph<B>; 2] = Colour::ALL.map(|colour| Graph::new(game.geometry(), colour));
        // The lists of connections are part of the memory; there are a few
        // of them, one for each thread and colour.
        let lists =
            |graph: &Graph<B>| Effort::for_lists(graph.ends.len()).bytes::<B>(graph.ends.len());
        let lists: usize = graphs.iter().map(lists).sum();
        let memory = memory.saturating_sub(2 * lists).max(memory / 2);
        Shared {
            graphs,
            orientations: Orientations::new(game),
            table: Table::new(memory),
            inferior: Inferior::new(game.geometry()),
            expanded: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
            several: AtomicBool::new(false),
        }
    }

    /// The stones with dead and captured cells given away, and what each
    /// colour captured.
    pub fn fill(&self, stones: [B; 2]) -> ([B; 2], [B; 2]) {
        self.inferior.fill(stones)
    }
}

/// Moves that are looked at together: the best one, and this share of the rest.
const WIDENING: f64 = 0.25;

/// Positions below a move from which on its numbers are told before the search returns.
const TELLING: u32 = 100;

/// A first look at a position.
enum Look<B> {
    /// The mover wins or loses; the winner's carrier, the winner's move.
    Solved(bool, B, u8),
    /// The moves that may win, and the carriers that refute the others.
    Open(B, B),
}

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

/// A position with dead and captured cells given away, and what was captured.
struct Node<B> {
    filled: Stones<B>,
    captured: [B; 2],
    /// The numbers of the moves that were searched.
    numbers: Vec<(u8, u32, u32)>,
}

impl<B: Bits> Node<B> {
    fn learn(&mut self, cell: u8, found: &Entry<B>) {
        self.numbers.retain(|known| known.0 != cell);
        self.numbers.push((cell, found.phi, found.delta));
    }
}

/// A move and what is known of the position after it, as its mover sees it.
#[derive(Clone, Copy)]
struct Child<B> {
    cell: u8,
    stones: Stones<B>,
    /// How the board was turned for them.
    turned: Orientation,
    phi: u32,
    delta: u32,
}

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
        let (filled, captured) = shared.inferior.fill(stones.of);
        let filled = Stones { of: filled, mover: stones.mover };
        let mut node = Node { filled, captured, numbers: Vec::new() };
        while entry.wins().is_none() {
            let children = self.children(&node, &mut entry);
            if entry.wins().is_none() {
                sum(&mut entry, &children);
            }
            if entry.wins().is_some() || entry.phi >= phi || entry.delta >= delta {
                break;
            }
            let (child, second) = best(&children);
            let below = (delta - entry.delta).saturating_add(child.phi).min(INFINITE);
            let beside = phi.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            self.mark(child.stones, 1);
            let found = self.search(child.stones, below, beside);
            self.mark(child.stones, -1);
            let found = found?;
            entry.work = entry.work.saturating_add(found.work);
            node.learn(child.cell, &found);
            self.apply(&node, &mut entry, &child, &found);
            if found.work > TELLING {
                // Long searches tell how far they have come.
                shared.table.update(stones, |old| old.learn(&entry));
            }
        }
        shared.table.update(stones, |old| old.learn(&entry));
        Ok(entry)
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
            Look::Solved(wins, carrier, cell) => solve(&mut entry, wins, carrier, cell),
            Look::Open(moves, used) => {
                entry.set = moves;
                entry.used = used;
                entry.moves = self.order.moves(stones, moves);
            }
        }
        self.shared.table.update(stones, |old| old.learn(&entry));
        Ok(entry)
    }

    /// What the connections say about a position.
    fn look(&mut self, stones: Stones<B>) -> Look<B> {
        let all = self.shared.graphs[0].all;
        // A win that depends on who is faster proves nothing about other positions.
        let needs = |win: &Win<B>| if win.pure { win.carrier } else { all };
        let (filled, captured) = self.shared.inferior.fill(stones.of);
        let (mover, other) = (stones.to_move(), 1 - stones.to_move());
        let (own, enemy) = (filled[mover], filled[other]);
        let reach = self.connections[mover].build(own, enemy, true);
        let win = reach.semis.iter().min_by_key(|win| needs(win).len());
        if let Some(win) = win.or(reach.full.as_ref()) {
            return Look::Solved(true, needs(win) | captured[mover], win.key);
        }
        let reach = self.connections[other].build(enemy, own, false);
        if let Some(win) = &reach.full {
            return Look::Solved(false, needs(win) | captured[other], win.key);
        }
        let mut threats = reach.semis.clone();
        threats.sort_unstable_by_key(|threat| needs(threat).len());
        let (mut moves, mut used) = (all & !own & !enemy, captured[other]);
        for threat in threats {
            if !moves.within(threat.carrier) {
                moves &= threat.carrier;
                used |= needs(&threat);
            }
        }
        let (vulnerable, needed) = self.shared.inferior.vulnerable(filled, mover, moves);
        Look::Open(moves & !vulnerable, used | needed)
    }

    /// The moves that are considered now. Moves that are found to be refuted
    /// leave the set of the entry; a winning one solves it.
    fn children(&mut self, node: &Node<B>, entry: &mut Entry<B>) -> Vec<Child<B>> {
        let mut children = Vec::with_capacity(8);
        let mut seen = B::EMPTY;
        let listed = entry.moves;
        let mut i = 0;
        let mut rest = B::EMPTY;
        loop {
            let cell = if i < MOVES && listed[i] != 255 {
                i += 1;
                usize::from(listed[i - 1])
            } else {
                if i != usize::MAX {
                    i = usize::MAX;
                    rest = entry.set & !seen;
                }
                rest &= entry.set;
                if rest.is_empty() {
                    break;
                }
                let cell = rest.first();
                rest = rest.rest();
                cell
            };
            if !entry.set.has(cell) || seen.has(cell) {
                continue;
            }
            seen |= B::one(cell);
            if self.child(node, entry, cell, &mut children) {
                return children;
            }
            let live = entry.set.len();
            let wanted = 1 + (live as f64 * WIDENING).ceil() as usize;
            children.retain(|child: &Child<B>| entry.set.has(usize::from(child.cell)));
            if children.len() >= wanted {
                break;
            }
        }
        if children.is_empty() {
            let carrier = entry.used;
            solve(entry, false, carrier, 255);
        }
        children
    }

    /// Looks a move up. Whether it wins.
    fn child(
        &mut self,
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
            child.delta = child.delta.saturating_mul(1 + busy).min(INFINITE - 1);
        }
        children.push(child);
        false
    }

    /// What a move that is solved says about the position: it wins, or its
    /// refutation leaves fewer moves.
    fn apply(&self, node: &Node<B>, entry: &mut Entry<B>, child: &Child<B>, found: &Entry<B>) {
        let orientations = &self.shared.orientations;
        let Some(refuted) = found.wins() else { return };
        let carrier = orientations.set(orientations.back(child.turned), found.set);
        if refuted {
            entry.set &= carrier;
            entry.used |= carrier;
        } else {
            let captured = node.captured[node.filled.to_move()];
            solve(entry, true, carrier | captured | B::one(child.cell.into()), child.cell);
        }
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

/// The numbers of a position from those of its moves.
fn sum<B: Bits>(entry: &mut Entry<B>, children: &[Child<B>]) {
    let sum = children.iter().fold(0, |sum: u32, child| sum.saturating_add(child.phi));
    entry.phi = children.iter().map(|child| child.delta).min().unwrap_or(INFINITE);
    entry.delta = sum.min(INFINITE - 1);
}

fn solve<B: Bits>(entry: &mut Entry<B>, wins: bool, carrier: B, cell: u8) {
    (entry.phi, entry.delta) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
    entry.set = carrier;
    entry.moves = [255; MOVES];
    entry.moves[0] = cell;
}

/// The most promising move, and the `delta` of the second.
fn best<B: Bits>(children: &[Child<B>]) -> (Child<B>, u32) {
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
