//! Complete positions: the rule for nodes of the kind `Turn`, and for the root.

use kring_board::{Cell, Colour};

use super::{
    Checker, Claim, FaultReason, NodeFault, Promise, ProofRoot, Then, TurnNode, cells,
    has_diagonal, one, rings::wins_at,
};

impl Checker {
    /// A complete position with the loser to move: every move must have a reply.
    pub(super) fn turn(&self, turn: &TurnNode) -> Result<Claim, NodeFault> {
        let own = turn.own;
        let other = turn.other;
        let fault = |why| NodeFault { why, own, other, played: None };
        if own & other != 0 {
            return Err(FaultReason::Stones.into());
        }
        if (own | other) & !self.full != 0 {
            return Err(FaultReason::Outside.into());
        }
        let loser = self.winner.other();
        if cells(other).any(|stone| wins_at(self.game(), loser, other, stone)) {
            return Err(fault(FaultReason::Lost));
        }
        let empty = self.full & !own & !other;
        let legal = self.legal(loser, own, other);
        if legal == 0 {
            return Err(fault(FaultReason::NoMove));
        }
        let mut unanswered = legal;
        for branch in &turn.branches {
            let play = self.on_board(branch.play).map_err(fault)?;
            if play & empty == 0 {
                return Err(fault(FaultReason::Answer));
            }
            let claim = self.claim(branch.then).map_err(fault)?;
            self.wins_with(&claim, own | play, other).map_err(fault)?;
            unanswered &= play | claim.carrier;
        }
        for reply in &turn.replies {
            let to = self.on_board(reply.to).map_err(fault)?;
            if to & legal == 0 {
                return Err(fault(FaultReason::NotLegal));
            }
            let fault = |why| NodeFault { played: Some(reply.to), ..fault(why) };
            if wins_at(self.game(), loser, other | to, reply.to) {
                return Err(fault(FaultReason::Lost));
            }
            self.answer(own, other | to, reply.play, reply.then).map_err(fault)?;
            unanswered &= !to;
        }
        match cells(unanswered).next() {
            None => Ok(Claim { promise: Promise::Game, needed: own, carrier: empty }),
            played => Err(NodeFault { played, ..fault(FaultReason::Unanswered) }),
        }
    }

    /// Checks that the winner, who is to move, wins with this move.
    fn answer(&self, own: u128, other: u128, play: Cell, then: Then) -> Result<(), FaultReason> {
        if self.on_board(play)? & self.legal(self.winner, own, other) == 0 {
            return Err(FaultReason::Answer);
        }
        let own = own | one(play);
        match then {
            Then::Won if wins_at(self.game(), self.winner, own, play) => Ok(()),
            Then::Won => Err(FaultReason::NotWon),
            Then::Holds(after) => self.wins_with(&self.claim(after)?, own, other),
        }
    }

    /// Checks that a claim wins the game with these stones and the loser to move, and still does
    /// if the loser moves outside its carrier.
    pub fn wins_with(&self, claim: &Claim, own: u128, other: u128) -> Result<(), FaultReason> {
        if !claim.holds(own, other) {
            return Err(FaultReason::NotHolding);
        }
        if claim.promise == Promise::Game {
            let same = (claim.needed, claim.carrier) == (own, self.full & !own & !other);
            return if self.has_seasons() && !same { Err(FaultReason::NotHolding) } else { Ok(()) };
        }
        if self.has_seasons() {
            return Err(FaultReason::Seasons);
        }
        if !claim.promise.wins(self.game(), self.winner) {
            return Err(FaultReason::NotWinning);
        }
        let excludes_loser = claim.promise.excludes_loser(self.game(), self.winner);
        if !excludes_loser && has_diagonal(self.game().geometry(), self.full & !own) {
            return Err(FaultReason::Diagonal);
        }
        Ok(())
    }

    /// Checks the conclusion: the winner wins from the start.
    pub fn root(&self, root: &ProofRoot) -> Result<(), NodeFault> {
        let (own, other) = self.start.stones(self.winner);
        let fault = |why| NodeFault { why, own, other, played: None };
        match (root.play, root.then) {
            (Some(play), then) if self.start.first == self.winner => {
                self.answer(own, other, play, then).map_err(fault)
            }
            (None, Then::Holds(after)) if self.start.first != self.winner => {
                let claim = self.claim(after).map_err(fault)?;
                self.wins_with(&claim, own, other).map_err(fault)
            }
            _ => Err(fault(FaultReason::FirstMove)),
        }
    }

    pub(super) fn has_seasons(&self) -> bool {
        self.game().rules().seasons.count() > 1
    }

    /// The empty cells where a colour may play now; none if the other colour is to move.
    fn legal(&self, colour: Colour, own: u128, other: u128) -> u128 {
        let empty = self.full & !own & !other;
        if !self.has_seasons() {
            return empty;
        }
        // The number of moves since the start determines the colour to move and the season.
        let (first_own, first_other) = self.start.stones(self.winner);
        let stones = |own: u128, other: u128| (own | other).count_ones() as usize;
        let ply = stones(own, other).checked_sub(stones(first_own, first_other));
        match ply.and_then(|ply| self.coming.get(ply)) {
            Some(&(mover, season)) if mover == colour => {
                empty & self.game().season_cells()[season].wide()
            }
            _ => 0,
        }
    }
}
