//! Selection of agents, and verification of strategies.

use std::time::Duration;

use kring_agents::{AGENTS, AgentEntry, AgentSpec, Parameter, strategy, unknown_strategy};
use kring_board::grammar::{Spanned, offset, words};
use kring_board::word::duration;
use kring_board::{Colour, record};
use kring_literature::verifier::{VerifierQuestion, VerifierVerdict};
use kring_protocol::{ArgumentError, key_value, parse_number};

use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::session::Session;
use crate::session::sandbox::Sandbox;

pub fn set_agent(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour: Option<Colour> = arguments.words[0].parse().ok();
    let text = arguments.request.tail(usize::from(colour.is_some()));
    let colours = colour.map_or_else(|| Colour::ALL.to_vec(), |colour| vec![colour]);
    if colours.iter().all(|colour| session.set_engine(*colour, &text)) {
        return Ok(String::new());
    }
    let spec = if text == "default" {
        None
    } else {
        let spec = session.agent(|limits| AgentSpec::parse(&text, limits))?;
        Some(spec.load_with(&session.networks, session.proof.book.clone())?)
    };
    session.select(colours, spec.as_ref()).map_err(other)
}

pub fn list_agents(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    let sandbox = session.sandbox.as_ref();
    let agents = offered(sandbox).map(|entry| describe(entry, sandbox));
    let engine =
        |name: &String| format!("{name}: a GTP engine that was named when kring was started");
    let engines = session.engines.iter().map(|each| engine(&each.name));
    Ok(agents.chain(engines).collect::<Vec<_>>().join("\n"))
}

/// The agents that are listed for a client: not those that play from a file, if it can open none.
pub(super) fn offered(sandbox: Option<&Sandbox>) -> impl Iterator<Item = &'static AgentEntry> {
    AGENTS.iter().filter(move |entry| sandbox.is_none() || !entry.needs_file())
}

/// An agent's line, and one for each parameter that the client may set.
fn describe(entry: &AgentEntry, sandbox: Option<&Sandbox>) -> String {
    let limits = Sandbox::limits(sandbox);
    let mut text = format!("{}: {}", entry.name, entry.summary);
    for parameter in entry.parameters() {
        let Some(Parameter { name, kind, value, help, .. }) = limits.lower(parameter) else {
            continue;
        };
        let default = value.map_or_else(|| "unset".to_owned(), |value| value.to_string());
        text.push_str(&format!("\n    {name}={default} ({kind}): {help}"));
    }
    text
}

pub fn agent(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let spec = |colour: Colour| session.players[colour.index()].name();
    Ok(match arguments.optional_colour(0)? {
        Some(colour) => spec(colour),
        None => Colour::ALL.map(|colour| format!("{colour}: {}", spec(colour))).join("\n"),
    })
}

pub fn start_agent(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let analyses = match &session.players[colour.index()].engine {
        Some(engine) => engine.start(session.position()).map_err(other)?,
        None => true,
    };
    Ok(if analyses { "analysis" } else { "move" }.to_owned())
}

/// The time limit if the client sets none, since it waits for the answer.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The words mix parameters of the strategy with those of the verifier.
pub fn verify_strategy(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let is_for_verifier = |word: &&str| {
        key_value(word)
            .is_some_and(|(key, _)| matches!(key, "first" | "choices" | "limit" | "time"))
    };
    let text = arguments.request.tail(0);
    let (for_verifier, for_strategy): (Vec<&str>, Vec<&str>) =
        words(&text).into_iter().partition(is_for_verifier);
    let for_strategy = blank_others(&for_strategy, &text);
    let spec =
        session.agent(|limits| AgentSpec::parse(&for_strategy, limits)).map_err(|error| {
            match unknown_strategy(&error) {
                Some(what) => syntax(what),
                None => error.into(),
            }
        })?;
    let strategy = strategy(&spec).map_err(other)?;
    let mut question =
        VerifierQuestion::new(strategy, session.position().game().clone()).map_err(other)?;
    question.stop = arguments.stop.clone();
    if let Some(sandbox) = &session.sandbox {
        question.memory = question.memory.min(sandbox.memory as usize * (1 << 20));
    }
    for (key, value) in for_verifier.into_iter().filter_map(key_value) {
        set(&mut question, key, value)
            .map_err(|what| syntax(Spanned::new(value, what).located(&text)))?;
    }
    if question.limit.is_none() && question.time.is_none() {
        question.time = Some(DEFAULT_TIME);
    }
    let report = question.answer(&mut |_, _| ());
    log::info!("{spec}: {:.3} s", report.time.as_secs_f64());
    Ok(match &report.verdict {
        VerifierVerdict::Refuted(game) => format!("{report}\n{}", record::save(game).trim_end()),
        _ => report.to_string(),
    })
}

/// The text with all other words replaced by spaces, so that offsets in messages stay right.
fn blank_others(words: &[&str], text: &str) -> String {
    let is_kept = |at: usize| {
        words.iter().any(|word| {
            let begin = offset(word, text);
            (begin..begin + word.len()).contains(&at)
        })
    };
    text.char_indices().map(|(at, c)| if is_kept(at) { c } else { ' ' }).collect()
}

fn set(question: &mut VerifierQuestion, key: &str, value: &str) -> Result<(), String> {
    let wrong = |why: String| format!("{key}={value}: {why}");
    let number = |error: ArgumentError| error.to_string();
    match key {
        "first" => question.first = value.parse().map_err(wrong)?,
        "choices" => question.choices = value.parse().map_err(wrong)?,
        "limit" => question.limit = Some(parse_number(value).map_err(number)?),
        _ => {
            let unfit = || ArgumentError::UnfitNumber(value.to_owned()).to_string();
            let seconds = parse_number(value).map_err(number)?;
            question.time = Some(duration(seconds).map_err(|_| unfit())?);
        }
    }
    Ok(())
}
