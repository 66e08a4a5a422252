//! Name, version, help and the list of commands.

use cpu_time::ProcessTime;

use crate::engine::{Arguments, Command, CommandResult, Session, command::find, other};

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
    match ProcessTime::try_now() {
        Ok(now) => Ok(format!("{:.3}", now.as_duration().as_secs_f64())),
        Err(error) => Err(other(format!("no processor time: {error}"))),
    }
}
