//! Why a file is not a usable network.

use std::path::PathBuf;

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
