//! The connection to a client, which is read at a limited rate.
//!
//! One thread serves the network, so a client that floods it would block all others. Each
//! connection therefore has a token bucket: every byte takes a token, and every message and request
//! takes some more, because even a short one costs the thread time. A fragment of a message takes
//! only its bytes. A client whose bucket is overdrawn is not read until it has filled up again.
//!
//! By hand, because libraries that limit rates count requests, and ask before each: what a message
//! costs is known when it has been read.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, Interest, Join, ReadBuf, join};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::locked;

/// Bytes a second that a client may send in the long run.
const RATE: f64 = (1 << 20) as f64;

/// Bytes that it may send at once after a pause: two messages of the maximum length.
const BURST: f64 = (128 << 10) as f64;

/// The tokens for a message besides its bytes.
pub const MESSAGE: usize = 256;

/// The same for a request over HTTP: the page and its files take about ten on each
/// of a browser's connections.
pub const REQUEST: usize = 8 << 10;

/// The same for a ping or a pong. No client needs many of them.
pub const PING: usize = 4 << 10;

/// The most bytes of a socket that are read at a time; then other clients get their turn.
pub const PIECE: usize = 2 << 10;

/// How often a connection with unread messages is checked for its end.
const POLL_EVERY: Duration = Duration::from_millis(50);

/// The receiving side of a connection.
pub struct Peer {
    stream: OwnedReadHalf,
    bucket: Mutex<TokenBucket>,
}

struct TokenBucket {
    /// The tokens at the time `at`; negative if the bucket is overdrawn.
    tokens: f64,
    at: Instant,
}

impl Peer {
    fn with_bucket<T>(&self, work: impl FnOnce(&mut TokenBucket) -> T) -> T {
        let mut bucket = locked(&self.bucket);
        let before = bucket.at;
        let now = Instant::now();
        let refill = RATE * (now - before).as_secs_f64();
        (bucket.tokens, bucket.at) = ((bucket.tokens + refill).min(BURST), now);
        work(&mut bucket)
    }

    /// Takes the tokens for this many bytes.
    pub fn charge(&self, bytes: usize) {
        self.with_bucket(|bucket| bucket.tokens -= bytes as f64);
    }

    /// When an overdrawn bucket has filled up again; none if it is not overdrawn.
    fn throttled_until(&self) -> Option<Instant> {
        self.with_bucket(|bucket| {
            let seconds = -bucket.tokens / RATE;
            (seconds > 0.0).then(|| bucket.at + Duration::from_secs_f64(seconds))
        })
    }

    /// Returns when the bucket is not overdrawn.
    pub async fn refilled(&self) {
        while let Some(end) = self.throttled_until() {
            sleep_until(end).await;
        }
    }

    /// Returns when the client has closed the connection, even if messages
    /// before that are still unread.
    pub async fn closed(&self) {
        while let Ok(ready) = self.stream.ready(Interest::READABLE).await
            && !ready.is_read_closed()
        {
            sleep(POLL_EVERY).await;
        }
    }
}

/// A connection that HTTP and sockets read at the limited rate, and its receiving side.
pub fn throttled(stream: TcpStream) -> (Join<ThrottledReader, OwnedWriteHalf>, Arc<Peer>) {
    let (stream, output) = stream.into_split();
    let bucket = Mutex::new(TokenBucket { tokens: BURST, at: Instant::now() });
    let peer = Arc::new(Peer { stream, bucket });
    let pause = Box::pin(sleep(Duration::ZERO));
    (join(ThrottledReader { peer: Arc::clone(&peer), pause }, output), peer)
}

pub struct ThrottledReader {
    peer: Arc<Peer>,
    pause: Pin<Box<Sleep>>,
}

impl AsyncRead for ThrottledReader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while let Some(end) = self.peer.throttled_until() {
            self.pause.as_mut().reset(end);
            ready!(self.pause.as_mut().poll(context));
        }
        let stream = self.peer.stream.as_ref();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(read) => {
                    buffer.advance(read);
                    self.peer.charge(read);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}
