//! Network evaluations per second: `cargo bench -p kring-benches --bench network`. One position
//! at a time, eight at once, and on two threads; an item is one position on an empty 11×11 board.

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use kring::{
    board::{Colour, Position, Rules, Size, Topology, chance},
    eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network},
};

fn main() {
    divan::main();
}

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

fn evaluate(kernel: Kernel) -> NetEvaluator {
    let size = Size::new(11, 11).unwrap();
    NetEvaluator::with_kernel(
        Network::embedded(),
        BoardKind { size, topology: Topology::Rhombus, has_seasons: false },
        kernel,
    )
}

fn empty_board() -> Input {
    let size = Size::new(11, 11).unwrap();
    Input::new(&Position::new(chance::game(size, Rules::default(), 1)), Colour::Black)
}

#[divan::bench(args = kernels())]
fn one(bencher: Bencher, kernel: Kernel) {
    let mut evaluate = evaluate(kernel);
    let input = empty_board();
    let mut evaluation = [Evaluation::default()];
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| evaluate.evaluate(std::slice::from_ref(&input), &mut evaluation));
}

/// The same with three seasons.
#[divan::bench(args = kernels())]
fn one_with_seasons(bencher: Bencher, kernel: Kernel) {
    let size = Size::new(11, 11).unwrap();
    let rules: Rules = "seasonal".parse().unwrap();
    let input = Input::new(&Position::new(chance::game(size, rules, 1)), Colour::Black);
    let mut evaluate = evaluate(kernel);
    let mut evaluation = [Evaluation::default()];
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| evaluate.evaluate(std::slice::from_ref(&input), &mut evaluation));
}

#[divan::bench(args = kernels())]
fn eight(bencher: Bencher, kernel: Kernel) {
    let (mut evaluate, inputs) = (evaluate(kernel), vec![empty_board(); 8]);
    let mut evaluations = vec![Evaluation::default(); 8];
    bencher
        .counter(ItemsCount::new(8_usize))
        .bench_local(|| evaluate.evaluate(&inputs, &mut evaluations));
}

/// Eight positions on each of two threads, including the start of the threads.
#[divan::bench(args = kernels())]
fn two_threads(bencher: Bencher, kernel: Kernel) {
    let inputs = &vec![empty_board(); 8];
    let mut evaluators = [evaluate(kernel), evaluate(kernel)];
    bencher.counter(ItemsCount::new(16_usize)).bench_local(|| {
        std::thread::scope(|scope| {
            for evaluate in &mut evaluators {
                scope.spawn(move || evaluate.evaluate(inputs, &mut vec![Evaluation::default(); 8]));
            }
        });
    });
}

/// Loading: from a file to usable weights.
#[divan::bench]
fn parse() -> Arc<Network> {
    Network::load(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/eval/nets/kring-6x64.safetensors"
    ))
    .unwrap()
}
