//! What all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64};

use kring_board::{Colour, Game};

use super::super::{
    bits::Bits, connections::Effort, graph::Graph, inferior::Inferior, orientation::Orientations,
    table::Table,
};

/// What all threads share.
pub struct Shared<B> {
    pub graphs: [Graph<B>; 2],
    pub orientations: Orientations<B>,
    pub table: Table<B>,
    pub inferior: Inferior<B>,
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
