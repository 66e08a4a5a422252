//! The password of a server. Browsers ask for it and send it with each request (HTTP Basic
//! authentication). Some do not send it with a request for a socket, so that a cookie comes with the
//! first reply, and is as good.

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use super::token::token;

/// The name of the cookie.
const COOKIE_NAME: &str = "kring";

/// What a client must know. Digests are compared, so that the time of a comparison says nothing.
pub struct Password {
    digest: [u8; 32],
    /// The value of the cookie; another one with each start.
    token: String,
}

impl Password {
    pub fn new(password: &str) -> Password {
        Password { digest: digest(password), token: token(32) }
    }

    /// Whether the request has the password or the cookie.
    pub fn is_known(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Basic ")).and_then(decoded);
        // Any name will do before the colon.
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
    Sha256::digest(text).into()
}

/// The text that a word in base64 stands for.
fn decoded(word: &str) -> Option<String> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::new();
    for group in word.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group.iter().try_fold(0, |bits, byte| Some(bits << 6 | digit(*byte)?))?;
        let whole = (bits << (6 * (4 - group.len()))).to_be_bytes();
        bytes.extend_from_slice(&whole[1..group.len()]);
    }
    String::from_utf8(bytes).ok()
}
