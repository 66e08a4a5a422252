//! The heads: from the channels of each cell to an evaluation.

use super::{
    product::{self, Product},
    vector::{Arithmetic, Work},
};
use crate::nn::{
    Evaluation,
    layers::{Heads, PANEL},
    view::BoardView,
};

/// The number of slots that channels are needed for: those of the view, and more where rows of cells
/// are padded to blocks of a product.
pub fn slots(view: &BoardView) -> usize {
    let [width, height] = view.size;
    view.slots.max(height * view.stride + 1 + width.next_multiple_of(product::ROWS))
}

/// An evaluation from the channels of each slot after the last block. Fails if a slice is too short.
pub struct HeadsWork<'a> {
    pub heads: &'a Heads,
    pub view: &'a BoardView,
    /// Those of all [`slots`].
    pub channels: &'a [f32],
    /// Memory for the sums of the first layer of the heads.
    pub first_sums: &'a mut [f32],
    pub evaluation: &'a mut Evaluation,
}

impl Work for HeadsWork<'_> {
    #[inline(always)]
    unsafe fn run<A: Arithmetic>(self) {
        let HeadsWork { heads, view, channels, first_sums, evaluation } = self;
        let inputs = heads.first.inputs;
        let outputs = heads.first.outputs;
        assert!(heads.first.taps == 1 && inputs.is_multiple_of(PANEL));
        assert!(channels.len() >= slots(view) * inputs);
        assert!(first_sums.len() >= slots(view) * outputs);
        for y in 1..=view.size[1] {
            let slot = y * view.stride + 1;
            // SAFETY: the last row, and with it all others, is within both slices, as asserted
            // above. The weights are those of one tap.
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
