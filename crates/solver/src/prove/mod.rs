//! Proofs of solved positions: for every move of the loser a reply of the winner, down to
//! connections.
//!
//! The search only supplies winning moves, and connections are built without fill-in. A proof
//! relies on no technique of the search: if one were unsound, no proof would be found.

mod branches;

use std::collections::HashMap;

use kring_board::{Cell, Colour, Game, Position};
use kring_proof::{MOST_NODES, NodeRef, Proof, ProofBuilder, Then};

use super::{
    bits::Bits,
    connections::{Connections, Win},
    dfpn::{DfpnShared, DfpnWorker},
    graph::NO_MOVE,
    orientation::{BitPosition, Orientation},
    question::ProveError,
    table::DfpnEntry,
    walks::Walks,
};

struct Prover<'a, B: Bits> {
    game: &'a Game,
    shared: &'a DfpnShared<B>,
    worker: DfpnWorker<'a, B>,
    connections: Connections<'a, B>,
    builder: ProofBuilder,
    winner: usize,
    /// Claims by the winner's stones, up to symmetry: carriers and nodes.
    claims: HashMap<B, Vec<(B, NodeRef)>>,
    /// Nodes for whole positions, up to symmetry.
    turns: HashMap<[B; 2], NodeRef>,
    /// Gets the number of nodes so far.
    watch: &'a mut dyn FnMut(usize),
}

/// A proof that this colour wins a position, in which `first` is to move.
pub fn prove<'a, B: Bits>(
    position: &'a Position,
    first: Colour,
    winner: Colour,
    shared: &'a DfpnShared<B>,
    worker: DfpnWorker<'a, B>,
    watch: &'a mut dyn FnMut(usize),
) -> Result<Proof, ProveError> {
    let mut connections = Connections::new(&shared.graphs[winner.index()]);
    connections.history = Some(HashMap::new());
    let mut prover = Prover {
        game: position.game(),
        shared,
        worker,
        connections,
        builder: ProofBuilder::new(position, first, winner)?,
        winner: winner.index(),
        claims: HashMap::new(),
        turns: HashMap::new(),
        watch,
    };
    let stones = BitPosition::of(position, first).of;
    if first != winner {
        let root = prover.answer_all(stones)?;
        return Ok(prover.builder.finish(None, Then::Holds(root))?);
    }
    let play = prover.winning_move(stones)?;
    let then = prover.after(stones, play)?;
    Ok(prover.builder.finish(Some(Cell::unchecked(play as u16)), then)?)
}

impl<'a, B: Bits> Prover<'a, B> {
    /// The claim after a move of the winner.
    fn after(&mut self, mut stones: [B; 2], play: usize) -> Result<Then, ProveError> {
        stones[self.winner] |= B::one(play);
        let own = stones[self.winner];
        let reach = self.connections.build(own, self.shared.graphs[0].all & !own, false);
        match reach.full {
            Some(_) => Ok(Then::Won),
            None => Ok(Then::Holds(self.answer_all(stones)?)),
        }
    }

    fn winning_move(&mut self, of: [B; 2]) -> Result<usize, ProveError> {
        let stones = BitPosition { of, mover: self.winner };
        let (entry, turned) = self.solve(stones)?;
        if entry.wins() != Some(true) {
            return Err(self.unsound(of));
        }
        let orientations = &self.shared.orientations;
        let back = orientations.back(turned);
        if entry.moves[0] != NO_MOVE {
            return Ok(orientations.cell(back, entry.moves[0].into()));
        }
        // Connections win by themselves: a stone in their carrier does no harm.
        let free = self.shared.graphs[0].all & !stones.taken();
        let carrier = orientations.set(back, entry.set) & free;
        for cell in carrier.cells().chain((free & !carrier).cells()) {
            if self.solve(stones.after(cell))?.0.wins() == Some(false) {
                return Ok(cell);
            }
        }
        Err(self.unsound(of))
    }

    /// The entry of a position in its canonical orientation, after a search if it is missing.
    fn solve(&mut self, stones: BitPosition<B>) -> Result<(DfpnEntry<B>, Orientation), ProveError> {
        let (root, turned) = self.shared.orientations.first(stones);
        let entry = self.worker.solve(root).map_err(|_| ProveError::Stopped)?;
        Ok((entry, turned))
    }

    fn unsound(&self, of: [B; 2]) -> ProveError {
        ProveError::Unsound(format!("black {:x}, white {:x}", of[0].wide(), of[1].wide()))
    }

    /// A node that answers every move of the loser.
    fn answer_all(&mut self, of: [B; 2]) -> Result<NodeRef, ProveError> {
        if let Some(stored) = self.existing(of) {
            return Ok(stored);
        }
        let own = of[self.winner];
        let other = of[1 - self.winner];
        let reach = self.connections.build(own, other, false).clone();
        let node = match reach.full.filter(|full| full.is_exclusive()) {
            Some(Win { connection: Some((list, strength)), carrier, .. }) => {
                self.walks(own).write((list, strength, carrier))?
            }
            _ => self.alternatives(of, reach.semis)?,
        };
        self.remember(of, node);
        let nodes = self.builder.nodes();
        (self.watch)(nodes);
        if nodes > MOST_NODES { Err(ProveError::Nodes) } else { Ok(node) }
    }

    fn walks(&mut self, own: B) -> Walks<'a, '_, B> {
        Walks {
            game: self.game,
            graph: &self.shared.graphs[self.winner],
            connections: &self.connections,
            builder: &mut self.builder,
            own,
            written: HashMap::new(),
        }
    }
}
