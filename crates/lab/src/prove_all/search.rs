//! The search: the solver proposes a set, what fails in it becomes clauses, until nothing fails.

use std::{fmt::Display, path::PathBuf, time::Instant};

use anyhow::{Result, ensure};
use kring_proof::all_n::Certificate;

use crate::prove_all::{
    chain,
    checkpoint::{self, Checkpoint},
    class::Class,
    encoder::Encoder,
    formula::Formula,
    limits::{Limits, used_memory},
    losses,
    model::{Model, Violation},
    prune,
    rows::Rows,
    sat::SatSolver,
    unknowns::Unknowns,
};

/// Of windows of triples that differ in their first and last rows only, a round adds at most this number.
const MOST_ALIKE: usize = 3;

/// How to search.
#[derive(Clone)]
pub struct Plan {
    /// The seed of the solver.
    pub seed: i32,
    /// Options of the solver.
    pub solver: Vec<(String, i32)>,
    /// The largest numbers of windows and of rings or paths that a round adds.
    pub batch: usize,
    /// All windows are added at the beginning.
    pub eager: bool,
    /// The solver gets only the unknowns that clauses have, and prefers small sets.
    pub sparse: bool,
    /// The clauses found so far are read from and added to this file.
    pub checkpoint: Option<PathBuf>,
    /// The solver's proof that there is no set, and beside it the formula, as FILE.cnf.
    pub drat: Option<PathBuf>,
    /// Print a line for each round.
    pub verbose: bool,
}

/// The end of a search.
pub enum Outcome {
    /// A certificate.
    Found(Certificate),
    /// The class is about one height, and has a set.
    FoundForHeight,
    /// The class has no set.
    None,
    /// A limit was reached.
    Open,
}

/// Searches a class.
pub fn search(class: &Class, plan: &Plan, limits: &Limits) -> Result<Outcome> {
    let rows = Rows::new(class);
    let unknowns = Unknowns::new(class, &rows);
    let keep = plan.drat.is_some();
    let formula = if plan.sparse || class.tuple > 2 || class.marks > 1 {
        // Of many tuples the solver should choose few.
        let options = [("lucky", 0), ("forcephase", 1), ("walk", 0)];
        Formula::sparse(solver(plan, limits, &options)?, unknowns.count(), keep)
    } else {
        Formula::new(solver(plan, limits, &[])?, unknowns.count(), keep)
    };
    let mut encoder = Encoder::new(class.clone(), rows, unknowns, formula);
    if plan.eager {
        add_all(&mut encoder);
    }
    if let Some(path) = plan.checkpoint.as_ref().filter(|path| path.exists()) {
        let count = checkpoint::resume(path, &mut encoder)?;
        eprintln!("  resumed with {count} clauses");
    }
    let mut checkpoint = Checkpoint::open(plan.checkpoint.as_deref(), &encoder)?;
    let begin = Instant::now();
    for round in 1.. {
        let call = Instant::now();
        let answer = encoder.formula.solve();
        let solved = call.elapsed().as_secs_f64();
        match answer {
            None => return Ok(Outcome::Open),
            Some(false) => return refuted(&mut encoder.formula, class, plan),
            Some(true) => {}
        }
        let values = encoder.formula.values(encoder.unknowns.count());
        let tuples = encoder.unknowns.tuples(&values);
        let model = Model::new(&encoder, &tuples);
        let [windows, words] = add_violations(&mut encoder, &model, plan, &mut checkpoint)?;
        if plan.verbose || round % 100 == 0 {
            let (clauses, variables) = encoder.formula.size();
            eprintln!(
                "  round {round}: {clauses} clauses, {} unknowns, {variables} variables, {} {} in the model, +{windows} windows, +{words} rings or paths, solver {solved:.1} s, {} conflicts, {} MiB, {:.0} s",
                encoder.unknowns.count(),
                tuples.len(),
                if class.tuple == 2 { "pairs" } else { "triples" },
                encoder.formula.conflicts(),
                used_memory(),
                begin.elapsed().as_secs_f64()
            );
        }
        if windows + words == 0 {
            if class.height.is_some() {
                return Ok(Outcome::FoundForHeight);
            }
            return Ok(Outcome::Found(prune::certificate(&encoder, &model)));
        }
        if limits.reached() {
            return Ok(Outcome::Open);
        }
    }
    Ok(Outcome::Open)
}

/// A solver with some options and those of the plan. Unknowns are false until something needs them.
pub fn solver(plan: &Plan, limits: &Limits, options: &[(&str, i32)]) -> Result<SatSolver> {
    let mut solver = SatSolver::new()?;
    let usual = [("seed", plan.seed), ("phase", 0), ("factor", 0)];
    let named = plan.solver.iter().map(|(name, value)| (name.as_str(), *value));
    for (name, value) in usual.into_iter().chain(options.iter().copied()).chain(named) {
        solver.set(name, value)?;
    }
    if let Some(path) = &plan.drat {
        solver.trace_proof(path)?;
    }
    solver.stop_at(limits.clone());
    Ok(solver)
}

/// The outcome *none*, after its proof is complete.
pub fn refuted(formula: &mut Formula, class: &Class, plan: &Plan) -> Result<Outcome> {
    close_refutation(formula, class, plan)?;
    Ok(Outcome::None)
}

/// Completes the proof that a class has no set, and writes the formula.
pub fn close_refutation(formula: &mut Formula, class: &impl Display, plan: &Plan) -> Result<()> {
    if let Some(path) = &plan.drat {
        formula.close_proof();
        let comment = format!("There is no inductive set: {class}");
        let mut name = path.clone().into_os_string();
        name.push(".cnf");
        formula.write(name.as_ref(), &comment)?;
    }
    Ok(())
}

/// Adds what fails in a model as clauses. Returns the numbers of windows and words.
fn add_violations(
    encoder: &mut Encoder,
    model: &Model,
    plan: &Plan,
    checkpoint: &mut Checkpoint,
) -> Result<[usize; 2]> {
    let mut counts = [0, 0];
    for (phase, word) in losses::words(encoder, model, plan.batch) {
        if encoder.add_word(phase, &word) {
            counts[1] += 1;
            checkpoint.word(phase, &word)?;
        }
    }
    let mut failing = Vec::new();
    let most = if encoder.class.tuple == 2 { usize::MAX } else { MOST_ALIKE };
    model.failing(encoder, most, |window| {
        failing.push(window);
        true
    });
    // Windows from all over the set, not only from its first rows.
    let step = failing.len().div_ceil(plan.batch).max(1);
    for &window in failing.iter().step_by(step) {
        for violation in model.fails(encoder, window).into_iter().flatten() {
            let new = match violation {
                Violation::Window(window) => encoder.add_window(window),
                Violation::Beyond(side, beyond) => encoder.add_beyond(side, beyond),
            };
            if new {
                counts[0] += 1;
                checkpoint.violation(&violation)?;
            }
        }
    }
    ensure!(failing.is_empty() || counts[0] > 0, "a window fails although its clauses are known");
    checkpoint.flush()?;
    Ok(counts)
}

/// Adds all clauses.
fn add_all(encoder: &mut Encoder) {
    let values = vec![true; encoder.unknowns.count() + 1];
    let all = Model::new(encoder, &encoder.unknowns.tuples(&values));
    chain::add_losses(encoder, &all);
    let mut windows = Vec::new();
    all.windows(encoder, |window| windows.push(window));
    for window in windows {
        encoder.add_window(window);
    }
    let at = encoder.class.tuple - 1;
    while let Some(side) = encoder.new_sides.pop() {
        let there = encoder.further(side.way, side.phase, at);
        for &beyond in all.beyond(side.way, there, &side.word[at..]) {
            encoder.add_beyond(side, beyond);
        }
    }
}
