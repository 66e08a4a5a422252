//! The loop that answers a client's lines.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use kring_protocol::{MAX_LINE, read_line};

use super::gtp_session::GtpSession;
use super::inbox::{Inbox, InboxLine};

/// Answers requests until `quit` or the end of input. Input is read on its own thread, so that an
/// interruption is seen while an agent thinks. A third thread polls `is_unread`, which sleeps a
/// little before it returns false. If the client closes the pipe, it is gone:
/// everything ends at once, whatever is still to be read or answered.
pub fn serve(
    session: &mut GtpSession,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    is_unread: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let inbox = Arc::new(Inbox::new(session.session.sandbox()));
    let filled = Arc::clone(&inbox);
    spawn("input", move || {
        read(input, &filled);
        filled.end();
    })?;
    let watched = Arc::clone(&inbox);
    spawn("hang-up", move || {
        while !watched.is_hung_up() {
            if is_unread() {
                watched.hang_up();
            }
        }
    })?;
    answer(session, &inbox, output)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn read(mut input: impl BufRead, inbox: &Inbox) {
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line, MAX_LINE) {
            Ok(true) if inbox.put(&line) => {}
            Ok(_) => return,
            Err(error) => return log::error!("standard input cannot be read: {error}"),
        }
    }
}

/// Answers the lines of an inbox until `quit` or the last line. A client that no longer reads its
/// answers is not an error.
pub fn answer(session: &mut GtpSession, inbox: &Inbox, output: &mut impl Write) -> io::Result<()> {
    let result = answer_all(session, inbox, output);
    // Wakes the thread that waits to put a line in.
    inbox.hang_up();
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer_all(session: &mut GtpSession, inbox: &Inbox, output: &mut impl Write) -> io::Result<()> {
    while let Some(InboxLine { text, stop, next_line }) = inbox.take() {
        log::debug!("< {}", String::from_utf8_lossy(&text));
        if let Some(reply) = session.respond_live(&text, &stop, Some(&next_line), output) {
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
