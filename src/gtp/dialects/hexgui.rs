//! Dialogs of HexGui and GoGui (the type `param` of their menus): without arguments the command
//! replies with the fields, and the client sends each field that the user changed as `COMMAND KEY
//! VALUE`.

use kring_agents::{AgentSpec, ParameterKind};
use kring_board::{Colour, Rules, Seasons, Topology};

use crate::game::replayed;
use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::named_parameter::{listed, set_solver};
use crate::session::SolverParameter;

/// The client keeps its stones when a rule changes, so the moves are replayed under the new rules.
pub fn param_rules(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let session = &mut client.session;
    let rules = session.position().rules();
    let Some((key, value)) = call.arguments.key_value()? else {
        call.reply.text(rule_fields(rules));
        return Ok(());
    };
    // Key and value are separate words here, so the error has no position in the text.
    let rules = rules.changed_by(&format!("{key}={value}")).map_err(|error| syntax(error.error))?;
    let again = replayed(session.position(), session.game_with(rules)).map_err(other)?;
    call.reply.text(session.resume_under_other_rules(again).to_string());
    Ok(())
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
pub fn param_agent(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let Some(key) = call.arguments.words.first() else {
        call.reply.text(agent_fields(client));
        return Ok(());
    };
    let session = &mut client.session;
    match (key.as_str(), call.arguments.words.get(1).map(String::as_str)) {
        ("agent", Some(name)) => {
            let agent = session.permitted_agent(|limits| AgentSpec::parse(name, limits))?;
            session.replace_agents(&agent)?;
        }
        (key, value) => {
            session.change_agents(|agent, limits| agent.with(key, value, limits))?;
        }
    }
    Ok(())
}

fn agent_fields(client: &GtpSession) -> String {
    let limits = client.session.setting_limits();
    let spec = client.session.agent(Colour::Black);
    let names = client.offered_agents().map(|entry| entry.name);
    let mut fields = vec![list(names, "agent", spec.entry().name)];
    for parameter in spec.parameters() {
        let name = parameter.name;
        let text = spec.text(&parameter);
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

/// Shows the limits of the solver, or changes one of them.
pub fn param_solver(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let Some((key, value)) = call.arguments.key_value()? else {
        let solver = client.session.solver();
        let field = |parameter: SolverParameter| {
            format!("[string] {} {}", parameter.name(), solver.text(parameter))
        };
        call.reply.text(SolverParameter::ALL.map(field).join("\n"));
        return Ok(());
    };
    let parameter = *listed(&SolverParameter::ALL, |row| row.name(), key, "the solver")?;
    set_solver(client.session.solver_mut(), parameter, key, value)
}
