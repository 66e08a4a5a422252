//! Depth-first proof-number search.
//!
//! Every position has two numbers, from the side to move: `phi`, the proof number of a win, and
//! `delta`, that of a loss. The search always follows the move with the least work missing, until
//! the numbers reach thresholds at which another branch is better.
//!
//! Moves are left out where that is sound. If the opponent would win after a pass with a carrier,
//! every move outside the carrier loses: the *must-play region* is the intersection of all these
//! carriers. Each refuted move adds another carrier.

mod children;
mod deadlines;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use kring_board::{Colour, Game};

use super::{
    INFINITE,
    bits::Bits,
    connections::{ConnectionLists, Connections},
    graph::Graph,
    inferior::Inferior,
    order::MoveOrder,
    orientation::{BitPosition, Orientations},
    question::SearchStopped,
    table::{DfpnEntry, DfpnTable},
};
use children::{DfpnChild, DfpnNode, best};
use deadlines::Deadlines;

/// The work below a move from which on its numbers are stored before the search returns.
const STORED_WORK: u32 = 100;

/// The positions between two calls of a worker's monitor. In a browser the monitor also lets
/// messages in.
const CHECK_EVERY: u32 = if cfg!(target_arch = "wasm32") { 1 } else { 8 };

/// What a thread takes beside its connections: mostly the evaluator of the network.
const THREAD_BYTES: usize = 2 << 20;

/// The pairs of nodes whose connections a thread has room for. Positions on a torus of 11×11 have
/// connections between some 1200 of 68,000 pairs.
const MOST_SLOTS: usize = 1 << 14;
const LEAST_SLOTS: usize = 1 << 11;

/// The state that all threads of a search share.
pub struct DfpnShared<B> {
    /// The memory of the table and of all threads, in bytes.
    memory: usize,
    /// The slots of each thread's lists of connections, for each colour.
    slots: AtomicUsize,
    pub graphs: [Graph<B>; 2],
    pub orientations: Orientations<B>,
    pub table: DfpnTable<B>,
    pub inferior: Inferior<B>,
    /// The positions expanded since the beginning.
    pub expanded: AtomicU64,
    /// The maximum of `expanded`. It is exact, so that searches by one thread are repeatable.
    pub most: AtomicU64,
    pub over: AtomicBool,
    /// Whether more than one thread searches, and each marks where it is.
    pub several: AtomicBool,
}

impl<B: Bits> DfpnShared<B> {
    pub fn new(game: &Game, memory: usize) -> DfpnShared<B> {
        DfpnShared {
            memory,
            slots: AtomicUsize::new(LEAST_SLOTS),
            graphs: Colour::each(|colour| Graph::<B>::new(game.geometry(), colour)),
            orientations: Orientations::new(game),
            table: DfpnTable::new(),
            inferior: Inferior::new(game.geometry()),
            expanded: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
            several: AtomicBool::new(false),
        }
    }

    /// Divides the memory among the threads of a search and the table. Returns the number of threads:
    /// as many as asked for, or as many as half of the memory holds, but at least one.
    pub fn divide(&self, asked: usize) -> usize {
        let table = self.table.bytes().max(self.memory / 2);
        let room = self.memory.saturating_sub(table);
        let lists = self.graphs.each_ref().map(|graph| graph.ends.len());
        let [black, white] = lists.map(ConnectionLists::<B>::bytes);
        let fixed = THREAD_BYTES + black.0 + white.0;
        let slot = black.1 + white.1;
        let most = lists[0].max(lists[1]).min(MOST_SLOTS);
        let least = LEAST_SLOTS.min(most);
        let threads = (room / (fixed + least * slot)).clamp(1, asked);
        let slots = ((room / threads).saturating_sub(fixed) / slot).clamp(least, most);
        self.slots.store(slots, Relaxed);
        self.table.limit(self.memory.saturating_sub(threads * (fixed + slots * slot)));
        threads
    }

    /// The connections of both colours, for one thread, with as much room as [`DfpnShared::divide`]
    /// gave each.
    pub fn connections(&self) -> ThreadConnections<'_, B> {
        let slots = self.slots.load(Relaxed);
        self.graphs.each_ref().map(|graph| Connections::with_slots(graph, slots))
    }

    /// The position with dead and captured cells filled in, and the cells captured by each colour.
    pub fn fill(&self, BitPosition { of, mover }: BitPosition<B>) -> (BitPosition<B>, [B; 2]) {
        let (of, captured) = self.inferior.fill(of);
        (BitPosition { of, mover }, captured)
    }
}

/// The connections of both colours that a thread builds.
pub type ThreadConnections<'a, B> = [Connections<'a, B>; 2];

/// One thread of a search.
pub struct DfpnWorker<'a, B: Bits> {
    shared: &'a DfpnShared<B>,
    connections: ThreadConnections<'a, B>,
    order: &'a mut MoveOrder,
    /// Whether several threads search and mark where they are.
    several: bool,
    /// Called every [`CHECK_EVERY`] positions.
    monitor: Option<&'a mut dyn FnMut()>,
    /// The positions since its last call.
    since_check: u32,
}

impl<'a, B: Bits> DfpnWorker<'a, B> {
    /// The monitor is called now and then, and may end the search.
    pub fn new(
        shared: &'a DfpnShared<B>,
        order: &'a mut MoveOrder,
        monitor: Option<&'a mut dyn FnMut()>,
    ) -> DfpnWorker<'a, B> {
        DfpnWorker::with(shared, shared.connections(), order, monitor)
    }

    /// The same with connections that were made before.
    pub fn with(
        shared: &'a DfpnShared<B>,
        connections: ThreadConnections<'a, B>,
        order: &'a mut MoveOrder,
        monitor: Option<&'a mut dyn FnMut()>,
    ) -> DfpnWorker<'a, B> {
        let several = shared.several.load(Relaxed);
        DfpnWorker { shared, connections, order, several, monitor, since_check: 0 }
    }

    /// Solves a position, which must be in its canonical orientation.
    pub fn solve(&mut self, root: BitPosition<B>) -> Result<DfpnEntry<B>, SearchStopped> {
        loop {
            let entry = self.search(root, INFINITE, INFINITE)?;
            if entry.wins().is_some() {
                return Ok(entry);
            }
        }
    }

    /// Searches until one of the numbers reaches its threshold; returns the entry.
    ///
    /// The table may lose any entry at any time, so the numbers of the moves are also kept here:
    /// thresholds only grow, and the search terminates.
    fn search(
        &mut self,
        stones: BitPosition<B>,
        phi: u32,
        delta: u32,
    ) -> Result<DfpnEntry<B>, SearchStopped> {
        let shared = self.shared;
        let mut entry = match shared.table.get(stones) {
            Some(entry) if entry.work > 0 => entry,
            _ => self.expand(stones)?,
        };
        if entry.wins().is_some() {
            return Ok(entry);
        }
        let (filled, captured) = shared.fill(stones);
        let mut node =
            DfpnNode { filled, captured, numbers: Vec::new(), deadlines: Deadlines::default() };
        while entry.wins().is_none() {
            let children = self.numbers(&node, &mut entry);
            if entry.wins().is_some() || entry.phi >= phi || entry.delta >= delta {
                break;
            }
            let (child, second) = best(&children);
            let below = (delta - entry.delta).saturating_add(child.phi);
            let beside = phi.min(second.saturating_add(1 + second / 4));
            let before = shared.table.get(child.stones).map_or(0, |stored| stored.work);
            self.mark(child.stones, 1);
            let found = self.search(child.stones, below, beside);
            self.mark(child.stones, -1);
            let found = match found {
                Ok(found) => found,
                Err(stopped) => {
                    // Keep the numbers found so far.
                    self.numbers(&node, &mut entry);
                    shared.table.update(stones, &|old| old.learn(&entry));
                    return Err(stopped);
                }
            };
            let work = found.work.saturating_sub(before);
            entry.work = entry.work.saturating_add(work);
            node.numbers.retain(|stored| stored.0 != child.cell);
            node.numbers.push((child.cell, found.phi, found.delta));
            self.apply(&node, &mut entry, &child, &found);
            if work > STORED_WORK {
                // Long searches store their progress.
                shared.table.update(stones, &|old| old.learn(&entry));
            }
        }
        shared.table.update(stones, &|old| old.learn(&entry));
        Ok(entry)
    }

    /// The moves considered now; updates the position's numbers from theirs.
    fn numbers(&mut self, node: &DfpnNode<B>, entry: &mut DfpnEntry<B>) -> Vec<DfpnChild<B>> {
        let children = self.children(node, entry);
        if entry.wins().is_none() {
            let sum = children.iter().fold(0, |sum: u32, child| sum.saturating_add(child.phi));
            entry.phi = children.iter().map(|child| child.delta).min().unwrap_or(INFINITE);
            entry.delta = sum.min(INFINITE - 1);
        }
        children
    }

    /// Marks that this thread begins (`by` 1) or ends (`by` −1) the search of a position.
    fn mark(&self, stones: BitPosition<B>, by: i8) {
        if self.several {
            let change =
                |entry: &mut DfpnEntry<B>| entry.busy = entry.busy.saturating_add_signed(by);
            self.shared.table.update(stones, &change);
        }
    }

    fn expand(&mut self, stones: BitPosition<B>) -> Result<DfpnEntry<B>, SearchStopped> {
        self.check()?;
        let mut entry = DfpnEntry::new(stones);
        entry.work = 1;
        self.analyse(&mut entry);
        if entry.wins().is_none() {
            entry.moves = self.order.moves(stones, entry.set);
        }
        self.shared.table.update(stones, &|old| old.learn(&entry));
        Ok(entry)
    }

    /// Counts a position; an error if the search has to stop.
    fn check(&mut self) -> Result<(), SearchStopped> {
        if let Some(monitor) = &mut self.monitor {
            self.since_check += 1;
            if self.since_check == CHECK_EVERY {
                self.since_check = 0;
                monitor();
            }
        }
        let shared = self.shared;
        if shared.over.load(Relaxed) || shared.expanded.load(Relaxed) >= shared.most.load(Relaxed) {
            return Err(SearchStopped);
        }
        shared.expanded.fetch_add(1, Relaxed);
        Ok(())
    }
}
