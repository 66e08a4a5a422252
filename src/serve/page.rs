//! The files of the page: embedded in the program, or in a folder during development.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::thread;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum_extra::TypedHeader;
use axum_extra::headers::{CacheControl, ETag, HeaderMapExt, IfNoneMatch};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use kring_board::word::hex;
use sha2::{Digest, Sha256};

use super::{ServerState, bundle};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/page");

const START: &str = "index.html";

/// The source of the page's files.
pub enum Page {
    /// In the program.
    Embedded,
    /// In this folder.
    Folder(PathBuf),
}

/// A file as it is sent.
#[derive(Clone)]
struct PageFile {
    content: Bytes,
    /// The same with gzip, if that is shorter.
    packed: Option<Bytes>,
    /// Differs if the file has changed. It is weak because both forms have it.
    tag: ETag,
}

/// The files of the program, with the modules of the start page in one file.
static FILES: LazyLock<HashMap<String, PageFile>> = LazyLock::new(|| {
    let mut contents = HashMap::new();
    add(&EMBEDDED, &mut contents);
    // One tag for all: the start page and its bundle are made of many files.
    let mut digest = Sha256::new();
    let mut paths: Vec<&String> = contents.keys().collect();
    paths.sort();
    for path in paths {
        digest.update(&contents[path]);
    }
    let tag = tag(digest);
    if let Some([index, bundle]) = bundled() {
        contents.insert(START.to_owned(), index.into());
        contents.insert(bundle::NAME.to_owned(), bundle.into());
    }
    let file = |content: Bytes| {
        let packed = packed(&content).ok().filter(|packed| packed.len() < content.len());
        PageFile { content, packed, tag: tag.clone() }
    };
    contents.into_iter().map(|(path, content)| (path, file(content))).collect()
});

fn add(folder: &Dir<'static>, contents: &mut HashMap<String, Bytes>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        contents.insert(path, Bytes::from_static(file.contents()));
    }
    for inner in folder.dirs() {
        add(inner, contents);
    }
}

/// The start page and its bundle; none if a module is missing.
fn bundled() -> Option<[String; 2]> {
    let read = |path: &str| EMBEDDED.get_file(path)?.contents_utf8().map(str::to_owned);
    Some([bundle::index(&read(START)?), bundle::bundle(&read)?])
}

fn tag(digest: Sha256) -> ETag {
    let tag = format!("W/\"{}\"", hex(&digest.finalize()[..8]));
    tag.parse().expect("hexadecimal digits are a tag")
}

fn packed(content: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish().map(Bytes::from)
}

impl Page {
    /// Compresses the files of the program in the background, so that no request does it.
    pub(super) fn prepare(&self) {
        if let Page::Embedded = self {
            thread::spawn(|| LazyLock::force(&FILES));
        }
    }

    /// The file with this path. Paths cannot leave the folder: they have no hidden and no empty
    /// parts.
    fn file(&self, path: &str) -> Option<PageFile> {
        let is_safe = |part: &str| {
            let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_safe)
        };
        if !path.split('/').all(is_safe) {
            return None;
        }
        match self {
            Page::Embedded => FILES.get(path).cloned(),
            Page::Folder(folder) => {
                let content = fs::read(folder.join(path)).ok()?;
                let tag = tag(Sha256::new_with_prefix(&content));
                Some(PageFile { content: content.into(), packed: None, tag })
            }
        }
    }
}

/// The reply to a request for a file.
pub async fn serve(
    State(shared): State<Arc<ServerState>>,
    address: Uri,
    headers: HeaderMap,
) -> Response {
    let path = match address.path() {
        "/" => START,
        path => path.trim_start_matches('/'),
    };
    let Some(PageFile { content, packed, tag }) = shared.page.file(path) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let known: Option<IfNoneMatch> = headers.typed_get();
    let is_known = known.is_some_and(|known| !known.precondition_passes(&tag));
    // A browser caches the file, but asks each time whether it has changed.
    let caching = TypedHeader(CacheControl::new().with_no_cache());
    let caching = (caching, TypedHeader(tag), [(VARY, "accept-encoding")]);
    if is_known {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(CONTENT_TYPE, content_type(path))];
    match packed.filter(|_| takes_gzip(&headers)) {
        Some(packed) => (caching, kind, [(CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (caching, kind, content).into_response(),
    }
}

/// Whether a client takes gzip: it names it, and not with the weight 0. By hand, because
/// `tower-http` chooses encodings for folders of the disk and for what it compresses anew, and these
/// files are compressed once, in the program.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight != Some(0.0)
    })
}

/// The types of the files that a page has.
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
