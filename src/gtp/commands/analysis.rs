//! Commands that show a position: an agent's evaluation, the value under random turns, which first
//! moves to swap, and the review of the game that led to it.

use std::{fmt::Write, time::Duration};

use kring_agents::{AgentSpec, SwapMap};
use kring_board::{Move, Size};

use super::play::with_live_graphics;
use crate::gtp::arguments::Arguments;
use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::gtp::graphics;
use crate::gtp::gtp_session::GtpSession;
use crate::review::{self, ReviewSettings};
use crate::session::ReviewAsk;

pub fn heat_map(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let choice = with_live_graphics(client, call, |session, ask| session.think(ask))?;
    call.reply.text(graphics::heat_map(&choice, client.position(), colour));
    Ok(())
}

pub fn pv(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let choice = with_live_graphics(client, call, |session, ask| session.think(ask))?;
    call.reply.text(graphics::variation(&choice, client.position()));
    Ok(())
}

pub fn live_graphics(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    match call.arguments.words.first().map(String::as_str) {
        None => call.reply.text(if client.live_graphics { "on" } else { "off" }),
        Some("on") => client.live_graphics = true,
        Some("off") => client.live_graphics = false,
        Some(_) => return Err(syntax("expected on or off")),
    }
    Ok(())
}

const DEFAULT_FILLS: u64 = 1_000_000;
const MOST_FILLS: u64 = 1_000_000_000;

pub fn coin_value(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let what = "a number of fills";
    let fills = call.arguments.number_within(0, 1..=MOST_FILLS, what)?.unwrap_or(DEFAULT_FILLS);
    let value = client.session.coin_value(fills, call.arguments.stop).map_err(other)?;
    call.reply.text(match value.error {
        None => format!("{:.10} exact", value.black),
        Some(error) => format!("{:.6} +- {error:.6} sampled", value.black),
    });
    Ok(())
}

/// The maximum number of evaluations per opening.
const MOST_EVALS: u64 = 1_000_000;

/// Default and maximum number of seconds for the whole map.
const DEFAULT_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 1e6;

pub fn swap_map(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let evals = call.arguments.number_within(0, 1..=MOST_EVALS, "evaluations")?;
    let evals = evals.unwrap_or(SwapMap::EVALS);
    let seconds = call.arguments.number_within(1, 0.0..=MOST_SECONDS, "seconds")?;
    let time = Duration::from_secs_f64(seconds.unwrap_or(DEFAULT_SECONDS));
    let map = client.session.swap_map(evals, time, call.arguments.stop)?;
    call.reply.text(swap_graphics(&map, client.position().size()));
    Ok(())
}

/// Labels, shades and a line of text, in the order that HexGui needs.
fn swap_graphics(map: &SwapMap, size: Size) -> String {
    let mut labels = String::new();
    let mut shades = String::new();
    for opening in &map.openings {
        let name = opening.cell.name(size);
        let chance = opening.chance;
        let advice = if opening.should_swap() { "s" } else { "" };
        let _ = write!(labels, " {name} {:.0}{advice}", 100.0 * chance);
        let _ = write!(shades, " {name} {:.3}", chance.max(0.001));
    }
    let swapped = map.openings.iter().filter(|opening| opening.should_swap()).count();
    let solved = if map.is_proved() { ", solved" } else { "" };
    let mut text = format!("TEXT swap {swapped} of {} openings{solved}", map.openings.len());
    if let Some(even) = map.most_even() {
        let name = even.cell.name(size);
        let percent = 100.0 * even.chance;
        let _ = write!(text, ", least clear {name} {percent:.1} %");
    }
    if map.unsearched > 0 {
        let _ = write!(text, ", not searched {}", map.unsearched);
    }
    format!("LABEL{labels}\nINFLUENCE{shades}\n{text}")
}

/// A line for each move as soon as it is reviewed. The reply starts with the first line, so that an
/// agent without win rates can still be refused.
pub fn review(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let name = |mv: Move| client.write_move(mv);
    let ask = review_ask(client, &call.arguments)?;
    let Some(next_line) = call.reply.next_line() else {
        let review = client.session.review(ask, |_| {})?;
        let lines: Vec<String> = review.moves.iter().map(|mv| review::line(mv, name)).collect();
        call.reply.text(lines.join("\n"));
        return Ok(());
    };
    let ask = ReviewAsk { stop: next_line.clone(), ..ask };
    client.session.review(ask, |mv| call.reply.stream(&format!("{}\n", review::line(mv, name))))?;
    call.reply.stream("");
    Ok(())
}

/// `[EVALS [FROM [AGENT [KEY=VALUE ...]]]]`
fn review_ask(client: &GtpSession, arguments: &Arguments<'_>) -> CommandResult<ReviewAsk> {
    let agent = match arguments.words.get(2..).unwrap_or_default() {
        [] => None,
        words => {
            let text = words.join(" ");
            Some(client.session.permitted_agent(|limits| AgentSpec::parse(&text, limits))?)
        }
    };
    let range = 1..=ReviewSettings::MOST_EVALS;
    let evals = arguments.number_within(0, range, "evaluations")?;
    let from = arguments.words.get(1).map(|_| arguments.number(1)).transpose()?;
    Ok(ReviewAsk { agent, evals, from, stop: arguments.stop.clone() })
}
