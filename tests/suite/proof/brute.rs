//! Who wins, by plain recursion, and proofs of it that hold a node for each
//! position.

use std::collections::HashMap;

use kring::{
    board::{Cell, Colour, Move, Position},
    proof::{NodeRef, Proof, ProofBuilder, ProofNode, Then, TurnNode, TurnReply},
};

/// A set of cells as one word.
pub fn bits(position: &Position, colour: Colour) -> u128 {
    position.stones(colour).iter().fold(0, |set, cell| set | 1 << cell.number())
}

type Key = (u128, u128, [u8; 2], Colour);

/// Winners of positions of one game.
#[derive(Default)]
pub struct Brute(HashMap<Key, Colour>);

impl Brute {
    /// Who wins if this colour is to move.
    pub fn winner(&mut self, position: &mut Position, to_move: Colour) -> Colour {
        if let Some(winner) = position.winner() {
            return winner;
        }
        let [black, white] = Colour::ALL.map(|colour| bits(position, colour));
        let key = (black, white, position.cycle_steps(), to_move);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = position.legal_cells(to_move).iter().any(|cell| {
            position.play_unchecked(to_move, cell);
            let winner = self.winner(position, to_move.other());
            position.undo();
            winner == to_move
        });
        let winner = if wins { to_move } else { to_move.other() };
        self.0.insert(key, winner);
        winner
    }

    /// A winning move of the colour to move.
    fn best(&mut self, position: &mut Position, to_move: Colour) -> Option<Cell> {
        position.legal_cells(to_move).iter().find(|&cell| {
            position.play_unchecked(to_move, cell);
            let winner = self.winner(position, to_move.other());
            position.undo();
            winner == to_move
        })
    }
}

/// A proof of who wins, one node for each position.
pub fn proof_of(position: &Position, first: Colour) -> Proof {
    let mut brute = Brute::default();
    let mut position = position.clone();
    let winner = brute.winner(&mut position, first);
    let builder = ProofBuilder::new(&position, first, winner).unwrap();
    let mut prover = Prover { brute, builder, winner, made: HashMap::new() };
    let play = (first == winner).then(|| prover.brute.best(&mut position, winner).unwrap());
    if let Some(cell) = play {
        position.play(winner, Move::Cell(cell)).unwrap();
    }
    let then = prover.then(&mut position);
    prover.builder.finish(play, then).unwrap()
}

struct Prover {
    brute: Brute,
    builder: ProofBuilder,
    winner: Colour,
    made: HashMap<(u128, u128), NodeRef>,
}

impl Prover {
    /// What is true after a move of the winner.
    fn then(&mut self, position: &mut Position) -> Then {
        match position.winner() {
            Some(_) => Then::Won,
            None => Then::Holds(self.turn(position)),
        }
    }

    fn turn(&mut self, position: &mut Position) -> NodeRef {
        let loser = self.winner.other();
        let own = bits(position, self.winner);
        let other = bits(position, loser);
        if let Some(&known) = self.made.get(&(own, other)) {
            return known;
        }
        let mut replies = Vec::new();
        for to in position.legal_cells(loser).iter() {
            position.play_unchecked(loser, to);
            let play = self.brute.best(position, self.winner).unwrap();
            position.play_unchecked(self.winner, play);
            replies.push(TurnReply { to, play, then: self.then(position) });
            position.undo();
            position.undo();
        }
        let made = self
            .builder
            .add(ProofNode::Turn(Box::new(TurnNode {
                own,
                other,
                branches: [].into(),
                replies: replies.into(),
            })))
            .unwrap();
        self.made.insert((own, other), made);
        made
    }
}
