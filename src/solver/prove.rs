//! Proofs of what the search has found: for every move of the loser an answer
//! of the winner, down to connections.
//!
//! The search is asked for nothing but winning moves, and connections are built
//! without fill-in: a proof relies on no technique of the search, and if one were
//! unsound, no proof would be found.

use std::collections::HashMap;

use super::{
    bits::Bits,
    connections::{Connections, NO_KEY, Strength, Win},
    dfpn::{Shared, Worker},
    orientation::{Orientation, Stones},
    walks::Walks,
};
use crate::{
    board::{Cell, Game, Position},
    proof::{Branch, Builder, Fault, Proof, ProofError, Ref, Reply, Then},
    rules::{Colour, Topology},
};

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// A limit was reached first.
    #[error("a limit was reached before the proof was complete")]
    Stopped,
    /// The game has no proofs.
    #[error("{0}")]
    Game(#[from] ProofError),
    /// The search and the proof disagree: one of them is wrong.
    #[error("the search names a winner that no proof is found for: {0}")]
    Unsound(String),
    /// Proofs of this game are not written.
    #[error("proofs are not written for games with seasons or a swap")]
    Rules,
}

impl From<Fault> for ProveError {
    fn from(fault: Fault) -> ProveError {
        ProveError::Unsound(fault.to_string())
    }
}

/// Writes one proof.
pub struct Prover<'a, B: Bits> {
    game: &'a Game,
    shared: &'a Shared<B>,
    worker: Worker<'a, B>,
    connections: Connections<'a, B>,
    builder: Builder,
    winner: usize,
    /// Claims by the winner's stones, up to symmetry: carriers and nodes.
    claims: HashMap<B, Vec<(B, Ref)>>,
    /// Whole positions, up to symmetry.
    turns: HashMap<[B; 2], Ref>,
}

impl<'a, B: Bits> Prover<'a, B> {
    /// For a position that this colour wins.
    pub fn new(
        position: &'a Position,
        first: Colour,
        winner: Colour,
        shared: &'a Shared<B>,
        worker: Worker<'a, B>,
    ) -> Result<Prover<'a, B>, ProveError> {
        let mut connections = Connections::new(&shared.graphs[winner.index()]);
        connections.remember();
        Ok(Prover {
            game: position.game(),
            shared,
            worker,
            connections,
            builder: Builder::new(position, first, winner)?,
            winner: winner.index(),
            claims: HashMap::new(),
            turns: HashMap::new(),
        })
    }

    /// The proof.
    pub fn prove(mut self, stones: Stones<B>) -> Result<Proof, ProveError> {
        if stones.to_move() != self.winner {
            let root = self.answer_all(stones.of)?;
            return Ok(self.builder.finish(None, Then::Holds(root))?);
        }
        let play = self.winning_move(stones.of)?;
        let then = self.after(stones.of, play)?;
        Ok(self.builder.finish(Some(Cell(play as u16)), then)?)
    }

    /// What holds after a move of the winner.
    fn after(&mut self, stones: [B; 2], play: usize) -> Result<Then, ProveError> {
        if self.closes(stones, play) {
            return Ok(Then::Won);
        }
        let mut stones = stones;
        stones[self.winner] |= B::one(play);
        Ok(Then::Holds(self.answer_all(stones)?))
    }

    /// Whether a move wins at once.
    fn closes(&mut self, stones: [B; 2], play: usize) -> bool {
        let own = stones[self.winner] | B::one(play);
        let reach = self.connections.build(own, self.shared.graphs[0].all & !own, false);
        reach.full.is_some()
    }

    /// A move that wins for the winner.
    fn winning_move(&mut self, of: [B; 2]) -> Result<usize, ProveError> {
        let all = self.shared.graphs[0].all;
        let stones = Stones { of, mover: self.winner as u8 };
        let (entry, turned) = self.solve(stones)?;
        if entry.wins() != Some(true) {
            return Err(self.unsound(of));
        }
        let orientations = &self.shared.orientations;
        let back = orientations.back(turned);
        if entry.moves[0] != NO_KEY {
            return Ok(orientations.cell(back, entry.moves[0].into()));
        }
        // Connections win by themselves: a stone among them does no harm.
        let free = all & !stones.taken();
        let carrier = orientations.set(back, entry.set) & free;
        for cell in carrier.cells().chain((free & !carrier).cells()) {
            if self.solve(stones.after(cell))?.0.wins() == Some(false) {
                return Ok(cell);
            }
        }
        Err(self.unsound(of))
    }

    fn solve(
        &mut self,
        stones: Stones<B>,
    ) -> Result<(super::table::Entry<B>, Orientation), ProveError> {
        let (root, turned) = self.shared.orientations.first(stones);
        let known = self.shared.table.get(root).filter(|entry| entry.wins().is_some());
        match known {
            Some(entry) => Ok((entry, turned)),
            None => match self.worker.solve(root) {
                Ok(entry) => Ok((entry, turned)),
                Err(_) => Err(ProveError::Stopped),
            },
        }
    }

    fn unsound(&self, of: [B; 2]) -> ProveError {
        ProveError::Unsound(format!("black {:x}, white {:x}", of[0].wide(), of[1].wide()))
    }

    /// A node that answers every move of the loser.
    fn answer_all(&mut self, of: [B; 2]) -> Result<Ref, ProveError> {
        if let Some(known) = self.known(of) {
            return Ok(known);
        }
        let (own, other) = (of[self.winner], of[1 - self.winner]);
        let reach = self.connections.build(own, other, false).clone();
        let node = match reach.full.filter(|full| full.pure) {
            Some(Win { connection: Some((list, strength)), carrier, .. }) => {
                self.walks(own).write(list, strength, carrier)?
            }
            _ => self.alternatives(of, reach.semis)?,
        };
        self.remember(of, node);
        Ok(node)
    }

    fn walks(&mut self, own: B) -> Walks<'a, '_, B> {
        let graph = &self.shared.graphs[self.winner];
        Walks::new(self.game, graph, &self.connections, &mut self.builder, own)
    }

    /// Several branches: wins with the move, and answers found by the search
    /// to moves that touch all of these.
    fn alternatives(&mut self, of: [B; 2], semis: Vec<Win<B>>) -> Result<Ref, ProveError> {
        let mut open = self.shared.graphs[0].all & !of[0] & !of[1];
        let (mut branches, mut replies) = (Vec::new(), Vec::new());
        let mut semis: Vec<_> = semis.into_iter().filter(|semi| semi.pure).collect();
        semis.sort_unstable_by_key(|semi| semi.carrier.len());
        for semi in semis.iter().filter(|_| self.game.rules().topology != Topology::Torus) {
            if !open.within(semi.carrier) {
                open &= semi.carrier;
                let branch = self.semi(of[self.winner], semi)?;
                branches.push(branch);
            }
        }
        while !open.is_empty() {
            let to = open.first();
            let mut after = of;
            after[1 - self.winner] |= B::one(to);
            let play = self.winning_move(after)?;
            let then = self.after(after, play)?;
            let usable = match then {
                Then::Holds(node) => {
                    let claim = self.builder.claim(node);
                    let pure = claim.promise.wins(self.game, Colour::ALL[self.winner])
                        && claim.promise.is_pure(self.game, Colour::ALL[self.winner]);
                    pure.then_some((node, B::narrow(claim.carrier) | B::one(play)))
                }
                Then::Won => self.closing(of[self.winner], play)?,
            };
            match usable {
                Some((then, carrier)) => {
                    branches.push(Branch { play: Cell(play as u16), then });
                    open &= carrier;
                }
                None => {
                    replies.push(Reply { to: Cell(to as u16), play: Cell(play as u16), then });
                    open &= !B::one(to);
                }
            }
        }
        if replies.is_empty() {
            return Ok(self.builder.or(&self.needed(&branches))?);
        }
        let (own, other) = (of[self.winner].wide(), of[1 - self.winner].wide());
        Ok(self.builder.turn(own, other, &branches, &replies)?)
    }

    /// A win with the move as a branch.
    fn semi(&mut self, own: B, semi: &Win<B>) -> Result<Branch, ProveError> {
        let play = Cell(semi.key.into());
        let winner = Colour::ALL[self.winner];
        let key = B::one(semi.key.into());
        let mut walks = self.walks(own);
        Ok(match semi.connection {
            Some((list, Strength::Semi)) => walks.branch(list, semi.carrier)?,
            Some((list, Strength::Full)) => {
                let then = walks.write(list, Strength::Full, semi.carrier & !key)?;
                Branch { play, then }
            }
            None => Branch { play, then: walks.ring(semi.key.into(), winner)? },
        })
    }

    /// A move that wins at once, as a claim that needs nothing else.
    fn closing(&mut self, own: B, play: usize) -> Result<Option<(Ref, B)>, ProveError> {
        let after = own | B::one(play);
        let reach = self.connections.build(own, self.shared.graphs[0].all & !after, true).clone();
        let pure = |semi: &&Win<B>| semi.pure && usize::from(semi.key) == play;
        let Some(semi) = reach.semis.iter().find(pure).copied() else { return Ok(None) };
        let branch = self.semi(own, &semi)?;
        let pure = self.builder.claim(branch.then).promise;
        let pure = pure.is_pure(self.game, Colour::ALL[self.winner]);
        Ok(pure.then_some((branch.then, B::one(play))))
    }

    /// Those branches that are needed: later ones may make earlier ones idle.
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

    /// A node that is written already.
    fn known(&self, of: [B; 2]) -> Option<Ref> {
        let (own, other) = (of[self.winner], of[1 - self.winner]);
        let (key, turned) = self.shared.orientations.first_set(own);
        let shift =
            |node: Ref| self.builder.image(node, self.shared.orientations.back(turned) as u16);
        let there = self.shared.orientations.set(turned, other);
        let claims = self.claims.get(&key).into_iter().flatten();
        let claim =
            claims.filter(|(carrier, _)| !carrier.meets(there)).map(|&(_, node)| node).next();
        claim.or_else(|| self.turns.get(&[key, there]).copied()).map(shift)
    }

    fn remember(&mut self, of: [B; 2], node: Ref) {
        let (own, other) = (of[self.winner], of[1 - self.winner]);
        let (key, turned) = self.shared.orientations.first_set(own);
        let claim = self.builder.claim(node);
        let winner = Colour::ALL[self.winner];
        let image = self.builder.image(node, turned as u16);
        let there = |set: B| self.shared.orientations.set(turned, set);
        if claim.promise.wins(self.game, winner) && claim.promise.is_pure(self.game, winner) {
            let carrier = there(B::narrow(claim.carrier));
            self.claims.entry(key).or_default().push((carrier, image));
        } else {
            self.turns.insert([key, there(other)], image);
        }
    }
}
