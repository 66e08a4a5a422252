//! Safe code that rustc 1.94 to 1.98 compile wrongly under link-time optimisation: a
//! brute-force search on 3×3, in which a full row wins for one player and a
//! full column for the other. Every move fills a cell, so the recursion is at
//! most nine deep. Wrong code recurses until the stack overflows.
//!
//! The right output is "true 201" and "true 276": the player to move wins, and
//! the number of positions. `README.md` says which options give it.

use std::collections::HashMap;

const SIDE: usize = 3;

struct Lines {
    cells: usize,
}

impl Lines {
    /// Whether these cells have a full row (player 0) or a full column (player 1).
    #[inline(never)]
    fn has_full(&self, stones: u64, player: usize) -> bool {
        let cell = |line, at| if player == 0 { SIDE * line + at } else { SIDE * at + line };
        (0..SIDE).any(|line| (0..SIDE).all(|at| stones >> cell(line, at) & 1 == 1))
    }
}

struct Search<'a> {
    lines: &'a Lines,
    known: HashMap<(u64, u64, bool), bool>,
    order: Vec<usize>,
    positions: u64,
}

impl Search<'_> {
    /// Whether the player to move wins, who has the stones `own`.
    fn wins(&mut self, own: u64, other: u64, player: usize) -> bool {
        let key = (own, other, player == 0);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.positions += 1;
        let empty = ((1u64 << self.lines.cells) - 1) & !own & !other;
        let mut wins = false;
        for i in 0..self.order.len() {
            let cell = 1u64 << self.order[i];
            if empty & cell != 0 && self.lines.has_full(own | cell, player) {
                wins = true;
                break;
            }
        }
        if !wins && empty != 0 {
            for i in 0..self.order.len() {
                let cell = 1u64 << self.order[i];
                if empty & cell != 0 && !self.wins(other, own | cell, 1 - player) {
                    wins = true;
                    break;
                }
            }
        }
        self.known.insert(key, wins);
        wins
    }
}

fn main() {
    let lines = Lines { cells: SIDE * SIDE };
    for player in 0..2 {
        let order = (0..SIDE * SIDE).collect();
        let mut search = Search { lines: &lines, known: HashMap::new(), order, positions: 0 };
        println!("{} {}", search.wins(0, 0, player), search.positions);
    }
}
