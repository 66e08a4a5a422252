//! A socket and its session, which has a thread of its own. When the socket has
//! gone, the session's input and output end, and with them its search.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc::Receiver},
    time::{interval, timeout},
};

use super::{
    LONGEST_MESSAGE, MOST_SESSIONS, Shared,
    pipe::{self, Messages},
};
use crate::engine;

/// The client is asked so often whether it is still there.
const PING: Duration = Duration::from_secs(15);

/// A client that is silent for so long has gone: browsers answer pings.
const SILENCE: Duration = Duration::from_secs(45);

/// A session ends that gets no command for so long.
const IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// The client takes a message within this time.
const SEND: Duration = Duration::from_secs(20);

/// How the agents' recursion is used to the stack of a main thread.
const STACK: usize = 8 << 20;

/// Why a socket is closed: the code and text of its last frame; none if nobody
/// is left to read it.
type End = Option<(u16, String)>;

/// Serves a socket to its end.
pub async fn serve(mut socket: WebSocket, shared: Arc<Shared>) {
    let end = match Arc::clone(&shared.sessions).try_acquire_owned() {
        Ok(place) => match start(&shared, place) {
            Ok((messages, replies)) => exchange(&mut socket, &shared, messages, replies).await,
            Err(error) => Some((close_code::AGAIN, format!("no thread for a session: {error}"))),
        },
        Err(_) => {
            let why = format!("{MOST_SESSIONS} sessions are open, and no more fit: close a tab");
            Some((close_code::AGAIN, why))
        }
    };
    if let Some((code, reason)) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Starts a session on a thread. Its place is free again when it has ended.
fn start(
    shared: &Arc<Shared>,
    place: OwnedSemaphorePermit,
) -> std::io::Result<(Messages, Receiver<String>)> {
    let (messages, lines) = pipe::input();
    let (mut output, replies) = pipe::output();
    let shared = Arc::clone(shared);
    // Asked after the end of input, which is the end of the socket.
    let is_unread = || {
        thread::sleep(Duration::from_millis(5));
        true
    };
    let run = move || {
        let mut session = shared.session();
        if let Err(error) = engine::serve(&mut session, lines, &mut output, is_unread) {
            log::error!("a session failed: {error}");
        }
        drop(place);
    };
    thread::Builder::new().name("session".to_owned()).stack_size(STACK).spawn(run)?;
    Ok((messages, replies))
}

/// Carries messages both ways until one side ends.
async fn exchange(
    socket: &mut WebSocket,
    shared: &Shared,
    messages: Messages,
    mut replies: Receiver<String>,
) -> End {
    let mut ending = shared.ending.subscribe();
    let mut ping = interval(PING);
    let (mut heard, mut asked) = (Instant::now(), Instant::now());
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        asked = heard;
                        if !messages.send(&text) {
                            return end(close_code::POLICY, "too many commands wait");
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => {
                        return end(close_code::UNSUPPORTED, "commands are text");
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(error)) => return broken(&error.to_string()),
                }
            }
            reply = replies.recv() => {
                let Some(text) = reply else {
                    return end(close_code::NORMAL, "the session has ended");
                };
                send(socket, Message::Text(text.into())).await?;
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                if asked.elapsed() > IDLE {
                    return end(close_code::AWAY, "nothing was asked for a long time");
                }
                send(socket, Message::Ping(Vec::new().into())).await?;
            }
            _ = ending.changed() => return end(close_code::AWAY, "the server ends"),
        }
    }
}

fn end(code: u16, why: &str) -> End {
    Some((code, why.to_owned()))
}

/// A frame that breaks the rules, or is too long.
fn broken(error: &str) -> End {
    log::debug!("a socket failed: {error}");
    let longest = LONGEST_MESSAGE >> 10;
    let why = format!("a message must be text of at most {longest} KiB in proper frames");
    Some((close_code::PROTOCOL, why))
}

/// Sends a message; nothing if the client does not take it.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(SEND, socket.send(message)).await.ok()?.ok()
}
