//! The network's weights, and their safetensors file.

use std::{
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use kring_board::files;
use safetensors::{Dtype, SafeTensors};
use sha2::{Digest, Sha256};

#[cfg(target_arch = "x86_64")]
use super::kernel::{amx::TileRow, bf16};
use super::{
    kernel::winograd,
    layers::{Dense, Heads, Layer, PANEL, PLANES, PLANES_WITHOUT_SEASONS},
};

/// The networks that come with the program: for games without and with seasons.
static EMBEDDED: [(&str, &[u8]); 2] = [
    ("kring-6x64", include_bytes!("../../nets/kring-6x64.safetensors")),
    ("kring-6x64-seasons", include_bytes!("../../nets/kring-6x64-seasons.safetensors")),
];

/// The maximum size of a network file.
const LIMIT: u64 = 256 << 20;

/// A trained network: the weights, ready for use, shared by all threads.
///
/// ```
/// let network = kring_eval::Network::embedded();
/// assert_eq!((network.blocks(), network.channels()), (6, 64));
/// ```
pub struct Network {
    name: String,
    /// The SHA-256 of its file, or of the digests of both.
    digest: [u8; 32],
    channels: usize,
    knows_seasons: bool,
    /// The network for games with seasons, if it is another one.
    for_seasons: Option<Arc<Network>>,
    pub(super) stem: Layer,
    pub(super) blocks: Vec<[Layer; 2]>,
    pub(super) heads: Heads,
    /// The blocks' transformed weights, computed on first use: as floats, and as integers.
    winograd: [OnceLock<Vec<[winograd::WinogradWeights; 2]>>; 2],
    /// The same as matrix tiles.
    #[cfg(target_arch = "x86_64")]
    tiles: OnceLock<Vec<[Vec<TileRow>; 2]>>,
}

impl Network {
    /// The network that comes with the program. It consists of two: one for games without seasons,
    /// which is stronger there, and one for games with seasons.
    pub fn embedded() -> Arc<Network> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let parse = |(name, bytes)| match Network::from_bytes(name, bytes) {
            Ok(network) => network,
            Err(error) => unreachable!("the embedded network {name}: {error}"),
        };
        let both = || {
            let [mut network, seasons] = EMBEDDED.map(parse);
            network.digest = Sha256::digest([network.digest, seasons.digest].concat()).into();
            network.for_seasons = Some(Arc::new(seasons));
            Arc::new(network)
        };
        Arc::clone(NETWORK.get_or_init(both))
    }

    /// The network for games with or without seasons.
    pub(super) fn for_games(self: Arc<Network>, have_seasons: bool) -> Arc<Network> {
        match &self.for_seasons {
            Some(network) if have_seasons => Arc::clone(network),
            _ => self,
        }
    }

    /// The network in a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Arc<Network>, NetworkError> {
        let path = path.as_ref();
        let mut bytes = Vec::new();
        files::open(path)
            .and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes))
            .map_err(|why| NetworkError::Read { path: path.to_owned(), why })?;
        if bytes.len() as u64 > LIMIT {
            return Err(NetworkError::TooLarge { path: path.to_owned(), limit: LIMIT });
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Network::from_bytes(&name, &bytes).map(Arc::new)
    }

    /// The network in the bytes of a file.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Network, NetworkError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(NetworkError::Container)?;
        let metadata = metadata.metadata().as_ref().ok_or(NetworkError::Foreign)?;
        let format = metadata.get("format").and_then(|format| format.strip_prefix("kring-net-"));
        let planes = match format.and_then(|version| version.parse::<u32>().ok()) {
            Some(1) => PLANES_WITHOUT_SEASONS,
            Some(2) => PLANES,
            Some(version @ 3..) => return Err(NetworkError::Newer { version }),
            Some(0) | None => return Err(NetworkError::Foreign),
        };
        let number = |key: &'static str, most: usize, of: usize, expected: &'static str| {
            let number = metadata.get(key).and_then(|text| text.parse::<usize>().ok());
            let fits = |n: &usize| (1..=most).contains(n) && n.is_multiple_of(of);
            number.filter(fits).ok_or(NetworkError::Metadata { key, expected })
        };
        let channels = number("channels", 1024, PANEL, "a multiple of 16 up to 1024")?;
        let blocks = number("blocks", 256, 1, "1 to 256")?;
        let head = number("head", 1024, 1, "1 to 1024")?;
        let hidden = number("hidden", 4096, 1, "1 to 4096")?;
        let tensors = Tensors(SafeTensors::deserialize(bytes).map_err(NetworkError::Container)?);
        let block = |i: usize| -> Result<[Layer; 2], NetworkError> {
            let layer =
                |j: usize| tensors.convolution(&format!("blocks.{i}.conv{j}"), [channels; 3]);
            Ok([layer(1)?, layer(2)?])
        };
        Ok(Network {
            name: name.to_owned(),
            digest: Sha256::digest(bytes).into(),
            channels,
            knows_seasons: planes == PLANES,
            for_seasons: None,
            stem: tensors.convolution("stem", [channels, PLANES, planes])?,
            blocks: (0..blocks).map(block).collect::<Result<_, _>>()?,
            heads: tensors.heads(channels, head, hidden)?,
            winograd: Default::default(),
            #[cfg(target_arch = "x86_64")]
            tiles: Default::default(),
        })
    }

    /// The blocks' weights, transformed: as integers or as floats.
    pub(super) fn winograd(&self, integers: bool) -> &[[winograd::WinogradWeights; 2]] {
        let transform = |block: &[Layer; 2]| {
            block.each_ref().map(|layer| match integers {
                true => winograd::WinogradWeights::integers(layer),
                false => winograd::WinogradWeights::floats(layer),
            })
        };
        self.winograd[usize::from(integers)]
            .get_or_init(|| self.blocks.iter().map(transform).collect())
    }

    /// The blocks' weights as matrix tiles.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn tiles(&self) -> &[[Vec<TileRow>; 2]] {
        let pack = |block: &[Layer; 2]| block.each_ref().map(bf16::tiles);
        self.tiles.get_or_init(|| self.blocks.iter().map(pack).collect())
    }

    /// The name of its file, without the extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with the first 16 digits of the file's SHA-256, which identify this network.
    pub fn identity(&self) -> String {
        let digits: String = self.digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{} sha256:{digits}", self.name)
    }

    /// The number of residual blocks, of two convolutions each.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of channels between the layers, for each cell.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Whether its input includes the seasons. If not, it evaluates a game with seasons as if it
    /// had none.
    pub fn knows_seasons(&self) -> bool {
        self.knows_seasons || self.for_seasons.is_some()
    }
}

/// The tensors of a file. Each is checked when it is read.
struct Tensors<'a>(SafeTensors<'a>);

impl Tensors<'_> {
    /// A tensor that must have this shape.
    fn get(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let tensor = self.0.tensor(name).ok();
        let tensor = tensor.filter(|t| t.dtype() == Dtype::F16 && t.shape() == shape);
        let Some(tensor) = tensor else {
            return Err(NetworkError::Tensor { name: name.to_owned(), expected: shape.to_vec() });
        };
        let (values, _) = tensor.data().as_chunks::<2>();
        let values: Vec<f32> =
            values.iter().map(|&bytes| f16_to_f32(u16::from_le_bytes(bytes))).collect();
        if values.iter().all(|value| value.is_finite()) {
            Ok(values)
        } else {
            Err(NetworkError::NotFinite { name: name.to_owned() })
        }
    }

    /// A convolution of three by three taps, of which the file holds the first `stored` inputs.
    /// The weights of the others are zero.
    fn convolution(
        &self,
        name: &str,
        [outputs, inputs, stored]: [usize; 3],
    ) -> Result<Layer, NetworkError> {
        let weights = self.get(&format!("{name}.weight"), &[outputs, stored, 3, 3])?;
        let bias = self.get(&format!("{name}.bias"), &[outputs])?;
        let weight = |output: usize, input: usize, tap: usize| match input < stored {
            true => weights[(output * stored + input) * 9 + tap],
            false => 0.0,
        };
        Ok(Layer::new([outputs, inputs, 9], weight, &bias))
    }

    /// A dense layer.
    fn dense(&self, name: &str, outputs: usize, inputs: usize) -> Result<Dense, NetworkError> {
        Ok(Dense {
            weights: self.get(&format!("{name}.weight"), &[outputs, inputs])?,
            bias: self.get(&format!("{name}.bias"), &[outputs])?,
        })
    }

    /// The policy head and the value head.
    fn heads(&self, channels: usize, head: usize, hidden: usize) -> Result<Heads, NetworkError> {
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

/// The value of a half-precision number.
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

/// Why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// The file is far larger than any network.
    #[error("{} is larger than {limit} bytes, which no network is", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The maximum number of bytes.
        limit: u64,
    },
    /// The file is not a complete safetensors file.
    #[error("not a whole safetensors file: {0}")]
    Container(safetensors::SafeTensorError),
    /// The tensors are not a Kring network.
    #[error("not a network of the format kring-net-1 or kring-net-2")]
    Foreign,
    /// The format is newer than this program.
    #[error(
        "a network of the format kring-net-{version}, which is newer than this program: it reads \
         kring-net-1 and kring-net-2"
    )]
    Newer {
        /// The number of the format.
        version: u32,
    },
    /// A number in the metadata is missing or out of range.
    #[error("the metadata give no usable number for {key} ({expected})")]
    Metadata {
        /// The number's name.
        key: &'static str,
        /// The range of valid numbers.
        expected: &'static str,
    },
    /// A tensor is missing, or its type or shape does not match the metadata.
    #[error("tensor {name}: expected F16 of shape {expected:?}")]
    Tensor {
        /// The tensor's name.
        name: String,
        /// The shape it should have.
        expected: Vec<usize>,
    },
    /// A weight is infinite or not a number.
    #[error("tensor {name} holds a value that is not finite")]
    NotFinite {
        /// The tensor's name.
        name: String,
    },
}
