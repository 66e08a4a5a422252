//! Commands of MoHex: its parameters, and a game in one line.

use kring_board::word::seconds;
use kring_board::{Colour, Position};

use super::play::seconds_or_inf;
use crate::game::{Seat, TimeControl, replayed};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::named_parameter::switch;
use crate::session::Session;

pub fn param_mohex(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let Some((key, value)) = arguments.key_value()? else {
        return Ok(session.mohex.fields(session.sandbox.as_ref()));
    };
    let value = session.mohex.set(key, value)?;
    if key == "use_livegfx" {
        session.live_graphics = value == "1";
    }
    let (mohex, sandbox) = (session.mohex.clone(), session.sandbox.clone());
    session.change_agents(|spec| mohex.applied(spec, sandbox.as_ref()))?;
    Ok(String::new())
}

pub fn param_game(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    match arguments.words {
        [] => {
            let game_time = session.game.clock().control(Seat::First);
            return Ok(format!(
                "[bool] allow_swap {}\n[bool] on_little_golem {}\n[string] game_time {}",
                u8::from(session.position().rules().swap),
                u8::from(session.on_little_golem),
                seconds_or_inf(game_time.map(|control| control.main)),
            ));
        }
        [key, value] if key == "allow_swap" => return allow_swap(session, switch(value)?),
        [key, value] if key == "on_little_golem" => session.on_little_golem = switch(value)?,
        [key, value] if key == "game_time" => set_game_time(session, value)?,
        _ => {
            let keys = "allow_swap 0|1, on_little_golem 0|1 or game_time SECONDS";
            return Err(syntax(format!("expected param_game {keys}")));
        }
    }
    Ok(String::new())
}

/// The clock of a game cannot change while it is played.
fn set_game_time(session: &mut Session, value: &str) -> CommandResult<()> {
    let time = match value {
        "inf" => None,
        _ => Some(seconds(value).map_err(syntax)?),
    };
    if session.position().ply() > 0 {
        return Err(other("the game has begun: game_time is set before the first move"));
    }
    let control = time.map(|main| TimeControl { main, ..TimeControl::default() });
    session.game.clock_mut().set(control);
    Ok(())
}

/// The stones stay. If the moves are illegal under the new rule, the stones are set up instead.
fn allow_swap(session: &mut Session, is_allowed: bool) -> CommandResult {
    let position = session.position();
    let mut rules = position.rules().clone();
    if rules.swap == is_allowed {
        return Ok(String::new());
    }
    rules.swap = is_allowed;
    let game = session.game_with(rules);
    let again = replayed(position, game.clone()).or_else(|_| {
        let mut again = Position::new(game);
        for colour in Colour::ALL {
            for cell in position.stones(colour).iter() {
                again.set_up(colour, cell).map_err(other)?;
            }
        }
        position.turn().into_iter().for_each(|turn| again.declare(turn));
        Ok::<_, CommandFailure>(again)
    })?;
    session.continue_under_other_rules(again)
}

pub fn play_game(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let size = session.position().size();
    let mut position = Position::new(session.position().game().clone());
    let mut colour = Colour::Black;
    for word in arguments.words {
        let mv = session.coordinates.read_move(size, word)?;
        position.play(colour, mv).map_err(|reason| CommandFailure::illegal(size, mv, reason))?;
        // After a swap of sides the same colour moves again.
        colour = position.turn().unwrap_or(colour.other());
    }
    session.continue_from(position)
}
