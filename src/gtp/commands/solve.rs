//! The commands of the solver: the winner of a position, and the moves that win.

use std::fmt::Write;

use kring_board::{Colour, Turns, host::Instant};

use super::solve_search::{
    search, search_moves, search_without_swap, seconds, solution_line, summary,
};
use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other};
use crate::gtp::gtp_session::GtpSession;
use crate::session::{ExactMove, NoExactChance, SolverAsk};

pub fn solve(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    if let Some(winner) = client.position().winner() {
        call.reply.text(format!("{winner} move none positions 0 seconds 0.000 pv"));
        return Ok(());
    }
    if client.position().rules().turns == Turns::Random {
        return chance(client, call, colour);
    }
    let size = client.position().size();
    let solution = search(client, call, colour)?;
    let unswapped = search_without_swap(client, call, colour)?;
    call.reply.text(solution_line(&solution, size));
    if let Some(unswapped) = unswapped {
        call.reply.text(format!("\nwithout-swap {}", solution_line(&unswapped, size)));
    }
    Ok(())
}

pub fn solve_openings(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let can_be_swapped = client.position().can_be_swapped(colour);
    let ask = SolverAsk { colour, stop: call.arguments.stop, with_swap: !can_be_swapped };
    let moves = search_moves(client, &mut call.reply, ask)?;
    let size = client.position().size();
    let mut labels = String::new();
    let mut shades = String::new();
    // HexGui has no field for a swap: only the text names it.
    for solved in moves.iter().filter(|solved| solved.mv.cell().is_some()) {
        let name = solved.mv.name(size);
        let (label, shade) = match solved.wins {
            Some(true) => ("W", Some("1.000")),
            Some(false) => ("L", Some("0.000")),
            None => ("?", None),
        };
        let _ = write!(labels, " {name} {label}");
        if let Some(shade) = shade {
            let _ = write!(shades, " {name} {shade}");
        }
    }
    let mut text = summary(&moves, colour, size);
    if can_be_swapped {
        let other = colour.other();
        text = format!("without the swap {text}; with it {other} wins: {other} swaps these");
    }
    call.reply.text(format!("LABEL{labels}\nINFLUENCE{shades}\nTEXT {text}"));
    Ok(())
}

/// The exact chance of the colour to move under random turns.
fn chance(client: &GtpSession, call: &mut Call<'_>, colour: Colour) -> CommandResult {
    let begin = Instant::now();
    let found =
        client.session.exact_move(colour, call.arguments.stop).map_err(|why| match why {
            NoExactChance::TooManyEmpty(_) => other(format!("{why}: see coin-value")),
            why => other(why),
        })?;
    let time = seconds(begin.elapsed());
    let Some(ExactMove { cell, chance, fills }) = found else {
        call.reply.text(format!("unknown positions 0 seconds {time}"));
        return Ok(());
    };
    let name = cell.name(client.position().size());
    call.reply.text(format!(
        "chance value {chance:.10} move {name} positions {fills} seconds {time} pv {name}"
    ));
    Ok(())
}
