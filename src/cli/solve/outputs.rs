//! The files that `kring solve` writes beside its store: proofs and opening maps.

use std::path::Path;

use anyhow::{Context, bail};
use kring::solve::{Findings, ProofEntry};
use kring_board::{Colour, files, word::hex};
use kring_solver::{Solver, SolverLimits};
use sha2::{Digest, Sha256};

use crate::cli::{output::EventProgress, write};

/// Fails if a file of this name cannot be written.
pub fn check(path: &Path) -> anyhow::Result<()> {
    files::check(path).with_context(|| format!("{} cannot be written", path.display()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{} cannot be written: there is no folder {}", path.display(), folder.display());
    }
    Ok(())
}

/// Writes the proof of the winner's strategy, after checking it.
pub fn prove(
    solver: &mut Solver,
    found: &Findings,
    winner: Colour,
    limits: &SolverLimits,
    path: &Path,
) -> anyhow::Result<ProofEntry> {
    let mut progress = EventProgress::with_template("{wide_msg}", 0);
    let mut watch = |nodes: usize| {
        progress.show(5000, (0, 0), |_| format!("{}: {nodes} nodes so far", path.display()));
    };
    let proof = solver.prove(&found.position, found.to_move, winner, limits, &mut watch)?;
    progress.finish();
    kring_proof::check(&proof)?;
    let bytes = proof.to_bytes();
    write(path, &bytes)?;
    Ok(ProofEntry {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        nodes: proof.nodes.len() as u64,
        bytes: bytes.len() as u64,
        sha256: Some(hex(&Sha256::digest(&bytes))),
    })
}
