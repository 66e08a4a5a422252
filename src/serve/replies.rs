//! Requests and replies over HTTP.

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Request, Response, StatusCode};

pub type HttpRequest = Request<Incoming>;

pub type Reply = Response<Full<Bytes>>;

/// The status and the text of a failure.
pub type Failure = (StatusCode, &'static str);

pub type HttpResult = Result<Reply, Failure>;

/// A reply with this content.
pub fn reply(kind: &'static str, content: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(content.into()));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}

pub fn failure((status, text): Failure) -> Reply {
    let mut reply = reply("text/plain; charset=utf-8", text);
    *reply.status_mut() = status;
    reply
}

pub fn empty(status: StatusCode) -> Reply {
    let mut reply = Reply::default();
    *reply.status_mut() = status;
    reply
}
