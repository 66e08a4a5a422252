//! Moves, turns and results of a game, and its clocks.

use std::time::{Duration, Instant};

use kring_agents::Choice;
use kring_board::{Colour, Move, Turns, grammar::duration};
use rand::RngExt;

use super::super::command::Arguments;
use crate::engine::{command::Failure, session::Session};

type Answer = Result<String, Failure>;

pub fn play(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let mv = session.coordinates.read_move(session.position.size(), &arguments.words[1])?;
    // Referees pass the loser's resignation on to the winner, also in a game
    // that was decided on the board. There is nothing left to give up.
    if mv == Move::Resign && session.position.winner().is_some() {
        return Ok(String::new());
    }
    session.play(colour, mv)?;
    Ok(String::new())
}

pub fn genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let begin = Instant::now();
    let Choice { mv, .. } = arguments.think(session, colour)?;
    session.clock.spend(colour, begin.elapsed(), &session.position);
    // Resigning is an answer, not a move on the board: clients that ask in a
    // decided game never undo it.
    if mv != Move::Resign {
        session.play(colour, mv)?;
    }
    Ok(session.coordinates.write(session.position.size(), mv))
}

pub fn reg_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let Choice { mv, .. } = arguments.think(session, colour)?;
    Ok(session.coordinates.write(session.position.size(), mv))
}

pub fn undo(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.position.undo().map(|_| String::new()).ok_or(Failure::Undo)
}

/// A coin that lies on the table is not tossed again.
pub fn toss(session: &mut Session, _: &Arguments<'_>) -> Answer {
    if session.position.rules().turns != Turns::Random {
        return Err(Failure::Other("the turns alternate: there is no coin to toss".to_owned()));
    }
    if session.position.winner().is_some() {
        return Err(Failure::Other("the game is over: nobody is to move".to_owned()));
    }
    let colour = session
        .position
        .declared()
        .unwrap_or_else(|| if session.coin.random() { Colour::Black } else { Colour::White });
    session.position.declare(colour);
    Ok(colour.to_string())
}

pub fn turn(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(name_or_none(session.position.turn()))
}

fn name_or_none(colour: Option<Colour>) -> String {
    colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string())
}

pub fn all_legal_moves(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour_or_turn(0, session)?;
    let size = session.position.size();
    let names: Vec<String> =
        session.position.legal_moves(colour).into_iter().map(|mv| mv.name(size)).collect();
    Ok(names.join(" "))
}

pub fn final_score(session: &mut Session, _: &Arguments<'_>) -> Answer {
    match session.position.winner() {
        Some(Colour::Black) => Ok("B+".to_owned()),
        Some(Colour::White) => Ok("W+".to_owned()),
        None => Err(Failure::Score),
    }
}

pub fn winner(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(name_or_none(session.position.winner()))
}

pub fn winning_chain(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let size = session.position.size();
    let chain = session.position.winning_chain();
    Ok(chain.into_iter().map(|cell| cell.name(size)).collect::<Vec<_>>().join(" "))
}

pub fn time_settings(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (main, byo_yomi) = (seconds(arguments, 0)?, seconds(arguments, 1)?);
    session.clock.set(main, byo_yomi, arguments.number(2)?);
    Ok(String::new())
}

pub fn time_left(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    session.clock.set_left(colour, seconds(arguments, 1)?, arguments.number(2)?);
    Ok(String::new())
}

/// Seconds, whole or with a fraction; a clock that has run below zero is empty.
fn seconds(arguments: &Arguments<'_>, at: usize) -> Result<Duration, Failure> {
    let seconds: f64 = arguments.number(at)?;
    duration(seconds.max(0.0)).map_err(|error| Failure::Syntax(error.to_string()))
}
