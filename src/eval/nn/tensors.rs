use half::f16;
use safetensors::{Dtype, SafeTensors};

use super::{NetworkError, layer::Layer};

/// The tensors of a file, each checked when it is taken.
pub(super) struct Tensors<'a>(pub SafeTensors<'a>);

impl Tensors<'_> {
    /// A tensor that must have this shape.
    pub fn get(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let tensor = self.0.tensor(name).ok();
        let tensor = tensor.filter(|t| t.dtype() == Dtype::F16 && t.shape() == shape);
        let Some(tensor) = tensor else {
            return Err(NetworkError::Tensor { name: name.to_owned(), expected: shape.to_vec() });
        };
        let (values, _) = tensor.data().as_chunks::<2>();
        let values: Vec<f32> =
            values.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32()).collect();
        if values.iter().all(|value| value.is_finite()) {
            Ok(values)
        } else {
            Err(NetworkError::NotFinite { name: name.to_owned() })
        }
    }

    /// A convolution of three by three taps.
    pub fn convolution(
        &self,
        name: &str,
        outputs: usize,
        inputs: usize,
    ) -> Result<Layer, NetworkError> {
        let weights = self.get(&format!("{name}.weight"), &[outputs, inputs, 3, 3])?;
        let bias = self.get(&format!("{name}.bias"), &[outputs])?;
        let weight = |output, input, tap| weights[(output * inputs + input) * 9 + tap];
        Ok(Layer::new([outputs, inputs, 9], weight, &bias))
    }
}
