//! Proof nodes that exist already, up to symmetry.

use kring_board::Colour;
use kring_proof::NodeRef;

use super::{super::bits::Bits, Prover};

impl<B: Bits> Prover<'_, B> {
    /// An existing node for a position.
    pub(super) fn existing(&self, of: [B; 2]) -> Option<NodeRef> {
        let (own, other) = (of[self.winner], of[1 - self.winner]);
        let (key, turned) = self.shared.orientations.first_set(own);
        let shift =
            |node: NodeRef| self.builder.image(node, self.shared.orientations.back(turned) as u16);
        let there = self.shared.orientations.set(turned, other);
        let mut claims = self.claims.get(&key).into_iter().flatten();
        let claim = claims.find(|(carrier, _)| !carrier.meets(there)).map(|&(_, node)| node);
        claim.or_else(|| self.turns.get(&[key, there]).copied()).map(shift)
    }

    /// Whether a node wins whatever the loser has elsewhere.
    pub(super) fn is_exclusive_win(&self, node: NodeRef) -> bool {
        let (promise, winner) = (self.builder.claim(node).promise, Colour::ALL[self.winner]);
        promise.wins(self.game, winner) && promise.excludes_loser(self.game, winner)
    }

    /// Stores a node for a position and all symmetric ones.
    pub(super) fn remember(&mut self, of: [B; 2], node: NodeRef) {
        let (own, other) = (of[self.winner], of[1 - self.winner]);
        let (key, turned) = self.shared.orientations.first_set(own);
        let image = self.builder.image(node, turned as u16);
        let there = |set: B| self.shared.orientations.set(turned, set);
        if self.is_exclusive_win(node) {
            let carrier = there(B::narrow(self.builder.claim(node).carrier));
            self.claims.entry(key).or_default().push((carrier, image));
        } else {
            self.turns.insert([key, there(other)], image);
        }
    }
}
