//! Moves, turns and results of a game, and its clocks.

use std::time::Duration;

use kring_agents::Choice;
use kring_board::{Colour, Move, Turns, word::duration};
use rand::RngExt;

use crate::engine::arguments::Arguments;
use crate::engine::failure::{CommandFailure, CommandResult, other, syntax};
use crate::engine::session::Session;

pub fn play(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let mv = session.coordinates.read_move(session.position.size(), &arguments.words[1])?;
    // Referees pass the loser's resignation on to the winner, even in a game that was decided on
    // the board. It changes nothing then.
    if mv == Move::Resign && session.position.winner().is_some() {
        return Ok(String::new());
    }
    session.play(colour, mv).map(|()| String::new())
}

pub fn genmove(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let mv = session.generate(arguments.colour(0)?, arguments)?;
    let is_swap = matches!(mv, Move::SwapPieces | Move::SwapSides);
    Ok(match is_swap && session.on_little_golem {
        true => "swap".to_owned(),
        false => session.coordinates.write(session.position.size(), mv),
    })
}

pub fn reg_genmove(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let Choice { mv, .. } = session.think(colour, arguments)?;
    Ok(session.coordinates.write(session.position.size(), mv))
}

pub fn undo(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.position.undo().map(|_| String::new()).ok_or(CommandFailure::Undo)
}

/// A coin that has been tossed for this turn is not tossed again.
pub fn toss(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    if session.position.rules().turns != Turns::Random {
        return Err(other("the turns alternate: there is no coin to toss"));
    }
    if session.position.winner().is_some() {
        return Err(other("the game is over: nobody is to move"));
    }
    let colour = session
        .position
        .declared()
        .unwrap_or_else(|| if session.coin.random() { Colour::Black } else { Colour::White });
    session.position.declare(colour);
    Ok(colour.to_string())
}

pub fn name_or_none(colour: Option<Colour>) -> CommandResult {
    Ok(colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string()))
}

pub fn all_legal_moves(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour_or_turn(0, &session.position)?;
    let size = session.position.size();
    let names: Vec<String> =
        session.position.legal_moves(colour).into_iter().map(|mv| mv.name(size)).collect();
    Ok(names.join(" "))
}

pub fn final_score(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let score = session.position.winner().map(|winner| format!("{}+", winner.letter()));
    score.ok_or_else(|| other("cannot score: the game is not over"))
}

pub fn winning_chain(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let size = session.position.size();
    let chain = session.position.winning_chain();
    Ok(chain.into_iter().map(|cell| cell.name(size)).collect::<Vec<_>>().join(" "))
}

pub fn time_settings(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (main, byo_yomi) = (seconds(arguments, 0)?, seconds(arguments, 1)?);
    session.clock.set(main, byo_yomi, arguments.number(2)?);
    Ok(String::new())
}

/// Without seconds: what is left, as MoHex answers it.
pub fn time_left(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let left = |colour: Colour| seconds_or_inf(session.clock.left(colour));
    let count = arguments.words.len();
    if count == 0 {
        return Ok(format!("Black: {}, White: {}", left(Colour::Black), left(Colour::White)));
    }
    let colour = arguments.colour(0)?;
    if count == 1 {
        return Ok(left(colour));
    }
    let stones = if count == 2 { 0 } else { arguments.number(2)? };
    session.clock.set_left(colour, seconds(arguments, 1)?, stones);
    Ok(String::new())
}

/// Seconds to a thousandth; `inf` without a limit.
pub(super) fn seconds_or_inf(time: Option<Duration>) -> String {
    let seconds = time.map_or(f64::INFINITY, |time| time.as_secs_f64());
    ((seconds * 1000.0).round() / 1000.0).to_string()
}

/// Seconds, with or without a fraction. A negative number counts as zero.
fn seconds(arguments: &Arguments<'_>, at: usize) -> CommandResult<Duration> {
    let seconds: f64 = arguments.number(at)?;
    duration(seconds.max(0.0)).map_err(syntax)
}
