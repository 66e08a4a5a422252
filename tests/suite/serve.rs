//! The server of the page: HTTP, sockets, and those who mean no good.

use std::{
    fs,
    future::pending,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use flate2::read::GzDecoder;
use kring::board::Rules;
use kring::serve::{Page, Server, ServerExtras, ServerLimits};
use tungstenite::{
    ClientRequestBuilder, Error, Message, WebSocket, client, protocol::frame::coding::CloseCode,
};

use crate::helper::{LIMIT, Running, new_folder, program};

/// A server of this process with other limits.
pub fn server(change: impl FnOnce(&mut ServerLimits)) -> SocketAddr {
    server_of(Page::Embedded, change)
}

fn server_of(page: Page, change: impl FnOnce(&mut ServerLimits)) -> SocketAddr {
    let mut limits = ServerLimits::default();
    change(&mut limits);
    server_at([127, 0, 0, 1], page, limits)
}

fn server_at(ip: [u8; 4], page: Page, limits: ServerLimits) -> SocketAddr {
    let server =
        Server::bind((ip, 0).into(), page, Some(1), limits, ServerExtras::default()).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.run_until(pending::<()>()));
    address
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// The whole reply to a request as text. By hand, because a client library would mend what these tests
/// send wrong on purpose.
pub fn http(address: SocketAddr, line: &str, host: &str, headers: &str) -> String {
    String::from_utf8_lossy(&http_bytes(address, line, host, headers)).into_owned()
}

/// The whole reply to a request; each line of the head but the first two is given.
fn http_bytes(address: SocketAddr, line: &str, host: &str, headers: &str) -> Vec<u8> {
    let mut stream = connect(address);
    write!(stream, "{line} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n")
        .unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    reply
}

fn get(address: SocketAddr, path: &str) -> String {
    http(address, &format!("GET {path}"), &address.to_string(), "")
}

pub fn status(reply: &str) -> u16 {
    reply.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{reply}"))
}

pub fn header<'a>(reply: &'a str, name: &str) -> &'a str {
    let head = reply.split("\r\n\r\n").next().unwrap();
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
}

pub type Socket = WebSocket<TcpStream>;

pub fn socket(address: SocketAddr) -> Socket {
    socket_at(address, "ws")
}

/// A socket of a session (`ws`) or of a game by link (`room`).
pub fn socket_at(address: SocketAddr, path: &str) -> Socket {
    client(format!("ws://{address}/{path}"), connect(address)).unwrap().0
}

pub fn say(socket: &mut Socket, text: &str) {
    socket.send(Message::text(text)).unwrap();
}

/// The next text.
pub fn hear(socket: &mut Socket) -> String {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return text.to_string();
        }
    }
}

pub fn ask(socket: &mut Socket, line: &str) -> String {
    say(socket, line);
    hear(socket)
}

/// A whole frame; the first byte 0x81 is a text message.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let length = u16::try_from(payload.len()).expect("a short payload");
    let length = match u8::try_from(length) {
        Ok(short @ ..126) => vec![0x80 | short],
        _ => [&[0xfe][..], &length.to_be_bytes()].concat(),
    };
    let masked = payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [first].into_iter().chain(length).chain(MASK).chain(masked).collect()
}

/// The code and the text with which the server closes.
pub fn closing(socket: &mut Socket) -> (CloseCode, String) {
    loop {
        match socket.read() {
            Ok(Message::Close(Some(frame))) => return (frame.code, frame.reason.to_string()),
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Whether the condition comes true before anybody loses patience.
fn soon(mut condition: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT {
        if condition() {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The page reads links before the engine is there, so it has a table of its own.
#[test]
fn the_page_knows_the_same_named_games() {
    let module = include_str!("../../web/page/js/rules.js");
    let begin = module.find("const PRESETS = {").unwrap();
    let table = module[begin..].lines().skip(1).take_while(|line| *line != "};");
    let mut rows: Vec<(String, String)> = Vec::new();
    for row in table {
        let (name, fields) = row.split_once(": {").unwrap();
        let name = name.trim().replace('"', "");
        let fields = fields.trim_end_matches("},").trim().replace('"', "");
        rows.push((name, fields.replace(", ", " ").replace(": ", "=")));
    }
    // The name of each topology is one as well.
    rows.retain(|(name, _)| name != "rhombus");
    let rows: Vec<(&str, &str)> =
        rows.iter().map(|(name, words)| (name.as_str(), words.as_str())).collect();
    assert_eq!(rows, Rules::PRESETS);
}

#[test]
fn the_page_is_served_with_types_tags_and_a_policy() {
    let address = server(|_| {});
    let page = get(address, "/");
    assert_eq!(status(&page), 200);
    assert_eq!(page, get(address, "/index.html").replace("/index.html", "/"));
    assert_eq!(header(&page, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&page, "cache-control"), "no-cache");
    assert_eq!(header(&page, "x-content-type-options"), "nosniff");
    let policy = header(&page, "content-security-policy");
    for part in ["default-src 'self'", "frame-ancestors 'none'", &format!("ws://{address};")] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("script-src"), "{policy}");
    let host = address.to_string();
    let head = http(address, "HEAD /", &host, "");
    assert!(status(&head) == 200 && head.ends_with("\r\n\r\n"), "{head}");
    assert_eq!(status(&http(address, "POST /", &host, "Content-Length: 0\r\n")), 405);
    for path in ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/js/"] {
        assert_eq!(status(&get(address, path)), 404, "{path}");
    }
}

/// A browser or a proxy may send several tags, and may make a strong one weak when it compresses.
#[test]
fn files_that_a_client_has_are_not_sent_again() {
    let folder = new_folder("page-tags");
    fs::write(folder.join("index.html"), "one").unwrap();
    for address in [server(|_| {}), server_of(Page::Folder(folder.clone()), |_| {})] {
        let get = |known: &str| {
            let known = format!("If-None-Match: {known}\r\n");
            http(address, "GET /", &address.to_string(), &known)
        };
        let page = get("\"\"");
        assert_eq!(status(&page), 200);
        let tag = header(&page, "etag");
        let strong = tag.trim_start_matches("W/");
        let both = [strong.to_owned(), format!("W/{strong}")];
        for known in both.into_iter().chain([format!("\"x\", W/{strong}"), "*".to_owned()]) {
            let reply = get(&known);
            assert_eq!(status(&reply), 304, "{known}");
            assert_eq!(header(&reply, "etag"), tag);
            assert!(reply.ends_with("\r\n\r\n"), "{reply}");
        }
        for unknown in ["\"x\"", "W/\"x\", \"y\"", "x"] {
            assert_eq!(status(&get(unknown)), 200, "{unknown}");
        }
    }
}

#[test]
fn the_page_is_compressed_for_clients_that_take_gzip() {
    let address = server(|_| {});
    let get = |path: &str, codings: &str| {
        let headers = format!("Accept-Encoding: {codings}\r\n");
        let reply = http_bytes(address, &format!("GET {path}"), &address.to_string(), &headers);
        let end = reply.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8(reply[..end].to_vec()).unwrap();
        (head, reply[end..].to_vec())
    };
    for path in ["/", "/bundle.js", "/style.css", "/puzzles.json"] {
        let (head, plain) = get(path, "identity");
        assert_eq!(header(&head, "content-encoding"), "");
        for codings in ["gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "deflate, gzip"] {
            let (head, packed) = get(path, codings);
            assert_eq!(header(&head, "content-encoding"), "gzip", "{codings}");
            assert_eq!(header(&head, "content-length"), packed.len().to_string());
            assert!(header(&head, "vary").eq_ignore_ascii_case("accept-encoding"));
            assert!(packed.len() * 2 < plain.len(), "{path}: {} bytes", packed.len());
            let mut text = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
            assert_eq!(text, plain, "{path}");
        }
        for codings in ["", "br, deflate", "gzip;q=0", "gzip; q=0.000, br", "x-gzip2"] {
            let (head, content) = get(path, codings);
            assert_eq!((header(&head, "content-encoding"), &content), ("", &plain), "{codings}");
        }
    }
}

#[test]
fn a_folder_is_served_and_nothing_outside_of_it() {
    let folder = new_folder("page-folder");
    for (name, text) in [("secret.txt", "secret"), ("page/index.html", "one"), ("page/.env", "x")] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let address = server_of(Page::Folder(folder.join("page")), |_| {});
    assert!(get(address, "/").ends_with("\r\n\r\none"));
    fs::write(folder.join("page/index.html"), "two").unwrap();
    assert!(get(address, "/").ends_with("\r\n\r\ntwo"));
    for path in ["/../secret.txt", "/page/../../secret.txt", "/.env", "/..", "/..%2fsecret.txt"] {
        assert_eq!(status(&get(address, path)), 404, "{path}");
    }
}

#[test]
fn pages_and_names_of_others_are_refused() {
    let address = server(|_| {});
    let own = address.to_string();
    let port = address.port();
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for host in ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1:1".into()] {
        for (path, headers) in [("/", ""), ("/ws", upgrade)] {
            let reply = http(address, &format!("GET {path}"), &host, headers);
            assert_eq!(status(&reply), 403, "{host}: {reply}");
        }
    }
    let twice = format!("Host: localhost:{port}\r\n");
    assert!([400, 403].contains(&status(&http(address, "GET /", &own, &twice))));
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let headers = format!("{upgrade}Origin: {origin}\r\n");
        assert_eq!(status(&http(address, "GET /ws", &own, &headers)), 403, "{origin}");
        let headers = format!("Origin: {origin}\r\n");
        assert_eq!(status(&http(address, "GET /", &own, &headers)), 403, "{origin}");
    }
    for host in [own, format!("localhost:{port}")] {
        let uri = format!("ws://{host}/ws").parse().unwrap();
        let request =
            ClientRequestBuilder::new(uri).with_header("Origin", format!("http://{host}"));
        let mut socket = client(request, connect(address)).unwrap().0;
        assert_eq!(ask(&mut socket, "name"), "= Kring\n\n");
    }
    // A plain request for the socket is no session.
    assert!(status(&get(address, "/ws")) >= 400);
}

/// A server that listens to other machines is known to them by an address.
#[test]
fn only_addresses_of_this_machine_and_localhost_are_ours() {
    let home = server(|_| {});
    let public = server_at([0, 0, 0, 0], Page::Embedded, ServerLimits::default());
    let public = SocketAddr::from(([127, 0, 0, 1], public.port()));
    for (host, at_home, in_public) in [
        ("127.0.0.1:PORT", true, true),
        ("localhost:PORT", true, true),
        ("LocalHost:PORT", true, true),
        ("[::1]:PORT", true, true),
        ("192.168.1.7:PORT", false, true),
        ("[fe80::1]:PORT", false, true),
        ("127.0.0.1", false, false),
        ("127.0.0.1:80", false, false),
        ("127.0.0.1:0PORTx", false, false),
        ("localhost.example:PORT", false, false),
        ("example.org:PORT", false, false),
        ("localhost:PORT:PORT", false, false),
        ("[::1]", false, false),
        ("", false, false),
    ] {
        for (address, is_ours) in [(home, at_home), (public, in_public)] {
            let host = host.replace("PORT", &address.port().to_string());
            let reply = http(address, "GET /", &host, "");
            assert_eq!(status(&reply) == 200, is_ours, "{host}: {reply}");
        }
    }
}

#[test]
fn each_socket_is_a_session_that_speaks_gtp() {
    let address = server(|_| {});
    let mut one = socket(address);
    let mut two = socket(address);
    assert_eq!(ask(&mut one, "1 boardsize 32"), "=1 \n\n");
    say(&mut one, "2 play black a1\n3 play white a1\n\n# a comment\n4 turn\n");
    for reply in ["=2 \n\n", "?3 illegal move: a1 is taken\n\n", "=4 white\n\n"] {
        assert_eq!(hear(&mut one), reply);
    }
    assert!(ask(&mut one, "state").starts_with("= {\"columns\":32,"));
    assert_eq!(ask(&mut two, "turn"), "= black\n\n");
    say(&mut two, "5 kata-analyze 5");
    let mut text = hear(&mut two);
    while !text.contains("info move") {
        text += &hear(&mut two);
    }
    assert!(text.starts_with("=5\ninfo move"), "{text}");
    say(&mut two, "6 name");
    while !text.ends_with("=6 Kring\n\n") {
        text += &hear(&mut two);
    }
    assert!(text.contains("\n\n=6 Kring"), "{text}");
    say(&mut one, "quit");
    assert_eq!(hear(&mut one), "= \n\n");
    assert_eq!(closing(&mut one).0, CloseCode::Normal);
    assert_eq!(ask(&mut two, "name"), "= Kring\n\n");
}

#[test]
fn sessions_reach_no_files_and_stay_within_their_limits() {
    let mut socket = socket(server(|limits| limits.sandbox.threads = 2));
    let path = new_folder("page-files").join("game.sgf");
    let path = path.display();
    for (line, begin) in [
        (format!("savesgf {path}"), "? refused: "),
        (format!("loadsgf {path}"), "? refused: "),
        ("set-agent neural net=/etc/passwd".to_owned(), "? refused: net=/etc/passwd: "),
        ("set-agent mcts memory=65".to_owned(), "? refused: memory=65: "),
        ("set-agent mcts threads=3".to_owned(), "? refused: threads=3: "),
        ("set-agent mcts time=601".to_owned(), "? refused: time=601: "),
        ("set-agent mcts memory=64 threads=2 time=600".to_owned(), "= "),
    ] {
        let reply = ask(&mut socket, &line);
        assert!(reply.starts_with(begin), "{line}: {reply}");
    }
    assert!(!std::path::Path::new(&path.to_string()).exists());
}

#[test]
fn a_search_ends_with_its_socket() {
    let address = server(|limits| limits.sessions = 1);
    for line in ["genmove black", "kata-analyze 1000", "swap-map 100000"] {
        let mut socket = soon_socket(address);
        ask(&mut socket, "set-agent mcts sims=1000000000 time=600");
        say(&mut socket, line);
        thread::sleep(Duration::from_millis(100));
        drop(socket);
        // There is room for one session: the next one is served when it has gone.
        drop(soon_socket(address));
    }
}

/// A socket as soon as there is room for a session. A server with short limits may find a busy machine
/// too slow at first.
pub fn soon_socket(address: SocketAddr) -> Socket {
    let mut found = None;
    soon(|| {
        found = session(address).ok();
        found.is_some()
    });
    found.expect("there is room for a session")
}

/// A socket whose session has answered.
fn session(address: SocketAddr) -> Result<Socket, Error> {
    let opened = client(format!("ws://{address}/ws"), connect(address));
    let (mut socket, _) = opened.map_err(|_| Error::ConnectionClosed)?;
    socket.send(Message::text("name"))?;
    loop {
        match socket.read()? {
            Message::Text(_) => return Ok(socket),
            Message::Close(_) => return Err(Error::ConnectionClosed),
            _ => {}
        }
    }
}

#[test]
fn sessions_beyond_the_limit_are_told_so() {
    let address = server(|limits| limits.sessions = 3);
    let mut sockets: Vec<Socket> = (0..3).map(|_| socket(address)).collect();
    for socket in &mut sockets {
        assert_eq!(ask(socket, "name"), "= Kring\n\n");
    }
    let (code, why) = closing(&mut socket(address));
    assert_eq!(code, CloseCode::Again);
    assert_eq!(why, "3 sessions are open, and no more fit: close a tab");
    sockets.pop();
    soon_socket(address);
    assert_eq!(ask(&mut sockets[0], "name"), "= Kring\n\n");
}

#[test]
fn a_thousand_connections_do_no_harm() {
    let address = server(|limits| {
        limits.connections = 20;
        limits.header = Duration::from_millis(500);
    });
    let mut session = soon_socket(address);
    assert_eq!(ask(&mut session, "name"), "= Kring\n\n");
    // In steps: the tests may not open a thousand files at a time.
    let mut refused = 0;
    for _ in 0..5 {
        let streams: Vec<TcpStream> = (0..200).map(|_| connect(address)).collect();
        assert_eq!(ask(&mut session, "name"), "= Kring\n\n");
        let replies = streams.into_iter().map(until_closed);
        refused += replies.filter(|reply| reply.starts_with(b"HTTP/1.1 503")).count();
    }
    assert!(refused > 0);
    // Connections that say nothing are closed, so that others can come.
    let _silent: Vec<TcpStream> = (0..200).map(|_| connect(address)).collect();
    assert!(soon(|| {
        let mut stream = connect(address);
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let mut reply = String::new();
        let _ = stream.read_to_string(&mut reply);
        reply.starts_with("HTTP/1.1 200")
    }));
    assert_eq!(ask(&mut session, "name"), "= Kring\n\n");
}

/// Everything until the server closes, which it must.
fn until_closed(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return bytes,
            Ok(read) => bytes.extend(&buffer[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return bytes,
            Err(error) => panic!("the connection stays open: {error}"),
        }
    }
}

/// A raw connection that has become a session.
fn raw_socket(address: SocketAddr) -> TcpStream {
    soon_socket(address).into_inner()
}

#[test]
fn who_falls_silent_is_put_out() {
    let address = server(|limits| {
        limits.header = Duration::from_millis(300);
        limits.connection = Duration::from_millis(900);
        limits.ping = Duration::from_millis(100);
        limits.silence = Duration::from_millis(400);
        limits.sessions = 2;
    });
    // No request, half a request, a request and then nothing.
    until_closed(connect(address));
    let mut half = connect(address);
    half.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    until_closed(half);
    assert!(soon(|| {
        let mut kept = connect(address);
        let _ = write!(kept, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
        until_closed(kept).starts_with(b"HTTP/1.1 200")
    }));
    // Sockets that answer no pings; one of them sends half a frame.
    let silent = raw_socket(address);
    let mut half = raw_socket(address);
    half.write_all(&[0x81, 0xfe]).unwrap();
    until_closed(silent);
    until_closed(half);
    // Both sessions have ended; who answers pings stays longer than that, unless the machine is too
    // busy for it.
    assert!(soon(|| {
        let mut socket = soon_socket(address);
        let begin = Instant::now();
        let mut stays = true;
        while stays && begin.elapsed() < Duration::from_millis(1200) {
            stays = socket.read().is_ok();
        }
        stays
    }));
}

#[test]
fn sessions_that_nobody_uses_end() {
    let mut socket = socket(server(|limits| {
        limits.ping = Duration::from_millis(50);
        limits.idle = Duration::from_millis(300);
    }));
    assert_eq!(closing(&mut socket).0, CloseCode::Away);
}

/// A text in three fragments with a ping and a pong between them; a letter of the text is split.
#[test]
fn fragments_are_put_together_and_pings_between_them_answered() {
    let mut socket = socket(server(|_| {}));
    let frames = [
        frame(0x01, b"name\n# \xc3"),
        frame(0x89, b"ping"),
        frame(0x8a, b""),
        frame(0x00, b""),
        frame(0x80, b"\xa9\n"),
        frame(0x89, &[b'p'; 125]),
    ];
    // In pieces that are no frames, and all at once.
    for size in [1, 7, 1000] {
        for piece in frames.concat().chunks(size) {
            socket.get_mut().write_all(piece).unwrap();
        }
        let mut texts = Vec::new();
        let mut pongs = Vec::new();
        while texts.is_empty() || pongs.len() < 2 {
            match socket.read().unwrap() {
                Message::Text(text) => texts.push(text.to_string()),
                Message::Pong(payload) => pongs.push(payload.to_vec()),
                _ => {}
            }
        }
        assert_eq!(
            (texts, pongs),
            (vec!["= Kring\n\n".into()], vec![b"ping".to_vec(), vec![b'p'; 125]])
        );
    }
}

/// Frames that the server must refuse, with the code that RFC 6455 has for each.
#[test]
fn frames_that_break_the_protocol_are_answered_with_the_reason() {
    const BROKEN: (CloseCode, &str) = (CloseCode::Protocol, "WebSocket protocol error: ");
    const NO_TEXT: (CloseCode, &str) = (CloseCode::Invalid, "a text must be UTF-8");
    let address = server(|_| {});
    for (path, kilobytes) in [("ws", 64), ("room", 4)] {
        let longest = kilobytes << 10;
        let long = format!("a message may have at most {kilobytes} KiB");
        let long = (CloseCode::Size, &long[..]);
        let head = |length: u64| [&[0x81, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat();
        let fragments = [frame(0x01, b"a"), frame(0x00, &[b'a'; 64]).repeat(longest / 64)];
        for (what, bytes, (code, begin)) in [
            ("no mask", vec![0x81, 0], BROKEN),
            ("the first reserved bit", frame(0xc1, b""), BROKEN),
            ("the second reserved bit", frame(0xa1, b""), BROKEN),
            ("the third reserved bit", frame(0x91, b""), BROKEN),
            ("an unknown kind", frame(0x83, b""), BROKEN),
            ("an unknown control frame", frame(0x8b, b""), BROKEN),
            ("a text within a text", [frame(0x01, b"a"), frame(0x81, b"b")].concat(), BROKEN),
            ("a continuation of nothing", frame(0x80, b""), BROKEN),
            ("a fragmented ping", frame(0x09, b""), BROKEN),
            ("a fragmented close", frame(0x08, b""), BROKEN),
            ("a long ping", frame(0x89, &[0; 126]), BROKEN),
            ("half a code", frame(0x88, b"\x03"), BROKEN),
            ("the code 999", frame(0x88, &999u16.to_be_bytes()), (CloseCode::Protocol, "")),
            ("the code 1005", frame(0x88, &1005u16.to_be_bytes()), (CloseCode::Protocol, "")),
            ("half a letter", frame(0x81, b"\xc3"), NO_TEXT),
            ("an overlong letter", frame(0x81, b"\xc0\xaf"), NO_TEXT),
            ("half a surrogate pair", frame(0x81, b"\xed\xa0\x80"), NO_TEXT),
            ("a letter beyond Unicode", frame(0x81, b"\xf4\x90\x80\x80"), NO_TEXT),
            ("no text in a fragment", frame(0x01, b"\xff"), NO_TEXT),
            (
                "half a letter in the end",
                [frame(0x01, b"\xc3"), frame(0x80, b"")].concat(),
                NO_TEXT,
            ),
            ("a reason that is not UTF-8", frame(0x88, b"\x03\xe8\xff"), NO_TEXT),
            ("a byte over the limit", head(longest as u64 + 1), long),
            ("the longest length", [vec![0x81], vec![0xff; 9], vec![0; 4]].concat(), long),
            ("too many fragments", fragments.concat(), long),
            ("binary", frame(0x82, b"name"), (CloseCode::Unsupported, "messages are text")),
        ] {
            let mut socket = socket_at(address, path);
            socket.get_mut().write_all(&bytes).unwrap();
            let (found, why) = closing(&mut socket);
            assert_eq!(found, code, "{path}: {what}: {why}");
            assert!(why.starts_with(begin), "{path}: {what}: {why}");
        }
    }
}

#[test]
fn a_client_that_closes_gets_its_code_back() {
    let address = server(|_| {});
    for path in ["ws", "room"] {
        for (sent, code) in [
            (frame(0x88, b"\x03\xe9bye"), Some(CloseCode::Away)),
            (frame(0x88, &4000u16.to_be_bytes()), Some(CloseCode::Library(4000))),
            (frame(0x88, b""), None),
        ] {
            let mut socket = socket_at(address, path);
            socket.get_mut().write_all(&sent).unwrap();
            let answer = loop {
                if let Message::Close(answer) = socket.read().unwrap() {
                    break answer;
                }
            };
            assert_eq!(answer.map(|answer| answer.code), code, "{path}");
        }
    }
}

#[test]
fn malformed_frames_end_their_session_alone() {
    let address = server(|_| {});
    let mut other = socket(address);
    let huge = [[0x81, 0xff].as_slice(), &(1u64 << 40).to_be_bytes(), &[0; 4]].concat();
    let fragments = [frame(0x01, b"a"), frame(0x00, &[b'a'; 100]).repeat(1000)].concat();
    for (what, bytes) in [
        ("not masked", vec![0x81, 4, b'n', b'a', b'm', b'e']),
        ("reserved bits", frame(0xf1, b"name")),
        ("an unknown kind", frame(0x83, b"name")),
        ("not UTF-8", frame(0x81, b"\xff\xfe")),
        ("a continuation of nothing", frame(0x80, b"name")),
        ("a fragmented ping", frame(0x09, b"")),
        ("a terabyte", huge),
        ("fragments without an end", fragments),
        ("binary", frame(0x82, b"name")),
        ("no frame", b"GET / HTTP/1.1\r\n\r\n".to_vec()),
    ] {
        let mut raw = raw_socket(address);
        let _ = raw.write_all(&bytes);
        let reply = until_closed(raw);
        // The first byte of a close frame is 0x88.
        assert!(reply.is_empty() || reply.contains(&0x88), "{what}: {reply:?}");
        assert_eq!(ask(&mut other, "name"), "= Kring\n\n", "after {what}");
    }
    let mut long = socket(address);
    say(&mut long, &"x".repeat(64 << 10));
    assert!(hear(&mut long).starts_with("? unknown command"));
    let _ = long.send(Message::text("x".repeat((64 << 10) + 1)));
    let end = loop {
        match long.read() {
            Ok(Message::Close(frame)) => break frame.map(|frame| frame.reason.to_string()),
            Ok(_) => {}
            Err(_) => break None,
        }
    };
    assert!(end.is_none_or(|why| why.contains("at most 64 KiB")));
    assert_eq!(ask(&mut other, "name"), "= Kring\n\n");
}

#[test]
fn who_floods_a_session_loses_it() {
    let mut socket = socket(server(|_| {}));
    ask(&mut socket, "set-agent mcts sims=1000000000 time=600");
    say(&mut socket, "genmove black");
    let line = format!("known_command {}\n", "x".repeat(60 << 10));
    let sent = (0..100).try_for_each(|_| socket.send(Message::text(line.clone())));
    let end = sent.and_then(|()| {
        loop {
            if let Message::Close(frame) = socket.read()? {
                return Ok(frame);
            }
        }
    });
    match end {
        Ok(frame) => assert_eq!(frame.unwrap().code, CloseCode::Policy),
        // The server has closed while the client still wrote.
        Err(Error::Io(_) | Error::ConnectionClosed | Error::Protocol(_)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// The program, and the address that it prints.
fn started() -> (Running, SocketAddr) {
    let mut command = Command::new(program());
    let mut child = Running::start(command.args(["serve", "--port", "0"]).stdout(Stdio::piped()));
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    (child, address.unwrap_or_else(|| panic!("{line}")).parse().unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_program_and_its_searches() {
    use crate::helper::ignores_hang_ups;
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        // Started by `nohup`, this test and all that it starts ignore hang-ups.
        if signal == Signal::HUP && ignores_hang_ups(std::process::id()) {
            continue;
        }
        let (mut running, address) = started();
        let mut socket = socket(address);
        let mut room = socket_at(address, "room");
        ask(&mut socket, "set-agent mcts sims=1000000000 time=600");
        say(&mut socket, "genmove black");
        kill_process(Pid::from_child(&running), signal).unwrap();
        for socket in [&mut socket, &mut room] {
            assert_eq!(closing(socket), (CloseCode::Away, "the server ends".to_owned()));
        }
        let mut code = None;
        assert!(soon(|| {
            code = running.try_wait().unwrap();
            code.is_some()
        }));
        assert!(code.unwrap().success(), "{signal:?}");
    }
}

#[test]
fn a_port_in_use_and_a_folder_without_a_page_are_errors_of_one_line() {
    let (_running, address) = started();
    let port = address.port().to_string();
    let folder = new_folder("page-empty");
    let folder = folder.to_str().unwrap();
    let empty = new_folder("password").join("empty");
    fs::write(&empty, "\nsecret\n").unwrap();
    let empty = empty.to_str().unwrap();
    for (arguments, text) in [
        (["--port", &port], "is in use"),
        (["--page", folder], "there is no index.html in it"),
        (["--password", ""], "the password is empty"),
        (["--password-file", empty], "the password is empty"),
    ] {
        let output = Command::new(program()).arg("serve").args(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(error.starts_with("Error: ") && error.contains(text), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
