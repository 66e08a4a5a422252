//! Any text as messages of a socket: they get the same replies as the same lines
//! get through a pipe.
#![no_main]

use std::io::Cursor;

use kring::{
    agent::{AgentSpec, Networks},
    engine::{Inbox, Sandbox, Session, answer, serve},
    rules::{Rules, Size},
};
use libfuzzer_sys::fuzz_target;

/// What takes long, or depends on when the next line comes.
const LEFT_OUT: [&str; 9] = [
    "verify", "coin-value", "set-agent", "param_agent", "solve", "analyze", "review", "cputime",
    "interrupt",
];

fuzz_target!(|text: &str| {
    let messages: Vec<&str> = text.split('\0').collect();
    let text: String = messages.iter().map(|message| line_by_line(message)).collect();
    // A pipe cuts lines that are too long for any message.
    if text.len() > 60_000 || LEFT_OUT.iter().any(|word| text.contains(word)) {
        return;
    }
    let sandbox = Sandbox::default();
    let inbox = Inbox::new(Some(&sandbox));
    assert!(messages.iter().all(|message| inbox.offer(message)), "there is room");
    inbox.end();
    let mut from_socket = Vec::new();
    answer(&mut session(&sandbox), &inbox, &mut from_socket).unwrap();
    let mut from_pipe = Vec::new();
    let input = Cursor::new(text.into_bytes());
    serve(&mut session(&sandbox), input, &mut from_pipe, || {
        std::thread::sleep(std::time::Duration::from_millis(1));
        false
    })
    .unwrap();
    assert_eq!(String::from_utf8_lossy(&from_socket), String::from_utf8_lossy(&from_pipe));
});

/// The end of a message is the end of a line.
fn line_by_line(message: &str) -> String {
    if message.ends_with('\n') { message.to_owned() } else { format!("{message}\n") }
}

fn session(sandbox: &Sandbox) -> Session {
    let size = Size::new(5, 5).unwrap();
    let agent = "random".parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    Session::new(size, Rules::default(), Some(&agent), 1).sandboxed(sandbox.clone())
}
