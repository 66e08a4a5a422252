//! Dialogs of HexGui and GoGui (the type `param` of their menus): without arguments the command
//! replies with the fields, and the client sends each field that the user changed as `COMMAND KEY
//! VALUE`.

use kring_agents::{AgentFactory, AgentSpec, ParameterKind, Role};
use kring_board::{Colour, Rules, Seasons, Topology};

use super::agents::offered;
use crate::game::replayed;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::session::Session;
use crate::session::sandbox::Sandbox;

/// The client keeps its stones when a rule changes, so the moves are replayed under the new rules.
pub fn param_rules(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let rules = session.position().rules();
    let Some((key, value)) = arguments.key_value()? else { return Ok(rule_fields(rules)) };
    // Key and value are separate words here, so the error has no position in the text.
    let rules = rules.changed_by(&format!("{key}={value}")).map_err(|error| syntax(error.error))?;
    let again = replayed(session.position(), session.game_with(rules)).map_err(other)?;
    session.continue_under_other_rules(again)
}

fn rule_fields(rules: &Rules) -> String {
    let seasons = (1..=Seasons::MAX).map(|count| count.to_string());
    let [black, white] = Colour::ALL.map(|colour| rules.seasons.cycle(colour).to_string());
    let swap = if rules.swap { "on" } else { "off" };
    [
        list(Topology::ALL.map(|topology| topology.to_string()), "topology", rules.topology),
        list(seasons, "seasons", rules.seasons.count()),
        list(["alternating", "random"], "turns", rules.turns),
        list(["off", "on"], "swap", swap),
        format!("[string] black-cycle {black}"),
        format!("[string] white-cycle {white}"),
    ]
    .join("\n")
}

fn list(
    values: impl IntoIterator<Item = impl ToString>,
    key: &str,
    value: impl ToString,
) -> String {
    let values: String =
        values.into_iter().map(|value| format!("/{}", value.to_string())).collect();
    format!("[list{values}] {key} {}", value.to_string())
}

/// Shows the fields of black's agent; a change applies to both colours.
pub fn param_agent(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    if arguments.words.is_empty() {
        let black = session.players[0].factory.spec();
        return Ok(agent_fields(black, session.sandbox.as_ref()));
    }
    let value = arguments.words.get(1).map(String::as_str);
    let changed = |colour| match (arguments.words[0].as_str(), value) {
        ("agent", Some(name)) => {
            Ok(session.agent(|limits| AgentSpec::parse(name, limits))?.load(&session.networks)?)
        }
        (key, value) => with_parameter(session, colour, key, value),
    };
    let agents = Colour::ALL.map(changed);
    set_agents(session, agents).map(|_| String::new())
}

/// The agent of a colour with another value of a parameter; none: its default.
fn with_parameter(
    session: &Session,
    colour: Colour,
    key: &str,
    value: Option<&str>,
) -> CommandResult<AgentFactory> {
    let before = &session.players[colour.index()].factory;
    let spec = session.agent(|limits| before.spec().with(key, value, limits))?;
    Ok(before.change(spec, &session.networks)?)
}

pub fn level(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let Some(level) = arguments.words.first() else {
        let level = |colour: Colour| {
            let spec = session.players[colour.index()].factory.spec();
            match spec.parameter(Role::Level) {
                Some(level) => format!("{colour}: {}", spec.text(&level)),
                None => format!("{colour}: {} has no levels", spec.entry().name),
            }
        };
        return Ok(Colour::ALL.map(level).join("\n"));
    };
    let value = (level != "off").then_some(level.as_str());
    let agents =
        Colour::ALL.map(|colour| with_parameter(session, colour, Role::Level.name(), value));
    let [black, white] = set_agents(session, agents)?;
    Ok(format!("black is played by {black}\nwhite is played by {white}"))
}

/// Lets both agents play, or none if one of them cannot be made.
fn set_agents(
    session: &mut Session,
    [black, white]: [CommandResult<AgentFactory>; 2],
) -> CommandResult<[AgentFactory; 2]> {
    let agents = [black?, white?];
    session.change_agent(Colour::Black, &agents[0]);
    session.change_agent(Colour::White, &agents[1]);
    Ok(agents)
}

fn agent_fields(spec: &AgentSpec, sandbox: Option<&Sandbox>) -> String {
    let limits = Sandbox::limits(sandbox);
    let names = offered(sandbox).map(|entry| entry.name);
    let mut fields = vec![list(names, "agent", spec.entry().name)];
    for parameter in spec.parameters() {
        let (name, text) = (parameter.name, spec.text(&parameter));
        let Some(offered) = limits.lower(parameter) else { continue };
        fields.push(match offered.kind {
            ParameterKind::OneOf(words) => list(words, name, text),
            ParameterKind::Whole(least, most) if !text.is_empty() && most - least < 10 => {
                list(least..=most, name, text)
            }
            _ => format!("[string] {name} {text}").trim_end().to_owned(),
        });
    }
    fields.join("\n")
}
