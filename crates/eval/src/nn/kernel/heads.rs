//! The heads: from the channels of each cell to an evaluation.

use super::{
    product::{self, Product},
    vector::{Arithmetic, Work},
    work::Vectors,
};
use crate::nn::{
    Evaluation,
    layers::{Heads, PANEL},
    view::BoardView,
};

/// The number of slots that channels are needed for: rows of cells are padded to blocks of a
/// product.
pub fn slots(view: &BoardView) -> usize {
    let [width, height] = view.size;
    height * view.stride + 1 + width.next_multiple_of(product::ROWS)
}

/// Computes an evaluation from the channels of each slot after the last block; `first_sums` is
/// memory for the sums of the first layer of the heads.
///
/// # Panics
/// If the channels are not those of all [`slots`], or `first_sums` is too short.
pub fn evaluate(
    heads: &Heads,
    view: &BoardView,
    channels: &[f32],
    first_sums: &mut [f32],
    evaluation: &mut Evaluation,
    vectors: Vectors,
) {
    let end = slots(view);
    assert!(heads.first.taps == 1 && heads.first.inputs.is_multiple_of(PANEL));
    assert!(channels.len() >= end * heads.first.inputs);
    assert!(first_sums.len() >= end * heads.first.outputs);
    vectors.run(HeadsWork { heads, view, channels, first_sums, evaluation });
}

struct HeadsWork<'a> {
    heads: &'a Heads,
    view: &'a BoardView,
    channels: &'a [f32],
    first_sums: &'a mut [f32],
    evaluation: &'a mut Evaluation,
}

impl Work for HeadsWork<'_> {
    #[inline(always)]
    unsafe fn run<A: Arithmetic>(self) {
        let HeadsWork { heads, view, channels, first_sums, evaluation } = self;
        let (inputs, outputs) = (heads.first.inputs, heads.first.outputs);
        for y in 1..=view.size[1] {
            let slot = y * view.stride + 1;
            // SAFETY: `evaluate` has checked that the last row, and with it all others, is within
            // both slices. The weights are those of one tap.
            unsafe {
                product::multiply::<A::Vector>(&Product {
                    rows: view.size[0],
                    inputs: inputs / PANEL,
                    outputs: outputs / PANEL,
                    from: channels.as_ptr().add(slot * inputs).cast(),
                    weights: heads.first.weights.as_flattened().as_ptr().cast(),
                    scales: std::ptr::null(),
                    to: first_sums.as_mut_ptr().add(slot * outputs),
                });
            }
        }
        heads.evaluate(first_sums, &view.cells, evaluation);
    }
}
