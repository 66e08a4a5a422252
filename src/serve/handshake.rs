//! The request with which a connection becomes a WebSocket.

use hyper::header::{
    CONNECTION, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use hyper::{StatusCode, Version};
use sha1_smol::Sha1;

use super::replies::{Failure, HttpRequest, HttpResult, empty};
use super::websocket::WebSocket;
use crate::base64;

/// What a server appends to the key of a request, to show that it knows the protocol.
const KEY_SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const NO_HANDSHAKE: Failure =
    (StatusCode::BAD_REQUEST, "This is the address of a WebSocket, version 13.\n");

/// Makes the connection of a request a socket with messages of at most this number of bytes.
pub fn upgrade<F: Future<Output = ()> + Send + 'static>(
    mut request: HttpRequest,
    longest: usize,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> HttpResult {
    let accept = accept(&request).ok_or(NO_HANDSHAKE)?;
    if request.version() < Version::HTTP_11 {
        return Err((StatusCode::UPGRADE_REQUIRED, "A WebSocket needs HTTP/1.1.\n"));
    }
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgrade.await {
            Ok(stream) => serve(WebSocket::new(stream, longest)).await,
            Err(error) => log::debug!("a connection does not become a socket: {error}"),
        }
    });
    let mut reply = empty(StatusCode::SWITCHING_PROTOCOLS);
    let headers = reply.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    Ok(reply)
}

/// The answer to the key of a handshake; none if the request is no handshake.
fn accept(request: &HttpRequest) -> Option<HeaderValue> {
    let header = |name: HeaderName| request.headers().get(name);
    let text = |name| Some(header(name)?.to_str().ok()?.to_ascii_lowercase());
    let is_handshake = text(CONNECTION)?.contains("upgrade")
        && text(UPGRADE)? == "websocket"
        && text(SEC_WEBSOCKET_VERSION)? == "13";
    let mut digest = Sha1::from(header(SEC_WEBSOCKET_KEY)?.as_bytes());
    digest.update(KEY_SUFFIX);
    let accept = HeaderValue::try_from(base64::encoded(&digest.digest().bytes())).ok();
    accept.filter(|_| is_handshake)
}
