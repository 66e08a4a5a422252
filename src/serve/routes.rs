//! Which request gets which reply.

use std::sync::Arc;

use hyper::header::{ALLOW, HeaderValue};
use hyper::{Method, StatusCode};

use super::peer::Peer;
use super::replies::{Failure, HttpRequest, HttpResult, Reply, empty};
use super::{ServerState, folders_http, handshake, page, rooms, socket};

/// The longest message about a game by link, in bytes.
const MAX_ROOM_MESSAGE: usize = 4 << 10;

pub async fn answer(shared: Arc<ServerState>, peer: Arc<Peer>, request: HttpRequest) -> HttpResult {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    // The replies to HEAD are those to GET; their contents are not sent.
    let is_get = [Method::GET, Method::HEAD].contains(&method);
    let is_post = method == Method::POST;
    match &path[..] {
        "/ws" if method == Method::GET => {
            let longest = shared.limits.message;
            handshake::upgrade(request, longest, |socket| socket::serve(socket, peer, shared))
        }
        "/room" if method == Method::GET => {
            let serve = |socket| rooms::serve(socket, peer, shared);
            handshake::upgrade(request, MAX_ROOM_MESSAGE, serve)
        }
        "/ws" | "/room" => Ok(only("GET")),
        "/games/review" if is_post => folders_http::start(&shared),
        "/games/review" if !is_get => Ok(only("GET, HEAD, POST")),
        "/games/stop" if is_post => folders_http::stop(&shared),
        "/games/stop" => Ok(only("POST")),
        _ if !is_get => Ok(only("GET, HEAD")),
        "/games" => folders_http::games(&shared).await,
        "/games/offered" => folders_http::is_offered(&shared),
        "/games/review" => folders_http::progress(&shared),
        "/proofs" => folders_http::proofs(shared).await,
        path => {
            if let Some(name) = file(path, "/games/") {
                folders_http::game(&shared, &decoded(name)?).await
            } else if let Some(name) = file(path, "/proofs/") {
                folders_http::proof(shared, decoded(name)?).await
            } else {
                page::reply(&shared.page, path, request.headers())
            }
        }
    }
}

/// The reply to a method that is not one of these.
fn only(methods: &'static str) -> Reply {
    let mut reply = empty(StatusCode::METHOD_NOT_ALLOWED);
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    reply
}

/// The name of a file that is directly in a folder.
fn file<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder).filter(|name| !name.is_empty() && !name.contains('/'))
}

/// A part of a path with the bytes that `%` and two digits stand for; another `%` stays.
fn decoded(name: &str) -> Result<String, Failure> {
    let mut parts = name.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            None => bytes.extend([b"%", part.as_bytes()].concat()),
        }
    }
    String::from_utf8(bytes).map_err(|_| (StatusCode::BAD_REQUEST, "The address is not UTF-8.\n"))
}
