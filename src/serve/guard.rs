//! Only pages of this server may send requests. Any page in a browser can send requests to
//! 127.0.0.1; the names in `Host` and `Origin` distinguish them. A foreign name that points here
//! (DNS rebinding) shows in `Host`. By hand, because the libraries of servers have CORS instead: it only
//! keeps a page from reading the reply, and does not hold for sockets.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_SECURITY_POLICY, HOST, ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{Instant, sleep_until};

use super::ServerState;
use super::attempts::Attempts;
use super::clients::ClientAddress;
use super::password::Password;

/// What a request needs to be answered: a host name of this server, and the password.
pub struct RequestGuard {
    port: u16,
    /// Whether it listens to other machines, which use its address.
    is_public: bool,
    password: Option<Password>,
    attempts: Attempts,
}

impl RequestGuard {
    pub fn new(address: SocketAddr, password: Option<&str>) -> RequestGuard {
        let port = address.port();
        let is_public = !address.ip().is_loopback();
        let password = password.map(Password::new);
        RequestGuard { port, is_public, password, attempts: Attempts::default() }
    }

    /// The host of a request that may be answered, or why it may not.
    fn check<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, &'static str> {
        let host = only(headers, HOST).filter(|host| self.is_ours(host));
        let host = host.ok_or("Refused: this server is not known by that name.\n")?;
        let is_foreign = |origin| origin != Some(&format!("http://{host}")[..]);
        if headers.contains_key(ORIGIN) && is_foreign(only(headers, ORIGIN)) {
            return Err("Refused: the request comes from a page of somebody else.\n");
        }
        Ok(host)
    }

    /// Refuses a request without the password or the cookie. A valid cookie never waits.
    async fn admit(&self, client: ClientAddress, headers: &HeaderMap) -> Result<(), Response> {
        let Some(password) = &self.password else { return Ok(()) };
        if password.has_cookie(headers) {
            return Ok(());
        }
        if headers.contains_key(AUTHORIZATION) {
            let Some(at) = self.attempts.book(client, Instant::now()) else {
                let why = "Too many passwords have been tried: wait a minute.\n";
                return Err((StatusCode::TOO_MANY_REQUESTS, why).into_response());
            };
            sleep_until(at).await;
            if password.is_in(headers) {
                self.attempts.forgive(client);
                return Ok(());
            }
        }
        let ask = [(WWW_AUTHENTICATE, "Basic realm=\"Kring\", charset=\"UTF-8\"")];
        Err((StatusCode::UNAUTHORIZED, ask, "This server has a password.\n").into_response())
    }

    /// Whether a host and port are ours. Only a name can be forged by DNS rebinding, not an
    /// address.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_allowed = match bare.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.is_public,
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        is_allowed && port == Some(self.port)
    }
}

/// The value of a header that occurs once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

/// Refuses foreign requests, and adds to replies what restricts the page to this server.
pub async fn check(
    State(shared): State<Arc<ServerState>>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let policy = match shared.guard.check(request.headers()) {
        Ok(host) => policy(host),
        Err(why) => return (StatusCode::FORBIDDEN, why).into_response(),
    };
    if let Err(refusal) = shared.guard.admit(client, request.headers()).await {
        return refusal;
    }
    let cookie = shared.guard.password.as_ref().map(Password::cookie).unwrap_or_default();
    let mut response = next.run(request).await;
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    (cookie, response).into_response()
}

/// Everything comes from this server. Pictures may also be made by the page, and
/// styles may be set on elements; scripts may not.
fn policy(host: &str) -> String {
    format!(
        "default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' data: blob:; \
         style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}
