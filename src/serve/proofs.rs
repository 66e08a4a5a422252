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
use super::games_http::{HttpResult, JSON, reply};

pub fn routes() -> Router<Arc<ServerState>> {
    Router::new().route("/proofs", get(list)).route("/proofs/{name}", get(file))
}

fn proofs(shared: &ServerState) -> Vec<PathBuf> {
    let is_proof = |path: &Path| name(path).is_some_and(|name| name.ends_with(".proof"));
    shared.extras.proofs.as_ref().map(|folder| folder.files(is_proof)).unwrap_or_default()
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The names of all proofs; none without a folder, so that the page offers nothing.
async fn list(State(shared): State<Arc<ServerState>>) -> HttpResult {
    let paths = spawn_blocking(move || proofs(&shared)).await.unwrap_or_default();
    let names: Vec<&str> = paths.iter().filter_map(|path| name(path)).collect();
    reply(JSON, json!(names).to_string())
}

async fn file(
    State(shared): State<Arc<ServerState>>,
    extract::Path(asked): extract::Path<String>,
) -> HttpResult {
    let bytes = spawn_blocking(move || {
        let path = proofs(&shared).into_iter().find(|path| name(path) == Some(&asked))?;
        fs::read(path).ok()
    });
    let missing = (StatusCode::NOT_FOUND, "There is no such proof.\n");
    reply("application/octet-stream", bytes.await.ok().flatten().ok_or(missing)?)
}
