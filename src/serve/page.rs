//! The files of the page: embedded in the program, or in a folder during development.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use hmac_sha256::Hash as Sha256;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use include_dir::{Dir, include_dir};
use kring_board::grammar::hex;

use super::bundle;
use super::replies::{self, HttpResult, empty};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

const START: &str = "index.html";

/// The source of the page's files.
pub enum Page {
    /// In the program.
    Embedded,
    /// In this folder.
    Folder(PathBuf),
}

impl Page {
    /// The file with this path. Paths cannot leave the folder: they have no hidden and no empty
    /// parts.
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let is_safe = |part: &str| {
            let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_safe)
        };
        if !path.split('/').all(is_safe) {
            return None;
        }
        match self {
            Page::Embedded => embedded(path),
            Page::Folder(folder) => Some(Cow::Owned(fs::read(folder.join(path)).ok()?)),
        }
    }

    /// A tag that differs if the file has changed. Embedded files share the tag of the whole
    /// page, which is computed once because that takes longer than a reply.
    fn tag(&self, content: &[u8]) -> Cow<'static, str> {
        static EMBEDDED_TAG: LazyLock<String> = LazyLock::new(|| {
            let mut digest = Sha256::new();
            add(&EMBEDDED, &mut digest);
            text(digest.finalize())
        });
        match self {
            Page::Embedded => Cow::Borrowed(&EMBEDDED_TAG),
            Page::Folder(_) => Cow::Owned(text(Sha256::hash(content))),
        }
    }
}

/// A file of the program, with the modules of the start page in one file.
fn embedded(path: &str) -> Option<Cow<'static, [u8]>> {
    /// The start page and its bundle; none if a module is missing.
    static BUNDLED: LazyLock<Option<[String; 2]>> = LazyLock::new(|| {
        let read = |path: &str| EMBEDDED.get_file(path)?.contents_utf8().map(str::to_owned);
        Some([bundle::index(&read(START)?), bundle::bundle(&read)?])
    });
    match (path, &*BUNDLED) {
        (START, Some([index, _])) => Some(Cow::Borrowed(index.as_bytes())),
        (bundle::NAME, Some([_, bundle])) => Some(Cow::Borrowed(bundle.as_bytes())),
        _ => Some(Cow::Borrowed(EMBEDDED.get_file(path)?.contents())),
    }
}

fn add(folder: &Dir<'_>, digest: &mut Sha256) {
    folder.files().for_each(|file| digest.update(file.contents()));
    folder.dirs().for_each(|inner| add(inner, digest));
}

fn text(digest: [u8; 32]) -> String {
    format!("\"{}\"", hex(&digest[..8]))
}

pub fn reply(page: &Page, path: &str, headers: &HeaderMap) -> HttpResult {
    let path = match path {
        "/" => START,
        path => path.trim_start_matches('/'),
    };
    let content = page.file(path).ok_or((StatusCode::NOT_FOUND, "There is no such file.\n"))?;
    // A browser caches the file, but asks each time whether it has changed.
    let tag = page.tag(&content);
    let cached = headers.get(IF_NONE_MATCH);
    let mut reply = match cached.is_some_and(|cached| cached.as_bytes() == tag.as_bytes()) {
        true => empty(StatusCode::NOT_MODIFIED),
        false => replies::reply(content_type(path), bytes(content)),
    };
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        reply.headers_mut().insert(ETAG, tag);
    }
    Ok(reply)
}

/// Without a copy of what is in the program.
fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => Bytes::from(content),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
