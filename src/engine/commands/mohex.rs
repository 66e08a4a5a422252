//! Commands of MoHex: its parameters, and a game in one line.

use kring_board::{Colour, Position};

use super::dialog::{replayed, resume, with_rules};
use crate::engine::arguments::Arguments;
use crate::engine::failure::{CommandFailure, CommandResult, other, syntax};
use crate::engine::named_parameter::switch;
use crate::engine::session::Session;

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

/// The stones stay. If the moves are illegal under the new rule, the stones are set up instead.
pub fn param_game(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let position = &session.position;
    let is_allowed = match arguments.words {
        [] => return Ok(format!("[bool] allow_swap {}", u8::from(position.rules().swap))),
        [key, value] if key == "allow_swap" => switch(value)?,
        _ => return Err(syntax("expected param_game [allow_swap 0|1]")),
    };
    let mut rules = position.rules().clone();
    if rules.swap == is_allowed {
        return Ok(String::new());
    }
    rules.swap = is_allowed;
    let game = with_rules(session, rules);
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
    resume(session, again)
}

pub fn play_game(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let size = session.position.size();
    let mut position = Position::new(session.position.game().clone());
    let mut colour = Colour::Black;
    for word in arguments.words {
        let mv = session.coordinates.read_move(size, word)?;
        position.play(colour, mv).map_err(|reason| CommandFailure::illegal(size, mv, reason))?;
        // After a swap of sides the same colour moves again.
        colour = position.turn().unwrap_or(colour.other());
    }
    session.continue_from(position)
}
