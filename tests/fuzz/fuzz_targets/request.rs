//! Any bytes as input lines: each is answered, and the position stays consistent.
#![no_main]

use kring::{agents::{AgentSpec, Networks, Stop}, board::{Rules, Size}, gtp::GtpSession, session::Session};
use libfuzzer_sys::fuzz_target;

/// What reads or writes files, or thinks for long, is tested elsewhere.
const LEFT_OUT: [&[u8]; 9] = [
    b"savesgf", b"loadsgf", b"net=", b"verify", b"coin-value", b"set-agent", b"genmove", b"heat-map",
    b"solve",
];

fuzz_target!(|bytes: &[u8]| {
    let size = Size::new(5, 5).unwrap();
    let agent = "random".parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    let mut session = GtpSession::new(Session::new(size, Rules::default(), Some(&agent), 1));
    for line in bytes.split(|byte| *byte == b'\n') {
        let is_left_out = |word: &&[u8]| line.windows(word.len()).any(|part| part == *word);
        if LEFT_OUT.iter().any(|word| is_left_out(word)) {
            continue;
        }
        let before = session.position().hash();
        let reply = session.respond(line, &Stop::default());
        if reply.is_some_and(|reply| reply.body.is_err()) {
            assert_eq!(session.position().hash(), before, "a failed command changed the game");
        }
    }
});
