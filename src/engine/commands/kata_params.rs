//! The parameters that clients of KataHex set.

use kring_agents::ANYTHING;

use crate::engine::{Arguments, CommandFailure, CommandResult, Session, other};

/// A parameter that clients of KataHex set.
struct KataParameter {
    name: &'static str,
    range: std::ops::RangeInclusive<f64>,
    is_whole: bool,
    default: f64,
}

const fn parameter(name: &'static str, low: f64, high: f64, default: f64) -> KataParameter {
    KataParameter { name, range: low..=high, is_whole: false, default }
}

const THREADS: usize = 3;

static PARAMETERS: [KataParameter; 4] = [
    parameter("playoutDoublingAdvantage", -3.0, 3.0, 0.0),
    parameter("analysisWideRootNoise", 0.0, 2.0, 0.0),
    parameter("rootPolicyTemperature", 0.01, 100.0, 1.0),
    KataParameter { is_whole: true, ..parameter("numSearchThreads", 1.0, 1024.0, 1.0) },
];

/// The values of these parameters.
pub struct KataParameters([f64; PARAMETERS.len()]);

impl Default for KataParameters {
    fn default() -> KataParameters {
        KataParameters(std::array::from_fn(|i| PARAMETERS[i].default))
    }
}

fn find(name: &str) -> Result<usize, CommandFailure> {
    let index = PARAMETERS.iter().position(|parameter| parameter.name == name);
    index.ok_or_else(|| other(format!("Unknown or invalid parameter: {name}")))
}

pub fn list_params(_: &mut Session, _: &Arguments<'_>) -> CommandResult {
    Ok(PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(" "))
}

pub fn get_param(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    Ok(session.kata.0[find(&arguments.words[0])?].to_string())
}

/// The number of threads applies to both agents, up to the client's limit. The other parameters
/// are only stored.
pub fn set_param(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let index = find(&arguments.words[0])?;
    let KataParameter { name, range, is_whole, .. } = &PARAMETERS[index];
    let value = arguments.number::<f64>(1).ok();
    let is_fit = |value: &f64| range.contains(value) && (!is_whole || value.fract() == 0.0);
    let mut value = value.filter(is_fit).ok_or_else(|| {
        let kind = if *is_whole { "integer" } else { "float" };
        let (low, high) = (range.start(), range.end());
        other(format!("Invalid value for {name}, must be {kind} from {low} to {high}"))
    })?;
    if index == THREADS {
        let most = session.sandbox.as_ref().and_then(|sandbox| sandbox.most("threads"));
        value = value.min(256.0).min(most.unwrap_or(f64::MAX));
        let threads = value.to_string();
        session.change_agents(|spec| {
            spec.with("threads", Some(&threads), ANYTHING).unwrap_or_else(|_| spec.clone())
        })?;
    }
    session.kata.0[index] = value;
    Ok(String::new())
}
