//! What a person sees.

use super::super::{Failure, Session, command::Arguments, graphics};

type Answer = Result<String, Failure>;

pub fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.position.to_string())
}

pub fn heat_map(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let choice = arguments.think(session, colour)?;
    Ok(graphics::heat_map(&choice, &session.position, colour))
}

pub fn pv(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let choice = arguments.think(session, arguments.colour(0)?)?;
    Ok(graphics::variation(&choice, &session.position))
}

pub fn live_graphics(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    match arguments.words.first().map(String::as_str) {
        None => return Ok(if session.live_graphics { "on" } else { "off" }.to_owned()),
        Some("on") => session.live_graphics = true,
        Some("off") => session.live_graphics = false,
        Some(_) => return Err(Failure::Syntax("expected on or off".to_owned())),
    }
    Ok(String::new())
}

pub fn hexgui_analyze_commands(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let entries = arguments.commands.iter().flat_map(|command| command.analyze).copied();
    Ok(entries.collect::<Vec<_>>().join("\n"))
}

pub fn gogui_interrupt(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}
