//! The page in a browser: an HTTP server with the files of the page, and a WebSocket for each
//! engine session. There is no second protocol: a socket carries the same lines as a pipe, through
//! the same loop and the same table of commands.
//!
//! Clients are not trusted: sessions are sandboxed, and their total use of the machine is bounded.
//!
//! Requests: this file says which gets which reply; `connections.rs` has the connections on hyper,
//! because `axum::serve` has no limit for the head of a request; `guard.rs`, `password.rs`,
//! `attempts.rs` and `token.rs` decide who is answered. Sockets: `socket.rs` starts a session with an inbox,
//! `messages.rs` has what all sockets do with a message and the codes with which they are closed,
//! `limits.rs`, `clients.rs` and `peer.rs` what a client may use. Files: `page.rs` and `bundle.rs` the page,
//! `games.rs`, `batch.rs` and `folders_http.rs` folders of games and proofs. Games by link:
//! `rooms.rs`, `room_game.rs`.

mod attempts;
mod batch;
mod bundle;
mod clients;
mod connections;
mod folders_http;
mod games;
mod guard;
mod limits;
mod messages;
mod page;
mod password;
mod peer;
mod room_game;
mod rooms;
mod socket;
mod token;

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::routing::get;
use axum::{Router, middleware};
use tokio::sync::watch;
use tower_http::set_header::SetResponseHeaderLayer;

pub use games::ServedFolder;
pub use limits::ServerLimits;
pub use page::Page;

use batch::ReviewBatch;
use clients::Places;
use guard::RequestGuard;
use kring_board::{Rules, Size};
use rooms::Rooms;

use crate::gtp::GtpSession;
pub use crate::session::engines;
use crate::session::{NamedEngine, Session};

/// How long a server that ends waits for its sockets.
const FAREWELL: Duration = Duration::from_secs(5);

/// Locks a mutex, even if a thread has panicked while it held the lock.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    shared: Arc<ServerState>,
}

/// What a server offers besides the page and its engine, and to whom.
#[derive(Default)]
pub struct ServerExtras {
    /// Engines that sessions may choose as agents.
    pub engines: Vec<NamedEngine>,
    /// A folder of games that can be opened and reviewed.
    pub games: Option<ServedFolder>,
    /// A folder of proofs that can be walked.
    pub proofs: Option<ServedFolder>,
    /// The password that clients must send; None admits every client.
    pub password: Option<String>,
}

struct ServerState {
    page: Page,
    guard: RequestGuard,
    limits: ServerLimits,
    extras: ServerExtras,
    /// The review of the folder of games.
    reviews: Arc<ReviewBatch>,
    /// The seed of the next session or room; none: each gets one from the system's generator, so
    /// that nobody can foresee the coins of a game.
    seed: Option<AtomicU64>,
    sessions: Arc<Places>,
    /// Games by link.
    rooms: Rooms,
    room_sockets: Arc<Places>,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
}

impl Server {
    /// A server at this address; port 0 selects a free port. The sessions and rooms get this seed
    /// and the ones after it; none: seeds that cannot be foreseen.
    pub fn bind(
        address: SocketAddr,
        page: Page,
        seed: Option<u64>,
        limits: ServerLimits,
        extras: ServerExtras,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        page.prepare();
        let shared = ServerState {
            page,
            guard: RequestGuard::new(listener.local_addr()?, extras.password.as_deref()),
            extras,
            reviews: Arc::default(),
            seed: seed.map(AtomicU64::new),
            sessions: Places::new(limits.sessions),
            limits,
            rooms: Rooms::default(),
            room_sockets: Places::new(rooms::MAX_SOCKETS),
            ending: watch::Sender::new(false),
        };
        Ok(Server { listener, shared: Arc::new(shared) })
    }

    /// The address that it listens at.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until this future ends.
    pub fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        // One thread is enough for the network: searches have their own.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let Server { listener, shared } = self;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                () = connections::accept(listener, router(&shared), &shared.limits) => {}
                () = end => {}
            }
            shared.ending.send_replace(true);
            shared.reviews.stop();
            // Searches end with their sockets; slower ones are not waited for.
            let all = async {
                shared.sessions.until_empty().await;
                shared.room_sockets.until_empty().await;
            };
            let _ = tokio::time::timeout(FAREWELL, all).await;
            Ok(())
        })
    }
}

/// Which request gets which reply.
fn router(shared: &Arc<ServerState>) -> Router {
    let guard = middleware::from_fn_with_state(Arc::clone(shared), guard::check);
    let mut router = Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/room", get(rooms::upgrade))
        .merge(folders_http::routes())
        .fallback(get(page::serve))
        .layer(guard);
    // Browsers take a file for what its type says, and give it to no other site.
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        let value = HeaderValue::from_static(value);
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router.with_state(Arc::clone(shared))
}

impl ServerState {
    fn next_seed(&self) -> u64 {
        match &self.seed {
            Some(seed) => seed.fetch_add(1, Ordering::Relaxed),
            None => token::seed(),
        }
    }

    fn session(&self) -> GtpSession {
        let session = Session::new(Size::STANDARD, Rules::default(), None, self.next_seed());
        let session = session.sandboxed(self.limits.sandbox.clone());
        GtpSession::new(session.with_engines(self.extras.engines.clone()))
    }
}
