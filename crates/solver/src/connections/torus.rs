//! Whether both colours can have a ring.

use crate::{bits::Bits, graph::Graph};

/// Whether these cells contain a closed walk that goes round the torus in both directions. Only
/// beside such a ring can the other colour have one too.
pub fn diagonal_ring<B: Bits>(graph: &Graph<B>, cells: B) -> bool {
    let mut left = cells;
    let mut rounds: Vec<Option<(i32, i32)>> = vec![None; graph.cells];
    while !left.is_empty() {
        let closed = closed_walks(graph, cells, &mut left, &mut rounds);
        // Sums of closed walks are closed walks too.
        let across = closed.iter().any(|walk| walk.0 != 0);
        let down = closed.iter().any(|walk| walk.1 != 0);
        if across && down {
            return true;
        }
    }
    false
}

/// A basis of the closed walks through the first remaining cell: how often each goes round; all
/// others are sums of them. Removes the cells connected with it from `left`.
fn closed_walks<B: Bits>(
    graph: &Graph<B>,
    cells: B,
    left: &mut B,
    rounds: &mut [Option<(i32, i32)>],
) -> Vec<(i32, i32)> {
    let start = left.first();
    let mut closed = Vec::new();
    let mut stack = vec![start];
    rounds[start] = Some((0, 0));
    *left &= !B::one(start);
    while let Some(cell) = stack.pop() {
        let Some(at) = rounds[cell] else { continue };
        for &(to, winding) in &graph.arcs[cell] {
            let to = usize::from(to);
            if !cells.has(to) {
                continue;
            }
            let step = graph.windings.rounds(winding);
            let there = (at.0 + step.0, at.1 + step.1);
            match rounds[to] {
                None => {
                    rounds[to] = Some(there);
                    *left &= !B::one(to);
                    stack.push(to);
                }
                Some(before) => closed.push((there.0 - before.0, there.1 - before.1)),
            }
        }
    }
    closed
}
