//! What the clients of a server can use of the machine.

use std::{thread, time::Duration};

use kring_board::Size;

use crate::engine::Sandbox;

/// The limits of a server: of all sessions together, and of each.
#[derive(Clone, Debug)]
pub struct Limits {
    /// So many sessions run at a time; a tab has one or two.
    pub sessions: usize,
    /// So many connections are open at a time that are not sessions. Systems
    /// often permit 1024 files to a program.
    pub connections: usize,
    /// The longest message of a client, in bytes.
    pub message: usize,
    /// A client sends the head of a request within this time.
    pub head: Duration,
    /// After so long a connection ends that has not become a session, also one
    /// that does not read its replies.
    pub connection: Duration,
    /// A client is asked so often whether it is still there.
    pub ping: Duration,
    /// A client that is silent for so long has gone: browsers answer pings.
    pub silence: Duration,
    /// A session ends that gets no command for so long.
    pub idle: Duration,
    /// A client takes a message within this time.
    pub send: Duration,
    /// What a session may use. A page may analyse for minutes and on any board.
    pub sandbox: Sandbox,
}

impl Default for Limits {
    fn default() -> Limits {
        let side = usize::from(Size::MAX);
        Limits {
            sessions: 64,
            connections: 512,
            message: 64 << 10,
            head: Duration::from_secs(10),
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
