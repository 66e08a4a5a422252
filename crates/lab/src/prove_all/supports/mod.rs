//! Sets with supports: between any two rows there is a contract, which says with what one of them supports
//! the other. `docs/ALL-N.md` explains them.

mod closed;
mod contracts;
mod encoder;
mod order;
mod phases;
mod rings;
mod sides;
mod tiles;
mod verify;
mod windows;

use std::{fmt, time::Instant};

use anyhow::{Context, Result, ensure};

use crate::prove_all::{
    formula::Formula,
    limits::Limits,
    search::{Plan, close_refutation, solver},
};

use self::{
    closed::ClosedSets,
    contracts::{Contracts, MOST_CONTRACTS},
    encoder::Encoder,
};

pub use self::phases::Phases;

/// The largest number of nested pairs of closed sets of contracts.
const MOST_PAIRS: usize = 3_000;

/// The largest number of clauses.
const MOST_CLAUSES: usize = 50_000_000;

/// The clauses for each row, direction, nested pair and closed set, roughly: two for what the row makes of the pair, and
/// one for the answers beyond the row.
const CLAUSES_OF_A_PAIR: usize = 3;

/// A class of sets with supports.
pub struct SupportClass {
    /// The number of columns.
    pub columns: usize,
    /// The largest strength of each kind of support.
    pub strengths: Vec<i8>,
    /// Which rows have a set of tiles of their own.
    pub phases: Phases,
    /// The set is the same after a half turn.
    pub half_turn: bool,
}

impl SupportClass {
    /// The contracts and their closed sets, unless there are too many.
    fn contracts(&self) -> Result<(Contracts, ClosedSets)> {
        let count = Contracts::number(&self.strengths);
        let few = count.is_some_and(|count| count <= MOST_CONTRACTS);
        ensure!(few, "these strengths make more than {MOST_CONTRACTS} contracts");
        let contracts = Contracts::new(&self.strengths);
        let sets = ClosedSets::new(&contracts, MOST_PAIRS).with_context(|| {
            format!("these contracts have more than {MOST_PAIRS} nested pairs of closed sets")
        })?;
        let rows = self.phases.count() * 3usize.pow(self.columns as u32);
        let directions = if self.half_turn { 1 } else { 2 };
        let clauses = CLAUSES_OF_A_PAIR * rows * directions * sets.nested() * sets.count();
        ensure!(
            clauses <= MOST_CLAUSES,
            "the formula would have about {clauses} clauses, more than {MOST_CLAUSES}"
        );
        Ok((contracts, sets))
    }
}

impl fmt::Display for SupportClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SupportClass { columns, strengths, phases, half_turn } = self;
        let symmetries = if *half_turn { "half-turn" } else { "none" };
        let strengths: Vec<String> = strengths.iter().map(i8::to_string).collect();
        write!(f, "columns {columns}, supports {}, ", strengths.join(","))?;
        write!(f, "{phases}, symmetries {symmetries}")
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
    let (contracts, sets) = class.contracts()?;
    let count = contracts.count();
    let pairs = sets.nested();
    let formula = Formula::new(solver(plan, limits, &[("phase", 1)])?, 0, plan.drat.is_some());
    let mut encoder = Encoder::new(class, contracts, sets, formula);
    if !encoder.add_all(limits) {
        return Ok(Outcome::Open);
    }
    let (clauses, variables) = encoder.formula.size();
    eprintln!(
        "  contracts: {count}, nested pairs of sets: {pairs}, {variables} variables, {clauses} clauses, {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    match encoder.formula.solve() {
        None => Ok(Outcome::Open),
        Some(false) => {
            close_refutation(&mut encoder.formula, class, plan)?;
            Ok(Outcome::None)
        }
        Some(true) => {
            let tiles = encoder.model();
            verify::verify(&tiles).context("the set that was found is wrong")?;
            Ok(Outcome::Found(tiles.to_string()))
        }
    }
}
