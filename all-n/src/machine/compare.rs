//! Compares a machine with the solver on random positions.

use anyhow::{Result, ensure};
use kring_board::chance::{self, Purpose};
use kring_proof::{all_n::Row, machine::Machine};

use super::Oracle;

/// The largest height of the positions.
const MOST_ROWS: usize = 12;

/// Compares the verdicts on random positions of random heights, with 30 to 100 stones in a hundred cells.
pub fn compare(machine: &Machine, oracle: &mut Oracle, count: usize, seed: i32) -> Result<()> {
    let mut rng = chance::generator(seed as u64, Purpose::Openings);
    for _ in 0..count {
        let rows = 1 + chance::below(&mut rng, MOST_ROWS);
        // The number of stones on ten cells, on average.
        let stones = 3 + chance::below(&mut rng, 8);
        let mut word = vec![0; rows];
        for row in &mut word {
            for _ in 0..machine.columns {
                let has_stone = chance::below(&mut rng, 10) < stones;
                let stone = if has_stone { 1 + chance::below(&mut rng, 2) as Row } else { 0 };
                *row = 3 * *row + stone;
            }
        }
        let (said, solved) = (machine.verdict(&word), oracle.verdict(&word)?);
        ensure!(said == solved, "{word:?}: the machine says {said:?}, the solver {solved:?}");
    }
    Ok(())
}
