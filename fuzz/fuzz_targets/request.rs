//! Any bytes as input lines: a request is printed as a line that is read again as
//! the same, each is answered, and the position stays consistent.
#![no_main]

use kring::{agents::{AgentSpec, Networks, Stop}, board::{Rules, Size}, engine::Session};
use kring_protocol::parse_request;
use libfuzzer_sys::fuzz_target;

/// What reads or writes files, or thinks for long, is tested elsewhere.
const LEFT_OUT: [&[u8]; 9] = [
    b"savesgf", b"loadsgf", b"net=", b"verify", b"coin-value", b"set-agent", b"genmove", b"heat-map",
    b"solve",
];

fuzz_target!(|bytes: &[u8]| {
    let size = Size::new(5, 5).unwrap();
    let agent = "random".parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    let mut session = Session::new(size, Rules::default(), Some(&agent), 1);
    for line in bytes.split(|byte| *byte == b'\n') {
        round_trip(line);
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

fn round_trip(line: &[u8]) {
    let Ok(Some(request)) = parse_request(line) else { return };
    let printed = request.to_string();
    // A byte order mark at the beginning of a line is dropped.
    if !printed.starts_with('\u{feff}') {
        assert_eq!(parse_request(printed.as_bytes()), Ok(Some(request)));
    }
}
