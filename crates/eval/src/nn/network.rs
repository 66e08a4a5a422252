//! The network: its weights, ready for use. `network_file.rs` reads them.

use std::{
    io::Read,
    path::Path,
    sync::{Arc, OnceLock},
};

use kring_board::{files, word::hex};
use sha2::{Digest, Sha256};

#[cfg(target_arch = "x86_64")]
use super::kernel::{amx::TileRow, bf16};
use super::{
    kernel::winograd,
    layers::{Heads, Layer, PLANES},
    network_file::{NetworkError, NetworkFile, NetworkShape},
};

/// The names of the networks that come with the program: for games without and with seasons.
const NAMES: [&str; 2] = ["kring-6x64", "kring-6x64-seasons"];

#[cfg(not(target_arch = "wasm32"))]
static EMBEDDED: [&[u8]; 2] = [
    include_bytes!("../../nets/kring-6x64.safetensors"),
    include_bytes!("../../nets/kring-6x64-seasons.safetensors"),
];

#[cfg(target_arch = "wasm32")]
static EMBEDDED: OnceLock<[Vec<u8>; 2]> = OnceLock::new();

/// Both networks, read on first use.
static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();

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
    ///
    /// # Panics
    ///
    /// In a browser, before `set_embedded`.
    pub fn embedded() -> Arc<Network> {
        #[cfg(not(target_arch = "wasm32"))]
        let files = EMBEDDED;
        #[cfg(target_arch = "wasm32")]
        let files =
            EMBEDDED.get().expect("the networks are set first").each_ref().map(Vec::as_slice);
        let read = |which: usize| {
            let network = Network::from_bytes(NAMES[which], files[which]);
            #[cfg(target_arch = "wasm32")]
            kring_board::host::poll();
            network.unwrap_or_else(|error| unreachable!("the embedded networks: {error}"))
        };
        let both = || {
            let seasons = Arc::new(read(1));
            Arc::new(read(0).with_seasons(seasons))
        };
        Arc::clone(NETWORK.get_or_init(both))
    }

    /// Sets the files of the networks for games without and with seasons. In a browser they come
    /// beside the module, because a file of their own is smaller when it is compressed.
    #[cfg(target_arch = "wasm32")]
    pub fn set_embedded(files: [Vec<u8>; 2]) -> Result<(), NetworkError> {
        files.iter().try_for_each(|file| NetworkFile::read(file).map(|_| ()))?;
        EMBEDDED.get_or_init(|| files);
        Ok(())
    }

    /// This network, with another one for games with seasons.
    fn with_seasons(mut self, seasons: Arc<Network>) -> Network {
        self.digest = digest(&[self.digest, seasons.digest].concat());
        self.for_seasons = Some(seasons);
        self
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
        Network::read(path.as_ref()).map(Arc::new)
    }

    /// The network in a file, in place of the embedded one. If it does not know seasons, the
    /// embedded network still evaluates games with seasons.
    pub fn load_as_default(path: impl AsRef<Path>) -> Result<Arc<Network>, NetworkError> {
        let network = Network::read(path.as_ref())?;
        Ok(Arc::new(if network.knows_seasons {
            network
        } else {
            network.with_seasons(Network::embedded().for_games(true))
        }))
    }

    fn read(path: &Path) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        files::open(path)
            .and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes))
            .map_err(|why| NetworkError::Read(path.to_owned(), why))?;
        if bytes.len() as u64 > LIMIT {
            let path = path.display();
            let why = format!("{path} is larger than {LIMIT} bytes, which no network is");
            return Err(NetworkError::Invalid(why));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Network::from_bytes(&name, &bytes)
    }

    /// The network in the bytes of a file.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Network, NetworkError> {
        let file = NetworkFile::read(bytes)?;
        let NetworkShape { planes, channels, blocks, .. } = file.shape;
        let stem = file.convolution("stem", [channels, PLANES, planes])?;
        let mut all = Vec::new();
        for i in 0..blocks {
            let layer = |j: usize| file.convolution(&format!("blocks.{i}.conv{j}"), [channels; 3]);
            all.push([layer(1)?, layer(2)?]);
        }
        Ok(Network {
            name: name.to_owned(),
            digest: digest(bytes),
            knows_seasons: planes == PLANES,
            for_seasons: None,
            stem,
            blocks: all,
            heads: file.heads()?,
            winograd: Default::default(),
            #[cfg(target_arch = "x86_64")]
            tiles: Default::default(),
        })
    }

    /// The blocks' weights, transformed: as integers or as floats.
    pub(super) fn winograd(&self, integers: bool) -> &[[winograd::WinogradWeights; 2]] {
        let transform = if integers {
            winograd::WinogradWeights::integers
        } else {
            winograd::WinogradWeights::floats
        };
        let transform = |[first, second]: &[Layer; 2]| [transform(first), transform(second)];
        self.winograd[usize::from(integers)]
            .get_or_init(|| self.blocks.iter().map(transform).collect())
    }

    #[cfg(target_arch = "x86_64")]
    pub(super) fn tiles(&self) -> &[[Vec<TileRow>; 2]] {
        let pack = |[first, second]: &[Layer; 2]| [bf16::tiles(first), bf16::tiles(second)];
        self.tiles.get_or_init(|| self.blocks.iter().map(pack).collect())
    }

    /// The name of its file, without the extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with the first 16 digits of the file's SHA-256, which identify this network.
    pub fn identity(&self) -> String {
        let digits = hex(&self.digest[..8]);
        format!("{} sha256:{digits}", self.name)
    }

    /// The number of residual blocks, of two convolutions each.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of channels between the layers, for each cell.
    pub fn channels(&self) -> usize {
        self.stem.outputs
    }

    /// Whether its input includes the seasons. If not, it evaluates a game with seasons as if it
    /// had none.
    pub fn knows_seasons(&self) -> bool {
        self.knows_seasons || self.for_seasons.is_some()
    }
}

/// The SHA-256 of a file. In a browser no command shows it: the site has sums of all its files.
fn digest(bytes: &[u8]) -> [u8; 32] {
    if cfg!(target_arch = "wasm32") { [0; 32] } else { Sha256::digest(bytes).into() }
}
