//! Whether a strategy always wins.

use std::time::Duration;

use kring_protocol::{ArgumentError, key_value, parse_number};

use super::super::{Failure, Session, command::Arguments};
use crate::{
    agent::{strategy, unknown_strategy},
    record,
    rules::text::words,
    solver::{Question, Verdict},
};

type Answer = Result<String, Failure>;

/// So many seconds if the client sets no limit: it waits for the answer.
const USUAL_TIME: u64 = 60;

/// The strategy's parameters and those of the search stand side by side.
pub fn verify_strategy(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let is_ours = |word: &&str| {
        key_value(word)
            .is_some_and(|(key, _)| matches!(key, "first" | "choices" | "limit" | "time"))
    };
    let text = arguments.request.tail(0);
    let (ours, theirs): (Vec<&str>, Vec<&str>) = words(&text).partition(is_ours);
    let agent =
        session.agent(&theirs.join(" ")).map_err(|error| match unknown_strategy(&error) {
            Some(what) => Failure::Syntax(what),
            None => error.into(),
        })?;
    let strategy = strategy(agent.spec()).map_err(|none| Failure::Other(none.to_string()))?;
    let mut question = Question::new(strategy, session.position.game().clone())
        .map_err(|unfit| Failure::Other(unfit.to_string()))?;
    question.stop = arguments.stop.clone();
    if let Some(sandbox) = &session.sandbox {
        question.memory = question.memory.min(sandbox.memory as usize * (1 << 20));
    }
    for (key, value) in ours.into_iter().filter_map(key_value) {
        set(&mut question, key, value)?;
    }
    if question.limit.is_none() && question.time.is_none() {
        question.time = Some(Duration::from_secs(USUAL_TIME));
    }
    let report = question.answer(&mut |_, _| ());
    log::info!("{agent}: {:.3} s", report.time.as_secs_f64());
    Ok(match &report.verdict {
        Verdict::Refuted(game) => format!("{report}\n{}", record::save(game).trim_end()),
        _ => report.to_string(),
    })
}

fn set(question: &mut Question, key: &str, value: &str) -> Result<(), Failure> {
    let wrong = |why: String| Failure::Syntax(format!("{key}={value}: {why}"));
    let unfit = || ArgumentError::UnfitNumber(value.to_owned());
    match key {
        "first" => question.first = value.parse().map_err(wrong)?,
        "choices" => question.choices = value.parse().map_err(wrong)?,
        "limit" => question.limit = Some(parse_number(value)?),
        _ => {
            let seconds = Duration::try_from_secs_f64(parse_number(value)?).map_err(|_| unfit())?;
            question.time = Some(seconds);
        }
    }
    Ok(())
}
