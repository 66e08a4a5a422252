//! An order of the states: one is at most as good for black as another, whatever rows follow.

use super::Machine;

/// Which states are at most as good for black as which others.
pub struct Order {
    states: usize,
    at_most: Vec<bool>,
}

impl Order {
    /// The order of a machine: at first that of the verdicts; then pairs fall out from which some row leads
    /// to a pair that is out.
    pub fn new(machine: &Machine) -> Order {
        let states = machine.states();
        let mut at_most = Vec::new();
        for a in &machine.verdicts {
            at_most.extend(machine.verdicts.iter().map(|b| a <= b));
        }
        let mut order = Order { states, at_most };
        loop {
            let mut changed = false;
            for a in 0..states {
                for b in 0..states {
                    if a != b && order.at_most(a, b) {
                        let mut rows = machine.next[a].iter().zip(&machine.next[b]);
                        if !rows.all(|(&a, &b)| order.at_most(a, b)) {
                            order.at_most[a * states + b] = false;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return order;
            }
        }
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
