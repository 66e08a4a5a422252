//! Compares a machine with the solver on random positions.

use std::fmt;

use anyhow::Result;
use kring_board::chance::{self, Purpose};
use kring_proof::{all_n::Row, machine::Machine};

use super::Oracle;

/// The largest height of the positions.
const MOST_ROWS: usize = 12;

/// On how many positions machine and solver agree.
#[derive(Default)]
pub struct Comparison {
    /// For each height, from one row on: the positions on which both agree, and all positions.
    heights: [(usize, usize); MOST_ROWS],
    /// The positions that the solver left open; they are not among those above.
    unsolved: usize,
    /// The first position on which they differ.
    pub difference: Option<String>,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let agreed: usize = self.heights.iter().map(|height| height.0).sum();
        let all: usize = self.heights.iter().map(|height| height.1).sum();
        write!(f, "the solver agrees on {agreed} of {all} random positions; by rows")?;
        for (i, (agreed, all)) in self.heights.iter().enumerate() {
            write!(f, "{} {}: {agreed} of {all}", if i == 0 { "" } else { "," }, i + 1)?;
        }
        if self.unsolved > 0 {
            write!(f, "; not solved within its limit: {}", self.unsolved)?;
        }
        Ok(())
    }
}

/// Compares the verdicts on random positions of random heights, with 30 to 100 stones in a hundred cells.
pub fn compare(
    machine: &Machine,
    oracle: &mut Oracle,
    count: usize,
    seed: i32,
) -> Result<Comparison> {
    let mut rng = chance::generator(seed as u64, Purpose::Openings);
    let mut comparison = Comparison::default();
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
        let Some(solved) = oracle.verdict(&word)? else {
            comparison.unsolved += 1;
            continue;
        };
        let said = machine.verdict(&word);
        let (agreed, all) = &mut comparison.heights[rows - 1];
        *agreed += usize::from(said == solved);
        *all += 1;
        if said != solved {
            comparison.difference.get_or_insert_with(|| {
                format!("{word:?}: the machine says {said:?}, the solver {solved:?}")
            });
        }
    }
    Ok(comparison)
}
