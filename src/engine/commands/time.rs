//! The clocks.

use std::time::Duration;

use super::super::{Failure, Session, command::Arguments};

type Answer = Result<String, Failure>;

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
    Duration::try_from_secs_f64(seconds.max(0.0))
        .map_err(|_| Failure::Syntax("expected a number of seconds".to_owned()))
}
