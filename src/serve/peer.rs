//! The connection to a client, which is read at a limited rate.
//!
//! One thread serves the network, so a client that floods it would block all others. Each
//! connection therefore has a token bucket: every byte takes a token, and every message and request
//! takes some more, because even a short one costs the thread time. A fragment of a message takes
//! only its bytes. A client whose bucket is overdrawn is not read until it has filled up again.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// Bytes a second that a client may send in the long run.
const RATE: f64 = (1 << 20) as f64;

/// Bytes that it may send at once after a pause: two messages of the maximum length.
const BURST: f64 = (128 << 10) as f64;

/// The tokens for a message besides its bytes.
pub const MESSAGE: usize = 256;

/// The same for a request over HTTP: the page and its files take about ten on each
/// of a browser's connections.
pub const REQUEST: usize = 8 << 10;

/// The same for a ping or a pong. No client needs many of them, and the answers take memory if
/// the client does not read them.
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
        let mut bucket = self.bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let (before, now) = (bucket.at, Instant::now());
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

/// The rate-limited stream that HTTP and sockets read and write.
pub struct ThrottledStream {
    pub peer: Arc<Peer>,
    output: OwnedWriteHalf,
    pause: Pin<Box<Sleep>>,
}

impl ThrottledStream {
    pub fn new(stream: TcpStream) -> ThrottledStream {
        let (stream, output) = stream.into_split();
        let bucket = Mutex::new(TokenBucket { tokens: BURST, at: Instant::now() });
        let peer = Arc::new(Peer { stream, bucket });
        ThrottledStream { peer, output, pause: Box::pin(sleep(Duration::ZERO)) }
    }
}

impl AsyncRead for ThrottledStream {
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

impl AsyncWrite for ThrottledStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.output).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.output).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.output).poll_shutdown(context)
    }
}
