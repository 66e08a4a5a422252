use super::{Evaluation, NetworkError, layer::Layer, tensors::Tensors};

/// What turns the last layer's description of the cells into a judgement.
pub(super) struct Heads {
    /// The first layers of both heads in one: policy, then value.
    pub first: Layer,
    head: usize,
    policy: Dense,
    hidden: Dense,
    value: Dense,
}

impl Heads {
    pub fn new(
        tensors: &Tensors<'_>,
        channels: usize,
        head: usize,
        hidden: usize,
    ) -> Result<Heads, NetworkError> {
        let shape = [head, channels];
        let mut weights = tensors.get("policy1.weight", &shape)?;
        let mut bias = tensors.get("policy1.bias", &[head])?;
        weights.extend(tensors.get("value1.weight", &shape)?);
        bias.extend(tensors.get("value1.bias", &[head])?);
        let weight = |output: usize, input: usize, _| weights[output * channels + input];
        Ok(Heads {
            first: Layer::new([2 * head, channels, 1], weight, &bias),
            head,
            policy: Dense::new(tensors, "policy2", 1, head)?,
            hidden: Dense::new(tensors, "value2", hidden, 3 * head)?,
            value: Dense::new(tensors, "value3", 1, hidden)?,
        })
    }

    /// The judgement of what the first layer says at each of these places.
    pub fn evaluate(&self, first: &[f32], cells: &[u32], evaluation: &mut Evaluation) {
        let (head, outputs) = (self.head, self.first.outputs());
        let mut sum = vec![0.0; head];
        let mut most = vec![0.0_f32; head];
        evaluation.policy.clear();
        for &cell in cells {
            let (policy, value) = first[cell as usize * outputs..][..2 * head].split_at(head);
            evaluation.policy.push(self.policy.at(0, policy));
            for ((sum, most), &value) in sum.iter_mut().zip(&mut most).zip(value) {
                *sum += value;
                *most = most.max(value);
            }
        }
        let count = cells.len() as f32;
        let means = sum.iter().map(|sum| sum / count);
        let scaled = means.clone().map(|mean| mean * ((count.sqrt() - 9.0) / 4.0));
        let pooled: Vec<f32> = means.chain(most.iter().copied()).chain(scaled).collect();
        let hidden: Vec<f32> = (0..self.hidden.outputs())
            .map(|output| self.hidden.at(output, &pooled).max(0.0))
            .collect();
        evaluation.logit = self.value.at(0, &hidden);
    }
}

/// A dense layer that is used once a board; its outputs are sums as they are.
struct Dense {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    fn new(
        tensors: &Tensors<'_>,
        name: &str,
        outputs: usize,
        inputs: usize,
    ) -> Result<Dense, NetworkError> {
        Ok(Dense {
            weights: tensors.get(&format!("{name}.weight"), &[outputs, inputs])?,
            bias: tensors.get(&format!("{name}.bias"), &[outputs])?,
        })
    }

    fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// One output. Eight sums side by side, which the compiler makes vectors of.
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
