//! Moves, turns and results of a game, and its clocks.

use std::time::Duration;

use kring_agents::{Choice, Watch};
use kring_board::{Colour, Move, word::duration};

use crate::game::{Periods, TimeControl, TimeLeft};
use crate::gtp::arguments::Arguments;
use crate::gtp::call::Call;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::graphics;
use crate::gtp::gtp_session::GtpSession;
use crate::session::{Ask, Session, SessionError};

pub fn play(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let mv = client.coordinates.read_move(client.position().size(), &call.arguments.words[1])?;
    // Referees pass the loser's resignation on to the winner, even in a game that was decided on
    // the board. It changes nothing then.
    if mv == Move::Resign && client.position().winner().is_some() {
        return Ok(());
    }
    Ok(client.session.play(colour, mv)?)
}

pub fn genmove(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let choice = with_live_graphics(client, call, Session::generate)?;
    let is_swap = matches!(choice.mv, Move::SwapPieces | Move::SwapSides);
    if is_swap && client.plain_swap {
        call.reply.text("swap");
    } else {
        call.reply.text(client.write_move(choice.mv));
    }
    Ok(())
}

pub fn reg_genmove(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let choice = with_live_graphics(client, call, |session, ask| session.think(ask))?;
    call.reply.text(client.write_move(choice.mv));
    Ok(())
}

/// Asks the player of the colour that the request names, and shows its search if live graphics are
/// on.
pub fn with_live_graphics(
    client: &mut GtpSession,
    call: &mut Call<'_>,
    ask: impl FnOnce(&mut Session, Ask<'_>) -> Result<Choice, SessionError>,
) -> CommandResult<Choice> {
    let colour = call.arguments.colour(0)?;
    let question = Ask::new(colour, call.arguments.stop);
    if !client.live_graphics {
        return Ok(ask(&mut client.session, question)?);
    }
    let position = client.position().clone();
    let mut show = |choice: &Choice| {
        call.reply.live(&graphics::live_block(choice, &position, colour));
    };
    let watch = Watch { every: graphics::LIVE_EVERY, see: &mut show };
    Ok(ask(&mut client.session, Ask { watch: Some(watch), ..question })?)
}

pub fn undo(client: &mut GtpSession, _: &mut Call<'_>) -> CommandResult {
    client.session.game_mut().undo().ok_or(CommandFailure::Undo)?;
    Ok(())
}

/// A coin that has been tossed for this turn is not tossed again.
pub fn toss(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = client.session.game_mut().toss().map_err(other)?;
    call.reply.text(colour.to_string());
    Ok(())
}

pub fn state(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(serde_json::to_string(&client.session.state()).map_err(other)?);
    Ok(())
}

pub fn turn(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(name_or_none(client.position().turn()));
    Ok(())
}

pub fn winner(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(name_or_none(client.position().winner()));
    Ok(())
}

fn name_or_none(colour: Option<Colour>) -> String {
    colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string())
}

pub fn all_legal_moves(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let position = client.position();
    let colour = call.arguments.colour_or_turn(0, position)?;
    let size = position.size();
    let names: Vec<String> =
        position.legal_moves(colour).into_iter().map(|mv| mv.name(size)).collect();
    call.reply.text(names.join(" "));
    Ok(())
}

pub fn final_score(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let Some(winner) = client.position().winner() else {
        return Err(other("cannot score: the game is not over"));
    };
    call.reply.text(format!("{}+", winner.letter()));
    Ok(())
}

pub fn winning_chain(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let size = client.position().size();
    let chain = client.position().winning_chain();
    let names: Vec<String> = chain.into_iter().map(|cell| cell.name(size)).collect();
    call.reply.text(names.join(" "));
    Ok(())
}

pub fn showboard(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(client.position().to_string());
    Ok(())
}

/// As in GTP, a byo-yomi time with 0 stones means no limit.
pub fn time_settings(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let main = seconds(&call.arguments, 0)?;
    let time = seconds(&call.arguments, 1)?;
    let moves = call.arguments.number(2)?;
    let is_unlimited = time > Duration::ZERO && moves == 0;
    let periods = (moves > 0).then_some(Periods { time, moves });
    let control = TimeControl { main, periods, ..TimeControl::default() };
    client.session.game_mut().clock_mut().set((!is_unlimited).then_some(control));
    Ok(())
}

/// Without seconds: what is left, as MoHex answers it.
pub fn time_left(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let game = client.session.game_mut();
    let shown = |colour: Colour| seconds_or_inf(game.time_left(colour).map(|left| left.time));
    let count = call.arguments.words.len();
    if count == 0 {
        let black = shown(Colour::Black);
        let white = shown(Colour::White);
        call.reply.text(format!("Black: {black}, White: {white}"));
        return Ok(());
    }
    let colour = call.arguments.colour(0)?;
    if count == 1 {
        call.reply.text(shown(colour));
        return Ok(());
    }
    let time = seconds(&call.arguments, 1)?;
    let moves = if count == 2 { 0 } else { call.arguments.number(2)? };
    let seat = game.seat_of(colour);
    game.clock_mut().set_left(seat, TimeLeft { time, moves });
    Ok(())
}

/// Seconds to a thousandth; `inf` without a limit.
pub fn seconds_or_inf(time: Option<Duration>) -> String {
    let seconds = time.map_or(f64::INFINITY, |time| time.as_secs_f64());
    ((seconds * 1000.0).round() / 1000.0).to_string()
}

/// Seconds, with or without a fraction. A negative number counts as zero.
fn seconds(arguments: &Arguments<'_>, at: usize) -> CommandResult<Duration> {
    let seconds: f64 = arguments.number(at)?;
    duration(seconds.max(0.0)).map_err(syntax)
}
