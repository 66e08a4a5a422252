//! The swap map: which first moves to swap.

use std::{fmt::Write, time::Duration};

use kring_agents::{Limits, SwapMap};
use kring_board::Colour;

use crate::engine::{Arguments, CommandFailure, Session, other, syntax};

/// The maximum number of evaluations per opening.
const MOST_EVALS: u64 = 1_000_000;

/// Default and maximum number of seconds for the whole map.
const DEFAULT_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 1e6;

pub fn swap_map(
    session: &mut Session,
    arguments: &Arguments<'_>,
) -> Result<String, CommandFailure> {
    let words = arguments.words.len();
    let evals = if words > 0 { arguments.number(0)? } else { SwapMap::EVALS };
    if !(1..=MOST_EVALS).contains(&evals) {
        return Err(syntax(format!("expected evaluations, 1 to {MOST_EVALS}")));
    }
    let seconds = if words > 1 { arguments.number(1)? } else { DEFAULT_SECONDS };
    if !(0.0..=MOST_SECONDS).contains(&seconds) {
        return Err(syntax(format!("expected seconds, 0 to {MOST_SECONDS}")));
    }
    let limits = Limits {
        time: Some(Duration::from_secs_f64(seconds).into()),
        stop: arguments.stop.clone(),
    };
    // White decides whether to swap, so white's agent is asked.
    let agent = &session.players[Colour::White.index()].factory;
    let map = SwapMap::new(session.position.game(), agent, evals, &limits, session.seed)
        .map_err(other)?;
    Ok(graphics(&map, session))
}

/// Labels, shades and a line of text, in the order that HexGui needs.
fn graphics(map: &SwapMap, session: &Session) -> String {
    let size = session.position.size();
    let (mut labels, mut shades) = (String::new(), String::new());
    for opening in &map.openings {
        let (name, chance) = (opening.cell.name(size), opening.chance);
        let advice = if opening.should_swap() { "s" } else { "" };
        let _ = write!(labels, " {name} {:.0}{advice}", 100.0 * chance);
        let _ = write!(shades, " {name} {:.3}", chance.max(0.001));
    }
    let swapped = map.openings.iter().filter(|opening| opening.should_swap()).count();
    let mut text = format!("TEXT swap {swapped} of {} openings", map.openings.len());
    if let Some(even) = map.most_even() {
        let (name, percent) = (even.cell.name(size), 100.0 * even.chance);
        let _ = write!(text, ", most even {name} {percent:.1} %");
    }
    if map.unsearched > 0 {
        let _ = write!(text, ", not searched {}", map.unsearched);
    }
    format!("LABEL{labels}\nINFLUENCE{shades}\n{text}")
}
