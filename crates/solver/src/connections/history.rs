//! How connections were found: what a proof has to say about them.

use std::collections::HashMap;

use super::{
    super::{
        bits::Bits,
        graph::{ListId, Node},
    },
    Connections,
};

/// Whether a connection needs one more stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// It needs none.
    Full,
    /// It needs its key.
    Semi,
}

/// How a connection was found.
#[derive(Clone, Debug)]
pub enum How<B> {
    /// The nodes are neighbours.
    Touch,
    /// Two full connections with this common end: lists and carriers.
    And(Node, (ListId, B), (ListId, B)),
    /// Semi connections of the same list.
    Or(Box<[B]>),
}

/// How each connection was found, by its list, strength and carrier.
pub type History<B> = HashMap<(ListId, Strength, B), How<B>>;

impl<B: Bits> Connections<'_, B> {
    /// From now on it is remembered how each connection was found.
    pub fn remember(&mut self) {
        self.history = Some(HashMap::new());
    }

    /// How a connection was found.
    pub fn how(&self, list: ListId, strength: Strength, carrier: B) -> Option<&How<B>> {
        self.history.as_ref()?.get(&(list, strength, carrier))
    }

    /// Remembers how a connection was found, if that is asked for.
    pub(super) fn record(
        &mut self,
        list: ListId,
        strength: Strength,
        carrier: B,
        how: impl FnOnce() -> How<B>,
    ) {
        if let Some(history) = &mut self.history {
            history.entry((list, strength, carrier)).or_insert_with(how);
        }
    }
}
