//! The rules of the nodes: computes the claim of each node or reports its fault.
//!
//! Nodes are checked in order, so that the claims of the nodes that they refer to are available.
//! `docs/PROOFS.md` says why the rules are sound.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Geometry, Goal, STEPS};

use super::{
    Branch, Claim, FaultReason, NodeFault, NodeRef, Promise, ProofNode, ProofStart, WalkEnd, one,
    symmetries::Symmetries,
};

/// The longest displacement in a proof, so that sums do not overflow.
const LONGEST: i32 = 1 << 28;

/// The claims of the nodes so far.
pub(super) struct Checker {
    pub(super) start: ProofStart,
    pub(super) winner: Colour,
    pub(super) symmetries: Symmetries,
    pub(super) full: u128,
    /// The colour and the season of each move from the start on.
    pub(super) coming: Vec<(Colour, usize)>,
    pub(super) claims: Vec<Claim>,
}

impl Checker {
    pub fn new(start: ProofStart, winner: Colour) -> Checker {
        let game = start.position.game();
        Checker {
            winner,
            symmetries: Symmetries::new(game, winner),
            full: u128::MAX >> (128 - game.size().cells()),
            coming: start.position.coming_seasons(start.first),
            claims: Vec::new(),
            start,
        }
    }

    pub(super) fn game(&self) -> &Arc<Game> {
        self.start.position.game()
    }

    /// Checks the next node and stores its claim.
    pub fn add(&mut self, node: &ProofNode) -> Result<(), NodeFault> {
        let claim = match node {
            ProofNode::Walk { start, steps, sides } => self.walk(*start, steps, *sides)?,
            ProofNode::Or(branches) => self.or(branches)?,
            ProofNode::And(parts) => self.and(parts)?,
            ProofNode::Turn(turn) => self.turn(turn)?,
        };
        self.claims.push(claim);
        Ok(())
    }

    pub fn claim(&self, of: NodeRef) -> Result<Claim, FaultReason> {
        if usize::from(of.symmetry) >= self.symmetries.len() {
            return Err(FaultReason::Symmetry(of.symmetry));
        }
        let claim = self.claims.get(of.node as usize).ok_or(FaultReason::Order(of.node))?;
        Ok(self.symmetries.claim(of, claim))
    }

    /// The claim of a reference to a walk or to one of several winning walks.
    fn walk_claim(&self, of: NodeRef) -> Result<Claim, FaultReason> {
        let claim = self.claim(of)?;
        if claim.promise == Promise::Game { Err(FaultReason::NoWalk) } else { Ok(claim) }
    }

    pub(super) fn on_board(&self, cell: Cell) -> Result<u128, FaultReason> {
        let is_on_board = cell.index() < self.game().size().cells();
        is_on_board.then(|| one(cell)).ok_or(FaultReason::Outside)
    }

    fn walk(
        &self,
        start: Cell,
        steps: &[u8],
        sides: [Option<u8>; 2],
    ) -> Result<Claim, FaultReason> {
        let geometry = self.game().geometry();
        let goal = geometry.goal(self.winner);
        let mut at = start;
        let mut needed = self.on_board(start)?;
        let mut by = (0i32, 0i32);
        for (i, &step) in steps.iter().enumerate() {
            let to = geometry.neighbours(at).get(usize::from(step)).copied();
            let to = to.filter(|&to| to != Geometry::OUTSIDE).ok_or(FaultReason::Step(i + 1))?;
            at = Cell::unchecked(to);
            needed |= one(at);
            if goal == Goal::Ring {
                by = sum(by, STEPS[usize::from(step)])?;
            }
        }
        let end = |cell: Cell, side: Option<u8>| match side {
            None => Ok(WalkEnd::Cell(cell)),
            Some(side @ 0..=1)
                if goal == Goal::Path && geometry.sides(self.winner, cell) >> side & 1 != 0 =>
            {
                Ok(WalkEnd::Side(side))
            }
            Some(_) => Err(FaultReason::Side),
        };
        let promise = Promise::Walk { from: end(start, sides[0])?, to: end(at, sides[1])?, by };
        Ok(Claim { promise, needed, carrier: 0 })
    }

    /// Every move of the loser must leave one of the branches intact.
    fn or(&self, branches: &[Branch]) -> Result<Claim, NodeFault> {
        let first = self.walk_claim(branches.first().ok_or(FaultReason::Empty)?.then)?.promise;
        let mut same = true;
        let mut win = true;
        let mut excludes_loser = true;
        let mut needed = 0;
        let mut union = 0;
        let mut touched = u128::MAX;
        for branch in branches {
            let claim = self.walk_claim(branch.then)?;
            let play = self.on_board(branch.play)?;
            same &= claim.promise == first;
            win &= claim.promise.wins(self.game(), self.winner);
            excludes_loser &= claim.promise.excludes_loser(self.game(), self.winner);
            needed |= claim.needed & !play;
            union |= play | claim.carrier;
            touched &= play | claim.carrier;
        }
        let promise = match (same, win) {
            (true, _) => first,
            (false, true) => Promise::Win { excludes_loser },
            (false, false) => return Err(FaultReason::Different.into()),
        };
        unless_hit(touched, FaultReason::Unanswered, Claim { promise, needed, carrier: union })
    }

    /// A sequence of walks with disjoint carriers.
    fn and(&self, parts: &[NodeRef]) -> Result<Claim, NodeFault> {
        let mut whole: Option<(WalkEnd, WalkEnd, (i32, i32))> = None;
        let mut needed = 0;
        let mut carrier = 0;
        let mut twice = 0;
        for (i, &part) in parts.iter().enumerate() {
            let claim = self.walk_claim(part)?;
            let Promise::Walk { from, to, by } = claim.promise else {
                return Err(FaultReason::NoWalk.into());
            };
            whole = Some(match whole {
                None => (from, to, by),
                Some((start, joint, before)) => {
                    if joint != from || !matches!(joint, WalkEnd::Cell(_)) {
                        return Err(FaultReason::Joint(i + 1).into());
                    }
                    (start, to, sum(before, by)?)
                }
            });
            twice |= carrier & claim.carrier;
            carrier |= claim.carrier;
            needed |= claim.needed;
        }
        let (from, to, by) = whole.ok_or(FaultReason::Empty)?;
        let promise = Promise::Walk { from, to, by };
        unless_hit(twice, FaultReason::Overlap, Claim { promise, needed, carrier })
    }
}

/// The claim, unless a move of the loser on one of these cells breaks it. The loser cannot play
/// on the winner's stones, so the carrier is without them.
fn unless_hit(weak: u128, why: FaultReason, claim: Claim) -> Result<Claim, NodeFault> {
    let own = claim.needed;
    match super::cells(weak & !own).next() {
        None => Ok(Claim { carrier: claim.carrier & !own, ..claim }),
        played => Err(NodeFault { why, own, other: 0, played }),
    }
}

fn sum(a: (i32, i32), b: (i32, i32)) -> Result<(i32, i32), FaultReason> {
    let sum = (a.0 + b.0, a.1 + b.1);
    if sum.0.abs().max(sum.1.abs()) > LONGEST { Err(FaultReason::Long) } else { Ok(sum) }
}
