//! Commands that show a position: an agent's evaluation, the value under random turns, and which
//! first moves to swap.

use std::{fmt::Write, time::Duration};

use kring_agents::{Limits, SwapMap};
use kring_board::Colour;
use kring_board::chance::{self, Purpose};
use kring_literature::coin::CoinValue;

use crate::engine::{Arguments, COMMANDS, CommandResult, Session, graphics, other, syntax};

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

pub fn hexgui_analyze_commands(_: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let entries = COMMANDS.iter().flat_map(|command| command.analyze).copied();
    Ok(entries.collect::<Vec<_>>().join("\n"))
}

const DEFAULT_FILLS: u64 = 1_000_000;
const MOST_FILLS: u64 = 1_000_000_000;

pub fn coin_value(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let what = "a number of fills";
    let fills = arguments.number_within(0, DEFAULT_FILLS, 1..=MOST_FILLS, what)?;
    // A separate rng, so that this command does not change the game.
    let rng = &mut chance::generator(session.seed, Purpose::CoinValue);
    let value =
        CoinValue::of(&session.position, fills, rng, || arguments.stop.is_set()).map_err(other)?;
    Ok(match value.error {
        None => format!("{:.10} exact", value.black),
        Some(error) => format!("{:.6} +- {error:.6} sampled", value.black),
    })
}

/// The maximum number of evaluations per opening.
const MOST_EVALS: u64 = 1_000_000;

/// Default and maximum number of seconds for the whole map.
const DEFAULT_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 1e6;

pub fn swap_map(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let evals = arguments.number_within(0, SwapMap::EVALS, 1..=MOST_EVALS, "evaluations")?;
    let seconds = arguments.number_within(1, DEFAULT_SECONDS, 0.0..=MOST_SECONDS, "seconds")?;
    let limits = Limits {
        time: Some(Duration::from_secs_f64(seconds).into()),
        stop: arguments.stop.clone(),
    };
    // White decides whether to swap, so white's agent is asked.
    let agent = &session.players[Colour::White.index()].factory;
    let map = SwapMap::new(session.position.game(), agent, evals, &limits, session.seed)
        .map_err(other)?;
    Ok(swap_graphics(&map, session))
}

/// Labels, shades and a line of text, in the order that HexGui needs.
fn swap_graphics(map: &SwapMap, session: &Session) -> String {
    let size = session.position.size();
    let (mut labels, mut shades) = (String::new(), String::new());
    for opening in &map.openings {
        let (name, chance) = (opening.cell.name(size), opening.chance);
        let advice = if opening.should_swap() { "s" } else { "" };
        let _ = write!(labels, " {name} {:.0}{advice}", 100.0 * chance);
        let _ = write!(shades, " {name} {:.3}", chance.max(0.001));
    }
    let swapped = map.openings.iter().filter(|opening| opening.should_swap()).count();
    let solved = if map.is_proved() { ", solved" } else { "" };
    let mut text = format!("TEXT swap {swapped} of {} openings{solved}", map.openings.len());
    if let Some(even) = map.most_even() {
        let (name, percent) = (even.cell.name(size), 100.0 * even.chance);
        let _ = write!(text, ", least clear {name} {percent:.1} %");
    }
    if map.unsearched > 0 {
        let _ = write!(text, ", not searched {}", map.unsearched);
    }
    format!("LABEL{labels}\nINFLUENCE{shades}\n{text}")
}
