//! HTTP connections before they become sockets. Their number and their idle time are limited.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::{ServerLimits, peer};

/// The reply to a client beyond the limit. As bytes, because no part of such a request is read, and
/// `hyper` answers only what it has read.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\
    Content-Type: text/plain\r\nContent-Length: 30\r\n\r\nToo many connections are open\n";

/// Accepts connections until the future is dropped.
pub async fn accept(listener: TcpListener, router: Router, limits: &ServerLimits) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // A lost client, or too many open files.
                log::warn!("a connection cannot be accepted: {error}");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&permits).try_acquire_owned() else {
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let connection = serve(stream, router.clone(), limits.header, limits.connection);
        tokio::spawn(async move {
            connection.await;
            drop(permit);
        });
    }
}

/// Answers the requests of a connection until it ends or becomes a session.
async fn serve(stream: TcpStream, router: Router, header: Duration, longest: Duration) {
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header).max_buf_size(16 << 10);
    let (stream, peer) = peer::throttled(stream);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let router = router.clone();
        let peer = Arc::clone(&peer);
        async move {
            // Many requests can arrive in one piece, so reading slowly is not enough.
            peer.charge(peer::REQUEST);
            peer.refilled().await;
            // A request for a socket needs the peer.
            request.extensions_mut().insert(peer);
            router.call(request).await
        }
    });
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    if let Ok(Err(error)) = timeout(longest, connection).await {
        log::debug!("a connection failed: {error}");
    }
}
