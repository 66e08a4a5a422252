//! Commands of KataHex: they set up a position, generate a move that is always a cell, and set the
//! parameters that its clients know.

use std::collections::BTreeMap;

use kring_agents::{AgentSpec, Role};
use kring_board::{Colour, Move, Position, Turns, host::Instant};

use super::play::with_live_graphics;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::session::evaluation::{best, is_settled};
use crate::session::sandbox::Sandbox;
use crate::session::{Ask, Session};

/// The stones come in any number and order. Black is to move, unless a coin decides.
pub fn set_position(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let size = session.position().size();
    let mut position = Position::new(session.position().game().clone());
    for pair in arguments.words.chunks(2) {
        let [colour, word] = pair else {
            return Err(syntax("expected pairs of COLOR CELL"));
        };
        let cell = session.coordinates.read_cell(size, word)?;
        position
            .set_up(colour.parse()?, cell)
            .map_err(|reason| CommandFailure::illegal(size, Move::Cell(cell), reason))?;
    }
    if position.rules().turns == Turns::Alternating {
        position.declare(Colour::Black);
    }
    session.continue_from(position)
}

/// Plays a cell as long as one is empty, even in a decided game or where a swap is better. On a
/// full board it answers `pass`.
pub fn genmove_debug(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let begin = Instant::now();
    let mv = match is_settled(session.position(), colour) {
        true => {
            let policy = session.evaluate(Ask::new(colour, arguments.stop), 0)?.policy;
            best(policy).map_or(Move::Pass, |(cell, _)| Move::Cell(cell))
        }
        false => {
            let choice = with_live_graphics(session, arguments, colour, Session::choose)?;
            let infos = choice.considered(session.position(), colour, None);
            let searched = infos.into_iter().map(|info| info.mv);
            let legal = session.position().legal_cells(colour);
            let cell = std::iter::once(choice.mv).chain(searched).find_map(Move::cell);
            cell.or_else(|| legal.iter().next()).map_or(Move::Pass, Move::Cell)
        }
    };
    session.make(colour, mv, begin)
}

pub fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.rebuild_agents();
    Ok(String::new())
}

pub fn list_params(_: &mut Session, _: &Arguments<'_>) -> CommandResult {
    Ok(PARAMETERS.map(|(name, ..)| name).join(" "))
}

pub fn get_param(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (name, .., default) = find(&arguments.words[0])?;
    Ok(session.kata.get(name).unwrap_or(&default).to_string())
}

/// A parameter of KataHex: name, lowest and highest value, default.
type KataParameter = (&'static str, f64, f64, f64);

const THREADS: &str = "numSearchThreads";

/// The parameters that the clients of KataHex set.
const PARAMETERS: [KataParameter; 4] = [
    ("playoutDoublingAdvantage", -3.0, 3.0, 0.0),
    ("analysisWideRootNoise", 0.0, 2.0, 0.0),
    ("rootPolicyTemperature", 0.01, 100.0, 1.0),
    (THREADS, 1.0, 1024.0, 1.0),
];

fn find(name: &str) -> CommandResult<KataParameter> {
    let found = PARAMETERS.into_iter().find(|parameter| parameter.0 == name);
    found.ok_or_else(|| other(format!("Unknown or invalid parameter: {name}")))
}

/// The number of threads applies to both agents, up to the client's limit. The other parameters
/// are only stored.
pub fn set_param(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (name, low, high, _) = find(&arguments.words[0])?;
    let is_whole = name == THREADS;
    let value = arguments.number::<f64>(1).ok();
    let is_fit = |value: &f64| (low..=high).contains(value) && (!is_whole || value.fract() == 0.0);
    let mut value = value.filter(is_fit).ok_or_else(|| {
        let kind = if is_whole { "integer" } else { "float" };
        other(format!("Invalid value for {name}, must be {kind} from {low} to {high}"))
    })?;
    if is_whole {
        let most = Sandbox::limits(session.sandbox.as_ref()).most(Role::Threads);
        value = value.min(256.0).min(most);
    }
    session.kata.insert(name, value);
    if is_whole {
        let parameters = session.kata.clone();
        session.change_agents(|spec| with_threads(&parameters, spec.clone()))?;
    }
    Ok(String::new())
}

/// The agent with the number of threads that a client of KataHex has set, if the agent has that
/// parameter.
pub fn with_threads(parameters: &BTreeMap<&'static str, f64>, spec: AgentSpec) -> AgentSpec {
    match parameters.get(THREADS) {
        Some(threads) => spec.with_nearest(Role::Threads, *threads),
        None => spec,
    }
}
