//! The end of the engine, and the time that it has taken.

use crate::gtp::call::Call;
use crate::gtp::failure::CommandResult;
#[cfg(not(target_arch = "wasm32"))]
use crate::gtp::failure::other;
use crate::gtp::gtp_session::GtpSession;

pub fn quit(client: &mut GtpSession, _: &mut Call<'_>) -> CommandResult {
    client.finished = true;
    Ok(())
}

pub fn cputime(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    #[cfg(not(target_arch = "wasm32"))]
    let time = cpu_time::ProcessTime::try_now()
        .map_err(|error| other(format!("no processor time: {error}")))?
        .as_duration();
    // A browser does not measure processor time: this is the time since the engine was loaded.
    #[cfg(target_arch = "wasm32")]
    let time = kring_board::host::Instant::now().since_start();
    call.reply.text(format!("{:.3}", time.as_secs_f64()));
    Ok(())
}
