//! What the engine is, and which commands it knows.

use cpu_time::ProcessTime;

use super::super::command::{Arguments, Command, find};
use crate::engine::{command::Failure, session::Session};

type Answer = Result<String, Failure>;

pub fn protocol_version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("2".to_owned())
}

pub fn name(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("Kring".to_owned())
}

pub fn version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

pub fn known_command(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(find(arguments.commands, &arguments.words[0]).is_ok().to_string())
}

pub fn list_commands(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let names = arguments.commands.iter().map(|command| command.name);
    Ok(names.collect::<Vec<_>>().join("\n"))
}

pub fn help(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let commands = arguments.commands;
    match arguments.words.first() {
        Some(name) => {
            let command = find(commands, name)?;
            Ok(format!("{}: {}", command.usage(), command.summary))
        }
        None => {
            let width = commands.iter().map(|c| c.usage().chars().count()).max().unwrap_or(0);
            let line = |command| help_line(command, width);
            Ok(commands.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn help_line(command: &Command, width: usize) -> String {
    format!("{:width$}  {}", command.usage(), command.summary)
}

pub fn quit(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.finished = true;
    Ok(String::new())
}

pub fn komi(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

pub fn cputime(_: &mut Session, _: &Arguments<'_>) -> Answer {
    match ProcessTime::try_now() {
        Ok(now) => Ok(format!("{:.3}", now.as_duration().as_secs_f64())),
        Err(error) => Err(Failure::Other(format!("no processor time: {error}"))),
    }
}
