//! The review of the session's game, with a line for each move as soon as it is reviewed.

use std::cell::RefCell;

use kring_agents::{AgentSpec, default_agent};
use kring_board::{Colour, Move};

use crate::engine::stream::ReplyStream;
use crate::engine::{Arguments, CommandResult, Sandbox, Session, other};
use crate::review::{self, MoveReview, ReviewSettings};

pub fn review(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let settings = settings(session, arguments)?;
    let position = &session.position;
    review::check(position, &settings.agent).map_err(other)?;
    let name = |mv: Move| session.coordinates.write(position.size(), mv);
    let line = |review: &MoveReview| review::line(review, name);
    let Some(next_line) = arguments.next_line else {
        let reviewed = review::review(position, &settings, |_| {});
        let reviewed = reviewed.map_err(other)?;
        return Ok(reviewed.moves.iter().map(line).collect::<Vec<_>>().join("\n"));
    };
    // The reply starts with the first line, so that an agent without win rates can still be
    // refused.
    let stream: RefCell<Option<ReplyStream<'_, '_>>> = RefCell::new(None);
    let show = |text: &str| {
        let mut stream = stream.borrow_mut();
        stream.get_or_insert_with(|| ReplyStream::begin(arguments, None, next_line)).write(text);
    };
    let settings = ReviewSettings { stop: next_line.clone(), ..settings };
    let reviewed = review::review(position, &settings, |mv| show(&format!("{}\n", line(mv))));
    reviewed.map_err(other)?;
    show("");
    Ok(String::new())
}

fn settings(session: &Session, arguments: &Arguments<'_>) -> CommandResult<ReviewSettings> {
    let words = arguments.words;
    let (rules, size) = (session.position.rules(), session.position.size());
    // Without words it is the default agent of the game, not the session's agent.
    let agent = match words.get(2..).unwrap_or_default() {
        [] => {
            let default = default_agent(rules, size, Colour::Black);
            Sandbox::fitted(session.sandbox.as_ref(), default)
        }
        words => session.agent(|permit| AgentSpec::parse(&words.join(" "), permit))?,
    };
    let mut settings = ReviewSettings::new(agent.load(&session.networks)?);
    if !words.is_empty() {
        let range = 1..=ReviewSettings::MOST_EVALS;
        settings.evals = Some(arguments.number_within(0, 1, range, "evaluations")?);
    }
    if words.len() > 1 {
        settings.from = arguments.number(1)?;
    }
    settings.seed = session.seed;
    settings.stop = arguments.stop.clone();
    settings.time = session.sandbox.as_ref().map(|sandbox| sandbox.time);
    Ok(settings)
}
