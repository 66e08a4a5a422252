//! Queries: the positions to analyse, the limits, and the content of the replies.

use std::collections::{BTreeMap, HashSet};
use std::{sync::Arc, time::Duration};

use kring_agents::{AgentFactory, Effort, Role, Stop, default_agent};
use kring_board::{CellSet, Colour, Move, Position, Size};
use serde::Deserialize;
use serde_json::Value;

use super::AnalysisSettings;
use super::fields::{RequestFields, Result};
use super::setup::{GameLine, SetupReader};

/// The visits of a search without a limit; the default of the agent `neural`.
const DEFAULT_VISITS: u64 = 400;

/// A search of more visits than this without a time limit counts as endless: the client ends it.
const ENDLESS: u64 = 1_000_000;

const MOST_VISITS: u64 = 1 << 50;

/// Fields of KataGo's queries that are accepted and not used.
const UNUSED: &[&str] = &[
    "analysisPVLen",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "komi",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "whiteHandicapBonus",
];

/// Settings of KataGo that are accepted and not used.
const UNUSED_SETTINGS: &[&str] = &[
    "analysisWideRootNoise",
    "ignorePreRootHistory",
    "numSearchThreads",
    "playoutDoublingAdvantage",
    "rootNumSymmetriesToSample",
    "rootPolicyTemperature",
    "wideRootNoise",
];

/// The settings that all positions of a query share.
pub struct AnalysisQuery {
    pub id: String,
    pub visits: Option<u64>,
    /// The most time for each position.
    pub time: Option<Duration>,
    /// The time between two reports while a search runs.
    pub report_every: Option<Duration>,
    pub include_policy: bool,
    /// The agent that analyses; none: network searches in shared batches.
    pub agent: Option<AgentFactory>,
}

/// One position of a query.
pub struct AnalysisJob {
    pub query: Arc<AnalysisQuery>,
    /// The number of moves before the position.
    pub turn: usize,
    pub position: Position,
    pub colour: Colour,
    /// Higher priorities are searched first.
    pub priority: i64,
    /// The cells to search; none: all.
    pub allowed: Option<CellSet>,
    pub stop: Stop,
    /// Unique; set by the queue.
    pub number: u64,
}

impl AnalysisJob {
    /// Whether only the client ends the search.
    pub fn is_endless(&self) -> bool {
        self.query.time.is_none() && self.visits() > ENDLESS
    }

    pub fn visits(&self) -> u64 {
        let unset = if self.query.time.is_some() { u64::MAX } else { DEFAULT_VISITS };
        self.query.visits.unwrap_or(unset)
    }
}

/// The positions of a query, and warnings about ignored fields: name and reason.
pub struct ParsedQuery {
    pub jobs: Vec<AnalysisJob>,
    pub warnings: Vec<(String, String)>,
}

/// A list of moves that a player may, or may not, make at the root.
#[derive(Deserialize)]
struct Restriction {
    player: String,
    moves: Vec<String>,
}

/// Parses queries. Boards and agents are cached for the next ones.
pub struct QueryParser<'a> {
    settings: &'a AnalysisSettings,
    setup: SetupReader,
    agents: Vec<AgentFactory>,
}

impl<'a> QueryParser<'a> {
    pub fn new(settings: &'a AnalysisSettings) -> QueryParser<'a> {
        QueryParser { settings, setup: SetupReader::new(settings.seed), agents: Vec::new() }
    }

    pub fn parse(&mut self, mut fields: RequestFields<'_>) -> Result<ParsedQuery> {
        let fields = &mut fields;
        let line = self.setup.line(fields)?;
        let turns = turns(fields, line.moves.len())?;
        let allowed = allowed_moves(fields, line.game.size())?;
        let ignored = line.warning.clone().map(|text| ("rules".to_owned(), text));
        let mut warnings = Vec::from_iter(ignored);
        let (override_visits, time) = override_settings(fields, &mut warnings)?;
        let visits = fields.take::<u64>("maxVisits", "a whole number of visits")?;
        let visits = visits.or(override_visits);
        if visits.is_some_and(|visits| !(1..=MOST_VISITS).contains(&visits)) {
            return Err(fields.refuse("maxVisits", "expected 1 to 2^50 visits"));
        }
        let seconds = "seconds from 0.001 to 1000000";
        let every: Option<f64> = fields.take("reportDuringSearchEvery", seconds)?;
        if every.is_some_and(|every| !(0.001..=1e6).contains(&every)) {
            let error = format!("expected {seconds}");
            return Err(fields.refuse("reportDuringSearchEvery", error));
        }
        let agent = self.agent(fields, &line, visits)?;
        if agent.is_some() && allowed.iter().any(Option::is_some) {
            return Err(fields.refuse("agent", "only searches by the network restrict moves"));
        }
        let query = Arc::new(AnalysisQuery {
            visits,
            time,
            report_every: every.map(Duration::from_secs_f64),
            include_policy: fields.take("includePolicy", "true or false")?.unwrap_or_default(),
            agent,
            id: fields.id.clone(),
        });
        let unknown = fields.unknown(UNUSED).into_iter();
        warnings.extend(unknown.map(|name| (name, "this field is not known".to_owned())));
        let positions = line.positions(turns.iter().map(|(turn, _)| *turn));
        let positions = positions.map_err(|(field, error)| fields.refuse(field, error))?;
        let mut jobs = Vec::new();
        for ((position, colour), (turn, priority)) in positions.into_iter().zip(turns) {
            let legal = position.legal_cells(colour);
            let allowed = allowed[colour.index()];
            let is_empty = |allowed: CellSet| allowed.and(&legal).is_empty();
            if allowed.is_some_and(is_empty) && !legal.is_empty() {
                let error = format!("turn {turn}: none of the allowed moves can be played");
                return Err(fields.refuse("allowMoves", error));
            }
            let query = Arc::clone(&query);
            let stop = Stop::default();
            let number = 0;
            let job =
                AnalysisJob { query, turn, position, colour, priority, allowed, stop, number };
            jobs.push(job);
        }
        Ok(ParsedQuery { jobs, warnings })
    }

    /// The agent that a query names, or the default agent of the game; `None` for searches by the
    /// network in shared batches.
    fn agent(
        &mut self,
        fields: &mut RequestFields<'_>,
        line: &GameLine,
        visits: Option<u64>,
    ) -> Result<Option<AgentFactory>> {
        let rules = line.game.rules();
        let size = line.game.size();
        let text: Option<String> = fields.take("agent", "the text of an agent")?;
        let default = default_agent(rules, size, Colour::Black);
        let spec = match text {
            Some(text) => text.trim().parse().map_err(|error| fields.refuse("agent", error))?,
            None => default.clone(),
        };
        if spec == default && spec.entry().name == "neural" {
            return Ok(None);
        }
        let loaded = self.agents.iter().find(|factory| *factory.spec() == spec).cloned();
        let factory = match &loaded {
            Some(factory) => factory.clone(),
            None => {
                let factory = spec.load(&self.settings.networks);
                factory.map_err(|error| fields.refuse("agent", error))?
            }
        };
        // Either colour can be to move in a position of a query.
        let plays =
            Colour::ALL.into_iter().try_for_each(|colour| factory.plays_in(&line.game, colour));
        plays.map_err(|error| fields.refuse("agent", error))?;
        if loaded.is_none() {
            // The oldest agents are dropped, because a client could name any number of networks.
            self.agents.truncate(7);
            self.agents.insert(0, factory.clone());
        }
        Ok(Some(self.limited(factory, visits)))
    }

    /// The agent within the visits of a query and its share of the memory, where its text sets
    /// neither.
    fn limited(&self, mut factory: AgentFactory, visits: Option<u64>) -> AgentFactory {
        for effort in [Effort::Simulations, Effort::Evaluations] {
            let role = Role::Effort(effort);
            if let Some(visits) = visits
                && !factory.spec().is_given(role)
            {
                factory = factory.with_nearest(role, visits as f64);
            }
        }
        let memory = (self.settings.bytes_each() >> 20) as u64;
        if let Some(default) = factory.spec().whole(Role::Memory)
            && !factory.spec().is_given(Role::Memory)
        {
            factory = factory.with_nearest(Role::Memory, default.min(memory) as f64);
        }
        factory
    }
}

/// The turns to analyse, each with its priority.
fn turns(fields: &mut RequestFields<'_>, moves: usize) -> Result<Vec<(usize, i64)>> {
    let given: Option<Vec<u64>> = fields.take("analyzeTurns", "a list of turns")?;
    let priority: Option<i64> = fields.take("priority", "a whole number")?;
    let priorities: Option<Vec<i64>> = fields.take("priorities", "a list of whole numbers")?;
    let refuse = |field, error: &str| Err(fields.refuse(field, error));
    let Some(given) = given else {
        return match priorities {
            Some(_) => refuse("priorities", "they need analyzeTurns"),
            None => Ok(vec![(moves, priority.unwrap_or(0))]),
        };
    };
    if given.is_empty() {
        return refuse("analyzeTurns", "expected at least one turn");
    }
    let mut seen = HashSet::new();
    for &turn in &given {
        if turn > moves as u64 {
            return refuse("analyzeTurns", &format!("turn {turn} is beyond the {moves} moves"));
        }
        if !seen.insert(turn) {
            return refuse("analyzeTurns", &format!("{turn} stands twice"));
        }
    }
    let priorities = match (priority, priorities) {
        (Some(_), Some(_)) => return refuse("priority", "either priority or priorities"),
        (_, Some(all)) if all.len() != given.len() => {
            return refuse("priorities", "expected as many as analyzeTurns");
        }
        (_, Some(all)) => all,
        (priority, None) => vec![priority.unwrap_or(0); given.len()],
    };
    Ok(given.into_iter().map(|turn| turn as usize).zip(priorities).collect())
}

/// The cells that each colour may play at the root; none: all.
fn allowed_moves(fields: &mut RequestFields<'_>, size: Size) -> Result<[Option<CellSet>; 2]> {
    let mut allowed = [None; 2];
    for field in ["allowMoves", "avoidMoves"] {
        let lists: Option<Vec<Restriction>> =
            fields.take(field, "a list of objects with player and moves")?;
        for list in lists.unwrap_or_default() {
            let colour: Colour =
                list.player.parse().map_err(|error| fields.refuse(field, error))?;
            let names = list.moves.iter().filter(|name| !name.eq_ignore_ascii_case("pass"));
            let cell = |name: &String| {
                let cell = Move::from_name(size, name).and_then(Move::cell);
                cell.ok_or_else(|| fields.refuse(field, format!("'{name}' is not a cell")))
            };
            let cells: CellSet = names.map(cell).collect::<Result<_, _>>()?;
            let so_far = allowed[colour.index()].unwrap_or_else(|| CellSet::full(size));
            allowed[colour.index()] = Some(match field {
                "allowMoves" => so_far.and(&cells),
                _ => so_far.without(&cells),
            });
        }
    }
    Ok(allowed)
}

/// The visits and the time that `overrideSettings` sets.
fn override_settings(
    fields: &mut RequestFields<'_>,
    warnings: &mut Vec<(String, String)>,
) -> Result<(Option<u64>, Option<Duration>)> {
    const FIELD: &str = "overrideSettings";
    let given: Option<BTreeMap<String, Value>> = fields.take(FIELD, "an object")?;
    let mut visits = None;
    let mut time = None;
    for (name, value) in given.unwrap_or_default() {
        match name.as_str() {
            "maxVisits" => {
                let wrong = || fields.refuse(FIELD, "maxVisits: expected a whole number");
                visits = Some(value.as_u64().ok_or_else(wrong)?);
            }
            "maxTime" => {
                let wrong = || fields.refuse(FIELD, "maxTime: expected seconds");
                let seconds = value.as_f64().filter(|seconds| *seconds >= 0.0).ok_or_else(wrong)?;
                // KataGo's configurations use 1e20 for no limit.
                time = Some(Duration::from_secs_f64(seconds.min(1e9)));
            }
            name if UNUSED_SETTINGS.contains(&name) => {}
            name => warnings.push((FIELD.to_owned(), format!("'{name}' is not used"))),
        }
    }
    Ok((visits, time))
}
