//! Name, version, help and the list of commands.

use crate::engine::command::find;
#[cfg(not(target_arch = "wasm32"))]
use crate::engine::other;
use crate::engine::{Arguments, COMMANDS, Command, CommandResult, Session};

/// Whether a command is listed for the client: a sandboxed client can open no files.
fn is_offered(session: &Session, command: &Command) -> bool {
    session.sandbox.is_none() || !command.takes_file()
}

pub fn known_command(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let command = find(&arguments.words[0]);
    Ok(command.is_ok_and(|command| is_offered(session, command)).to_string())
}

pub fn list_commands(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let offered = COMMANDS.iter().filter(|command| is_offered(session, command));
    Ok(offered.map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub fn help(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    match arguments.words.first() {
        Some(name) => {
            let command = find(name)?;
            Ok(format!("{}: {}", command.usage(), command.summary))
        }
        None => {
            let offered = || COMMANDS.iter().filter(|command| is_offered(session, command));
            let width = offered().map(|c| c.usage().chars().count()).max().unwrap_or(0);
            let line =
                |command: &Command| format!("{:width$}  {}", command.usage(), command.summary);
            Ok(offered().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}

pub fn quit(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.finished = true;
    Ok(String::new())
}

pub fn cputime(_: &mut Session, _: &Arguments<'_>) -> CommandResult {
    #[cfg(not(target_arch = "wasm32"))]
    let time = cpu_time::ProcessTime::try_now()
        .map_err(|error| other(format!("no processor time: {error}")))?
        .as_duration();
    // A browser does not measure processor time: this is the time since the engine was loaded.
    #[cfg(target_arch = "wasm32")]
    let time = kring_board::host::Instant::now().since_start();
    Ok(format!("{:.3}", time.as_secs_f64()))
}
