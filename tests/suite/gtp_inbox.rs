//! The lines that wait for their answers: how much room they have, and what becomes of more.

use std::{io::Cursor, thread, time::Duration};

use kring::{
    board::{Rules, Size},
    gtp::{GtpSession, Inbox, answer, serve},
    session::{Sandbox, Session},
};

/// The bytes that wait at most for a client that is not trusted.
const CAPACITY: usize = 1 << 20;

fn sandboxed() -> GtpSession {
    let size = Size::new(5, 5).unwrap();
    GtpSession::new(Session::new(size, Rules::default(), None, 1).sandboxed(Sandbox::default()))
}

#[test]
fn many_lines_fit_but_not_any_number_of_bytes() {
    let inbox = Inbox::new(Some(&Sandbox::default()));
    // Each line takes its bytes and one for its end.
    for _ in 1..1024 {
        assert!(inbox.offer(&format!("{:1023}", "name")));
    }
    assert!(inbox.offer(&format!("{:1022}", "name")));
    assert!(!inbox.offer("x"));
    assert!(inbox.offer(""));
    assert!(!inbox.offer(""), "an empty message needs room, too");
    inbox.end();
    let mut replies = Vec::new();
    answer(&mut sandboxed(), &inbox, &mut replies).unwrap();
    assert_eq!(replies, b"= Kring\n\n".repeat(1024));
}

#[test]
fn blank_lines_take_room() {
    let inbox = Inbox::new(Some(&Sandbox::default()));
    assert_eq!((0..2 * CAPACITY).take_while(|_| inbox.offer("")).count(), CAPACITY);
    inbox.end();
    let mut replies = Vec::new();
    answer(&mut sandboxed(), &inbox, &mut replies).unwrap();
    assert!(replies.is_empty());
}

#[test]
fn input_waits_until_there_is_room_and_a_line_may_be_longer_than_the_room() {
    let short = format!("{:1023}\n", "name").repeat(3000);
    let long = format!("known_command {}\n", "x".repeat(2 * CAPACITY));
    let mut replies = Vec::new();
    let is_unread = || {
        thread::sleep(Duration::from_millis(1));
        false
    };
    let input = Cursor::new(format!("{short}{long}{short}"));
    serve(&mut sandboxed(), input, &mut replies, is_unread).unwrap();
    let replies = String::from_utf8(replies).unwrap();
    assert_eq!(replies.matches("= Kring\n\n").count(), 6000);
    assert_eq!(replies.matches("\n\n").count(), 6001);
}

#[test]
fn nothing_is_answered_after_a_client_has_hung_up() {
    let inbox = Inbox::new(None);
    assert!(inbox.offer("name"));
    inbox.hang_up();
    inbox.offer("name");
    let mut replies = Vec::new();
    answer(&mut sandboxed(), &inbox, &mut replies).unwrap();
    assert!(replies.is_empty());
}
