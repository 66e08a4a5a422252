//! Pipes of clients that are killed, or that do not block.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{ErrorKind, Read, Write},
    os::fd::OwnedFd,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::pipe::{PipeFlags, pipe_with};

use crate::helper::{LIMIT, Running, program};

/// Waits for a condition; false if it did not hold in time.
fn comes_true(mut what: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT {
        if what() {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Whether a process has ended; a zombie counts as ended. Without /proc this
/// cannot be determined.
fn is_gone(pid: &str) -> bool {
    if !Path::new("/proc/self/stat").exists() {
        return true;
    }
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.map_or(true, |stat| stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}

fn engine(args: &[&str]) -> Running {
    let mut command = Command::new(program());
    Running::start(command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()))
}

#[test]
fn a_search_ends_when_its_client_has_gone() {
    let mut child = engine(&["--agent", "mcts time=1000000"]);
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"name\ngenmove black\ngenmove white\n").expect("it reads");
    let mut begun = [0; 9];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut begun).expect("it answers");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none(), "it searches");
    // The end of input alone ends nothing.
    drop(input);
    thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "it still searches");
    drop(child.stdout.take());
    assert!(comes_true(|| child.try_wait().expect("a child").is_some()));
}

#[test]
fn a_search_ends_when_its_client_has_gone_and_the_queue_is_full() {
    let mut child = engine(&["--sandboxed", "--max-time", "1000"]);
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"set-agent mcts time=1000\ngenmove black\n").expect("it reads");
    // Until the engine reads no more; then until it has ended.
    let flood =
        thread::spawn(move || while input.write_all(&b"genmove white\n".repeat(64)).is_ok() {});
    thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("a child").is_none(), "it searches");
    drop(child.stdout.take());
    assert!(comes_true(|| child.try_wait().expect("a child").is_some()));
    flood.join().expect("the pipe has ended");
}

#[test]
fn what_was_sent_before_the_end_of_input_is_answered() {
    let mut child = engine(&["--agent", "mcts time=1", "--size", "5x5"]);
    let begin = Instant::now();
    let input = b"genmove black\ngenmove white\nname\n";
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let output = child.output();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.matches("= ").count(), 3, "{text}");
    assert!(text.ends_with("= Kring\n\n") && begin.elapsed() >= Duration::from_secs(1), "{text}");
}

#[test]
fn a_match_that_is_killed_leaves_no_process() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed match");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let script = folder.join("engine.sh");
    let pids = folder.join("pids");
    // Neither of them ever reads its input or writes.
    let text = format!("sleep 1000 &\necho $! $$ done >>'{}'\nsleep 1000\n", pids.display());
    fs::write(&script, text).expect("a script");
    let player = format!("cmd:\"sh '{}'\"", script.display());
    let mut command = Command::new(program());
    command.args(["match", "--first", &player, "--second", "random", "--games", "2"]);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let written = || fs::read_to_string(&pids).unwrap_or_default();
    let begun = comes_true(|| written().contains("done"));
    child.kill().expect("it is killed");
    child.wait().expect("it has ended");
    let text = written();
    assert!(begun, "{text}");
    for pid in text.split_whitespace().filter(|word| *word != "done") {
        assert!(comes_true(|| is_gone(pid)), "{pid} of {text}");
    }
}

/// Reads from a pipe that does not block.
fn read_some(pipe: &mut File, buffer: &mut [u8]) -> usize {
    loop {
        match pipe.read(buffer) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result.expect("the engine is there"),
        }
    }
}

#[test]
fn pipes_that_do_not_block_do_not_end_the_engine() {
    let pipe = || pipe_with(PipeFlags::NONBLOCK | PipeFlags::CLOEXEC).expect("a pipe");
    let ((their_input, input), (output, their_output)): ((_, OwnedFd), (OwnedFd, _)) =
        (pipe(), pipe());
    let mut child = Running::start(Command::new(program()).stdin(their_input).stdout(their_output));
    let mut input = File::from(input);
    let mut output = File::from(output);
    // It waits for input, a piece of a line at a time.
    for piece in [&b"na"[..], b"me\nboardsize 26\n"] {
        thread::sleep(Duration::from_millis(150));
        input.write_all(piece).expect("there is room");
    }
    let mut buffer = [0; 1 << 12];
    let mut begun = Vec::new();
    while !begun.ends_with(b"= \n\n") {
        let count = read_some(&mut output, &mut buffer);
        assert!(count > 0, "the engine ended");
        begun.extend(&buffer[..count]);
    }
    assert_eq!(String::from_utf8_lossy(&begun), "= Kring\n\n= \n\n");
    // It waits for room: the replies are several times what a pipe holds.
    const BOARDS: usize = 300;
    input.write_all(&b"showboard\n".repeat(BOARDS)).expect("there is room");
    thread::sleep(Duration::from_millis(150));
    drop(input);
    let mut boards = Vec::new();
    loop {
        match read_some(&mut output, &mut buffer) {
            0 => break,
            count => boards.extend(&buffer[..count]),
        }
    }
    assert!(child.wait().expect("it ends").success());
    let text = String::from_utf8(boards).expect("replies are UTF-8");
    let replies: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), BOARDS);
    assert!(replies.iter().all(|reply| *reply == replies[0] && reply.starts_with("= 26x26")));
}
