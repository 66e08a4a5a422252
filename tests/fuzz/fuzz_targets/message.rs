//! Any text as messages of a socket, with NUL between them: they get the replies
//! that their lines get one by one.
#![no_main]

use kring::{agents::{AgentSpec, Networks, Stop}, board::{Rules, Size}, gtp::{GtpSession, Inbox, answer}, session::{Sandbox, Session}};
use libfuzzer_sys::fuzz_target;

/// What takes long, or depends on when the next line comes.
const LEFT_OUT: [&str; 9] = [
    "verify", "coin-value", "set-agent", "param_agent", "solve", "analyze", "review", "cputime",
    "interrupt",
];

fuzz_target!(|text: &str| {
    let messages: Vec<&str> = text.split('\0').collect();
    let text: String = messages.iter().map(|message| line_by_line(message)).collect();
    // Longer than a message can be.
    if text.len() > 60_000 || LEFT_OUT.iter().any(|word| text.contains(word)) {
        return;
    }
    let sandbox = Sandbox::default();
    let inbox = Inbox::new(Some(&sandbox));
    assert!(messages.iter().all(|message| inbox.offer(message)), "there is room");
    inbox.end();
    let mut from_socket = Vec::new();
    answer(&mut session(&sandbox), &inbox, &mut from_socket).unwrap();
    let mut session = session(&sandbox);
    let mut one_by_one = Vec::new();
    for line in text.split('\n') {
        if session.is_finished() {
            break;
        }
        if let Some(reply) = session.respond(line.as_bytes(), &Stop::default()) {
            reply.write_to(&mut one_by_one).unwrap();
        }
    }
    assert_eq!(String::from_utf8_lossy(&from_socket), String::from_utf8_lossy(&one_by_one));
});

/// The end of a message is the end of a line.
fn line_by_line(message: &str) -> String {
    if message.ends_with('\n') { message.to_owned() } else { format!("{message}\n") }
}

fn session(sandbox: &Sandbox) -> GtpSession {
    let size = Size::new(5, 5).unwrap();
    let agent = "random".parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    GtpSession::new(Session::new(size, Rules::default(), Some(&agent), 1).sandboxed(sandbox.clone()))
}
