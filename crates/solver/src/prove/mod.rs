//! Proofs of what the search has found: for every move of the loser an answer
//! of the winner, down to connections.
//!
//! The search is asked for nothing but winning moves, and connections are built
//! without fill-in: a proof relies on no technique of the search, and if one were
//! unsound, no proof would be found.

mod branches;
mod claims;
mod error;

use std::collections::HashMap;

use kring_board::{Cell, Colour, Game, Position};
use kring_proof::{NodeRef, Proof, ProofBuilder, Then};

use super::{
    bits::Bits,
    connections::{Connections, Win},
    dfpn::{Shared, Worker},
    orientation::{Orientation, Stones},
    table::{Entry, NO_MOVE},
    walks::Walks,
};
pub use error::ProveError;

/// Writes one proof.
pub struct Prover<'a, B: Bits> {
    game: &'a Game,
    shared: &'a Shared<B>,
    worker: Worker<'a, B>,
    connections: Connections<'a, B>,
    builder: ProofBuilder,
    winner: usize,
    /// Claims by the winner's stones, up to symmetry: carriers and nodes.
    claims: HashMap<B, Vec<(B, NodeRef)>>,
    /// Whole positions, up to symmetry.
    turns: HashMap<[B; 2], NodeRef>,
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
            builder: ProofBuilder::new(position, first, winner)?,
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
        if entry.moves[0] != NO_MOVE {
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

    /// What the search knows of a position, as it lies in the table.
    fn solve(&mut self, stones: Stones<B>) -> Result<(Entry<B>, Orientation), ProveError> {
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
    fn answer_all(&mut self, of: [B; 2]) -> Result<NodeRef, ProveError> {
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
}
