//! Which network an agent uses: the one in the program, the one that the
//! program was started with, or the one that the agent's settings name.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use crate::eval::{Network, NetworkError};

/// Networks that have been read, by the names of their files.
static READ: Mutex<Option<HashMap<String, Arc<Network>>>> = Mutex::new(None);

/// What the program was started with.
static INSTEAD: OnceLock<Arc<Network>> = OnceLock::new();

/// Reads a file, so that [`named`] finds the network.
pub fn read(file: &str) -> Result<(), NetworkError> {
    let network = Network::load(Path::new(file))?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.get_or_insert_default().insert(file.to_owned(), network);
    Ok(())
}

/// The network of a file that was read; the usual one if none is named.
pub fn named(file: &str) -> Arc<Network> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = read.as_ref().and_then(|read| read.get(file)).cloned();
    found.unwrap_or_else(|| INSTEAD.get().cloned().unwrap_or_else(Network::embedded))
}

/// From now on the network of this file is the usual one. Only the first such
/// call of a process counts.
pub fn use_instead(file: &Path) -> Result<(), NetworkError> {
    let network = Network::load(file)?;
    INSTEAD.get_or_init(|| network);
    Ok(())
}
