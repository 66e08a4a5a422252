//! The password of a server.
//!
//! Browsers ask for the password and send it with each request (HTTP Basic authentication). Some do
//! not send it when they open a socket, so the first reply sets a cookie that is accepted in its
//! place.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use axum_extra::headers::authorization::Basic;
use axum_extra::headers::{Authorization, HeaderMapExt};
use sha2::{Digest, Sha256};

use super::token::token;

const COOKIE_NAME: &str = "kring";

/// A password. Digests are compared, so that the time of a comparison reveals nothing.
pub struct Password {
    digest: [u8; 32],
    /// The value of the cookie, new at each start of the server.
    token: String,
}

impl Password {
    pub fn new(password: &str) -> Password {
        Password { digest: digest(password), token: token::<16>() }
    }

    /// Whether the request has the cookie.
    pub fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = CookieJar::from_headers(headers);
        let cookie = cookies.get(COOKIE_NAME);
        cookie.is_some_and(|cookie| digest(cookie.value()) == digest(&self.token))
    }

    /// Whether the request has the password. The name of the user is ignored.
    pub fn is_in(&self, headers: &HeaderMap) -> bool {
        let basic: Option<Authorization<Basic>> = headers.typed_get();
        basic.is_some_and(|basic| digest(basic.password()) == self.digest)
    }

    /// The cookie for a client that knows the password. Scripts do not see it, and other sites do
    /// not send it.
    pub fn cookie(&self) -> CookieJar {
        let cookie = Cookie::build((COOKIE_NAME, self.token.clone()));
        CookieJar::new().add(cookie.path("/").http_only(true).same_site(SameSite::Strict))
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}
