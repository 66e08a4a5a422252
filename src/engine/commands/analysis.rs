//! What a person sees of a position: the board, an agent's evaluation of it, and
//! its value under random turns.

use super::super::{Failure, Session, command::Arguments, graphics};
use crate::{
    chance::{self, Purpose},
    eval::{CoinValue, Exact},
    record::hexworld,
    rules::{Colour, Rules, Topology, Turns},
};

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

/// Empty cells up to which all fills are counted.
pub(super) const MOST_EXACT: usize = 24;

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
    let position = &session.position;
    let rules = position.rules();
    if rules.turns != Turns::Random {
        return Err(Failure::Other("the turns alternate: coins decide nothing".to_owned()));
    }
    if let Some(winner) = position.winner() {
        let black = f64::from(u8::from(winner == Colour::Black));
        return Ok(format!("{black:.10} exact"));
    }
    check_coins(rules)?;
    let go_on = |_| !arguments.stop.is_set();
    if let Some(exact) = Exact::while_going(&go_on, position, MOST_EXACT) {
        return Ok(format!("{:.10} exact", exact.black));
    }
    // Its own random numbers, so that asking changes no game.
    let rng = &mut chance::generator(session.seed, Purpose::CoinValue);
    let value = CoinValue::sampled(position, fills, rng, || arguments.stop.is_set());
    Ok(format!("{:.6} +- {:.6} sampled", value.black, value.error.unwrap_or(0.0)))
}

/// Whether the fills of the empty cells give the value of best play under
/// random turns, or why not.
pub(super) fn check_coins(rules: &Rules) -> Result<(), Failure> {
    let why = if rules.seasons.count() > 1 {
        "the seasons restrict the moves"
    } else if rules.topology == Topology::Torus {
        "on the torus the first ring wins"
    } else {
        return Ok(());
    };
    Err(Failure::Other(format!("{why}: no value of best play is known")))
}
