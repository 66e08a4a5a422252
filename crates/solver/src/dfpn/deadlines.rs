//! Refutations that depend on speed, which is so on the torus only: they refute the other moves
//! outside of their carrier if the opponent's ring is still closed in time.

use std::cell::OnceCell;

use crate::{
    bits::Bits,
    connections::{KINDS, RaceMoves, least_moves},
    graph::Graph,
    orientation::BitPosition,
};

/// How fast the mover of a position can be, found when it is needed.
#[derive(Default)]
pub struct Deadlines<B>([RingDeadline<B>; KINDS]);

#[derive(Default)]
struct RingDeadline<B> {
    /// The minimum number of moves until the mover has a ring of the kind.
    moves: OnceCell<usize>,
    /// The moves after which it needs fewer.
    nearer: OnceCell<B>,
}

impl<B: Bits> Deadlines<B> {
    /// The moves after which the opponent may be late, if it is so fast: if it closes its ring
    /// with its k-th move, the mover must not have closed one with k moves.
    pub fn late(&self, graph: &Graph<B>, position: BitPosition<B>, race: RaceMoves) -> B {
        let of = [position.of[1 - position.mover], position.of[position.mover]];
        let mut late = B::EMPTY;
        for (kind, deadline) in self.0.iter().enumerate().filter(|&(kind, _)| race[kind] > 0) {
            let moves = usize::from(race[kind]);
            let least = *deadline.moves.get_or_init(|| least_moves(graph, of, kind, usize::MAX));
            if moves > least {
                return graph.all;
            }
            if moves == least {
                late |= *deadline.nearer.get_or_init(|| nearer(graph, of, kind, least));
            }
        }
        late
    }
}

/// The cells on which a stone makes the shortest ring shorter.
fn nearer<B: Bits>(graph: &Graph<B>, [other, own]: [B; 2], kind: usize, least: usize) -> B {
    let is_nearer =
        |&cell: &usize| least_moves(graph, [other, own | B::one(cell)], kind, least) < least;
    let empty = graph.all & !other & !own;
    empty.cells().filter(is_nearer).fold(B::EMPTY, |cells, cell| cells | B::one(cell))
}
