//! The layers of the network in memory: convolutions, the two heads, and the evaluation that the
//! heads compute. `network_file.rs` reads them.

/// The planes that encode a position: sixteen numbers for each cell.
pub(super) const PLANES: usize = 16;

/// The planes of networks without seasons: the first of [`PLANES`].
pub(super) const PLANES_WITHOUT_SEASONS: usize = 8;

/// The first plane of the mover's due moves and of the opponent's: an empty cell is on some of
/// the four planes from there on.
pub(super) const DUE_PLANES: [usize; 2] = [8, 12];

/// Output channels that are adjacent in a layer's weights: one vector of AVX-512, two of AVX2,
/// four of SSE or NEON.
pub(super) const PANEL: usize = 16;

/// A convolution or, with a single tap, a dense layer for each cell. Its outputs always go
/// through ReLU.
pub(super) struct Layer {
    pub inputs: usize,
    /// Output channels, a multiple of [`PANEL`].
    pub outputs: usize,
    /// Nine, or one.
    pub taps: usize,
    /// For each panel, tap and input: the weights of the panel's outputs.
    pub weights: Box<[[f32; PANEL]]>,
    /// Panel by panel.
    pub bias: Box<[[f32; PANEL]]>,
}

impl Layer {
    /// A layer from its weights, given as a function of output, input and tap, and its bias. The
    /// number of outputs is rounded up to whole panels; the additional outputs are always zero.
    pub fn new(
        [outputs, inputs, taps]: [usize; 3],
        weight: impl Fn(usize, usize, usize) -> f32,
        bias: &[f32],
    ) -> Layer {
        let panels = outputs.div_ceil(PANEL);
        let panel_values = |panel: usize, value: &dyn Fn(usize) -> f32| -> [f32; PANEL] {
            std::array::from_fn(|i| match panel * PANEL + i {
                output if output < outputs => value(output),
                _ => 0.0,
            })
        };
        let weights = (0..panels * taps * inputs).map(|row| {
            let panel = row / inputs / taps;
            let tap = row / inputs % taps;
            let input = row % inputs;
            panel_values(panel, &|output| weight(output, input, tap))
        });
        let bias = (0..panels).map(|panel| panel_values(panel, &|output| bias[output]));
        Layer {
            inputs,
            outputs: panels * PANEL,
            taps,
            weights: weights.collect(),
            bias: bias.collect(),
        }
    }

    /// The weights of a panel, tap by tap and input by input.
    pub fn panel(&self, panel: usize) -> &[[f32; PANEL]] {
        let length = self.taps * self.inputs;
        &self.weights[panel * length..][..length]
    }
}

/// A dense layer that is computed once per board or once per cell, without ReLU.
pub(super) struct Dense {
    /// The weights of the first output, of the second, and so on.
    pub weights: Vec<f32>,
    /// One number for each output.
    pub bias: Vec<f32>,
}

impl Dense {
    /// One output. Eight sums in parallel, so that the compiler uses vectors.
    #[inline(always)]
    fn at(&self, output: usize, inputs: &[f32]) -> f32 {
        let weights = &self.weights[output * inputs.len()..][..inputs.len()];
        let (eights, rest) = inputs.as_chunks::<8>();
        let (by_eights, by_rest) = weights.as_chunks::<8>();
        let mut sums = [0.0; 8];
        for (values, weights) in eights.iter().zip(by_eights) {
            for i in 0..8 {
                sums[i] += values[i] * weights[i];
            }
        }
        let rest: f32 = rest.iter().zip(by_rest).map(|(value, weight)| value * weight).sum();
        self.bias[output] + sums.iter().sum::<f32>() + rest
    }
}

/// The policy head and the value head: from the channels of each cell after the last block to an
/// evaluation.
pub(super) struct Heads {
    /// The first layers of both heads in one: policy, then value.
    pub first: Layer,
    pub head: usize,
    /// A cell's policy from the head's channels.
    pub policy: Dense,
    /// The value head's layers after pooling.
    pub hidden: Dense,
    pub value: Dense,
}

impl Heads {
    /// Computes the evaluation from the sums of the first layer at each slot, which still need
    /// bias and ReLU, and from the slots of the cells. A kernel calls this and compiles it for
    /// its processor.
    #[inline(always)]
    pub fn evaluate(&self, first_sums: &mut [f32], cells: &[u32], evaluation: &mut Evaluation) {
        let head = self.head;
        let outputs = self.first.outputs;
        let bias = self.first.bias.as_flattened();
        let mut sum = vec![0.0; head];
        let mut most = vec![0.0_f32; head];
        evaluation.policy.clear();
        for &cell in cells {
            let first = &mut first_sums[cell as usize * outputs..][..2 * head];
            for (sum, bias) in first.iter_mut().zip(bias) {
                *sum = (*sum + bias).max(0.0);
            }
            let (policy, value) = first.split_at(head);
            evaluation.policy.push(self.policy.at(0, policy));
            for ((sum, most), &value) in sum.iter_mut().zip(&mut most).zip(value) {
                *sum += value;
                *most = most.max(value);
            }
        }
        // The value head pools over the board: means, maxima, and means scaled by the board's size.
        let count = cells.len() as f32;
        let means = sum.iter().map(|sum| sum / count);
        let scaled = means.clone().map(|mean| mean * ((count.sqrt() - 9.0) / 4.0));
        let pooled: Vec<f32> = means.chain(most.iter().copied()).chain(scaled).collect();
        let hidden = |output: usize| self.hidden.at(output, &pooled).max(0.0);
        let hidden: Vec<f32> = (0..self.hidden.bias.len()).map(hidden).collect();
        evaluation.logit = self.value.at(0, &hidden);
    }
}

/// The network's evaluation of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The mover's chance to win as a logit: zero means one half.
    pub logit: f32,
    /// The policy as logits: a number for each cell of the board, row by row; better moves have
    /// larger ones. Those of occupied cells are meaningless.
    pub policy: Vec<f32>,
}

impl Evaluation {
    /// The mover's chance to win, from 0 to 1. Even where a network with extreme weights has
    /// overflowed.
    pub fn win_probability(&self) -> f32 {
        if self.logit.is_nan() { 0.5 } else { 1.0 / (1.0 + libm::expf(-self.logit)) }
    }
}
