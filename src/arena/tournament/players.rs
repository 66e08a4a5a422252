//! The players of a tournament file. A parameter with a list of values stands
//! for one player for each value, several lists for all combinations.

use std::collections::HashSet;

use toml::{Table, Value};

use crate::arena::EngineEntrant;
use crate::arena::player::Entrant;
use crate::arena::player_spec::PlayerSpec;
use crate::external::{EngineSpec, EngineTimeouts};

/// A player of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPlayer {
    /// Its name in tables, which may differ from that of the agent or engine.
    pub name: String,
    /// The agent or engine.
    pub spec: PlayerSpec,
    /// In a gauntlet: whether it plays all others.
    pub challenger: bool,
}

/// The keys that are not parameters.
const OWN: [&str; 5] = ["agent", "cmd", "init", "name", "challenger"];

type ParameterValues = Vec<(String, String)>;

/// The most players. Lists of values multiply, so a short file can name very many.
const MOST_PLAYERS: u128 = 1000;

pub fn expand(
    entries: &[Table],
    timeouts: EngineTimeouts,
) -> Result<Vec<TournamentPlayer>, String> {
    let numbered = |number: usize| move |what: String| format!("player {number}: {what}");
    let of = |(number, entry)| parameters(entry).map_err(numbered(number));
    let parameters: Vec<_> = (1..).zip(entries).map(of).collect::<Result<_, _>>()?;
    let count = parameters.iter().map(count).fold(0, u128::saturating_add);
    if count > MOST_PLAYERS {
        let advice = "shorten the lists of values, or use several files";
        return Err(too_large(MOST_PLAYERS, "players", count, advice));
    }
    let mut players = Vec::new();
    let mut names = HashSet::new();
    for (number, (entry, parameters)) in (1..).zip(entries.iter().zip(&parameters)) {
        let combinations = combinations(parameters);
        for values in &combinations {
            let several = combinations.len() > 1;
            let player = player(entry, values, several, timeouts).map_err(numbered(number))?;
            if !names.insert(player.name.clone()) {
                let name = player.name;
                return Err(format!("there are two players '{name}': give them different names"));
            }
            players.push(player);
        }
    }
    Ok(players)
}

pub fn too_large(most: u128, what: &str, count: u128, advice: &str) -> String {
    format!("a tournament has at most {most} {what}, and this one has {count}: {advice}")
}

/// The parameters of an entry, each with all its values.
type PlayerParameters = Vec<(String, Vec<String>)>;

fn parameters(entry: &Table) -> Result<PlayerParameters, String> {
    let parameters = entry.iter().filter(|(key, _)| !OWN.contains(&key.as_str()));
    let all_values = |(key, value): (&String, &Value)| {
        let values = match value {
            Value::Array(values) => values.iter().map(|value| scalar(key, value)).collect(),
            value => scalar(key, value).map(|value| vec![value]),
        };
        values.map(|values| (key.clone(), values))
    };
    parameters.map(all_values).collect()
}

/// How many players an entry stands for.
fn count(parameters: &PlayerParameters) -> u128 {
    let counts = parameters.iter().map(|(_, values)| values.len() as u128);
    // An empty list stands for no player, however many the others stand for.
    let some = counts.clone().all(|count| count > 0);
    if some { counts.fold(1, u128::saturating_mul) } else { 0 }
}

/// All combinations of values. The last parameter changes fastest.
fn combinations(parameters: &PlayerParameters) -> Vec<ParameterValues> {
    // With an empty list there is none, and the other lists may be long.
    let start = if count(parameters) > 0 { vec![ParameterValues::new()] } else { Vec::new() };
    parameters.iter().fold(start, |all, (key, values)| {
        let with = |before: &ParameterValues, value: &String| {
            [&before[..], &[(key.clone(), value.clone())]].concat()
        };
        all.iter().flat_map(|before| values.iter().map(move |value| with(before, value))).collect()
    })
}

/// A value as agents and engines expect it.
fn scalar(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(true) => Ok("on".to_owned()),
        Value::Boolean(false) => Ok("off".to_owned()),
        _ => Err(format!("'{key}' must be a number, a text, true or false, or a list of them")),
    }
}

fn player(
    entry: &Table,
    values: &ParameterValues,
    several: bool,
    timeouts: EngineTimeouts,
) -> Result<TournamentPlayer, String> {
    let text = |key: &str| match entry.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("'{key}' must be a text")),
    };
    let settings: String = values.iter().map(|(key, value)| format!(" {key}={value}")).collect();
    let (spec, default_name) = match (text("agent")?, text("cmd")?) {
        (Some(agent), None) if !entry.contains_key("init") => {
            let spec: PlayerSpec = format!("{agent}{settings}").parse()?;
            let name = spec.name();
            (spec, name)
        }
        (None, Some(cmd)) => {
            // Its lines have placeholders for the parameters: `{time}`.
            let init = lines(entry.get("init"))?;
            let init = init.iter().map(|line| fill_in(line, values)).collect();
            let command = fill_in(&cmd, values);
            let spec = EngineSpec { command, init, name: None, timeouts };
            (PlayerSpec::Engine(EngineEntrant::new(spec)), format!("{cmd}{settings}"))
        }
        _ => return Err("expected either agent = \"...\" or cmd = \"...\"".to_owned()),
    };
    let name = match text("name")? {
        None => default_name,
        Some(name) => match fill_in(&name, values) {
            // Without placeholders the parameters make the names different.
            full if several && full == name => format!("{name}{settings}"),
            full => full,
        },
    };
    let challenger = match entry.get("challenger") {
        None => false,
        Some(Value::Boolean(challenger)) => *challenger,
        Some(_) => return Err("'challenger' must be true or false".to_owned()),
    };
    Ok(TournamentPlayer { name, spec, challenger })
}

fn lines(init: Option<&Value>) -> Result<Vec<String>, String> {
    let error = || "'init' must be a line or a list of lines".to_owned();
    let line = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(error);
    match init {
        None => Ok(Vec::new()),
        Some(Value::Array(lines)) => lines.iter().map(line).collect(),
        Some(value) => Ok(vec![line(value)?]),
    }
}

/// A text with the values in place of the placeholders.
fn fill_in(text: &str, values: &ParameterValues) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (key, value)| text.replace(&format!("{{{key}}}"), value))
}
