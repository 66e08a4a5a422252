//! How often a row can be repeated until nothing changes any more.

use kring_proof::machine::Machine;

/// The most times that some row leads to a new state each time, after any word. More of these rows lead round a cycle.
pub fn longest_repetition(machine: &Machine) -> usize {
    (0..machine.next[0].len()).map(|row| repetition(machine, row)).max().unwrap_or(0)
}

/// The most times for one row.
fn repetition(machine: &Machine, row: usize) -> usize {
    let next = |state: usize| machine.next[state][row];
    let mut from = vec![0; machine.states()];
    for state in 0..machine.states() {
        from[next(state)] += 1;
    }
    // States that no state leads to are taken away, one after another; the cycles are left.
    let mut taken: Vec<usize> = (0..machine.states()).filter(|&state| from[state] == 0).collect();
    let mut steps = vec![0; machine.states()];
    let mut at = 0;
    while at < taken.len() {
        let state = taken[at];
        let after = next(taken[at]);
        steps[after] = steps[after].max(steps[state] + 1);
        from[after] -= 1;
        if from[after] == 0 {
            taken.push(after);
        }
        at += 1;
    }
    steps.into_iter().max().unwrap_or(0)
}
