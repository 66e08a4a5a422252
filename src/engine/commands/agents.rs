//! Who plays.

use super::super::{
    Failure, Session,
    command::{Arguments, colour},
};
use crate::{
    agent::{AGENTS, Entry, Parameter},
    rules::Colour,
};

type Answer = Result<String, Failure>;

pub fn set_agent(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let only = colour(&arguments.words[0]).ok();
    let text = arguments.request.tail(usize::from(only.is_some()));
    let spec = if text == "default" { None } else { Some(session.agent(&text)?) };
    for colour in Colour::ALL {
        if only.is_none_or(|only| only == colour) {
            session.set_agent(colour, spec.as_ref());
        }
    }
    Ok(String::new())
}

pub fn list_agents(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(AGENTS.iter().map(describe).collect::<Vec<_>>().join("\n"))
}

/// An agent's line, and one for each parameter.
fn describe(entry: &Entry) -> String {
    let line = |p: &Parameter| {
        let default = p.default.unwrap_or("unset");
        format!("\n    {}={default} ({}): {}", p.name, p.kind, p.help)
    };
    let parameters: String = entry.parameters.iter().map(line).collect();
    format!("{}: {}{parameters}", entry.name, entry.summary)
}

pub fn agent(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let spec = |colour: Colour| session.players[colour.index()].factory.to_string();
    Ok(match arguments.optional_colour(0)? {
        Some(colour) => spec(colour),
        None => Colour::ALL.map(|colour| format!("{colour}: {}", spec(colour))).join("\n"),
    })
}
