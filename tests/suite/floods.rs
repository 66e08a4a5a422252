//! Clients that send more than anybody can answer, and leave without a word.
//! `scripts/floods.py` measures the same with more clients.

use std::{
    io::{ErrorKind, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tungstenite::Message;

use crate::serve::{Socket, ask, connect, frame, hear, say, server, socket, soon_socket};

/// A session with a search that nobody ends.
fn searching(address: SocketAddr) -> Socket {
    let mut socket = soon_socket(address);
    ask(&mut socket, "set-agent mcts sims=1000000000 time=600");
    say(&mut socket, "genmove black");
    socket
}

/// Writes as much as the server takes within a moment.
fn pour(stream: &mut TcpStream, bytes: &[u8]) {
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let _ = stream.write_all(bytes);
}

/// Opens this many sessions at the same time, each as soon as there is room. The searches of the
/// clients before them go on for longer than anybody waits here.
fn assert_free(address: SocketAddr, places: usize) {
    let _sockets: Vec<Socket> = (0..places).map(|_| soon_socket(address)).collect();
}

#[test]
fn clients_that_flood_and_close_free_their_places() {
    const PLACES: usize = 8;
    let address = server(|limits| limits.sessions = PLACES);
    for line in [&b"x"[..], b"", b"genmove white", b"vc-build black"] {
        let flood = frame(0x81, line).repeat(18_000);
        let mut sockets: Vec<Socket> = (0..PLACES).map(|_| searching(address)).collect();
        for socket in &mut sockets {
            pour(socket.get_mut(), &flood);
        }
        drop(sockets);
        assert_free(address, PLACES);
    }
}

#[test]
fn clients_that_read_nothing_or_close_one_direction_free_their_places_too() {
    let address = server(|limits| limits.sessions = 1);
    let mut socket = soon_socket(address);
    ask(&mut socket, "boardsize 32");
    // More than the socket and the server hold.
    pour(socket.get_mut(), &frame(0x81, b"showboard").repeat(5_000));
    drop(socket);
    assert_free(address, 1);
    let mut socket = searching(address);
    pour(socket.get_mut(), &frame(0x81, b"x").repeat(18_000));
    socket.get_mut().shutdown(Shutdown::Write).unwrap();
    assert_free(address, 1);
}

#[test]
fn an_interruption_behind_a_flood_is_seen() {
    let mut socket = searching(server(|_| {}));
    for _ in 0..2_000 {
        socket.write(Message::text("name")).unwrap();
    }
    socket.flush().unwrap();
    say(&mut socket, "# interrupt");
    assert!(hear(&mut socket).starts_with("= "));
    assert_eq!(hear(&mut socket), "= Kring\n\n");
}

/// Sends the same again and again until it is told to stop, on a new connection when
/// the server closes the old one.
fn flood(address: SocketAddr, first: &[u8], again: &[u8], is_over: &AtomicBool) {
    let again = again.repeat((64 << 10) / again.len());
    while !is_over.load(Ordering::Relaxed) {
        let mut stream =
            if first.starts_with(b"GET") { connect(address) } else { socket(address).into_inner() };
        stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
        let _ = stream.write_all(first);
        while !is_over.load(Ordering::Relaxed) {
            match stream.write_all(&again) {
                Err(error) if error.kind() != ErrorKind::WouldBlock => break,
                _ => {}
            }
        }
    }
}

#[test]
fn a_client_with_only_empty_messages_is_disconnected() {
    let address = server(|_| {});
    let mut flooder = socket(address);
    let sent = (0..5_000).try_for_each(|_| flooder.send(Message::text("")));
    // Pings of the server may come before its last message.
    let mut messages = (0..100).map(|_| flooder.read());
    let is_end = |message| matches!(message, Ok(Message::Close(_)) | Err(_));
    assert!(sent.is_err() || messages.any(is_end));
    let mut other = socket(address);
    assert_eq!(ask(&mut other, "name"), "= Kring\n\n");
}

/// Others are answered while the flood goes on. How fast is measured by `scripts/floods.py`, since
/// it depends on what else the machine does.
#[test]
fn others_are_answered_during_a_flood() {
    let address = server(|_| {});
    let get = format!("GET /style.css HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes();
    for (what, first, again) in [
        ("empty messages", frame(0x81, b""), frame(0x81, b"")),
        ("short messages", frame(0x81, b""), frame(0x81, b"x")),
        ("pings", frame(0x81, b""), frame(0x89, &[b'p'; 125])),
        ("pongs", frame(0x81, b""), frame(0x8a, b"")),
        ("fragments without an end", frame(0x01, b"a"), frame(0x00, b"")),
        ("requests", get.clone(), get),
    ] {
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        let attacker = thread::spawn(move || flood(address, &first, &again, &told));
        let mut other = socket(address);
        thread::sleep(Duration::from_millis(200));
        for _ in 0..50 {
            assert_eq!(ask(&mut other, "name"), "= Kring\n\n", "{what}");
            thread::sleep(Duration::from_millis(5));
        }
        is_over.store(true, Ordering::Relaxed);
        attacker.join().unwrap();
    }
}
