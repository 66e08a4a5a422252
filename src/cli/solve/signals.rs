//! Ctrl-C and the system's request to end: the first signal stops the search, whose results are
//! saved. A second one ends the program at once.

use std::{process, thread};

use anyhow::Context;
use kring::serve::shutdown_signal;
use kring_board::stop::Stop;

/// The handle that the first signal sets.
pub fn stop_at_signals() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let set = stop.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.context("signals cannot be handled")?;
    thread::spawn(move || {
        runtime.block_on(async {
            if shutdown_signal().await.is_ok() {
                set.set();
                let _ = shutdown_signal().await;
                process::exit(130);
            }
        });
    });
    Ok(stop)
}
