//! The speed of the network's kernels in positions per second, on one thread and on all.

use std::{iter, thread};

use anyhow::Context;
use kring_board::{Colour, Position, Rules, Size, Topology, chance};
use kring_eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};
use serde::Serialize;

use super::{ROUNDS, rate};
use crate::cli::{cores, output::out_line};

/// Positions that are evaluated together, as in a search.
const BATCH: usize = 8;

/// A kernel's speed with a number of threads.
#[derive(Serialize)]
pub struct KernelRow {
    kernel: &'static str,
    /// Whether its results equal those of the other exact kernels up to rounding.
    exact: bool,
    /// Whether the agents use it on this machine.
    default: bool,
    threads: usize,
    positions_per_second: f64,
    /// Its speed relative to the fastest kernel with the same number of threads.
    of_best: f64,
}

/// Measures every kernel that this processor supports; for each number of threads the fastest
/// comes first.
pub fn measure() -> anyhow::Result<Vec<KernelRow>> {
    let size = Size::STANDARD;
    let position = Position::new(chance::game(size, Rules::default(), 1));
    let inputs = vec![Input::new(&position, Colour::Black); BATCH];
    let kernels = Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_available());
    let threads = iter::once(1).chain(Some(cores().get()).filter(|&cores| cores > 1));
    let mut best: Vec<(Kernel, usize, f64)> = threads
        .flat_map(|threads| kernels.clone().map(move |kernel| (kernel, threads, 0.0)))
        .collect();
    // Each round measures every kernel.
    for _ in 0..ROUNDS {
        for (kernel, threads, rate) in &mut best {
            *rate = rate.max(together(*kernel, *threads, size, &inputs)?);
        }
    }
    best.sort_by(|a, b| a.1.cmp(&b.1).then(b.2.total_cmp(&a.2)));
    let fastest =
        |threads: usize| best.iter().find(|row| row.1 == threads).map_or(0.0, |row| row.2);
    let row = |&(kernel, threads, rate): &(Kernel, usize, f64)| KernelRow {
        kernel: kernel.name(),
        exact: kernel.is_exact(),
        default: kernel == Kernel::best(),
        threads,
        positions_per_second: rate,
        of_best: rate / fastest(threads),
    };
    Ok(best.iter().map(row).collect())
}

/// Positions per second of all threads together.
fn together(kernel: Kernel, threads: usize, size: Size, inputs: &[Input]) -> anyhow::Result<f64> {
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for _ in 0..threads {
            let work = move || speed(kernel, size, inputs);
            let handle = thread::Builder::new().spawn_scoped(scope, work);
            handles.push(handle.context("a thread cannot be started")?);
        }
        Ok(handles.into_iter().map(|handle| handle.join().unwrap_or_default()).sum())
    })
}

fn speed(kernel: Kernel, size: Size, inputs: &[Input]) -> f64 {
    let board = BoardKind { size, topology: Topology::Rhombus, has_seasons: false };
    let mut evaluator = NetEvaluator::with_kernel(Network::embedded(), board, kernel);
    let mut evaluations = vec![Evaluation::default(); inputs.len()];
    let mut evaluate = || {
        evaluator.evaluate(inputs, &mut evaluations);
        inputs.len()
    };
    evaluate();
    rate(evaluate)
}

pub fn print(rows: &[KernelRow]) {
    out_line!("network {} on 11x11: positions a second", Network::embedded().name());
    out_line!("{:<16} {:>7} {:>12} {:>12}", "kernel", "threads", "positions/s", "of the best");
    for row in rows {
        let mark = if row.default { "  used by the agents" } else { "" };
        let share = format!("{:.0} %", 100.0 * row.of_best);
        out_line!(
            "{:<16} {:>7} {:>12.0} {share:>12}{mark}",
            row.kernel,
            row.threads,
            row.positions_per_second
        );
    }
}
