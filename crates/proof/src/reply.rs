//! What the winner must play so that a claim holds on.
//!
//! Once the loser has touched a walk made of several, the walk as a whole does
//! not hold any more: one part was answered, the others are as they were. So
//! parts are looked at one by one, with the cells that each still relies on.

use std::collections::HashMap;

use kring_board::Cell;

use super::{Book, Branch, Node, Ref, one};

/// Parts of parts are looked at so deep.
const DEEPEST: usize = 200;

/// A way to make a claim hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The move that it takes; none: it holds already.
    pub play: Option<Cell>,
    /// The empty cells that it relies on then.
    pub carrier: u128,
}

/// Plans, each made once.
pub(super) struct Replies<'a> {
    book: &'a Book,
    known: HashMap<(u32, u128, u128), Option<Plan>>,
}

impl<'a> Replies<'a> {
    pub fn new(book: &'a Book) -> Replies<'a> {
        Replies { book, known: HashMap::new() }
    }

    /// A plan for what a reference claims, with these stones of the winner and
    /// of the loser.
    pub fn plan(&mut self, of: Ref, own: u128, other: u128, depth: usize) -> Option<Plan> {
        let symmetries = &self.book.checker.symmetries;
        let back = self.book.inverse[usize::from(of.symmetry)];
        let [own, other] = [own, other].map(|stones| symmetries.set(back, stones));
        let plan = match self.known.get(&(of.node, own, other)) {
            Some(&plan) => plan,
            None => {
                let plan = self.of_node(of.node, own, other, depth);
                self.known.insert((of.node, own, other), plan);
                plan
            }
        };
        plan.map(|Plan { play, carrier }| Plan {
            play: play.map(|cell| symmetries.cell(of.symmetry, cell)),
            carrier: symmetries.set(of.symmetry, carrier),
        })
    }

    fn of_node(&mut self, node: u32, own: u128, other: u128, depth: usize) -> Option<Plan> {
        let claim = &self.book.checker.claims[node as usize];
        let missing = claim.needed & !own;
        if claim.carrier & other == 0 && missing & other == 0 && missing.count_ones() <= 1 {
            let play = super::cells(missing).next();
            return Some(Plan { play, carrier: claim.carrier & !own & !missing });
        }
        if depth == DEEPEST {
            return None;
        }
        match &self.book.proof.nodes[node as usize] {
            Node::Or(branches) => self.of_or(branches, own, other, depth + 1),
            Node::And(parts) => self.of_and(parts, own, other, depth + 1),
            Node::Walk { .. } | Node::Turn(_) => None,
        }
    }

    /// One branch that holds will do, or one that needs one move.
    fn of_or(&mut self, branches: &[Branch], own: u128, other: u128, depth: usize) -> Option<Plan> {
        let mut best = None;
        for branch in branches {
            // What is two moves away is left alone.
            let claim = self.book.checker.claim(branch.then).ok()?;
            let near = own & one(branch.play) != 0 || claim.holds(own | one(branch.play), other);
            if other & one(branch.play) != 0 || !near {
                continue;
            }
            match self.plan(branch.then, own, other, depth) {
                Some(plan) if plan.play.is_none() => return Some(plan),
                plan => best = best.or(plan),
            }
        }
        best
    }

    /// All parts must hold, on cells of their own, and one move is there to help.
    fn of_and(&mut self, parts: &[Ref], own: u128, other: u128, depth: usize) -> Option<Plan> {
        let mut whole = Plan { play: None, carrier: 0 };
        for &part in parts {
            let plan = self.plan(part, own, other, depth)?;
            if whole.carrier & plan.carrier != 0 || whole.play.is_some() && plan.play.is_some() {
                return None;
            }
            whole.play = whole.play.or(plan.play);
            whole.carrier |= plan.carrier;
        }
        Some(Plan { carrier: whole.carrier & !whole.play.map_or(0, one), ..whole })
    }
}
