//! The verification of a machine, for every height, without the solver.
//!
//! A state of the product has, for a word: the machine's state, the states after the same word with one
//! more white stone and with one more black stone, and for full words the state of the crossing machine. If the
//! verdict is that of the crossing machine for all full words, and follows from the moves for all others,
//! the machine is right: by induction on the number of empty cells.

use std::collections::HashMap;

use super::{Machine, order::Order};
use crate::all_n::{
    Boards, Crossing, Row,
    rows::{LOSER, WINNER, add, empty},
};

/// A state of the product.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    state: usize,
    /// After one more stone: of white, whose worst states for black are kept; of black, whose best.
    played: [Vec<usize>; 2],
    /// `None` if a cell is empty, or before the first row.
    crossing: Option<Crossing>,
    is_full: bool,
}

/// The product of a machine with its moves, as far as it was explored.
pub struct Product {
    /// Each state with the state before it and the row between them.
    found: Vec<(State, Option<(usize, Row)>)>,
    /// Words about which, or about one of whose moves, the machine is wrong.
    pub violations: Vec<Vec<Row>>,
}

impl Product {
    /// Explores all states, or those up to this number of violations. `None` if there are more than `most` states.
    pub fn explore(machine: &Machine, violations: usize, most: usize) -> Option<Product> {
        let order = Order::new(machine);
        let first =
            State { state: 0, played: [Vec::new(), Vec::new()], crossing: None, is_full: true };
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut product = Product { found: vec![(first, None)], violations: Vec::new() };
        let mut at = 0;
        while at < product.found.len() && product.violations.len() < violations {
            if product.found.len() > most {
                return None;
            }
            for row in 0..machine.next[0].len() as Row {
                let next = step(machine, &order, &product.found[at].0, row);
                if numbers.contains_key(&next) {
                    continue;
                }
                let is_right =
                    machine.verdicts[next.state].black_wins() == expected(machine, &next);
                numbers.insert(next.clone(), product.found.len());
                product.found.push((next, Some((at, row))));
                if !is_right {
                    product.violations.push(product.word(product.found.len() - 1));
                }
            }
            at += 1;
        }
        Some(product)
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.found.len()
    }

    /// The word by which a state was found.
    fn word(&self, mut number: usize) -> Vec<Row> {
        let mut word = Vec::new();
        while let Some((before, row)) = self.found[number].1 {
            word.push(row);
            number = before;
        }
        word.reverse();
        word
    }
}

/// The state after one more row.
fn step(machine: &Machine, order: &Order, from: &State, row: Row) -> State {
    let columns = machine.columns;
    let empty: Vec<usize> = empty(row, columns).collect();
    let next = |state: usize, row: Row| machine.next[state][usize::from(row)];
    let played = |colour: usize, stone, worst| {
        let earlier = from.played[colour].iter().map(|&state| next(state, row));
        let here = empty.iter().map(|&x| next(from.state, add(row, x, stone)));
        order.reduced(earlier.chain(here).collect(), worst)
    };
    let played = [played(0, LOSER, true), played(1, WINNER, false)];
    let is_full = from.is_full && empty.is_empty();
    let crossing = is_full.then(|| match &from.crossing {
        Some(crossing) => crossing.then(row),
        None => Crossing::first(Boards::Cylinder, row, columns),
    });
    State { state: next(from.state, row), played, crossing, is_full }
}

/// Whether black wins with white to move, and with black to move, by the moves.
fn expected(machine: &Machine, state: &State) -> [bool; 2] {
    if let Some(crossing) = &state.crossing {
        return [!crossing.is_cut(); 2];
    }
    let black_wins = |state: &usize| machine.verdicts[*state].black_wins();
    let [white, black] = &state.played;
    [white.iter().all(|s| black_wins(s)[1]), black.iter().any(|s| black_wins(s)[0])]
}
