//! Moves, turns and results of a game, and its clocks.

use std::time::Duration;

use kring_agents::{Choice, Watch};
use kring_board::{Colour, Move, word::duration};

use crate::game::{GameState, Periods, TimeControl, TimeLeft};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::graphics;
use crate::session::{Ask, Session};

pub fn play(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let mv = session.coordinates.read_move(session.position().size(), &arguments.words[1])?;
    // Referees pass the loser's resignation on to the winner, even in a game that was decided on
    // the board. It changes nothing then.
    if mv == Move::Resign && session.position().winner().is_some() {
        return Ok(String::new());
    }
    session.play(colour, mv).map(|()| String::new())
}

pub fn genmove(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let choice = with_live_graphics(session, arguments, colour, Session::generate)?;
    let is_swap = matches!(choice.mv, Move::SwapPieces | Move::SwapSides);
    Ok(match is_swap && session.on_little_golem {
        true => "swap".to_owned(),
        false => session.coordinates.write(session.position().size(), choice.mv),
    })
}

pub fn reg_genmove(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let choice = with_live_graphics(session, arguments, colour, |session, ask| session.think(ask))?;
    Ok(session.coordinates.write(session.position().size(), choice.mv))
}

/// Asks the player of a colour, and shows its search if live graphics are on.
pub(super) fn with_live_graphics<T>(
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
    ask: impl FnOnce(&mut Session, Ask<'_>) -> T,
) -> T {
    let question = Ask::new(colour, arguments.stop);
    if !session.live_graphics {
        return ask(session, question);
    }
    let position = session.position().clone();
    let mut show = |choice: &Choice| {
        arguments.show(&graphics::live_block(choice, &position, colour));
    };
    let watch = Watch { every: graphics::LIVE_EVERY, see: &mut show };
    ask(session, Ask { watch: Some(watch), ..question })
}

pub fn undo(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.game.undo().map(|_| String::new()).ok_or(CommandFailure::Undo)
}

/// A coin that has been tossed for this turn is not tossed again.
pub fn toss(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let colour = session.game.toss().map_err(other)?;
    Ok(colour.to_string())
}

pub fn state(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let state = GameState::of(session.position());
    serde_json::to_string(&state).map_err(other)
}

pub fn name_or_none(colour: Option<Colour>) -> CommandResult {
    Ok(colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string()))
}

pub fn all_legal_moves(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour_or_turn(0, session.position())?;
    let size = session.position().size();
    let names: Vec<String> =
        session.position().legal_moves(colour).into_iter().map(|mv| mv.name(size)).collect();
    Ok(names.join(" "))
}

pub fn final_score(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let score = session.position().winner().map(|winner| format!("{}+", winner.letter()));
    score.ok_or_else(|| other("cannot score: the game is not over"))
}

pub fn winning_chain(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let size = session.position().size();
    let chain = session.position().winning_chain();
    Ok(chain.into_iter().map(|cell| cell.name(size)).collect::<Vec<_>>().join(" "))
}

/// As in GTP, a byo-yomi time with 0 stones means no limit.
pub fn time_settings(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let main = seconds(arguments, 0)?;
    let time = seconds(arguments, 1)?;
    let moves = arguments.number(2)?;
    let is_unlimited = time > Duration::ZERO && moves == 0;
    let periods = (moves > 0).then_some(Periods { time, moves });
    let control = TimeControl { main, periods, ..TimeControl::default() };
    session.game.clock_mut().set((!is_unlimited).then_some(control));
    Ok(String::new())
}

/// Without seconds: what is left, as MoHex answers it.
pub fn time_left(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let shown =
        |colour: Colour| seconds_or_inf(session.game.time_left(colour).map(|left| left.time));
    let count = arguments.words.len();
    if count == 0 {
        let black = shown(Colour::Black);
        let white = shown(Colour::White);
        return Ok(format!("Black: {black}, White: {white}"));
    }
    let colour = arguments.colour(0)?;
    if count == 1 {
        return Ok(shown(colour));
    }
    let time = seconds(arguments, 1)?;
    let moves = if count == 2 { 0 } else { arguments.number(2)? };
    let seat = session.game.seat_of(colour);
    session.game.clock_mut().set_left(seat, TimeLeft { time, moves });
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
