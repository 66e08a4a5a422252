//! Proof nodes that answer a move of the loser by one of several branches, and those that exist
//! already, up to symmetry.

use kring_board::{Cell, Colour, Topology};
use kring_proof::{Branch, NodeRef, ProofNode, Then, TurnNode, TurnReply};

use super::Prover;
use crate::{
    bits::Bits,
    connections::{Strength, Win},
    question::ProveError,
};

impl<B: Bits> Prover<'_, B> {
    /// A node of several branches: wins with the move, and replies found by the search to moves
    /// that touch all of these.
    pub fn alternatives(&mut self, of: [B; 2], semis: Vec<Win<B>>) -> Result<NodeRef, ProveError> {
        let mut open = self.shared.graphs[0].all & !of[0] & !of[1];
        let mut branches = Vec::new();
        let mut replies = Vec::new();
        let mut semis: Vec<_> = semis.into_iter().filter(|semi| semi.is_exclusive()).collect();
        semis.sort_unstable_by_key(Win::needs);
        for semi in semis.iter().filter(|_| self.game.rules().topology != Topology::Torus) {
            if !open.within(semi.carrier) {
                open &= semi.carrier;
                branches.push(self.semi(of[self.winner], semi)?);
            }
        }
        while !open.is_empty() {
            let to = open.first();
            let mut after = of;
            after[1 - self.winner] |= B::one(to);
            let play = self.winning_move(after)?;
            let then = self.after(after, play)?;
            match self.usable(of[self.winner], play, then)? {
                Some((_, carrier)) if carrier.has(to) => return Err(self.unsound(of)),
                Some((then, carrier)) => {
                    branches.push(Branch { play: Cell::unchecked(play as u16), then });
                    open &= carrier;
                }
                None => {
                    replies.push(TurnReply {
                        to: Cell::unchecked(to as u16),
                        play: Cell::unchecked(play as u16),
                        then,
                    });
                    open &= !B::one(to);
                }
            }
        }
        if replies.is_empty() {
            return Ok(self.builder.add(ProofNode::Or(self.needed(&branches).into()))?);
        }
        let own = of[self.winner].wide();
        let other = of[1 - self.winner].wide();
        let branches = branches.into();
        let replies = replies.into();
        let turn = TurnNode { own, other, branches, replies };
        Ok(self.builder.add(ProofNode::Turn(Box::new(turn)))?)
    }

    /// The claim after a move of the winner, if it wins whatever the loser has elsewhere, and its
    /// carrier with the move.
    fn usable(
        &mut self,
        own: B,
        play: usize,
        then: Then,
    ) -> Result<Option<(NodeRef, B)>, ProveError> {
        match then {
            Then::Won => self.closing(own, play),
            Then::Holds(node) => {
                let carrier = B::narrow(self.builder.claim(node).carrier) | B::one(play);
                Ok(self.is_exclusive_win(node).then_some((node, carrier)))
            }
        }
    }

    /// A win with the move as a branch.
    fn semi(&mut self, own: B, semi: &Win<B>) -> Result<Branch, ProveError> {
        let play = Cell::unchecked(semi.key.into());
        let key = B::one(semi.key.into());
        let mut walks = self.walks(own);
        Ok(match semi.connection {
            Some((list, Strength::Semi)) => walks.branch(list, semi.carrier)?,
            Some((list, Strength::Full)) => {
                let then = walks.write((list, Strength::Full, semi.carrier & !key))?;
                Branch { play, then }
            }
            None => Branch { play, then: walks.ring(semi.key.into())? },
        })
    }

    /// A move that wins at once, as a claim that needs nothing else.
    fn closing(&mut self, own: B, play: usize) -> Result<Option<(NodeRef, B)>, ProveError> {
        let after = own | B::one(play);
        let reach = self.connections.build(own, self.shared.graphs[0].all & !after, true).clone();
        let exclusive = |semi: &&Win<B>| semi.is_exclusive() && usize::from(semi.key) == play;
        let Some(semi) = reach.semis.iter().find(exclusive).copied() else { return Ok(None) };
        let branch = self.semi(own, &semi)?;
        let promise = self.builder.claim(branch.then).promise;
        let exclusive = promise.excludes_loser(self.game, Colour::ALL[self.winner]);
        Ok(exclusive.then_some((branch.then, B::one(play))))
    }

    /// The branches that are needed: later ones may make earlier ones redundant.
    fn needed(&self, branches: &[Branch]) -> Vec<Branch> {
        let carrier =
            |branch: &Branch| self.builder.claim(branch.then).carrier | 1 << branch.play.index();
        let mut kept = branches.to_vec();
        let mut i = 0;
        while i < kept.len() && kept.len() > 1 {
            let others = kept.iter().enumerate().filter(|&(j, _)| j != i);
            let common = others.fold(u128::MAX, |common, (_, branch)| common & carrier(branch));
            if common == 0 {
                kept.remove(i);
            } else {
                i += 1;
            }
        }
        kept
    }

    /// An existing node for a position.
    pub(super) fn existing(&self, of: [B; 2]) -> Option<NodeRef> {
        let own = of[self.winner];
        let other = of[1 - self.winner];
        let (key, turned) = self.shared.orientations.first_set(own);
        let shift =
            |node: NodeRef| self.builder.image(node, self.shared.orientations.back(turned) as u16);
        let there = self.shared.orientations.set(turned, other);
        let mut claims = self.claims.get(&key).into_iter().flatten();
        let claim = claims.find(|(carrier, _)| !carrier.meets(there)).map(|&(_, node)| node);
        claim.or_else(|| self.turns.get(&[key, there]).copied()).map(shift)
    }

    /// Whether a node wins whatever the loser has elsewhere.
    fn is_exclusive_win(&self, node: NodeRef) -> bool {
        let promise = self.builder.claim(node).promise;
        let winner = Colour::ALL[self.winner];
        promise.wins(self.game, winner) && promise.excludes_loser(self.game, winner)
    }

    /// Stores a node for a position and all symmetric ones.
    pub(super) fn remember(&mut self, of: [B; 2], node: NodeRef) {
        let own = of[self.winner];
        let other = of[1 - self.winner];
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
