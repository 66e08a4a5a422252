//! A small search for connections that gives the checker all it finds: whatever
//! it accepts must be true.

use std::collections::HashMap;

use kring::{
    board::{
        Cell, CellSet, Colour, Geometry, Goal, Position, Setup,
        chance::{self, Purpose},
    },
    proof::{Book, Branch, FaultReason, NodeRef, Promise, ProofBuilder, ProofNode, Then, WalkEnd},
};
use rand::RngExt;

use super::{
    accept,
    brute::{Brute, bits},
    play_all,
};

type Ends = (WalkEnd, WalkEnd, (i32, i32));

/// Walks of the winner in one position.
struct Search<'a> {
    builder: ProofBuilder,
    position: &'a Position,
    winner: Colour,
    /// Walks between stones and sides that hold if the loser moves.
    full: HashMap<Ends, NodeRef>,
    /// Moves after which one holds.
    semi: Vec<(Ends, Branch)>,
}

impl<'a> Search<'a> {
    fn new(position: &'a Position, winner: Colour) -> Search<'a> {
        let builder = ProofBuilder::new(position, winner.other(), winner).unwrap();
        let full = HashMap::new();
        let semi = Vec::new();
        let mut search = Search { builder, position, winner, full, semi };
        let own = *position.stones(winner);
        for cell in own.iter() {
            for walk in search.steps(cell, &own).into_iter() {
                search.add_full(walk);
            }
        }
        search
    }

    fn ends(&self, of: NodeRef) -> Option<Ends> {
        match self.builder.claim(of).promise {
            Promise::Walk { from, to, by } => Some((from, to, by)),
            _ => None,
        }
    }

    fn walk(&mut self, start: Cell, steps: &[u8], sides: [Option<u8>; 2]) -> NodeRef {
        self.builder.add(ProofNode::Walk { start, steps: steps.into(), sides }).unwrap()
    }

    /// The walks of one step from a cell to these cells, and to a side.
    fn steps(&mut self, cell: Cell, to: &CellSet) -> Vec<NodeRef> {
        let geometry = self.position.geometry();
        let winner = self.winner;
        let mut walks = Vec::new();
        for (step, &next) in (0..).zip(geometry.neighbours(cell)) {
            if next != Geometry::OUTSIDE
                && (to.contains(Cell::unchecked(next)) || next == cell.number())
            {
                walks.push(self.walk(cell, &[step], [None; 2]));
            }
        }
        for side in (0..2).filter(|side| geometry.sides(winner, cell) >> side & 1 != 0) {
            if geometry.goal(winner) == Goal::Path {
                walks.push(self.walk(cell, &[], [None, Some(side)]));
            }
        }
        walks
    }

    fn add_full(&mut self, walk: NodeRef) {
        for walk in [walk, walk.reversed()] {
            if let Some(ends) = self.ends(walk).filter(|_| self.full.len() < 60) {
                self.full.entry(ends).or_insert(walk);
            }
        }
    }

    /// Two walks one after the other, if they meet and share no cell.
    fn both(&mut self, first: NodeRef, second: NodeRef) -> Option<NodeRef> {
        self.builder.add(ProofNode::And([first, second].into())).ok()
    }

    /// Moves that join two walks, and walks that two such moves make.
    fn round(&mut self) {
        let own = *self.position.stones(self.winner);
        let mut full: Vec<NodeRef> = self.full.values().copied().collect();
        full.sort_by_key(|walk| (walk.node, walk.backwards));
        for play in self.position.empty().iter() {
            let near = self.steps(play, &own);
            let mut from: Vec<NodeRef> = near.clone();
            for &step in &near {
                from.extend(full.iter().filter_map(|&walk| self.both(step, walk)));
            }
            from.truncate(24);
            for (i, &a) in from.iter().enumerate() {
                for &b in &from[i..] {
                    let Some(walk) = self.both(a.reversed(), b) else { continue };
                    for then in [walk, walk.reversed()] {
                        let ends = self.ends(then).unwrap();
                        self.semi.push((ends, Branch { play, then }));
                    }
                }
            }
        }
        let mut groups: HashMap<Ends, Vec<Branch>> = HashMap::new();
        for (ends, branch) in &self.semi {
            let group = groups.entry(*ends).or_default();
            if group.len() < 12 {
                group.push(*branch);
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, branches)| branches[0].then.node);
        for (_, branches) in groups {
            if let Ok(walk) = self.builder.add(ProofNode::Or(branches[..].into())) {
                self.add_full(walk);
            }
        }
    }

    /// All that may win: walks, and all branches that win together.
    fn claims(&mut self) -> Vec<NodeRef> {
        let game = self.position.game();
        let wins = |search: &Search<'_>, of: NodeRef| {
            search.builder.claim(of).promise.wins(game, search.winner)
        };
        let mut claims: Vec<NodeRef> = self.full.values().copied().collect();
        claims.retain(|&claim| wins(self, claim));
        let branches = self.semi.iter().map(|(_, branch)| *branch);
        let branches: Vec<Branch> = branches.filter(|b| wins(self, b.then)).take(30).collect();
        claims.extend(self.builder.add(ProofNode::Or(branches[..].into())).ok());
        claims
    }
}

/// A position with some stones, in which nobody has won.
fn random_position(rules: &str, size: &str, seed: u64) -> Option<Position> {
    let mut rng = chance::generator(seed, Purpose::Openings);
    let game = chance::game(size.parse().unwrap(), rules.parse().unwrap(), 1);
    let mut setup = Setup::default();
    for cell in game.cells().iter() {
        if rng.random_range(0..5) < 2 {
            setup.stones.push((Colour::ALL[rng.random_range(0..2)], cell));
        }
    }
    let position = Position::from_setup(game, setup).unwrap();
    position.winner().is_none().then_some(position)
}

/// What the checker said about the claims that were found.
#[derive(Default, Debug)]
struct Tally {
    accepted: usize,
    diagonal: usize,
    /// Refused for a diagonal ring, and the loser does win.
    needed: usize,
    played: usize,
}

fn check_claims(position: &Position, winner: Colour, brute: &mut Brute, tally: &mut Tally) {
    let mut search = Search::new(position, winner);
    for _ in 0..2 {
        search.round();
    }
    let claims = search.claims();
    let loser = winner.other();
    let own = bits(position, winner);
    let other = bits(position, loser);
    let truth = brute.winner(&mut position.clone(), loser);
    let mut right = None;
    for claim in claims {
        let found = search.builder.claim(claim);
        match search.builder.wins_with(&found, own, other) {
            Ok(()) => {
                assert_eq!(truth, winner, "{found:?}\n{position}");
                tally.accepted += 1;
                let excludes = found.promise.excludes_loser(position.game(), winner);
                tally.diagonal += usize::from(!excludes);
                right = Some(claim);
            }
            Err(why) => {
                tally.needed += usize::from(why == FaultReason::Diagonal && truth != winner);
            }
        }
    }
    if let Some(claim) = right {
        let proof = search.builder.finish(None, Then::Holds(claim)).unwrap();
        accept(&proof);
        if tally.played < 400 && position.empty_count() < 8 {
            tally.played += 1;
            let book = Book::new(proof, &Default::default()).unwrap();
            play_all(&book, &mut position.clone(), loser);
        }
    }
}

#[test]
fn whatever_the_checker_accepts_is_true() {
    for rules in ["hex", "cylinder", "torus"] {
        let mut tally = Tally::default();
        for size in ["3x3", "4x3", "3x4", "2x3", "3x2", "2x2", "1x4", "4x1", "5x2"] {
            let mut brute = Brute::default();
            for seed in 0..60 {
                let Some(position) = random_position(rules, size, seed) else { continue };
                for winner in Colour::ALL {
                    check_claims(&position, winner, &mut brute, &mut tally);
                }
            }
        }
        assert!(tally.accepted > 200 && tally.played > 50, "{rules}: {tally:?}");
        if rules == "torus" {
            assert!(tally.diagonal > 0 && tally.needed > 0, "{tally:?}");
        }
    }
}
