/// The planes that a position is shown in.
pub(super) const PLANES: usize = 8;

/// Output channels that lie side by side in a layer's weights: one vector of
/// AVX-512, two of AVX2, four of SSE or NEON.
pub(super) const PANEL: usize = 16;

/// A convolution or, with a single tap, a dense layer for each cell. What it
/// computes is cut off below zero (ReLU) wherever it is used.
pub(super) struct Layer {
    inputs: usize,
    /// Output channels, a multiple of [`PANEL`].
    outputs: usize,
    taps: usize,
    /// For each panel, tap and input: the weights of the panel's outputs.
    weights: Box<[[f32; PANEL]]>,
    bias: Box<[[f32; PANEL]]>,
}

impl Layer {
    /// A layer from its weights, given as a function of output, input and
    /// tap, and its bias. Outputs that a whole panel would have too many of
    /// are always zero.
    pub fn new(
        [outputs, inputs, taps]: [usize; 3],
        weight: impl Fn(usize, usize, usize) -> f32,
        bias: &[f32],
    ) -> Layer {
        let panels = outputs.div_ceil(PANEL);
        let lanes = |panel: usize, value: &dyn Fn(usize) -> f32| -> [f32; PANEL] {
            std::array::from_fn(|lane| match panel * PANEL + lane {
                output if output < outputs => value(output),
                _ => 0.0,
            })
        };
        let mut weights = Vec::with_capacity(panels * taps * inputs);
        for panel in 0..panels {
            for tap in 0..taps {
                for input in 0..inputs {
                    weights.push(lanes(panel, &|output| weight(output, input, tap)));
                }
            }
        }
        Layer {
            inputs,
            outputs: panels * PANEL,
            taps,
            weights: weights.into(),
            bias: (0..panels).map(|panel| lanes(panel, &|output| bias[output])).collect(),
        }
    }

    /// Input channels.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Output channels.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Taps: nine, or one.
    pub fn taps(&self) -> usize {
        self.taps
    }

    /// The weights of a panel, tap by tap and input by input.
    pub fn panel(&self, panel: usize) -> &[[f32; PANEL]] {
        let length = self.taps * self.inputs;
        &self.weights[panel * length..][..length]
    }

    /// The bias, panel by panel.
    pub fn bias(&self) -> &[[f32; PANEL]] {
        &self.bias
    }
}
