//! Why a file is not a usable network.

use std::path::PathBuf;

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
    /// A list of names in the metadata is not that of the format.
    #[error(
        "the metadata do not fit the format: number {number} of {key} should be {expected}, but \
         is {found}"
    )]
    List {
        /// The list's name.
        key: &'static str,
        /// The number of the first wrong name, counted from one.
        number: usize,
        /// The name that the format has there.
        expected: String,
        /// The name that the metadata have there.
        found: String,
    },
    /// A tensor is missing, or its type or shape does not match the metadata.
    #[error("tensor {name} is {found}, but the metadata require F16 of shape {expected:?}")]
    Tensor {
        /// The tensor's name.
        name: String,
        /// The shape it should have.
        expected: Vec<usize>,
        /// Its type and shape, or that it is missing.
        found: String,
    },
    /// A tensor is not part of the network that the metadata describe.
    #[error(
        "tensor {name} is not part of a network of {blocks} blocks, which the metadata describe"
    )]
    Surplus {
        /// The tensor's name.
        name: String,
        /// The number of blocks in the metadata.
        blocks: usize,
    },
    /// A weight is infinite or not a number.
    #[error("tensor {name} holds a value that is not finite")]
    NotFinite {
        /// The tensor's name.
        name: String,
    },
}
