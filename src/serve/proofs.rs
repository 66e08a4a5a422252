//! A folder of proofs: the gallery of solved boards offers to walk them. Clients get a list of names
//! and may ask for these alone, so that no path comes from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{self, State};
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::json;
use tokio::task::spawn_blocking;

use super::ServerState;
use super::games::{existing, files};
use super::games_http::{HttpResult, JSON, reply};

/// A folder of proofs.
#[derive(Clone)]
pub struct ProofFolder(PathBuf);

impl ProofFolder {
    /// An existing folder.
    pub fn new(path: &Path) -> Result<ProofFolder, String> {
        existing(path).map(ProofFolder)
    }

    fn names(&self) -> Vec<String> {
        let name = |path: &Path| path.file_name()?.to_str().map(str::to_owned);
        let is_proof = |path: &Path| name(path).is_some_and(|name| name.ends_with(".proof"));
        files(&self.0, is_proof).iter().filter_map(|path| name(path)).collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let name = self.names().into_iter().find(|each| each == name)?;
        fs::read(self.0.join(name)).ok()
    }
}

pub fn routes() -> Router<Arc<ServerState>> {
    Router::new().route("/proofs", get(list)).route("/proofs/{name}", get(file))
}

/// The names of all proofs; none without a folder, so that the page offers nothing.
async fn list(State(shared): State<Arc<ServerState>>) -> HttpResult {
    let folder = shared.extras.proofs.clone();
    let names = spawn_blocking(move || folder.map(|folder| folder.names()).unwrap_or_default());
    reply(JSON, json!(names.await.unwrap_or_default()).to_string())
}

async fn file(
    State(shared): State<Arc<ServerState>>,
    extract::Path(name): extract::Path<String>,
) -> HttpResult {
    let folder = shared.extras.proofs.clone();
    let bytes = spawn_blocking(move || folder.and_then(|folder| folder.read(&name))).await;
    let missing = (StatusCode::NOT_FOUND, "There is no such proof.\n");
    reply("application/octet-stream", bytes.ok().flatten().ok_or(missing)?)
}
