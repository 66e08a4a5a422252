//! `kring.check_proof`.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::convert::value_error;

/// Checks a proof, or a certificate for every number of rows, and returns what it proves. The
/// checker shares nothing with the solver but the rules. A file that proves nothing raises a
/// ValueError that says where it fails.
///
/// >>> import kring
/// >>> kring.check_proof("nowhere.proof")
/// Traceback (most recent call last):
/// ValueError: nowhere.proof: ...
#[pyfunction]
pub fn check_proof(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    let text = py.detach(|| kring::proof::check_file(&file));
    let text = text.map_err(|error| value_error(format!("{}: {error}", file.display())))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
