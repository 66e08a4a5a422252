//! What a person sees.

use std::fmt::Write;

use super::super::{COMMANDS, Failure, Session, command::Arguments};

type Answer = Result<String, Failure>;

pub fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.position.to_string())
}

/// Shades are relative to the best cell, so that even 26×26 cells with equal
/// chances can be told from taken ones.
pub fn heat_map(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let choice = session.think(colour, arguments.stop)?;
    let size = session.position.size();
    let best = choice.scores.iter().map(|(_, score)| *score).fold(f64::MIN_POSITIVE, f64::max);
    let mut text = String::new();
    if !choice.scores.is_empty() {
        text.push_str("INFLUENCE");
    }
    for (cell, score) in &choice.scores {
        let _ = write!(text, " {} {:.3}", cell.name(size), (score / best).clamp(0.0, 1.0));
    }
    let spec = &session.players[colour.index()].spec;
    let _ = write!(text, "\nTEXT {spec}: {colour} {}", choice.mv.name(size));
    Ok(text)
}

pub fn hexgui_analyze_commands(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(COMMANDS.iter().filter_map(|command| command.analyze).collect::<Vec<_>>().join("\n"))
}

pub fn gogui_interrupt(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}
