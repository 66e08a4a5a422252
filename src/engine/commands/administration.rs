//! Name, version, help and the list of commands.

use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use crate::engine::other;
use crate::engine::{Arguments, Command, CommandFailure, CommandResult, Session, command::find};

pub fn known_command(_: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    Ok(find(arguments.commands, &arguments.words[0]).is_ok().to_string())
}

pub fn list_commands(_: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let names = arguments.commands.iter().map(|command| command.name);
    Ok(names.collect::<Vec<_>>().join("\n"))
}

pub fn help(_: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let commands = arguments.commands;
    match arguments.words.first() {
        Some(name) => {
            let command = find(commands, name)?;
            Ok(format!("{}: {}", command.usage(), command.summary))
        }
        None => {
            let width = commands.iter().map(|c| c.usage().chars().count()).max().unwrap_or(0);
            let line =
                |command: &Command| format!("{:width$}  {}", command.usage(), command.summary);
            Ok(commands.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}

pub fn quit(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.finished = true;
    Ok(String::new())
}

pub fn cputime(_: &mut Session, _: &Arguments<'_>) -> CommandResult {
    Ok(format!("{:.3}", processor_time()?.as_secs_f64()))
}

#[cfg(not(target_arch = "wasm32"))]
fn processor_time() -> Result<Duration, CommandFailure> {
    let now = cpu_time::ProcessTime::try_now();
    now.map(|now| now.as_duration()).map_err(|error| other(format!("no processor time: {error}")))
}

/// In a browser the time since the engine was loaded.
#[cfg(target_arch = "wasm32")]
fn processor_time() -> Result<Duration, CommandFailure> {
    Ok(kring_board::host::Instant::now().since_start())
}
