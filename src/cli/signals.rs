//! The requests to end the program: Ctrl-C, a closed terminal (`SIGHUP`), and the system's own
//! (`SIGTERM`). Where nobody asks for them they keep their usual effect and end it at once.
//!
//! On Unix by `signal-hook` and not by `ctrlc`, because only a library that takes a list of signals
//! leaves a hang-up alone that `nohup` has ignored, and lets `kring play` answer Ctrl-C alone.

use std::{io, process};

/// The exit code of a program that Ctrl-C has ended, as shells count.
const INTERRUPTED: i32 = 130;

/// Which requests are handled. Windows reports all of them by one handler.
#[derive(Clone, Copy)]
enum Requests {
    All,
    CtrlC,
}

/// Lets the first request call `end`, so that the program can save its results. A second one ends
/// it at once.
pub fn on_end(end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut end = Some(end);
    handle(Requests::All, move || match end.take() {
        Some(end) => end(),
        None => process::exit(INTERRUPTED),
    })
}

/// Lets each Ctrl-C call `act`, which returns whether the program goes on.
pub fn on_ctrl_c(mut act: impl FnMut() -> bool + Send + 'static) -> io::Result<()> {
    handle(Requests::CtrlC, move || {
        if !act() {
            process::exit(INTERRUPTED);
        }
    })
}

/// Calls `act` for each of these requests, on a thread of its own. That thread registers the
/// signals, so that they keep their effect where no thread can start.
#[cfg(unix)]
fn handle(requests: Requests, mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::{consts, iterator::Signals};

    let mut signals = vec![consts::SIGINT];
    if let Requests::All = requests {
        signals.push(consts::SIGTERM);
        if !is_hang_up_ignored() {
            signals.push(consts::SIGHUP);
        }
    }
    let (sender, registered) = std::sync::mpsc::sync_channel(1);
    let wait = move || match Signals::new(signals) {
        Ok(mut signals) => {
            let _ = sender.send(Ok(()));
            for _ in signals.forever() {
                act();
            }
        }
        Err(error) => {
            let _ = sender.send(Err(error));
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    registered.recv().map_err(io::Error::other)?
}

#[cfg(not(unix))]
fn handle(_: Requests, act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// Whether the program outlives its terminal, which `nohup` arranges by ignoring the signal: a
/// handler would undo that. Only Linux tells.
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    // The signals that are ignored, as hexadecimal bits from signal 1, which is the hang-up.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & 1 != 0)
}
