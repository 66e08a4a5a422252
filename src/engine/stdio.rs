use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use kring_protocol::{is_interrupt, read_line};

use super::{
    Session,
    queue::{LineReceiver, LineSender, line_queue},
};
use crate::agent::Stop;

/// How many bytes are read ahead of the line that is being answered.
const READ_AHEAD: usize = 64 << 20;

/// A line and its number, counted from one.
type Numbered = (u64, Vec<u8>);

/// Answers requests until `quit` or the end of input. Input is read on its
/// own thread, so that an interruption is seen while an agent thinks. After
/// the end of input `is_unread` is asked again and again whether nobody reads
/// the output any more; it waits a little before it says no. Nobody is left
/// then, and all searches are interrupted.
pub fn serve(
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    is_unread: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let interrupted = Arc::new(AtomicU64::new(0));
    let (sender, lines) = line_queue(READ_AHEAD);
    let seen = Arc::clone(&interrupted);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        read(input, &sender, &seen);
        // The other thread ends when there is nothing more to come.
        drop(sender);
        while Arc::strong_count(&seen) > 1 {
            if is_unread() {
                seen.store(u64::MAX, Ordering::Relaxed);
            }
        }
    })?;
    match answer(session, lines, &interrupted, output) {
        // Whoever listened has gone: nothing is wrong with us.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read(mut input: impl BufRead, lines: &LineSender<Numbered>, interrupted: &AtomicU64) {
    let mut number = 0;
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line) {
            Ok(true) if is_interrupt(&line) => interrupted.store(number, Ordering::Relaxed),
            Ok(true) if line.iter().all(u8::is_ascii_whitespace) => {}
            Ok(true) => {
                number += 1;
                if lines.send((number, line.clone()), line.len()).is_err() {
                    return;
                }
            }
            Ok(false) => return,
            Err(error) => {
                log::error!("standard input cannot be read: {error}");
                return;
            }
        }
    }
}

fn answer(
    session: &mut Session,
    lines: LineReceiver<Numbered>,
    interrupted: &Arc<AtomicU64>,
    output: &mut impl Write,
) -> io::Result<()> {
    for (number, line) in lines {
        log::debug!("< {}", String::from_utf8_lossy(&line));
        let stop = Stop::new(Arc::clone(interrupted), number);
        if let Some(reply) = session.respond_live(&line, &stop, output) {
            log::debug!("> {reply:?}");
            reply.write_to(output)?;
            output.flush()?;
        }
        if session.is_finished() {
            break;
        }
    }
    Ok(())
}
