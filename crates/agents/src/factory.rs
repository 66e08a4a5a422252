//! What an [`AgentSpec`] stands for: agents, with the network or the proof that they use, or the
//! strategy that the verifier checks.
//!
//! Parsing a spec reads no file. [`AgentSpec::load`] reads its files once. The resulting
//! [`AgentFactory`] builds any number of agents, and cannot fail.

use std::{fmt, path::Path, sync::Arc};

use kring_board::{Colour, Game, Rules, Size, grammar::Located, suggest::hint, word::short};
use kring_eval::{Network, NetworkError};
use kring_literature::{coin::NoCoinValue, strategy::Strategy};
use kring_proof::AnyBook;

use super::ring_players::StrategyPlayer;
use crate::{
    agent::Agent,
    entry::{AgentBuilder, AgentEntry, ParameterKind, Unplayable},
    registry::AGENTS,
    spec::{AgentSpec, SpecError},
    substitute::SubstituteAgents,
};

/// The networks that agents use: those of the files that they name, and a default for the others.
#[derive(Clone, Default)]
pub struct Networks {
    /// `None` is the embedded network, which is parsed when it is first used.
    default: Option<Arc<Network>>,
}

impl Networks {
    /// Replaces the embedded network as the default by the network of this file. If it does not
    /// know seasons, the embedded one remains the default for games with seasons.
    pub fn with_default(file: &Path) -> Result<Networks, NetworkError> {
        Ok(Networks { default: Some(Network::load_as_default(file)?) })
    }
}

/// An [`AgentSpec`] with its network loaded. Two are equal if their specs are, and if they share
/// the files that were read for them.
///
/// ```
/// use kring_agents::{AgentSpec, Networks};
///
/// let factory = "neural evals=10".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let [_black, _white] = [factory.build(), factory.build()];
/// let missing: AgentSpec = "neural net=missing.safetensors".parse()?;
/// assert!(missing.load(&Networks::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AgentFactory {
    spec: AgentSpec,
    /// `None` for the embedded network, or for an agent without one.
    network: Option<Arc<Network>>,
    book: Option<Arc<AnyBook>>,
}

impl AgentSpec {
    /// The agent with its network, which is read if the spec names a file.
    pub fn load(&self, networks: &Networks) -> Result<AgentFactory, SpecError> {
        self.load_with(networks, None)
    }

    /// The same; an agent that plays by a proof and names no file plays by this one.
    pub fn load_with(
        &self,
        networks: &Networks,
        proof: Option<Arc<AnyBook>>,
    ) -> Result<AgentFactory, SpecError> {
        let network = self.read_file(ParameterKind::Network, |file| Network::load(file))?;
        let network = network.or_else(|| networks.default.clone());
        let book = self.read_file(ParameterKind::Proof, AnyBook::load)?.map(Arc::new);
        let book = book.or(proof.filter(|_| self.entry().needs_file()));
        if book.is_none() && self.entry().needs_file() {
            let agent = self.entry().name;
            let what = format!("{agent} plays by a proof and needs its file: {agent}:FILE");
            return Err(SpecError::Settings(what));
        }
        Ok(AgentFactory { spec: self.clone(), network, book })
    }

    /// Reads the file of this kind, if the spec names one.
    fn read_file<T, E: fmt::Display>(
        &self,
        kind: ParameterKind,
        load: impl Fn(&Path) -> Result<T, E>,
    ) -> Result<Option<T>, SpecError> {
        let Some((key, file)) = self.file(kind) else { return Ok(None) };
        let failed = |why| SpecError::File(format!("{key}={}: {why}", short(&file)));
        load(Path::new(&file)).map(Some).map_err(failed)
    }

    /// A new agent of this kind; with the embedded network if it names none.
    ///
    /// To build several, or with another default network, use [`AgentSpec::load`].
    pub fn build(&self) -> Result<Box<dyn Agent>, SpecError> {
        Ok(self.load(&Networks::default())?.build())
    }

    /// The file of this kind that the spec names: parameter and value.
    fn file(&self, kind: ParameterKind) -> Option<(&'static str, String)> {
        let parameter = self.entry().parameters.iter().find(|p| p.kind == kind)?;
        let file = self.settings().word(parameter.name).to_owned();
        (!file.is_empty()).then_some((parameter.name, file))
    }
}

impl AgentFactory {
    /// The spec of the agent.
    pub fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// Whether the agent plays this colour of this game; if not, what it does play.
    pub fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        self.spec.entry().plays(rules, size, colour)?;
        if rules.seasons.count() > 1
            && let Some(network) = self.network.as_ref().filter(|_| self.uses_network())
            && !network.knows_seasons()
        {
            let name = network.name();
            let known = "networks of the format kring-net-2 do";
            return Err(format!("its network {name} knows no seasons; {known}"));
        }
        let fits =
            |book: &Arc<AnyBook>| book.check_rules(rules, size).map_err(|why| why.to_string());
        self.book.as_ref().map_or(Ok(()), fits)
    }

    /// Like [`AgentFactory::plays`], for a game with its season map, to which a proof is also
    /// bound.
    pub fn plays_in(&self, game: &Game, colour: Colour) -> Result<(), Unplayable> {
        let fits = |book: &Arc<AnyBook>| book.check_game(game).map_err(|why| why.to_string());
        let plays = self.plays(game.rules(), game.size(), colour);
        plays
            .and_then(|()| self.book.as_ref().map_or(Ok(()), fits))
            .map_err(|why| Unplayable::here(self.spec.entry().name, colour, why))
    }

    /// The same agent with other settings. Reads a file only if the spec names another one than
    /// before.
    pub fn change(&self, spec: AgentSpec, networks: &Networks) -> Result<AgentFactory, SpecError> {
        let files =
            |spec: &AgentSpec| [spec.file(ParameterKind::Network), spec.file(ParameterKind::Proof)];
        let has_any = self.book.is_some() || files(&spec).iter().any(Option::is_some);
        match has_any && files(&spec) == files(&self.spec) {
            true => Ok(AgentFactory { spec, ..self.clone() }),
            false => spec.load(networks),
        }
    }

    /// The same agent with about this number of evaluations per move. `mcts` gets ten times as
    /// many simulations, which are faster; agents that have neither parameter do not change.
    pub fn with_count(&self, evals: u64) -> AgentFactory {
        let counts = [("evals", Some(evals)), ("sims", Some(evals.saturating_mul(10)))];
        AgentFactory { spec: self.spec.clone().with_known(&counts), ..self.clone() }
    }

    /// The network that its agents use, if they use one.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.uses_network().then(|| self.network.clone().unwrap_or_else(Network::embedded))
    }

    fn uses_network(&self) -> bool {
        self.spec.entry().parameters.iter().any(|p| p.kind == ParameterKind::Network)
    }

    /// A new agent.
    pub fn build(&self) -> Box<dyn Agent> {
        let mut settings = self.spec.settings();
        settings.network.clone_from(&self.network);
        settings.book.clone_from(&self.book);
        settings.substitutes = Some(SUBSTITUTES);
        match self.spec.entry().builder {
            AgentBuilder::Agent(build) => build(&settings),
            AgentBuilder::Strategy(strategy) => Box::new(StrategyPlayer(strategy(&settings))),
        }
    }
}

impl PartialEq for AgentFactory {
    fn eq(&self, other: &AgentFactory) -> bool {
        self.spec == other.spec
            && is_same(&self.network, &other.network)
            && is_same(&self.book, &other.book)
    }
}

fn is_same<T>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
}

impl fmt::Display for AgentFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl fmt::Debug for AgentFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentFactory({self})")
    }
}

/// The strongest agent for a game: it plays until a client selects another.
#[expect(clippy::missing_panics_doc, reason = "the last agent plays every game")]
pub fn default_agent(rules: &Rules, size: Size, colour: Colour) -> AgentSpec {
    // Where fills by coins give the value of best play, `coin-exact` plays best, within the noise
    // of its fills.
    let without_network = if NoCoinValue::check(rules).is_ok() { "coin-exact" } else { "mcts" };
    let mut agents = ["neural", without_network].into_iter().filter_map(|name| name.parse().ok());
    let plays = |spec: &AgentSpec| spec.entry().plays(rules, size, colour).is_ok();
    agents.find(plays).expect("the last one plays every game")
}

/// The agents that play where another has no move of its own: the default agent, with ten times as
/// many simulations or a thousand times as many fills as evaluations.
const SUBSTITUTES: SubstituteAgents = SubstituteAgents {
    default: |task, evals, settings| {
        let times = |n: u64| evals.map(|evals| evals.saturating_mul(n).min(1_000_000_000));
        let counts = [("evals", evals), ("sims", times(10)), ("fills", times(1000))];
        let agent = default_agent(task.position.rules(), task.position.size(), task.colour);
        agent.with_known(&counts).with_known(settings).to_string()
    },
    build: |spec, network| {
        let spec = spec.parse().expect("the spec of an agent");
        AgentFactory { spec, network, book: None }.build()
    },
};

/// The strategy that an agent plays.
pub fn strategy(spec: &AgentSpec) -> Result<Box<dyn Strategy>, SpecError> {
    match spec.entry().builder {
        AgentBuilder::Strategy(strategy) => Ok(strategy(&spec.settings())),
        AgentBuilder::Agent(_) => {
            let (agent, names) = (spec.entry().name, strategy_names().collect::<Vec<_>>());
            let what = "plays by no strategy that can be verified; available:";
            Err(SpecError::Settings(format!("{agent} {what} {}", names.join(", "))))
        }
    }
}

/// The names of all strategies.
pub fn strategy_names() -> impl Iterator<Item = &'static str> {
    let has_strategy = |entry: &&AgentEntry| matches!(entry.builder, AgentBuilder::Strategy(_));
    AGENTS.iter().filter(has_strategy).map(|entry| entry.name)
}

/// The message for a text that should name a strategy and names no agent; `None` if something
/// else is wrong with the text.
pub fn unknown_strategy(error: &Located<SpecError>) -> Option<Located<String>> {
    let names = strategy_names().collect::<Vec<_>>();
    let all = names.join(", ");
    let what = match &error.error {
        SpecError::Missing => format!("a strategy is expected, one of: {all}"),
        SpecError::Agent(word) => {
            format!("there is no strategy '{word}'{}; available: {all}", hint(word, names))
        }
        _ => return None,
    };
    Some(Located { error: what, location: error.location })
}
