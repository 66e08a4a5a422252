//! The password of a server, and tokens that cannot be guessed: cookies, the names of rooms, and the
//! keys of their players.
//!
//! Browsers ask for the password and send it with each request (HTTP Basic authentication). Some do
//! not send it when they open a socket, so the first reply sets a cookie that is accepted in its
//! place.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use hmac_sha256::Hash as Sha256;
use hyper::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};
use kring_board::grammar::hex;

use crate::base64;

const COOKIE_NAME: &str = "kring";

/// A password. Digests are compared, so that the time of a comparison reveals nothing.
pub struct Password {
    digest: [u8; 32],
    /// The value of the cookie, new at each start of the server.
    token: String,
}

impl Password {
    pub fn new(password: &str) -> Password {
        Password { digest: digest(password), token: token(32) }
    }

    /// Whether the request has the password or the cookie.
    pub fn is_known(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Basic ")).and_then(base64::decoded);
        let given = given.and_then(|bytes| String::from_utf8(bytes).ok());
        // The user name before the colon is ignored.
        let word = given.as_ref().and_then(|text| text.split_once(':')).map(|(_, word)| word);
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut tokens = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='));
        word.is_some_and(|word| digest(word) == self.digest)
            || tokens.any(|token| digest(token) == digest(&self.token))
    }

    /// The cookie for a client that knows the password. Scripts do not see it, and other sites do
    /// not send it.
    pub fn cookie(&self) -> Option<HeaderValue> {
        let text = format!("{COOKIE_NAME}={}; Path=/; HttpOnly; SameSite=Strict", self.token);
        HeaderValue::from_str(&text).ok()
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::hash(text.as_bytes())
}

/// A new token of hexadecimal digits. Its randomness comes from the hash keys of `RandomState`,
/// which the standard library takes from the system.
pub fn token(digits: usize) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let hashes = [0, 1].map(|part: u8| RandomState::new().hash_one((part, count)));
    let digest = Sha256::hash(&hashes.map(u64::to_be_bytes).concat());
    let word = hex(&digest);
    word[..digits.min(word.len())].to_owned()
}
