//! The requests for a folder of games: the list, a file, the review of all, its progress, and the
//! page of a reviewed game.

use std::fs;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use tokio::task::spawn_blocking;

use super::ServerState;
use super::batch::ReviewBatch;
use super::games::GameFolder;

/// A folder, and the review of its games.
pub struct OfferedGames {
    pub folder: GameFolder,
    pub batch: Arc<ReviewBatch>,
}

pub fn routes() -> Router<Arc<ServerState>> {
    Router::new()
        .route("/games", get(list))
        .route("/games/offered", get(is_offered))
        .route("/games/review", get(progress).post(start))
        .route("/games/stop", post(stop))
        .route("/games/{id}", get(file))
}

const JSON: &str = "application/json";

fn reply(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], text).into_response()
}

fn none(what: &'static str) -> Response {
    (StatusCode::NOT_FOUND, what).into_response()
}

fn offered(shared: &ServerState) -> Result<&OfferedGames, Box<Response>> {
    let missing = || Box::new(none("No folder of games is offered: kring serve --games DIR\n"));
    shared.games.as_ref().ok_or_else(missing)
}

/// Whether there is a folder, so that the page does not offer what is missing.
async fn is_offered(State(shared): State<Arc<ServerState>>) -> Response {
    reply(JSON, json!(shared.games.is_some()).to_string())
}

async fn list(State(shared): State<Arc<ServerState>>) -> Response {
    let folder = match offered(&shared) {
        Ok(games) => games.folder.clone(),
        Err(missing) => return *missing,
    };
    let list = spawn_blocking(move || json!({ "games": folder.list() }).to_string()).await;
    reply(JSON, list.unwrap_or_default())
}

async fn progress(State(shared): State<Arc<ServerState>>) -> Response {
    match offered(&shared) {
        Ok(games) => reply(JSON, games.batch.text()),
        Err(missing) => *missing,
    }
}

async fn start(State(shared): State<Arc<ServerState>>) -> Response {
    match offered(&shared) {
        Ok(games) if games.batch.start(&games.folder) => reply(JSON, games.batch.text()),
        Ok(_) => (StatusCode::CONFLICT, "A review is running.\n").into_response(),
        Err(missing) => *missing,
    }
}

async fn stop(State(shared): State<Arc<ServerState>>) -> Response {
    match offered(&shared) {
        Ok(games) => {
            games.batch.stop();
            reply(JSON, games.batch.text())
        }
        Err(missing) => *missing,
    }
}

/// `ID.sgf`: the file; `ID.html`: the page of its review.
async fn file(State(shared): State<Arc<ServerState>>, Path(name): Path<String>) -> Response {
    let games = match offered(&shared) {
        Ok(games) => games,
        Err(missing) => return *missing,
    };
    match name.rsplit_once('.') {
        Some((id, "html")) => match games.batch.page(id) {
            Some(page) => reply("text/html; charset=utf-8", page),
            None => none("This game has not been reviewed.\n"),
        },
        Some((id, "sgf")) => {
            let (folder, id) = (games.folder.clone(), id.to_owned());
            let text = spawn_blocking(move || fs::read(folder.file(&id)?).ok()).await;
            match text.ok().flatten() {
                Some(bytes) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    reply("application/x-go-sgf; charset=utf-8", text)
                }
                None => none("There is no such game.\n"),
            }
        }
        _ => none("There is no such game.\n"),
    }
}
