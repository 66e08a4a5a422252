//! Plays from a proof: the winner's move in any position that the proof covers.
//!
//! The move depends on the stones alone: after it, some node of the proof must hold under some
//! symmetry and win. Nodes are tried in their order: the first ones are closest to the end of the
//! game.

use std::collections::HashMap;

use kring_board::{Cell, Game, Position, Rules, Size, stop::Stop};

use super::{
    Branch, Checker, NodeRef, Promise, Proof, ProofError, ProofNode, TurnReply, cells,
    has_diagonal, one,
    reply::{ReplyPlan, ReplyPlans},
};

/// A checked proof that supplies the winner's moves.
pub struct Book {
    pub(super) proof: Proof,
    pub(super) checker: Checker,
    /// The nodes that win the game if they hold, in order.
    winning: Vec<u32>,
    /// The inverse of each symmetry.
    pub(super) inverse: Vec<u16>,
}

impl Book {
    /// A book from a proof, which is checked first, unless the check is stopped.
    pub fn new(proof: Proof, stop: &Stop) -> Result<Book, ProofError> {
        let checker = super::checked(&proof, stop)?;
        let wins = |node: &u32| {
            let promise = checker.claims[*node as usize].promise;
            promise == Promise::Game || promise.wins(checker.game(), proof.winner)
        };
        let winning = (0..proof.nodes.len() as u32).filter(wins).collect();
        let symmetries = 0..checker.symmetries.len() as u16;
        let inverse = symmetries.map(|symmetry| checker.symmetries.inverse(symmetry)).collect();
        Ok(Book { winning, inverse, checker, proof })
    }

    /// The proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Checks that the proof is about a game with these rules on this board.
    pub fn check_rules(&self, rules: &Rules, size: Size) -> Result<(), ProofError> {
        let own = self.checker.game();
        match (own.size(), own.rules()) == (size, rules) {
            true => Ok(()),
            false => Err(ProofError::Game(format!("{} {}", own.size(), own.rules()))),
        }
    }

    /// Checks that the proof is about a game with these rules on this board and with this season
    /// map.
    pub fn check_game(&self, game: &Game) -> Result<(), ProofError> {
        self.check_rules(game.rules(), game.size())?;
        let own = self.checker.game().map();
        if own == game.map() {
            Ok(())
        } else {
            Err(ProofError::Game(format!("its season map is {own}")))
        }
    }

    /// The winner's move in a position of the proof's game, if the proof has one; none if it is
    /// stopped.
    pub fn reply(&self, position: &Position, stop: &Stop) -> Option<Cell> {
        let winner = self.proof.winner;
        let legal = position.legal_cells(winner);
        if let Some(cell) = position.winning_cells(winner).and(&legal).iter().next() {
            return Some(cell);
        }
        if self.check_game(position.game()).is_err() || !self.is_in_season(position) {
            return None;
        }
        let own = position.stones(winner).wide();
        let other = position.stones(winner.other()).wide();
        let symmetries = &self.checker.symmetries;
        for symmetry in 0..symmetries.len() as u16 {
            let set = |stones| symmetries.set(symmetry, stones);
            let found = self.find(set(own), set(other), stop);
            let found =
                found.map(|cell| symmetries.cell(self.inverse[usize::from(symmetry)], cell));
            if let Some(cell) = found.filter(|cell| legal.contains(*cell)) {
                return Some(cell);
            }
        }
        None
    }

    /// Whether the seasons of the remaining moves are those of the proof.
    fn is_in_season(&self, position: &Position) -> bool {
        let coming = &self.checker.coming;
        let ply = coming.len().checked_sub(position.empty_count());
        !self.checker.has_seasons()
            || ply.is_some_and(|ply| position.coming_seasons(self.proof.winner) == coming[ply..])
    }

    /// A move after which a winning node holds under the identity; none if it is stopped.
    fn find(&self, own: u128, other: u128, stop: &Stop) -> Option<Cell> {
        let mut replies = ReplyPlans { book: self, plans: HashMap::new() };
        let plan = |node: &u32| {
            let claim = &self.checker.claims[*node as usize];
            let is_and = matches!(self.proof.nodes[*node as usize], ProofNode::And(_));
            let near =
                (claim.needed & !own).count_ones() <= 1 && (is_and || claim.carrier & other == 0);
            let plan = near.then(|| replies.plan(NodeRef::to(*node), [own, other], 0)).flatten()?;
            self.wins_by(*node, &plan, own, other).then_some((*node, plan))
        };
        let (node, plan) = self.winning.iter().take_while(|_| !stop.is_set()).find_map(plan)?;
        plan.play.or_else(|| {
            // The node holds already: any move wins, preferably one that makes progress.
            let free = self.checker.full & !own & !other;
            let (branches, replies): (&[Branch], &[TurnReply]) =
                match &self.proof.nodes[node as usize] {
                    ProofNode::Or(branches) => (branches, &[]),
                    ProofNode::Turn(turn) => (&turn.branches, &turn.replies),
                    ProofNode::Walk { .. } | ProofNode::And(_) => (&[], &[]),
                };
            let branches = branches.iter().map(|branch| branch.play);
            let mut named = branches.chain(replies.iter().map(|reply| reply.play));
            let useful = cells(plan.carrier & free).next();
            named.find(|&cell| free & one(cell) != 0).or(useful).or(cells(free).next())
        })
    }

    /// Whether a node wins the game after a plan; see [`Checker::wins_with`].
    fn wins_by(&self, node: u32, plan: &ReplyPlan, own: u128, other: u128) -> bool {
        let claim = &self.checker.claims[node as usize];
        let own = own | plan.play.map_or(0, one);
        if claim.promise == Promise::Game {
            return self.checker.wins_with(claim, own, other).is_ok();
        }
        claim.promise.excludes_loser(self.checker.game(), self.proof.winner)
            || !has_diagonal(self.checker.game().geometry(), self.checker.full & !own)
    }
}
