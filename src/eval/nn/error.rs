use std::path::PathBuf;

/// Why a file is not a network that can be used.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// The file is far larger than any network.
    #[error("{} is larger than {limit} bytes, which no network is", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes that are read.
        limit: u64,
    },
    /// The file is not a whole safetensors file.
    #[error("not a whole safetensors file: {0}")]
    Container(safetensors::SafeTensorError),
    /// The tensors are not a network of Kring's.
    #[error("not a network of the format kring-net-1")]
    Foreign,
    /// The metadata lack a number, or it is one that no network has.
    #[error("the metadata give no usable number for {key} ({expected})")]
    Metadata {
        /// The number's name.
        key: &'static str,
        /// What it could be.
        expected: &'static str,
    },
    /// A tensor is missing, or is not what the metadata announce.
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
