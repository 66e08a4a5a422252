//! Selection of agents, and verification of strategies.

use std::time::Duration;

use kring_agents::{
    AgentEntry, AgentSpec, Parameter, Role, SettingLimits, strategy, unknown_strategy,
};
use kring_board::grammar::{Spanned, offset, words};
use kring_board::word::duration;
use kring_board::{Colour, record};
use kring_literature::verifier::{VerifierQuestion, VerifierVerdict};
use kring_protocol::{ArgumentError, key_value, parse_number};

use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;

pub fn set_agent(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &mut client.session;
    let colour: Option<Colour> = call.arguments.words[0].parse().ok();
    let text = call.arguments.request.tail(usize::from(colour.is_some()));
    let colours = colour.map_or_else(|| Colour::ALL.to_vec(), |colour| vec![colour]);
    if colours.iter().all(|colour| session.seat_engine(*colour, &text)) {
        return Ok(());
    }
    let agent = if text == "default" {
        None
    } else {
        Some(session.permitted_agent(|limits| AgentSpec::parse(&text, limits))?)
    };
    let changes = session.seat(&colours, agent.as_ref())?;
    call.reply.text(changes.to_string());
    Ok(())
}

pub fn list_agents(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let limits = client.session.setting_limits();
    let mut lines: Vec<String> =
        client.offered_agents().map(|entry| describe(entry, &limits)).collect();
    for engine in client.session.engines() {
        let name = &engine.name;
        lines.push(format!("{name}: a GTP engine that was named when kring was started"));
    }
    call.reply.text(lines.join("\n"));
    Ok(())
}

/// An agent's line, and one for each parameter that the client may set.
fn describe(entry: &AgentEntry, limits: &SettingLimits) -> String {
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

pub fn agent(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let name = |colour: Colour| client.session.player_name(colour);
    call.reply.text(match call.arguments.optional_colour(0)? {
        Some(colour) => name(colour),
        None => Colour::ALL.map(|colour| format!("{colour}: {}", name(colour))).join("\n"),
    });
    Ok(())
}

pub fn start_agent(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let analyses = client.session.start_engine(call.arguments.colour(0)?)?;
    call.reply.text(if analyses { "analysis" } else { "move" });
    Ok(())
}

pub fn level(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &mut client.session;
    let Some(level) = call.arguments.words.first() else {
        let level = |colour: Colour| {
            let agent = session.agent(colour);
            match agent.parameter(Role::Level) {
                Some(level) => format!("{colour}: {}", agent.text(&level)),
                None => format!("{colour}: {} has no levels", agent.entry().name),
            }
        };
        call.reply.text(Colour::ALL.map(level).join("\n"));
        return Ok(());
    };
    let value = (level != "off").then_some(level.as_str());
    session.change_agents(|agent, limits| agent.with(Role::Level.name(), value, limits))?;
    let [black, white] = Colour::ALL.map(|colour| session.agent(colour));
    call.reply.text(format!("black is played by {black}\nwhite is played by {white}"));
    Ok(())
}

/// The time limit if the client sets none, since it waits for the answer.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The words mix parameters of the strategy with those of the verifier.
pub fn verify_strategy(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &client.session;
    let is_for_verifier = |word: &&str| {
        key_value(word)
            .is_some_and(|(key, _)| matches!(key, "first" | "choices" | "limit" | "time"))
    };
    let text = call.arguments.request.tail(0);
    let (for_verifier, for_strategy): (Vec<&str>, Vec<&str>) =
        words(&text).into_iter().partition(is_for_verifier);
    let for_strategy = blank_others(&for_strategy, &text);
    let spec = session.permitted_agent(|limits| AgentSpec::parse(&for_strategy, limits));
    let spec = spec.map_err(|error| match unknown_strategy(&error) {
        Some(what) => syntax(what),
        None => error.into(),
    })?;
    let strategy = strategy(&spec).map_err(other)?;
    let mut question = session.verifier_question(strategy, call.arguments.stop)?;
    for (key, value) in for_verifier.into_iter().filter_map(key_value) {
        set(&mut question, key, value)
            .map_err(|what| syntax(Spanned::new(value, what).located(&text)))?;
    }
    if question.limit.is_none() && question.time.is_none() {
        question.time = Some(DEFAULT_TIME);
    }
    let report = question.answer(&mut |_, _| ());
    log::info!("{spec}: {:.3} s", report.time.as_secs_f64());
    call.reply.text(report.to_string());
    if let VerifierVerdict::Refuted(game) = &report.verdict {
        call.reply.text(format!("\n{}", record::save(game).trim_end()));
    }
    Ok(())
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
