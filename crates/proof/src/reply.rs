//! The move with which the winner restores a claim.
//!
//! After a move of the loser inside a sequence of walks, the sequence as a whole does not hold
//! any more: one part has been answered, the others are unchanged. Parts are therefore examined
//! one by one, with the cells that each still relies on.

use std::collections::HashMap;

use kring_board::Cell;

use super::{Book, Branch, NodeRef, ProofNode, one};

/// The maximum depth of nested parts.
const DEEPEST: usize = 200;

/// The most plans of one reply for each node of the proof. The kept proofs need far fewer; a
/// hostile one could take much memory.
const MOST_PLANS: usize = 2;

/// A way to make a claim hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReplyPlan {
    /// The necessary move; `None` if the claim holds already.
    pub play: Option<Cell>,
    /// The empty cells that the claim relies on after the move.
    pub carrier: u128,
}

/// Computes plans, each once.
pub(super) struct ReplyPlans<'a> {
    pub book: &'a Book,
    pub plans: HashMap<(u32, [u128; 2]), Option<ReplyPlan>>,
}

impl ReplyPlans<'_> {
    /// A plan for the claim of a reference, given the stones of the winner and of the loser.
    pub fn plan(&mut self, of: NodeRef, stones: [u128; 2], depth: usize) -> Option<ReplyPlan> {
        let symmetries = &self.book.checker.symmetries;
        let back = self.book.inverse[usize::from(of.symmetry)];
        let stones = stones.map(|stones| symmetries.set(back, stones));
        let plan = match self.plans.get(&(of.node, stones)) {
            Some(&plan) => plan,
            None if self.plans.len() > 1000 + MOST_PLANS * self.book.proof.nodes.len() => None,
            None => {
                let plan = self.of_node(of.node, stones, depth);
                self.plans.insert((of.node, stones), plan);
                plan
            }
        };
        plan.map(|ReplyPlan { play, carrier }| ReplyPlan {
            play: play.map(|cell| symmetries.cell(of.symmetry, cell)),
            carrier: symmetries.set(of.symmetry, carrier),
        })
    }

    fn of_node(&mut self, node: u32, stones: [u128; 2], depth: usize) -> Option<ReplyPlan> {
        let [own, other] = stones;
        let claim = &self.book.checker.claims[node as usize];
        let missing = claim.needed & !own;
        if claim.carrier & other == 0 && missing & other == 0 && missing.count_ones() <= 1 {
            let play = super::cells(missing).next();
            return Some(ReplyPlan { play, carrier: claim.carrier & !own & !missing });
        }
        if depth == DEEPEST {
            return None;
        }
        match &self.book.proof.nodes[node as usize] {
            ProofNode::Or(branches) => self.of_or(branches, stones, depth + 1),
            ProofNode::And(parts) => self.of_and(parts, stones, depth + 1),
            ProofNode::Walk { .. } | ProofNode::Turn(_) => None,
        }
    }

    /// One branch that holds, or can be restored with one move, is enough.
    fn of_or(&mut self, branches: &[Branch], stones: [u128; 2], depth: usize) -> Option<ReplyPlan> {
        let [own, other] = stones;
        let mut best = None;
        for branch in branches {
            // Skip branches that are two moves away.
            let claim = self.book.checker.claim(branch.then).ok()?;
            let near = own & one(branch.play) != 0 || claim.holds(own | one(branch.play), other);
            if other & one(branch.play) != 0 || !near {
                continue;
            }
            match self.plan(branch.then, stones, depth) {
                Some(plan) if plan.play.is_none() => return Some(plan),
                plan => best = best.or(plan),
            }
        }
        best
    }

    /// All parts must hold on disjoint cells, and one move can restore one of them.
    fn of_and(&mut self, parts: &[NodeRef], stones: [u128; 2], depth: usize) -> Option<ReplyPlan> {
        let mut whole = ReplyPlan { play: None, carrier: 0 };
        for &part in parts {
            let plan = self.plan(part, stones, depth)?;
            if whole.carrier & plan.carrier != 0 || whole.play.is_some() && plan.play.is_some() {
                return None;
            }
            whole.play = whole.play.or(plan.play);
            whole.carrier |= plan.carrier;
        }
        Some(ReplyPlan { carrier: whole.carrier & !whole.play.map_or(0, one), ..whole })
    }
}
