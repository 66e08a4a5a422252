//! The engine as a WebAssembly module: a session that speaks the same lines as a pipe, through the
//! same loop and the same table of commands.
//!
//! The host calls `load` with the networks and then `run`, once each. `run` returns when the
//! session ends. Until then it suspends itself again and again by calling an import; while it is
//! suspended, the host passes the client's lines to `receive`.
//! `scripts/web.sh` makes that suspension possible by `wasm-opt --asyncify`; the other side is
//! `web/page/js/worker/module.js`.
#![cfg(target_arch = "wasm32")]

use std::{
    io::{self, Write},
    panic,
    sync::LazyLock,
    time::Duration,
};

use kring::{
    board::{Rules, Size},
    eval::Network,
    gtp::{GtpSession, Inbox, answer},
    session::{Sandbox, Session},
};

#[link(wasm_import_module = "kring")]
unsafe extern "C" {
    /// Takes a text of replies.
    fn write(text: *const u8, length: usize);

    /// Takes the message of a panic, after which the module cannot be used.
    fn fail(message: *const u8, length: usize);
}

static INBOX: LazyLock<Inbox> = LazyLock::new(|| Inbox::new(Some(&limits())));

/// A browser has one thread for the engine and no files, and a phone has little memory.
fn limits() -> Sandbox {
    let side = usize::from(Size::MAX);
    Sandbox {
        size: Size::new(side, side).expect("the largest size"),
        memory: 64,
        threads: 1,
        time: Duration::from_secs(600),
    }
}

/// Memory for a text of this length, which [`receive`] or [`load`] takes back.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Puts the lines of a text in the inbox; false if there is no room.
///
/// # Safety
/// The text was returned by [`allocate`] for this length, and the caller must not use it again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn receive(text: *mut u8, length: usize) -> bool {
    // SAFETY: the caller passes what `allocate` returned for this length, and gives it up.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, length)) };
    INBOX.offer(&String::from_utf8_lossy(&text))
}

/// Takes the files of the networks, of games without and with seasons; false if one is damaged.
///
/// # Safety
/// Each file was returned by [`allocate`] for its length, and the caller must not use it again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load(
    plain: *mut u8,
    plain_length: usize,
    seasons: *mut u8,
    seasons_length: usize,
) -> bool {
    let files = [(plain, plain_length), (seasons, seasons_length)];
    let networks = files.map(|(file, length)| {
        // SAFETY: the caller passes what `allocate` returned for this length, and gives it up.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(file, length)) }.into_vec()
    });
    Network::set_embedded(networks).is_ok()
}

/// Answers the lines of the client until `quit`.
///
/// # Panics
///
/// Never: the host takes every text.
#[unsafe(no_mangle)]
pub extern "C" fn run(seed: u32) {
    panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        // SAFETY: the host copies the text before it returns.
        unsafe { fail(message.as_ptr(), message.len()) };
    }));
    let size = Size::STANDARD;
    let session = Session::new(size, Rules::default(), None, seed.into()).sandboxed(limits());
    answer(&mut GtpSession::new(session), &INBOX, &mut Output(Vec::new()))
        .expect("the host takes every text");
}

/// The text since the last flush.
struct Output(Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.0.is_empty() {
            // SAFETY: the host copies the text before it returns.
            unsafe { write(self.0.as_ptr(), self.0.len()) };
            self.0.clear();
        }
        Ok(())
    }
}
