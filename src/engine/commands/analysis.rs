//! Commands that show a position: the board, an agent's evaluation, and the value under random
//! turns.

use kring_board::{
    chance::{self, Purpose},
    record::hexworld,
};
use kring_literature::coin::CoinValue;

use crate::engine::{Arguments, CommandResult, Session, graphics, other, syntax};

pub fn hexworld_link(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    hexworld::link(&session.position).map_err(other)
}

pub fn heat_map(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let choice = session.think(colour, arguments)?;
    Ok(graphics::heat_map(&choice, &session.position, colour))
}

pub fn pv(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let choice = session.think(arguments.colour(0)?, arguments)?;
    Ok(graphics::variation(&choice, &session.position))
}

pub fn live_graphics(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    match arguments.words.first().map(String::as_str) {
        None => return Ok(if session.live_graphics { "on" } else { "off" }.to_owned()),
        Some("on") => session.live_graphics = true,
        Some("off") => session.live_graphics = false,
        Some(_) => return Err(syntax("expected on or off")),
    }
    Ok(String::new())
}

pub fn hexgui_analyze_commands(_: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let entries = arguments.commands.iter().flat_map(|command| command.analyze).copied();
    Ok(entries.collect::<Vec<_>>().join("\n"))
}

/// Default and maximum number of random fills.
const DEFAULT_FILLS: u64 = 1_000_000;
const MOST_FILLS: u64 = 1_000_000_000;

pub fn coin_value(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let fills = match arguments.words {
        [] => DEFAULT_FILLS,
        _ => arguments.number(0)?,
    };
    if !(1..=MOST_FILLS).contains(&fills) {
        return Err(syntax(format!("expected a number of fills, 1 to {MOST_FILLS}")));
    }
    // A separate rng, so that this command does not change the game.
    let rng = &mut chance::generator(session.seed, Purpose::CoinValue);
    let value =
        CoinValue::of(&session.position, fills, rng, || arguments.stop.is_set()).map_err(other)?;
    Ok(match value.error {
        None => format!("{:.10} exact", value.black),
        Some(error) => format!("{:.6} +- {error:.6} sampled", value.black),
    })
}
