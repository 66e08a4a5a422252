//! Proofs that were made by hand.

use kring::{
    board::{
        Cell,
        Colour::{self, Black, White},
        Position, Setup, chance,
    },
    proof::{Branch, NodeRef, Proof, ProofBuilder, ProofNode, Then},
};

/// A position of set-up stones: `hex`, `3x3`, black's and white's cells.
pub fn position(rules: &str, size: &str, black: &str, white: &str) -> Position {
    let game = chance::game(size.parse().unwrap(), rules.parse().unwrap(), 1);
    let stones = [black, white].map(|names| {
        names.split_whitespace().map(|name| Cell::from_name(game.size(), name).unwrap()).collect()
    });
    Position::from_setup(game, Setup::of_stones(stones)).unwrap()
}

pub fn cell(position: &Position, name: &str) -> Cell {
    Cell::from_name(position.size(), name).unwrap()
}

/// A builder that knows the cells by their names.
pub struct Hand {
    pub builder: ProofBuilder,
    start: Position,
}

impl Hand {
    pub fn new(start: Position, first: Colour, winner: Colour) -> Hand {
        Hand { builder: ProofBuilder::new(&start, first, winner).unwrap(), start }
    }

    pub fn cell(&self, name: &str) -> Cell {
        cell(&self.start, name)
    }

    pub fn walk(&mut self, from: &str, steps: &[u8], sides: [Option<u8>; 2]) -> NodeRef {
        self.builder
            .add(ProofNode::Walk { start: self.cell(from), steps: steps.into(), sides })
            .unwrap()
    }

    pub fn branches(&self, branches: &[(&str, NodeRef)]) -> Vec<Branch> {
        branches.iter().map(|&(play, then)| Branch { play: self.cell(play), then }).collect()
    }

    pub fn or(&mut self, branches: &[(&str, NodeRef)]) -> NodeRef {
        let branches = self.branches(branches);
        self.builder.add(ProofNode::Or(branches[..].into())).unwrap()
    }

    pub fn and(&mut self, parts: &[NodeRef]) -> NodeRef {
        self.builder.add(ProofNode::And(parts.into())).unwrap()
    }

    /// The bridge from a cell: the two steps, in either order.
    pub fn bridge(&mut self, from: &str, [a, b]: [u8; 2], over: [&str; 2]) -> NodeRef {
        let [first, second] = [[a, b], [b, a]].map(|steps| self.walk(from, &steps, [None; 2]));
        self.or(&[(over[0], first), (over[1], second)])
    }

    pub fn finish(self, play: Option<&str>, holds: NodeRef) -> Proof {
        let play = play.map(|name| self.cell(name));
        self.builder.finish(play, Then::Holds(holds)).unwrap()
    }
}

/// Black's middle stone of 3×3, joined to the first side by a bridge and to the
/// second by the same bridge, turned round.
pub fn middle() -> Proof {
    let mut hand = Hand::new(position("hex", "3x3", "", ""), Black, Black);
    let left = hand.walk("b1", &[1], [Some(0), None]);
    let right = hand.walk("c1", &[2], [Some(0), None]);
    let up = hand.or(&[("b1", left), ("c1", right)]);
    let down = hand.builder.image(up, 1).reversed();
    let both = hand.and(&[up, down]);
    hand.finish(Some("b2"), both)
}

/// The template of the third row on 4×4.
pub fn ziggurat() -> Proof {
    let mut hand = Hand::new(position("hex", "4x4", "", ""), Black, Black);
    let up = [hand.walk("c1", &[1], [Some(0), None]), hand.walk("d1", &[2], [Some(0), None])];
    let up = hand.or(&[("c1", up[0]), ("d1", up[1])]);
    // c2 b3, and a bridge to the side: b4 or a4.
    let left = [&[2, 1], &[2, 2]].map(|steps| hand.walk("c2", steps, [None, Some(1)]));
    let left = hand.or(&[("b4", left[0]), ("a4", left[1])]);
    let middle = [&[1, 1], &[1, 2]].map(|steps| hand.walk("c2", steps, [None, Some(1)]));
    let middle = hand.or(&[("c4", middle[0]), ("b4", middle[1])]);
    // The bridge c2 d3, and the one from d3 to the side.
    let bridge = hand.bridge("c2", [0, 1], ["d2", "c3"]);
    let side = [&[1], &[2]].map(|steps| hand.walk("d3", steps, [None, Some(1)]));
    let side = hand.or(&[("d4", side[0]), ("c4", side[1])]);
    let right = hand.and(&[bridge, side]);
    let down = hand.or(&[("b3", left), ("c3", middle), ("d3", right)]);
    let both = hand.and(&[up, down]);
    hand.finish(Some("c2"), both)
}

/// Two columns of pairs on the cylinder 4×2, white first: whichever white
/// touches, black takes the other.
pub fn pairs() -> Proof {
    let mut hand = Hand::new(position("cylinder", "4x2", "", ""), White, Black);
    let left = [&[1], &[2]].map(|steps| hand.walk("a1", steps, [Some(0), Some(1)]));
    let left = hand.or(&[("a2", left[0]), ("d2", left[1])]);
    // The same, two columns further: shifts are the first symmetries.
    let right = hand.builder.image(left, 2);
    let both = hand.or(&[("a1", left), ("c1", right)]);
    hand.finish(None, both)
}

/// White's ring of two bridges and a link on the cylinder 4×2.
pub fn ring() -> Proof {
    let mut hand = Hand::new(position("cylinder", "4x2", "", "a2 c1 d2"), Black, White);
    let first = hand.bridge("a2", [0, 5], ["b2", "b1"]);
    let second = hand.bridge("c1", [0, 1], ["d1", "c2"]);
    let link = hand.walk("d2", &[0], [None; 2]);
    let ring = hand.and(&[first, second, link]);
    hand.finish(None, ring)
}

/// Black's ring straight down the torus, of two bridges.
pub fn straight_ring() -> Proof {
    let mut hand = Hand::new(position("torus", "4x3", "a1 b2", "c1"), White, Black);
    let first = hand.bridge("a1", [0, 1], ["b1", "a2"]);
    let second = hand.bridge("b2", [1, 2], ["b3", "a3"]);
    let ring = hand.and(&[first, second]);
    hand.finish(None, ring)
}
