//! What the sockets of sessions and of rooms have in common: the longest message, sending in time,
//! and the code and sentence with which a socket is closed.

use axum::Error;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::timeout;
use tungstenite::error::{CapacityError, ProtocolError};

use super::ServerLimits;
use super::peer::{self, Peer};

/// Why a socket is closed: its last frame; none if the client is gone.
pub type CloseReason = Option<CloseFrame>;

/// A socket whose messages have at most this number of bytes.
pub fn limited(upgrade: WebSocketUpgrade, longest: usize) -> WebSocketUpgrade {
    upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(peer::PIECE)
}

/// Sends a message; none if the client does not take it in time.
pub async fn send(socket: &mut WebSocket, limits: &ServerLimits, message: Message) -> Option<()> {
    timeout(limits.send, socket.send(message)).await.ok()?.ok()
}

/// Closes a socket, unless its client is gone.
pub async fn close(mut socket: WebSocket, limits: &ServerLimits, reason: CloseReason) {
    if reason.is_some() {
        let _ = send(&mut socket, limits, Message::Close(reason)).await;
    }
}

/// The text of a message, none for a ping or a pong. The error says why the socket is closed.
pub async fn text(
    message: Option<Result<Message, Error>>,
    socket: &mut WebSocket,
    limits: &ServerLimits,
    peer: &Peer,
) -> Result<Option<Utf8Bytes>, CloseReason> {
    match message {
        Some(Ok(Message::Text(text))) => {
            peer.charge(peer::MESSAGE);
            Ok(Some(text))
        }
        Some(Ok(Message::Ping(payload))) => {
            peer.charge(peer::PING);
            // The library has prepared the same answer. Sent here, it is taken by the client before
            // the next ping is read; otherwise answers pile up if the client reads none.
            send(socket, limits, Message::Pong(payload)).await.ok_or(None)?;
            Ok(None)
        }
        Some(Ok(Message::Pong(_))) => {
            peer.charge(peer::PING);
            Ok(None)
        }
        Some(Ok(Message::Binary(_))) => Err(end(close_code::UNSUPPORTED, "messages are text")),
        Some(Ok(Message::Close(_))) => {
            // The library has prepared the answer, and sends it before it reads on.
            let _ = timeout(limits.send, socket.recv()).await;
            Err(None)
        }
        Some(Err(error)) => Err(broken(error)),
        None => Err(None),
    }
}

pub fn end(code: u16, why: impl Into<Utf8Bytes>) -> CloseReason {
    Some(CloseFrame { code, reason: why.into() })
}

/// The reason for a message that cannot be read; the library closes without one.
fn broken(error: Error) -> CloseReason {
    log::debug!("a socket failed: {error}");
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    match *error {
        tungstenite::Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            let longest = max_size >> 10;
            end(close_code::SIZE, format!("a message may have at most {longest} KiB"))
        }
        tungstenite::Error::Utf8(_) => end(close_code::INVALID, "a text must be UTF-8"),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => end(close_code::PROTOCOL, error.to_string()),
        _ => None,
    }
}
