//! What several test files need: a fresh session and its answers as text; golden
//! sessions with requests and replies
//! (`protocol/transcripts/README.md` describes the format); and a client of the
//! program itself.

pub use kring_reference::{LARGEST, all_rules};

pub use crate::running::Running;
#[cfg(unix)]
pub use crate::running::ignores_hang_ups;
use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use cpu_time::ThreadTime;
use kring::{
    agents::{AgentSpec, Networks, Stop, Task},
    board::{
        Colour, Rules, Size,
        chance::{self, Purpose},
    },
    gtp::GtpSession,
    session::Session,
};
use kring_protocol::{ClientError, GtpClient};

/// When a test gives up. Only what hangs takes so long, also on a machine with ten times as much to do:
/// no test measures speed with it.
pub const LIMIT: Duration = Duration::from_secs(300);

/// A session as the golden ones begin: 11x11, classic Hex, seed 1, and the
/// agent `random`, so that no reply waits for a search.
pub fn fresh_session() -> GtpSession {
    let size = Size::new(11, 11).expect("a size");
    let agent = "random".parse::<AgentSpec>().expect("an agent");
    let agent = agent.load(&Networks::default()).expect("an agent");
    GtpSession::new(Session::new(size, Rules::default(), Some(&agent), 1))
}

/// The reply to one line, as the client sees it; empty if there is none.
pub fn answer(session: &mut GtpSession, line: impl AsRef<[u8]>) -> String {
    let reply = session.respond(line.as_ref(), &Stop::default());
    let bytes = reply.map(|reply| reply.to_bytes()).unwrap_or_default();
    String::from_utf8(bytes).expect("replies are UTF-8")
}

/// Output of a search, which ends when it has written enough.
pub struct UntilEnough<'a> {
    pub text: Vec<u8>,
    /// Ends the search.
    pub stop: Stop,
    pub is_enough: &'a dyn Fn(&str) -> bool,
}

impl Write for UntilEnough<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend(bytes);
        if (self.is_enough)(&String::from_utf8_lossy(&self.text)) {
            self.stop.set();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The first block of live graphics of a search that has no other end.
pub fn first_block(session: &mut GtpSession, line: &str) -> String {
    let stop = Stop::default();
    let is_enough = |text: &str| text.contains("\n\n");
    let mut output = UntilEnough { text: Vec::new(), stop: stop.clone(), is_enough: &is_enough };
    session.respond_live(line.as_bytes(), &stop, None, &mut output);
    String::from_utf8(output.text).expect("graphics are UTF-8")
}

/// How much later than its limit a search may end, in processor time. That is as long as 40,000
/// simulations of `mcts` take on this machine, which is a third of a second on one of 2024.
pub fn prompt() -> Duration {
    static PROMPT: OnceLock<Duration> = OnceLock::new();
    *PROMPT.get_or_init(|| {
        let position = kring_reference::empty("torus", 11, 11);
        let rng = &mut chance::generator(1, Purpose::Coin);
        let mut agent = "mcts sims=40000".parse::<AgentSpec>().unwrap().build().unwrap();
        let begin = ThreadTime::now();
        agent.choose(Task::new(&position, Colour::Black, rng));
        begin.elapsed()
    })
}

/// A line of a golden session and the reply that follows it.
pub struct Exchange {
    line: usize,
    pub request: String,
    pub reply: String,
}

impl Exchange {
    /// Whether this is the expected reply. A last line `...` stands for any lines.
    pub fn is_answered_by(&self, got: &str) -> bool {
        match self.reply.strip_suffix("...\n\n") {
            Some(begin) => got.starts_with(begin) && got.ends_with("\n\n"),
            None => got == self.reply,
        }
    }

    /// The engine replied this instead.
    pub fn mismatch(self, got: String) -> Mismatch {
        let Exchange { line, request, reply: expected } = self;
        Mismatch { line, request, expected, got }
    }
}

/// Where a golden session and the engine differ.
pub struct Mismatch {
    line: usize,
    request: String,
    expected: String,
    got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { line, request, expected, got } = self;
        write!(f, "{line}: {request}\n  expected {expected:?}\n  got      {got:?}")
    }
}

/// Replays a golden session in a fresh one.
pub fn replay(text: &str) -> Vec<Mismatch> {
    let mut session = fresh_session();
    let differs = |exchange: Exchange| {
        let got = answer(&mut session, &exchange.request);
        (!exchange.is_answered_by(&got)).then(|| exchange.mismatch(got))
    };
    exchanges(text).into_iter().filter_map(differs).collect()
}

/// The text as requests, each with the reply that follows it.
pub fn exchanges(text: &str) -> Vec<Exchange> {
    let mut found: Vec<Exchange> = Vec::new();
    let mut in_reply = false;
    for (number, line) in (1..).zip(text.lines()) {
        let begins = line.starts_with(['=', '?']);
        match found.last_mut() {
            Some(exchange) if begins || in_reply => {
                // Editors drop the space at the end of a reply without text.
                let space = if begins && !line.contains(' ') { " " } else { "" };
                exchange.reply.push_str(&format!("{line}{space}\n"));
                in_reply = !line.is_empty();
            }
            _ => {
                let request = line.to_owned();
                found.push(Exchange { line: number, request, reply: String::new() });
            }
        }
    }
    // The empty line after the last reply is the end of the text.
    if let Some(last) = found.last_mut().filter(|_| in_reply) {
        last.reply.push('\n');
    }
    found
}

/// The program that these tests were built with.
pub fn program() -> PathBuf {
    cargo_bin!("kring").to_path_buf()
}

/// A new empty folder for the files of a test.
pub fn new_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// What a command prints; it must succeed.
pub fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A running engine; the options are split as a shell would.
pub fn client(options: &str) -> GtpClient {
    GtpClient::start(&format!("'{}' {options}", program().display())).expect("the engine starts")
}

/// The text of a success.
pub fn ask(client: &mut GtpClient, command: &str) -> String {
    client.send(command, LIMIT).unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// The message of a failure.
pub fn refusal(client: &mut GtpClient, command: &str) -> String {
    match client.send(command, LIMIT) {
        Err(ClientError::Refused(message)) => message,
        other => panic!("{command}: {other:?}"),
    }
}
