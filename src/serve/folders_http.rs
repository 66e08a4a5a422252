//! The requests for a folder of games (the list, a file, the review of all, its progress, and the
//! page of a reviewed game) and for a folder of proofs, which the gallery of solved boards offers to
//! walk. Clients get a list of names and may ask for these alone, so that no path comes from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{self, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use tokio::task::spawn_blocking;

use super::ServerState;
use super::games::ServedFolder;

/// The status and the text of a failure.
type Failure = (StatusCode, &'static str);

type HttpResult = Result<Response, Failure>;

type Shared = State<Arc<ServerState>>;

const JSON: &str = "application/json";

pub fn routes() -> Router<Arc<ServerState>> {
    Router::new()
        .route("/games", get(games))
        .route("/games/offered", get(is_offered))
        .route("/games/review", get(progress).post(start))
        .route("/games/stop", post(stop))
        .route("/games/{name}", get(game))
        .route("/proofs", get(proofs))
        .route("/proofs/{name}", get(proof))
}

fn reply(kind: &'static str, content: impl IntoResponse) -> HttpResult {
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], content).into_response())
}

fn offered(shared: &ServerState) -> Result<&ServedFolder, Failure> {
    let missing = "No folder of games is offered: kring serve --games DIR\n";
    shared.extras.games.as_ref().ok_or((StatusCode::NOT_FOUND, missing))
}

/// Whether there is a folder, so that the page does not offer what is missing.
async fn is_offered(State(shared): Shared) -> HttpResult {
    reply(JSON, json!(shared.extras.games.is_some()).to_string())
}

async fn games(State(shared): Shared) -> HttpResult {
    let folder = offered(&shared)?.clone();
    let list = spawn_blocking(move || json!({ "games": folder.list() }).to_string()).await;
    reply(JSON, list.unwrap_or_default())
}

async fn progress(State(shared): Shared) -> HttpResult {
    offered(&shared)?;
    reply(JSON, shared.reviews.text())
}

async fn start(State(shared): Shared) -> HttpResult {
    if shared.reviews.start(offered(&shared)?) {
        reply(JSON, shared.reviews.text())
    } else {
        Err((StatusCode::CONFLICT, "A review is running.\n"))
    }
}

async fn stop(State(shared): Shared) -> HttpResult {
    offered(&shared)?;
    shared.reviews.stop();
    reply(JSON, shared.reviews.text())
}

/// `ID.sgf`: the file; `ID.html`: the page of its review.
async fn game(State(shared): Shared, extract::Path(name): extract::Path<String>) -> HttpResult {
    let folder = offered(&shared)?.clone();
    match name.rsplit_once('.') {
        Some((id, "html")) => {
            let missing = (StatusCode::NOT_FOUND, "This game has not been reviewed.\n");
            reply("text/html; charset=utf-8", shared.reviews.page(id).ok_or(missing)?)
        }
        Some((id, "sgf")) => {
            let id = id.to_owned();
            let bytes = spawn_blocking(move || fs::read(folder.game(&id)?).ok()).await;
            let bytes = bytes.ok().flatten().ok_or(NO_GAME)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            reply("application/x-go-sgf; charset=utf-8", text)
        }
        _ => Err(NO_GAME),
    }
}

const NO_GAME: Failure = (StatusCode::NOT_FOUND, "There is no such game.\n");

fn proof_files(shared: &ServerState) -> Vec<PathBuf> {
    let is_proof = |path: &Path| name(path).is_some_and(|name| name.ends_with(".proof"));
    shared.extras.proofs.as_ref().map(|folder| folder.files(is_proof)).unwrap_or_default()
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The names of all proofs; none without a folder, so that the page offers nothing.
async fn proofs(State(shared): Shared) -> HttpResult {
    let paths = spawn_blocking(move || proof_files(&shared)).await.unwrap_or_default();
    let names: Vec<&str> = paths.iter().filter_map(|path| name(path)).collect();
    reply(JSON, json!(names).to_string())
}

async fn proof(State(shared): Shared, extract::Path(asked): extract::Path<String>) -> HttpResult {
    let bytes = spawn_blocking(move || {
        let path = proof_files(&shared).into_iter().find(|path| name(path) == Some(&asked))?;
        fs::read(path).ok()
    });
    let missing = (StatusCode::NOT_FOUND, "There is no such proof.\n");
    reply("application/octet-stream", bytes.await.ok().flatten().ok_or(missing)?)
}
