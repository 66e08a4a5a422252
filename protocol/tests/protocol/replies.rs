//! The exact bytes of replies.

use std::io::{self, Write};

use kring_protocol::{GtpReply, RequestId};

fn bytes(id: Option<&str>, body: Result<&str, &str>) -> String {
    let id = id.and_then(RequestId::of);
    let body = body.map(String::from).map_err(String::from);
    String::from_utf8(GtpReply { id, body }.to_bytes()).unwrap()
}

#[test]
fn exact_bytes() {
    assert_eq!(bytes(None, Ok("")), "= \n\n");
    assert_eq!(bytes(Some("7"), Ok("")), "=7 \n\n");
    assert_eq!(bytes(Some("0"), Ok("a1")), "=0 a1\n\n");
    assert_eq!(bytes(None, Err("illegal move")), "? illegal move\n\n");
    assert_eq!(bytes(Some("12"), Err("")), "?12 \n\n");
}

#[test]
fn no_empty_line_survives_in_the_text() {
    assert_eq!(bytes(None, Ok("\n\na\r\n\r\n \t\nb \n\n")), "= a\nb\n\n");
    assert_eq!(bytes(None, Ok(" \r\n\0\n")), "= \n\n");
    assert_eq!(bytes(None, Ok("\n  a b\n 1 . .\n")), "=   a b\n 1 . .\n\n");
    assert_eq!(bytes(None, Err("x\ty\u{1b}\u{85}")), "? x\ty\n\n");
}

#[test]
fn a_reply_is_written_in_one_piece() {
    struct Pieces(Vec<Vec<u8>>);
    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::Error::other("flush is not expected"))
        }
    }
    let mut out = Pieces(Vec::new());
    let body = Ok("2".to_string());
    GtpReply { id: None, body }.write_to(&mut out).unwrap();
    assert_eq!(out.0, [b"= 2\n\n"]);
}
