//! An order of the states: one is at most as good for black as another, whatever rows follow.

use super::Machine;

/// Which states are at most as good for black as which others.
pub struct Order {
    states: usize,
    at_most: Vec<bool>,
}

impl Order {
    /// The order of a machine: at first that of the verdicts; then pairs fall out from which some row leads
    /// to a pair that is out. Each pair falls out once, so the time is limited by rows × states².
    pub fn new(machine: &Machine) -> Order {
        let states = machine.states();
        let mut at_most = Vec::new();
        for a in &machine.verdicts {
            at_most.extend(machine.verdicts.iter().map(|b| a <= b));
        }
        let mut order = Order { states, at_most };
        let before = before(machine);
        let mut out: Vec<(usize, usize)> = Vec::new();
        for a in 0..states {
            out.extend((0..states).filter(|&b| !order.at_most(a, b)).map(|b| (a, b)));
        }
        while let Some((a, b)) = out.pop() {
            for before in &before {
                for &a in &before[a] {
                    for &b in &before[b] {
                        if order.at_most(a, b) {
                            order.at_most[a * states + b] = false;
                            out.push((a, b));
                        }
                    }
                }
            }
        }
        order
    }

    fn at_most(&self, a: usize, b: usize) -> bool {
        self.at_most[a * self.states + b]
    }

    /// The states of a set that matter if white chooses one of them (`worst`), or black.
    pub fn reduced(&self, mut set: Vec<usize>, worst: bool) -> Vec<usize> {
        set.sort_unstable();
        set.dedup();
        let beaten = |&a: &usize, b: usize| {
            let (low, high) = if worst { (b, a) } else { (a, b) };
            // Two states of a machine without equal states are never equal in both directions.
            a != b && self.at_most(low, high) && !(self.at_most(high, low) && a < b)
        };
        let kept = set.iter().filter(|a| !set.iter().any(|&b| beaten(a, b)));
        kept.copied().collect()
    }
}

/// For each row, the states from which it leads to each state.
fn before(machine: &Machine) -> Vec<Vec<Vec<usize>>> {
    let rows = machine.next[0].len();
    let mut before = vec![vec![Vec::new(); machine.states()]; rows];
    for (state, next) in machine.next.iter().enumerate() {
        for (row, &next) in next.iter().enumerate() {
            before[row][next].push(state);
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use kring_board::chance::{self, Purpose};
    use rand::RngExt;

    use super::*;
    use crate::machine::Verdict;

    /// By its definition: pairs fall out until none does.
    fn slow(machine: &Machine) -> Vec<bool> {
        let states = machine.states();
        let mut at_most: Vec<bool> = Vec::new();
        for a in &machine.verdicts {
            at_most.extend(machine.verdicts.iter().map(|b| a <= b));
        }
        loop {
            let before = at_most.clone();
            for a in 0..states {
                for b in 0..states {
                    let mut rows = machine.next[a].iter().zip(&machine.next[b]);
                    at_most[a * states + b] &= rows.all(|(&a, &b)| before[a * states + b]);
                }
            }
            if at_most == before {
                return at_most;
            }
        }
    }

    #[test]
    fn the_order_is_that_of_its_definition() {
        let mut generator = chance::generator(1, Purpose::Openings);
        for states in (1..=12).cycle().take(600) {
            let mut next = || generator.random_range(0..states);
            let machine = Machine {
                columns: 2,
                next: (0..states).map(|_| (0..9).map(|_| next() / 2).collect()).collect(),
                verdicts: (0..states).map(|_| Verdict::ALL[next() % 3]).collect(),
            };
            assert_eq!(Order::new(&machine).at_most, slow(&machine));
        }
    }

    /// As long a chain as there can be: pairs fall out one after the other, the last after all others.
    #[test]
    fn a_long_chain_takes_no_longer_than_other_machines() {
        const STATES: usize = 400;
        let mut verdicts = vec![Verdict::ALL[1]; STATES];
        verdicts[STATES - 1] = Verdict::ALL[0];
        let machine = Machine {
            columns: 3,
            next: (0..STATES).map(|state| vec![(state + 1).min(STATES - 1); 27]).collect(),
            verdicts,
        };
        let order = Order::new(&machine);
        assert!((0..STATES - 1).all(|state| order.at_most(state + 1, state)));
    }
}
