//! The safetensors file of a network: its metadata and its tensors, all of which are checked.
//!
//! **Input planes** come in multiples of four, a row of `PLANE_NAMES` each. A change of them needs:
//! `PLANES` in `layers.rs`; what fills them in `view.rs`; the states of a cell in `kernel/stem.rs`,
//! whose first layer adds up weights by these states; names, version and the message of
//! `NetworkError` here; `knows_seasons` in `network.rs`. In `scripts/train/`: `boards.py` (`PLANES`),
//! `net.py` (`encode`, and `widened`, which pads old weights), `kernels.py` (Triton needs a power of
//! two), `export.py` (`FORMATS`), the table in its README, the numbers in `test_train.py`; then new
//! weights and `vectors.json`. `python/src/network.rs` and docs/STRENGTH.md name the version.

use std::{collections::HashMap, path::PathBuf};

use kring_board::word::short;
use safetensors::{Dtype, SafeTensors};

use super::layers::{Dense, Heads, Layer, PANEL, PLANES, PLANES_WITHOUT_SEASONS};

/// Why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read {path}: {1}", path = .0.display())]
    Read(PathBuf, std::io::Error),
    /// The file is not a complete safetensors file.
    #[error("not a whole safetensors file: {0}")]
    Container(safetensors::SafeTensorError),
    /// The tensors are not a Kring network.
    #[error("not a network of the format kring-net-1 or kring-net-2")]
    Foreign,
    /// The format, given by its number, is newer than this program.
    #[error(
        "a network of the format kring-net-{0}, which is newer than this program: it reads \
         kring-net-1 and kring-net-2"
    )]
    Newer(u32),
    /// A weight of this tensor is infinite or not a number.
    #[error("tensor {0} holds a value that is not finite")]
    NotFinite(String),
    /// The file is too large, or its metadata and tensors do not fit the format: a message.
    #[error("{0}")]
    Invalid(String),
}

/// The names of the input planes. A network without seasons has the first eight.
const PLANE_NAMES: [[&str; 4]; PLANES / 4] = [
    ["own", "opponent", "own_edge_low", "own_edge_high"],
    ["opponent_edge_low", "opponent_edge_high", "own_axis_wraps", "opponent_axis_wraps"],
    ["own_due_now", "own_due_next", "own_due_third", "own_due_later"],
    ["opponent_due_now", "opponent_due_next", "opponent_due_third", "opponent_due_later"],
];

/// The numbers that the value head computes of each channel.
const POOLED: [&str; 3] = ["mean", "max", "mean*(sqrt(cells)-9)/4"];

/// The numbers that give the shape of a network.
pub(super) struct NetworkShape {
    /// The planes of the input, as the format says.
    pub planes: usize,
    pub channels: usize,
    pub blocks: usize,
    head: usize,
    hidden: usize,
}

impl NetworkShape {
    fn read(metadata: &HashMap<String, String>) -> Result<NetworkShape, NetworkError> {
        let format = metadata.get("format").and_then(|format| format.strip_prefix("kring-net-"));
        let planes = match format.and_then(|version| version.parse::<u32>().ok()) {
            Some(1) => PLANES_WITHOUT_SEASONS,
            Some(2) => PLANES,
            Some(version @ 3..) => return Err(NetworkError::Newer(version)),
            Some(0) | None => return Err(NetworkError::Foreign),
        };
        check_list(metadata, "planes", &PLANE_NAMES.as_flattened()[..planes])?;
        check_list(metadata, "pooled", &POOLED)?;
        let number = |key: &str, most: usize, of: usize, expected: &str| {
            let number = metadata.get(key).and_then(|text| text.parse::<usize>().ok());
            let fits = |n: &usize| (1..=most).contains(n) && n.is_multiple_of(of);
            number.filter(fits).ok_or_else(|| {
                let why = format!("the metadata give no usable number for {key} ({expected})");
                NetworkError::Invalid(why)
            })
        };
        Ok(NetworkShape {
            planes,
            channels: number("channels", 1024, PANEL, "a multiple of 16 up to 1024")?,
            blocks: number("blocks", 256, 1, "1 to 256")?,
            head: number("head", 1024, 1, "1 to 1024")?,
            hidden: number("hidden", 4096, 1, "1 to 4096")?,
        })
    }
}

/// Checks a list of names in the metadata, if it is there: it has to be the one of the format.
fn check_list(
    metadata: &HashMap<String, String>,
    key: &str,
    expected: &[&str],
) -> Result<(), NetworkError> {
    let Some(text) = metadata.get(key) else { return Ok(()) };
    let found: Vec<&str> = text.split(',').collect();
    let Some(at) = (0..found.len().max(expected.len())).find(|&i| found.get(i) != expected.get(i))
    else {
        return Ok(());
    };
    let name = |list: &[&str]| list.get(at).map_or("missing".to_owned(), |name| short(name));
    Err(NetworkError::Invalid(format!(
        "the metadata do not fit the format: number {} of {key} should be {}, but is {}",
        at + 1,
        name(expected),
        name(&found),
    )))
}

/// A file whose metadata are those of a network. Each tensor is checked when it is read.
pub(super) struct NetworkFile<'a> {
    pub shape: NetworkShape,
    tensors: SafeTensors<'a>,
}

impl<'a> NetworkFile<'a> {
    /// The file with these bytes. It has no other tensors than those of the network.
    pub fn read(bytes: &'a [u8]) -> Result<NetworkFile<'a>, NetworkError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(NetworkError::Container)?;
        let metadata = metadata.metadata().as_ref().ok_or(NetworkError::Foreign)?;
        let shape = NetworkShape::read(metadata)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(NetworkError::Container)?;
        // Each layer has two tensors, a weight and a bias.
        let others = ["stem", "policy1", "policy2", "value1", "value2", "value3"];
        let mut layers = Vec::from(others.map(str::to_owned));
        for i in 0..shape.blocks {
            layers.extend([format!("blocks.{i}.conv1"), format!("blocks.{i}.conv2")]);
        }
        let is_known = |name: &str| {
            let layer = name.strip_suffix(".weight").or(name.strip_suffix(".bias"));
            layer.is_some_and(|layer| layers.iter().any(|known| known == layer))
        };
        match tensors.names().into_iter().filter(|name| !is_known(name)).min() {
            Some(name) => Err(NetworkError::Invalid(format!(
                "tensor {} is not part of a network of {} blocks, which the metadata describe",
                short(name),
                shape.blocks
            ))),
            None => Ok(NetworkFile { shape, tensors }),
        }
    }

    /// A tensor that must have this shape.
    fn get(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let tensor = self.tensors.tensor(name).ok();
        let found = match &tensor {
            Some(tensor) => format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape()),
            None => "missing".to_owned(),
        };
        let tensor = tensor.filter(|t| t.dtype() == Dtype::F16 && t.shape() == shape);
        let Some(tensor) = tensor else {
            return Err(NetworkError::Invalid(format!(
                "tensor {name} is {found}, but the metadata require F16 of shape {shape:?}"
            )));
        };
        let (values, _) = tensor.data().as_chunks::<2>();
        let values: Vec<f32> =
            values.iter().map(|&bytes| f16_to_f32(u16::from_le_bytes(bytes))).collect();
        if values.iter().all(|value| value.is_finite()) {
            Ok(values)
        } else {
            Err(NetworkError::NotFinite(name.to_owned()))
        }
    }

    /// A convolution of three by three taps, of which the file holds the first `stored` inputs.
    /// The weights of the others are zero.
    pub fn convolution(
        &self,
        name: &str,
        [outputs, inputs, stored]: [usize; 3],
    ) -> Result<Layer, NetworkError> {
        let weights = self.get(&format!("{name}.weight"), &[outputs, stored, 3, 3])?;
        let bias = self.get(&format!("{name}.bias"), &[outputs])?;
        let weight = |output: usize, input: usize, tap: usize| {
            if input < stored { weights[(output * stored + input) * 9 + tap] } else { 0.0 }
        };
        Ok(Layer::new([outputs, inputs, 9], weight, &bias))
    }

    fn dense(&self, name: &str, outputs: usize, inputs: usize) -> Result<Dense, NetworkError> {
        Ok(Dense {
            weights: self.get(&format!("{name}.weight"), &[outputs, inputs])?,
            bias: self.get(&format!("{name}.bias"), &[outputs])?,
        })
    }

    pub fn heads(&self) -> Result<Heads, NetworkError> {
        let NetworkShape { channels, head, hidden, .. } = self.shape;
        let mut first = self.dense("policy1", head, channels)?;
        let value = self.dense("value1", head, channels)?;
        first.weights.extend(value.weights);
        first.bias.extend(value.bias);
        let weight = |output: usize, input: usize, _| first.weights[output * channels + input];
        Ok(Heads {
            first: Layer::new([2 * head, channels, 1], weight, &first.bias),
            head,
            policy: self.dense("policy2", 1, head)?,
            hidden: self.dense("value2", hidden, 3 * head)?,
            value: self.dense("value3", 1, hidden)?,
        })
    }
}

fn f16_to_f32(bits: u16) -> f32 {
    let [sign, exponent, fraction] = [bits >> 15, bits >> 10 & 31, bits & 1023].map(u32::from);
    let magnitude = match exponent {
        // Subnormal: a multiple of 2^-24.
        0 => fraction as f32 / (1 << 24) as f32,
        31 => f32::from_bits(255 << 23 | fraction << 13),
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    f32::from_bits(magnitude.to_bits() | sign << 31)
}
