//! A folder of proofs: the gallery of solved boards offers to walk them. Clients get a list of names
//! and may ask for these alone, so that no path comes from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{self, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::task::spawn_blocking;

use super::ServerState;

/// The most proofs of a folder that are listed.
const MOST: usize = 2000;

/// A folder of proofs.
#[derive(Clone)]
pub struct ProofFolder(PathBuf);

impl ProofFolder {
    /// An existing folder.
    pub fn new(path: &Path) -> Result<ProofFolder, String> {
        let found = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()));
        found.map(|_| ProofFolder(path.to_owned()))
    }

    /// The names of its files, in order.
    fn names(&self) -> Vec<String> {
        let name = |entry: fs::DirEntry| {
            let is_file = entry.path().is_file();
            entry.file_name().into_string().ok().filter(|name| is_file && name.ends_with(".proof"))
        };
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| name(entry.ok()?)).collect();
        names.sort();
        names.truncate(MOST);
        names
    }

    /// The content of the file of a name.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let name = self.names().into_iter().find(|each| each == name)?;
        fs::read(self.0.join(name)).ok()
    }
}

pub fn routes() -> Router<Arc<ServerState>> {
    Router::new().route("/proofs", get(list)).route("/proofs/{name}", get(file))
}

/// The names of all proofs; none without a folder, so that the page offers nothing.
async fn list(State(shared): State<Arc<ServerState>>) -> Response {
    let folder = shared.proofs.clone();
    let names = spawn_blocking(move || folder.map(|folder| folder.names()).unwrap_or_default());
    let text = json!(names.await.unwrap_or_default()).to_string();
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
}

async fn file(
    State(shared): State<Arc<ServerState>>,
    extract::Path(name): extract::Path<String>,
) -> Response {
    let folder = shared.proofs.clone();
    let bytes = spawn_blocking(move || folder.and_then(|folder| folder.read(&name))).await;
    match bytes.ok().flatten() {
        Some(bytes) => {
            let kind = "application/octet-stream";
            ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such proof.\n").into_response(),
    }
}
