//! Kernels that must give the same numbers to the last bit.

use kring::{
    board::{Cell, CellSet, Colour, Size, Topology},
    eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network},
};

/// The evaluations of positions whose numbers are rounded at every step, for both movers.
fn evaluations(kernel: Kernel) -> [Evaluation; 3] {
    let inputs = [0, 1, 2].map(|first| {
        let stones =
            |first: u16| -> CellSet { (first..30).step_by(7).map(Cell::unchecked).collect() };
        Input::of_stones(Colour::ALL[usize::from(first % 2)], stones(first), stones(first + 3))
    });
    let mut evaluations = std::array::from_fn(|_| Evaluation::default());
    let size = Size::new(6, 5).unwrap();
    let board = BoardKind { size, topology: Topology::Torus, has_seasons: false };
    NetEvaluator::with_kernel(Network::embedded(), board, kernel)
        .evaluate(&inputs, &mut evaluations);
    evaluations
}

/// The portable kernel gives the numbers of plain Rust on every processor, with all vectors. The
/// number is a checksum of their bits; it changes with the network.
#[test]
fn the_portable_kernel_gives_the_same_bits_everywhere() {
    let all = evaluations(Kernel::Portable);
    let numbers =
        all.iter().flat_map(|found| [found.logit].into_iter().chain(found.policy.clone()));
    let sum = numbers.fold(0_u64, |sum, number| {
        (sum ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3).rotate_left(7)
    });
    assert!(all[0] != all[2]);
    assert_eq!(sum, 0xe898_4ee1_ac24_254c, "{sum:#x}");
}

/// Sums of integers have no rounding, and fused products are rounded once: all vectors give the
/// same numbers.
#[test]
fn all_vectors_give_the_same_numbers() {
    for kernels in [[Kernel::Avx2, Kernel::Avx512], [Kernel::Avx2Rounded, Kernel::Avx512Rounded]] {
        if kernels.into_iter().all(Kernel::is_available) {
            let [a, b] = kernels.map(evaluations);
            assert!(a == b, "{kernels:?}");
        }
    }
}
