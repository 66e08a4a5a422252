//! What a person sees of a position: the board, an agent's evaluation of it, and
//! its value under random turns.

use kring_board::{
    chance::{self, Purpose},
    record::hexworld,
};
use kring_literature::coin::{CoinValue, NoCoinValue};

use super::super::{command::Arguments, graphics};
use crate::engine::{command::Failure, session::Session};

type Answer = Result<String, Failure>;

pub fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.position.to_string())
}

pub fn hexworld_link(session: &mut Session, _: &Arguments<'_>) -> Answer {
    hexworld::link(&session.position).map_err(|none| Failure::Other(none.to_string()))
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

/// Fills if nothing else is said, and the most that are accepted.
const USUAL_FILLS: u64 = 1_000_000;
const MOST_FILLS: u64 = 1_000_000_000;

pub fn coin_value(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let fills = match arguments.words {
        [] => USUAL_FILLS,
        _ => arguments.number(0)?,
    };
    if !(1..=MOST_FILLS).contains(&fills) {
        return Err(Failure::Syntax(format!("expected a number of fills, 1 to {MOST_FILLS}")));
    }
    // Its own random numbers, so that asking changes no game.
    let rng = &mut chance::generator(session.seed, Purpose::CoinValue);
    let value = CoinValue::of(&session.position, fills, rng, || arguments.stop.is_set())?;
    Ok(match value.error {
        None => format!("{:.10} exact", value.black),
        Some(error) => format!("{:.6} +- {error:.6} sampled", value.black),
    })
}

impl From<NoCoinValue> for Failure {
    fn from(none: NoCoinValue) -> Failure {
        Failure::Other(none.to_string())
    }
}
