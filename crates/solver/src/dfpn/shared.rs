//! The state that all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64};

use kring_board::{Colour, Game};

use crate::{
    bits::Bits,
    connections::ConnectionLists,
    graph::Graph,
    inferior::Inferior,
    orientation::{BitPosition, Orientations},
    table::DfpnTable,
};

pub struct DfpnShared<B> {
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
        let graphs = Colour::each(|colour| Graph::<B>::new(game.geometry(), colour));
        // The lists of connections count as memory: one set of lists for each colour, per thread.
        let lists = |graph: &Graph<B>| ConnectionLists::<B>::bytes(graph.ends.len());
        let lists: usize = graphs.iter().map(lists).sum();
        let memory = memory.saturating_sub(2 * lists).max(memory / 2);
        DfpnShared {
            graphs,
            orientations: Orientations::new(game),
            table: DfpnTable::new(memory),
            inferior: Inferior::new(game.geometry()),
            expanded: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
            several: AtomicBool::new(false),
        }
    }

    /// The position with dead and captured cells filled in, and the cells captured by each colour.
    pub fn fill(&self, BitPosition { of, mover }: BitPosition<B>) -> (BitPosition<B>, [B; 2]) {
        let (of, captured) = self.inferior.fill(of);
        (BitPosition { of, mover }, captured)
    }
}
