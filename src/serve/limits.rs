//! The limits of a server on its clients.

use std::{net::IpAddr, thread, time::Duration};

use kring_board::Size;

use crate::session::Sandbox;

/// The limits of a server: of all sessions together, and of each.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The maximum number of sessions at a time; a tab has one or two.
    pub sessions: usize,
    /// The maximum number of open connections that are not sessions. Systems often permit a
    /// program 1024 open files.
    pub connections: usize,
    /// Proxies that are trusted to name their clients (`X-Forwarded-For`). Each client has a share
    /// of the sessions, connections and games, and without this a proxy's clients are one.
    pub proxies: Vec<IpAddr>,
    /// The longest message of a client, in bytes.
    pub message: usize,
    /// The number of empty messages in a row that ends a session. At the limited rate, a flood of
    /// them would still be read minutes after its client has gone.
    pub empty: u32,
    /// The time limit for the header of a request.
    pub header: Duration,
    /// The time limit of a connection that has not become a session, even if it does not read its
    /// replies.
    pub connection: Duration,
    /// The time between two pings.
    pub ping: Duration,
    /// A client that is silent for this long is gone: browsers answer pings.
    pub silence: Duration,
    /// A session without a command for this long is ended.
    pub idle: Duration,
    /// The time limit for a client to take a message.
    pub send: Duration,
    /// The limits of a session. A page may analyse for minutes and on any board.
    pub sandbox: Sandbox,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let side = usize::from(Size::MAX);
        ServerLimits {
            sessions: 64,
            connections: 512,
            proxies: Vec::new(),
            message: 64 << 10,
            empty: 1000,
            header: Duration::from_secs(10),
            connection: Duration::from_secs(60),
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
            idle: Duration::from_secs(2 * 60 * 60),
            send: Duration::from_secs(20),
            sandbox: Sandbox {
                size: Size::new(side, side).expect("the largest size"),
                memory: 64,
                threads: thread::available_parallelism().map_or(1, |n| n.get() as u64),
                time: Duration::from_secs(600),
            },
        }
    }
}
