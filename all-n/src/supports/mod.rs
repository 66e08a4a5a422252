//! Sets with supports: between any two rows there is a contract, which says with what one of them supports
//! the other. `docs/ALL-N.md` explains them.

mod contracts;
mod encoder;
mod rings;
mod tiles;
mod verify;

use std::{fmt, time::Instant};

use anyhow::{Result, ensure};

use crate::{
    formula::Formula,
    limits::Limits,
    search::{Plan, close_refutation, solver},
};

use self::{contracts::Contracts, encoder::Encoder, tiles::Tiles};

/// The largest number of tiles whose truth values are unknown.
const MOST_TILES: usize = 20_000_000;

/// A class of sets with supports.
pub struct SupportClass {
    /// The number of columns.
    pub columns: usize,
    /// The largest strength of each kind of support.
    pub strengths: Vec<i8>,
    /// The largest distance of a reply from white's stone, in rows.
    pub reach: usize,
    /// The set is the same after a half turn.
    pub half_turn: bool,
}

impl fmt::Display for SupportClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SupportClass { columns, strengths, reach, half_turn } = self;
        let symmetries = if *half_turn { "half-turn" } else { "none" };
        let strengths: Vec<String> = strengths.iter().map(i8::to_string).collect();
        write!(f, "columns {columns}, supports {}, ", strengths.join(","))?;
        write!(f, "symmetries {symmetries}, reach {reach}")
    }
}

/// The end of a search.
pub enum Outcome {
    /// The class has this set.
    Found(String),
    /// The class has no set.
    None,
    /// A limit was reached.
    Open,
}

/// Searches a class.
pub fn search(class: &SupportClass, plan: &Plan, limits: &Limits) -> Result<Outcome> {
    let begin = Instant::now();
    let count = Contracts::number(&class.strengths).unwrap_or(usize::MAX);
    let tiles = count.saturating_mul(count).saturating_mul(3usize.pow(class.columns as u32));
    ensure!(tiles <= MOST_TILES, "these are too many contracts for {} columns", class.columns);
    let contracts = Contracts::new(&class.strengths);
    let formula = Formula::new(solver(plan, limits, &[("phase", 1)])?, 0, plan.drat.is_some());
    let mut encoder = Encoder::new(class, contracts, formula);
    if !encoder.add_all(limits) {
        return Ok(Outcome::Open);
    }
    let (clauses, variables) = encoder.formula.size();
    eprintln!(
        "  contracts: {count}, {variables} variables, {clauses} clauses, {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    match encoder.formula.solve() {
        None => Ok(Outcome::Open),
        Some(false) => {
            close_refutation(&mut encoder.formula, class, plan)?;
            Ok(Outcome::None)
        }
        Some(true) => {
            let tiles: Tiles = encoder.model();
            verify::verify(&tiles, class.reach)?;
            Ok(Outcome::Found(tiles.to_string()))
        }
    }
}
