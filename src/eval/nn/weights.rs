use std::{
    io::Read,
    path::Path,
    sync::{Arc, OnceLock},
};

use safetensors::SafeTensors;
use sha2::{Digest, Sha256};

use super::{
    NetworkError,
    heads::Heads,
    layer::{Layer, PANEL, PLANES},
    tensors::Tensors,
};
#[cfg(target_arch = "x86_64")]
use super::{kernel::tile_layout::Line, tile_weights};
use crate::files;

/// The network that comes with the program.
static EMBEDDED: &[u8] = include_bytes!("../../../nets/kring-6x64.safetensors");

/// The largest file that is read as a network.
const LIMIT: u64 = 256 << 20;

/// A trained network: the weights, ready for use, and shared by all who use it.
pub struct Network {
    name: String,
    /// The SHA-256 of its file.
    digest: [u8; 32],
    channels: usize,
    pub(super) stem: Layer,
    pub(super) blocks: Vec<[Layer; 2]>,
    pub(super) heads: Heads,
    /// The blocks' weights as matrix tiles, rounded and exact, once wanted.
    #[cfg(target_arch = "x86_64")]
    tiles: [OnceLock<Vec<[Vec<Line>; 2]>>; 2],
}

impl Network {
    /// The network that comes with the program.
    pub fn embedded() -> Arc<Network> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let parse = || match Network::from_bytes("kring-6x64", EMBEDDED) {
            Ok(network) => Arc::new(network),
            Err(error) => unreachable!("the embedded network: {error}"),
        };
        Arc::clone(NETWORK.get_or_init(parse))
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
        if metadata.get("format").is_none_or(|format| format != "kring-net-1") {
            return Err(NetworkError::Foreign);
        }
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
                |j: usize| tensors.convolution(&format!("blocks.{i}.conv{j}"), channels, channels);
            Ok([layer(1)?, layer(2)?])
        };
        Ok(Network {
            name: name.to_owned(),
            digest: Sha256::digest(bytes).into(),
            channels,
            stem: tensors.convolution("stem", channels, PLANES)?,
            blocks: (0..blocks).map(block).collect::<Result<_, _>>()?,
            heads: Heads::new(&tensors, channels, head, hidden)?,
            #[cfg(target_arch = "x86_64")]
            tiles: Default::default(),
        })
    }

    /// The blocks' weights as matrix tiles.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn tiles(&self, exact: bool) -> &[[Vec<Line>; 2]] {
        let pack =
            |block: &[Layer; 2]| block.each_ref().map(|layer| tile_weights::pack(layer, exact));
        self.tiles[usize::from(exact)].get_or_init(|| self.blocks.iter().map(pack).collect())
    }

    /// The name: that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What tells it from all other networks: its name and the first digits
    /// of what `sha256sum` says of its file.
    pub fn identity(&self) -> String {
        let digits: String = self.digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{} sha256:{digits}", self.name)
    }

    /// The residual blocks, of two convolutions each.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The numbers that each cell is described with between the layers.
    pub fn channels(&self) -> usize {
        self.channels
    }
}
