//! The shortest diagonal rings of a torus: those that go round in both directions. Two rings that
//! do not meet are parallel: they go round equally often to the right, and equally often down.

use crate::{bits::Bits, graph::Graph};

/// The kinds of diagonal rings, by the rounds to the right and down: (n, n), (n, −n), and all
/// others. Rings of different kinds meet. No symmetry of the board changes the kind of a ring.
pub const KINDS: usize = 3;

/// How fast a win is: for each kind of diagonal ring, the maximum number of own moves until one of
/// that kind is closed, wherever the opponent plays. 0 for kinds that the win does not end in, or
/// of which the opponent can have none: there speed does not matter.
pub type RaceMoves = [u8; KINDS];

/// Speed does not matter.
pub const NO_RACE: RaceMoves = [0; KINDS];

/// The speed of a win that may have to go on as either of two.
pub fn slower(a: RaceMoves, b: RaceMoves) -> RaceMoves {
    std::array::from_fn(|kind| a[kind].max(b[kind]))
}

/// The kind of a closed walk with these rounds; `None` if it is not diagonal.
pub fn kind((x, y): (i32, i32)) -> Option<usize> {
    match (x, y) {
        (0, _) | (_, 0) => None,
        _ if x == y => Some(0),
        _ if x == -y => Some(1),
        _ => Some(2),
    }
}

/// The minimum number of moves until the second colour has a ring of this kind that does not meet
/// itself, if the first colour does not move; at most `most`. It may be less than that number.
pub fn least_moves<B: Bits>(graph: &Graph<B>, of: [B; 2], kind: usize, most: usize) -> usize {
    let [against, stones] = of;
    let open = graph.all & !against;
    // A ring crosses the seam. It can be followed from a cell right behind the seam such that it
    // never returns over the seam there: a closed walk that goes round makes progress, so it
    // leaves each line behind for good at some point.
    let is_behind = |cell: &usize| {
        graph.arcs[*cell].iter().any(|&(_, winding)| graph.windings.rounds(winding).0 < 0)
    };
    let through = |most, start| RingSearch { graph, open, stones, start, kind }.moves(most);
    open.cells().filter(is_behind).fold(most, through)
}

/// A ring is followed 0 to 2 times round to the right, and at most two times up or down. Beyond
/// that it counts as closed, so that no ring is taken for longer than it is.
const RIGHT: usize = 3;
const DOWN: usize = 5;

/// A set of cells for each number of rounds.
type Copies<B> = [[B; DOWN]; RIGHT];

/// A search for the shortest ring of a kind through a cell.
struct RingSearch<'a, B> {
    graph: &'a Graph<B>,
    open: B,
    stones: B,
    start: usize,
    kind: usize,
}

impl<B: Bits> RingSearch<'_, B> {
    /// The empty cells on the ring, at most `most`.
    fn moves(&self, most: usize) -> usize {
        let mut reached = Copies::default();
        let mut fresh = Copies::default();
        fresh[0][DOWN / 2] = B::one(self.start);
        let mut moves = usize::from(!self.stones.has(self.start));
        while moves < most && add(&mut reached, &mut fresh) {
            let mut later = Copies::default();
            loop {
                let Some(next) = self.next(&fresh) else { return moves };
                for (i, &cells) in next.iter().flatten().enumerate() {
                    fresh[i / DOWN][i % DOWN] = cells & self.stones;
                    later[i / DOWN][i % DOWN] |= cells & !self.stones;
                }
                if !add(&mut reached, &mut fresh) {
                    break;
                }
            }
            fresh = later;
            moves += 1;
        }
        most
    }

    /// The open neighbours of some cells; `None` where the ring is closed.
    fn next(&self, from: &Copies<B>) -> Option<Copies<B>> {
        let mut next = Copies::default();
        for (i, cells) in from.iter().flatten().enumerate() {
            for &(to, winding) in cells.cells().flat_map(|cell| &self.graph.arcs[cell]) {
                let (to, (dx, dy)) = (usize::from(to), self.graph.windings.rounds(winding));
                let x = (i / DOWN) as i32 + dx;
                let y = (i % DOWN) as i32 + dy;
                if x < 0 || !self.open.has(to) {
                    continue;
                }
                let rounds = (x, y - (DOWN / 2) as i32);
                if to == self.start && kind(rounds) == Some(self.kind) {
                    return None;
                }
                *next.get_mut(x as usize)?.get_mut(usize::try_from(y).ok()?)? |= B::one(to);
            }
        }
        Some(next)
    }
}

/// Adds the cells that are not reached yet and drops the others; returns whether any are left.
fn add<B: Bits>(reached: &mut Copies<B>, fresh: &mut Copies<B>) -> bool {
    let mut any = false;
    for (fresh, reached) in fresh.iter_mut().flatten().zip(reached.iter_mut().flatten()) {
        *fresh &= !*reached;
        *reached |= *fresh;
        any |= !fresh.is_empty();
    }
    any
}
