//! Commands that show a position: an agent's evaluation, the value under random turns, which first
//! moves to swap, and the review of the game that led to it.

use std::{cell::RefCell, fmt::Write, time::Duration};

use kring_agents::{AgentSpec, Limits, SwapMap, default_agent};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Move};
use kring_literature::coin::CoinValue;

use super::play::with_live_graphics;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::gtp::graphics;
use crate::gtp::stream::ReplyStream;
use crate::review::{self, MoveReview, ReviewSettings};
use crate::session::Session;
use crate::session::sandbox::Sandbox;

pub fn heat_map(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let choice = with_live_graphics(session, arguments, colour, |session, ask| session.think(ask))?;
    Ok(graphics::heat_map(&choice, session.position(), colour))
}

pub fn pv(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let choice = with_live_graphics(session, arguments, colour, |session, ask| session.think(ask))?;
    Ok(graphics::variation(&choice, session.position()))
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

const DEFAULT_FILLS: u64 = 1_000_000;
const MOST_FILLS: u64 = 1_000_000_000;

pub fn coin_value(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let what = "a number of fills";
    let fills = arguments.number_within(0, 1..=MOST_FILLS, what)?.unwrap_or(DEFAULT_FILLS);
    // A separate rng, so that this command does not change the game.
    let rng = &mut chance::generator(session.seed, Purpose::CoinValue);
    let value =
        CoinValue::of(session.position(), fills, rng, || arguments.stop.is_set()).map_err(other)?;
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
    let evals = arguments.number_within(0, 1..=MOST_EVALS, "evaluations")?;
    let evals = evals.unwrap_or(SwapMap::EVALS);
    let seconds = arguments.number_within(1, 0.0..=MOST_SECONDS, "seconds")?;
    let seconds = seconds.unwrap_or(DEFAULT_SECONDS);
    let limits = Limits {
        time: Some(Duration::from_secs_f64(seconds).into()),
        stop: arguments.stop.clone(),
    };
    // White decides whether to swap, so white's agent is asked.
    let agent = &session.players[Colour::White.index()].factory;
    let map = SwapMap::new(session.position().game(), agent, evals, &limits, session.seed)
        .map_err(other)?;
    Ok(swap_graphics(&map, session))
}

/// Labels, shades and a line of text, in the order that HexGui needs.
fn swap_graphics(map: &SwapMap, session: &Session) -> String {
    let size = session.position().size();
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

/// A line for each move as soon as it is reviewed.
pub fn review(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let settings = review_settings(session, arguments)?;
    let position = session.position();
    review::check(position, &settings.agent).map_err(other)?;
    let name = |mv: Move| session.coordinates.write(position.size(), mv);
    let line = |review: &MoveReview| review::line(review, name);
    let Some(next_line) = arguments.next_line else {
        let reviewed = review::review(position, &settings, |_| {}).map_err(other)?;
        return Ok(reviewed.moves.iter().map(line).collect::<Vec<_>>().join("\n"));
    };
    // The reply starts with the first line, so that an agent without win rates can still be
    // refused.
    let stream: RefCell<Option<ReplyStream<'_, '_>>> = RefCell::new(None);
    let show = |text: &str| {
        let mut stream = stream.borrow_mut();
        stream.get_or_insert_with(|| ReplyStream::begin(arguments, None, next_line)).write(text);
    };
    let settings = ReviewSettings { stop: next_line.clone(), ..settings };
    review::review(position, &settings, |mv| show(&format!("{}\n", line(mv)))).map_err(other)?;
    show("");
    Ok(String::new())
}

fn review_settings(session: &Session, arguments: &Arguments<'_>) -> CommandResult<ReviewSettings> {
    let words = arguments.words;
    let (rules, size) = (session.position().rules(), session.position().size());
    // Without words it is the default agent of the game, not the session's agent.
    let agent = match words.get(2..).unwrap_or_default() {
        [] => {
            let default = default_agent(rules, size, Colour::Black);
            default.within(&Sandbox::limits(session.sandbox.as_ref()))
        }
        words => session.agent(|limits| AgentSpec::parse(&words.join(" "), limits))?,
    };
    let mut settings = ReviewSettings::new(agent.load(&session.networks)?);
    let range = 1..=ReviewSettings::MOST_EVALS;
    if let Some(evals) = arguments.number_within(0, range, "evaluations")? {
        settings.evals = Some(evals);
    }
    if words.len() > 1 {
        settings.from = arguments.number(1)?;
    }
    settings.seed = session.seed;
    settings.stop = arguments.stop.clone();
    settings.time = session.sandbox.as_ref().map(|sandbox| sandbox.time);
    Ok(settings)
}
