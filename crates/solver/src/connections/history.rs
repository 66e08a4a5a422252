//! The derivation of each connection, from which a proof is written.

use std::collections::HashMap;

use super::Connections;
use crate::{
    bits::Bits,
    graph::{GraphNode, ListId},
};

/// Whether a connection needs one more stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// It needs none.
    Full,
    /// It needs its key.
    Semi,
}

/// The rule that derived a connection.
#[derive(Clone, Debug)]
pub enum Derivation<B> {
    /// The nodes are neighbours.
    Touch,
    /// AND of two full connections with this common end: their lists and carriers.
    And(GraphNode, (ListId, B), (ListId, B)),
    /// OR of semi connections of the same list.
    Or(Box<[B]>),
}

/// A connection: its list, strength and carrier.
pub type ConnectionId<B> = (ListId, Strength, B);

/// The derivation of each connection.
pub type History<B> = HashMap<ConnectionId<B>, Derivation<B>>;

impl<B: Bits> Connections<'_, B> {
    /// Starts recording the derivation of each connection.
    pub fn remember(&mut self) {
        self.history = Some(HashMap::new());
    }

    /// The derivation of a connection.
    pub fn derivation(&self, of: ConnectionId<B>) -> Option<&Derivation<B>> {
        self.history.as_ref()?.get(&of)
    }

    /// Records the derivation of a connection, if recording is on.
    pub(super) fn record(&mut self, of: ConnectionId<B>, how: impl FnOnce() -> Derivation<B>) {
        if let Some(history) = &mut self.history {
            history.entry(of).or_insert_with(how);
        }
    }
}
