//! A socket and its session, which has a thread of its own. When the socket closes, the session's
//! search is interrupted and the session ends.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::interval;

use super::ServerState;
use super::clients::{ClientAddress, NoPlace};
use super::messages::{self, CloseReason, end, send};
use super::peer::Peer;
use crate::gtp::{Inbox, answer};

/// The stack of a session's thread. Searches recurse, so it is as large as that of a main thread.
const STACK: usize = 8 << 20;

/// The inbox of a client; dropping it ends the session.
struct SessionClient(Arc<Inbox>);

impl Drop for SessionClient {
    fn drop(&mut self) {
        self.0.hang_up();
    }
}

/// Makes the connection of a request the socket of a session.
pub async fn upgrade(
    State(shared): State<Arc<ServerState>>,
    Extension(peer): Extension<Arc<Peer>>,
    Extension(client): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let longest = shared.limits.message;
    messages::limited(upgrade, longest)
        .on_upgrade(move |socket| serve(socket, peer, client, shared))
}

async fn serve(
    mut socket: WebSocket,
    peer: Arc<Peer>,
    client: ClientAddress,
    shared: Arc<ServerState>,
) {
    let end = match start(&shared, client) {
        Ok((client, replies)) => tokio::select! {
            end = exchange(&mut socket, &shared, &peer, &client.0, replies) => end,
            () = peer.closed() => None,
        },
        Err(why) => end(close_code::AGAIN, why),
    };
    messages::close(socket, &shared.limits, end).await;
}

/// Starts a session on a thread, if the server has room for one. Its place is free again when it
/// ends.
fn start(
    shared: &Arc<ServerState>,
    client: ClientAddress,
) -> Result<(SessionClient, Receiver<String>), String> {
    let most = shared.limits.sessions;
    let place = shared.sessions.take(client).map_err(|why| match why {
        NoPlace::Full => format!("{most} sessions are open, and no more fit: close a tab"),
        NoPlace::Share(share) => format!("your share is {share} sessions: close a tab"),
    })?;
    let client = SessionClient(Arc::new(Inbox::new(Some(&shared.limits.sandbox))));
    let inbox = Arc::clone(&client.0);
    let (messages, replies) = mpsc::channel(MAX_WAITING);
    let mut output = ReplyWriter { messages, text: Vec::new() };
    let shared = Arc::clone(shared);
    let run = move || {
        lower_priority();
        let mut session = shared.session();
        if let Err(error) = answer(&mut session, &inbox, &mut output) {
            log::error!("a session failed: {error}");
        }
        drop(place);
    };
    let thread = thread::Builder::new().name("session".to_owned()).stack_size(STACK).spawn(run);
    thread.map_err(|error| format!("no thread for a session: {error}"))?;
    Ok((client, replies))
}

/// Lowers the priority of searches below the network thread and a browser on the same machine, so
/// that the page answers even with many sessions. The threads of a session inherit this.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 5) {
        log::debug!("searches run with the usual priority: {error}");
    }
}

/// Carries messages both ways until one side ends.
async fn exchange(
    socket: &mut WebSocket,
    shared: &ServerState,
    peer: &Peer,
    inbox: &Inbox,
    mut replies: Receiver<String>,
) -> CloseReason {
    let mut ending = shared.ending.subscribe();
    let limits = &shared.limits;
    let mut ping = interval(limits.ping);
    let mut heard = Instant::now();
    let mut asked = Instant::now();
    let mut empty = 0;
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                let text = match messages::text(message, socket, limits, peer).await {
                    Ok(Some(text)) => text,
                    Ok(None) => continue,
                    Err(end) => return end,
                };
                asked = heard;
                empty = if text.trim().is_empty() { empty + 1 } else { 0 };
                if empty > limits.empty {
                    return end(close_code::POLICY, "only empty messages come");
                }
                if !inbox.offer(&text) {
                    return end(close_code::POLICY, "too many commands wait");
                }
            }
            reply = replies.recv() => {
                let Some(text) = reply else {
                    return end(close_code::NORMAL, "the session has ended");
                };
                send(socket, limits, Message::Text(text.into())).await?;
            }
            _ = ping.tick() => {
                if heard.elapsed() > limits.silence {
                    return None;
                }
                if asked.elapsed() > limits.idle {
                    return end(close_code::AWAY, "nothing was asked for a long time");
                }
                send(socket, limits, Message::Ping(Bytes::new())).await?;
            }
            _ = ending.changed() => return end(close_code::AWAY, "the server ends"),
        }
    }
}

/// The most messages that wait for the client; then the session waits.
const MAX_WAITING: usize = 16;

/// The writer of a session: each flush sends one message.
struct ReplyWriter {
    messages: mpsc::Sender<String>,
    text: Vec<u8>,
}

impl Write for ReplyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        self.messages.blocking_send(text).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
