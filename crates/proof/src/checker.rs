//! The rules of the nodes: what each of them claims, or what is wrong with it.
//!
//! Nodes are looked at in their order, so that the claims of those below a node
//! are known. The file `docs/PROOFS.md` says why the rules are sound.

use std::sync::Arc;

use kring_board::{Cell, Colour, Game, Geometry, Goal, STEPS};

use super::{
    Branch, Claim, End, Fault, Node, Promise, Ref, Start, Why, one, symmetries::Symmetries,
};

/// No displacement in a proof is longer: they are added, and must stay exact.
const LONGEST: i32 = 1 << 28;

/// The claims of the nodes so far.
pub(super) struct Checker {
    pub(super) start: Start,
    pub(super) winner: Colour,
    pub(super) symmetries: Symmetries,
    /// All cells of the board.
    pub(super) full: u128,
    /// With seasons: who makes each move from the start on, and in which season.
    pub(super) coming: Vec<(Colour, usize)>,
    pub(super) claims: Vec<Claim>,
}

impl Checker {
    pub fn new(start: &Start, winner: Colour) -> Checker {
        let game = start.position.game();
        let cells = game.size().cells();
        Checker {
            winner,
            symmetries: Symmetries::new(game, winner),
            full: u128::MAX >> (128 - cells),
            coming: start.position.coming_seasons(start.first),
            claims: Vec::new(),
            start: start.clone(),
        }
    }

    pub(super) fn game(&self) -> &Arc<Game> {
        self.start.position.game()
    }

    /// The next node: its claim, or what is wrong with it.
    pub fn add(&mut self, node: &Node) -> Result<(), Fault> {
        let claim = match node {
            Node::Walk { start, steps, sides } => self.walk(*start, steps, *sides)?,
            Node::Or(branches) => self.or(branches)?,
            Node::And(parts) => self.and(parts)?,
            Node::Turn(turn) => self.turn(turn)?,
        };
        self.claims.push(claim);
        Ok(())
    }

    /// What a reference claims.
    pub fn claim(&self, of: Ref) -> Result<Claim, Why> {
        if usize::from(of.symmetry) >= self.symmetries.len() {
            return Err(Why::Symmetry(of.symmetry));
        }
        let claim = self.claims.get(of.node as usize).ok_or(Why::Order(of.node))?;
        Ok(self.symmetries.claim(of, claim))
    }

    /// What a reference to a walk, or to one of several that win, claims.
    fn walk_claim(&self, of: Ref) -> Result<Claim, Why> {
        let claim = self.claim(of)?;
        if claim.promise == Promise::Game { Err(Why::NoWalk) } else { Ok(claim) }
    }

    pub(super) fn on_board(&self, cell: Cell) -> Result<u128, Why> {
        if cell.index() < self.game().size().cells() { Ok(one(cell)) } else { Err(Why::Outside) }
    }

    fn walk(&self, start: Cell, steps: &[u8], sides: [Option<u8>; 2]) -> Result<Claim, Why> {
        let geometry = self.game().geometry();
        let goal = geometry.goal(self.winner);
        let (mut at, mut needed, mut by) = (start, self.on_board(start)?, (0i32, 0i32));
        for (i, &step) in steps.iter().enumerate() {
            let to = geometry.neighbours(at).get(usize::from(step)).copied();
            let to = to.filter(|&to| to != Geometry::OUTSIDE).ok_or(Why::Step(i + 1))?;
            at = Cell(to);
            needed |= one(at);
            if goal == Goal::Ring {
                by = sum(by, STEPS[usize::from(step)])?;
            }
        }
        let end = |cell: Cell, side: Option<u8>| match side {
            None => Ok(End::Cell(cell)),
            Some(side @ 0..=1)
                if goal == Goal::Path && geometry.sides(self.winner, cell) >> side & 1 != 0 =>
            {
                Ok(End::Side(side))
            }
            Some(_) => Err(Why::Side),
        };
        let promise = Promise::Walk { from: end(start, sides[0])?, to: end(at, sides[1])?, by };
        Ok(Claim { promise, needed, carrier: 0 })
    }

    /// The loser's move leaves one of the branches untouched.
    fn or(&self, branches: &[Branch]) -> Result<Claim, Fault> {
        let first = self.walk_claim(branches.first().ok_or(Why::Empty)?.then)?.promise;
        let (mut same, mut win, mut pure) = (true, true, true);
        let (mut needed, mut union, mut touched) = (0, 0, u128::MAX);
        for branch in branches {
            let claim = self.walk_claim(branch.then)?;
            let play = self.on_board(branch.play)?;
            same &= claim.promise == first;
            win &= claim.promise.wins(self.game(), self.winner);
            pure &= claim.promise.is_pure(self.game(), self.winner);
            needed |= claim.needed & !play;
            union |= play | claim.carrier;
            touched &= play | claim.carrier;
        }
        let promise = match (same, win) {
            (true, _) => first,
            (false, true) => Promise::Win { pure },
            (false, false) => return Err(Why::Different.into()),
        };
        // The loser cannot play where the winner's stones are.
        let played = super::cells(touched & !needed).next();
        match played {
            None => Ok(Claim { promise, needed, carrier: union & !needed }),
            Some(_) => Err(Fault { why: Why::Unanswered, own: needed, other: 0, played }),
        }
    }

    /// One walk after the other, each on cells of its own.
    fn and(&self, parts: &[Ref]) -> Result<Claim, Fault> {
        let mut whole: Option<(End, End, (i32, i32))> = None;
        let (mut needed, mut carrier, mut twice) = (0, 0, 0);
        for (i, &part) in parts.iter().enumerate() {
            let claim = self.walk_claim(part)?;
            let Promise::Walk { from, to, by } = claim.promise else {
                return Err(Why::NoWalk.into());
            };
            whole = Some(match whole {
                None => (from, to, by),
                Some((start, joint, before)) => {
                    if joint != from || !matches!(joint, End::Cell(_)) {
                        return Err(Why::Joint(i + 1).into());
                    }
                    (start, to, sum(before, by)?)
                }
            });
            twice |= carrier & claim.carrier;
            carrier |= claim.carrier;
            needed |= claim.needed;
        }
        let (from, to, by) = whole.ok_or(Why::Empty)?;
        let played = super::cells(twice & !needed).next();
        match played {
            None => {
                let promise = Promise::Walk { from, to, by };
                Ok(Claim { promise, needed, carrier: carrier & !needed })
            }
            Some(_) => Err(Fault { why: Why::Overlap, own: needed, other: 0, played }),
        }
    }
}

fn sum(a: (i32, i32), b: (i32, i32)) -> Result<(i32, i32), Why> {
    let sum = (a.0 + b.0, a.1 + b.1);
    if sum.0.abs().max(sum.1.abs()) > LONGEST { Err(Why::Long) } else { Ok(sum) }
}
