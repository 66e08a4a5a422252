//! Exact machines: `learn.rs` guesses a machine. Whether it is right is verified by `kring_proof::machine`; the solver is
//! only asked to compare.

mod classes;
mod closure;
mod compare;
mod learn;
mod oracle;
mod picture;
mod repeats;
mod signature;

use std::{fs, process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};

use self::{compare::compare, learn::learn, oracle::Oracle, repeats::longest_repetition};
use crate::prove_all::{limits::Limits, options::Options};

/// Learns the exact machine, compares it with the solver, writes it and draws it. An unfinished machine is
/// only compared.
pub fn run(options: &Options) -> Result<ExitCode> {
    let begin = Instant::now();
    let columns = usize::from(options.columns);
    let limits = Limits::new(options.time_limit, options.memory);
    let Some(learned) = learn(columns, &limits)? else {
        println!("columns {columns}: no machine within the limits");
        return Ok(ExitCode::from(4));
    };
    let machine = &learned.machine;
    let seconds = begin.elapsed().as_secs_f64();
    let states = machine.states();
    let rows = learned.suffix_rows;
    match learned.product {
        Some(product) => println!(
            "columns {columns}: {states} states, verified with {product} states of the product, {seconds:.1} s"
        ),
        None => println!(
            "columns {columns}: no machine within the limits; an unfinished one has {states} states, by suffixes of up to {rows} rows, {seconds:.1} s, {}",
            limits.name()
        ),
    }
    println!(
        "a row leads to a new state at most {} times in succession",
        longest_repetition(machine)
    );
    let is_verified = learned.product.is_some();
    if is_verified && machine.black_wins_all() {
        println!("black wins the cylinder {columns}xn for every number n of rows, whoever begins");
    }
    if options.compare > 0 {
        let comparison =
            compare(machine, &mut Oracle::new(columns), options.compare, options.seed)?;
        println!("{comparison}");
        match &comparison.difference {
            Some(difference) if is_verified => bail!("a verified machine is wrong: {difference}"),
            Some(difference) => println!("the unfinished machine is wrong: {difference}"),
            None => {}
        }
    }
    if !is_verified {
        return Ok(ExitCode::from(4));
    }
    if let Some(path) = &options.out {
        machine.write(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &options.draw {
        fs::write(path, picture::states(&learned).to_svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
