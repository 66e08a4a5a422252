//! HTTP connections before they become sockets. Their number and their idle time are limited.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Duration, sleep, timeout};

use super::clients::{ClientAddress, Places};
use super::{ServerLimits, peer};

/// The reply to a client beyond the limit. As bytes, because no part of such a request is read, and
/// `hyper` answers only what it has read.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\
    Content-Type: text/plain\r\nContent-Length: 30\r\n\r\nToo many connections are open\n";

/// Accepts connections until the future is dropped.
pub async fn accept(listener: TcpListener, router: Router, limits: &ServerLimits) {
    let limits = Arc::new(limits.clone());
    let places = Places::new(limits.connections);
    loop {
        let (stream, address) = match listener.accept().await {
            Ok((stream, address)) => (stream, address.ip()),
            Err(error) => {
                // A lost client, or too many open files.
                log::warn!("a connection cannot be accepted: {error}");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.take(ClientAddress::new(address)) else {
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let connection = serve(stream, address, router.clone(), Arc::clone(&limits));
        tokio::spawn(async move {
            connection.await;
            drop(place);
        });
    }
}

/// Answers the requests of a connection until it ends or becomes a session.
async fn serve(stream: TcpStream, address: IpAddr, router: Router, limits: Arc<ServerLimits>) {
    let header = limits.header;
    let longest = limits.connection;
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header).max_buf_size(16 << 10);
    let (stream, peer) = peer::throttled(stream);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let router = router.clone();
        let peer = Arc::clone(&peer);
        let client = ClientAddress::of_request(address, request.headers(), &limits.proxies);
        async move {
            // Many requests can arrive in one piece, so reading slowly is not enough.
            peer.charge(peer::REQUEST);
            peer.refilled().await;
            // A request for a socket needs the peer.
            request.extensions_mut().insert(peer);
            request.extensions_mut().insert(client);
            router.call(request).await
        }
    });
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    if let Ok(Err(error)) = timeout(longest, connection).await {
        log::debug!("a connection failed: {error}");
    }
}
