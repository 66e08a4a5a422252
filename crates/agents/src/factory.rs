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

use crate::{
    agent::Agent,
    coin_exact,
    entry::{Unplayable, UnplayableReason},
    mcts,
    neural::{self, NeuralSettings},
    parameter::{Effort, ParameterKind, Role},
    registry::AGENTS,
    settings::Resources,
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
        let network = self.read_network()?.or_else(|| networks.default.clone());
        let needs_file = self.entry().needs_file();
        let book = self.read_proof()?.or(proof.filter(|_| needs_file));
        if book.is_none() && needs_file {
            return Err(SpecError::NoProof(self.entry().name));
        }
        Ok(AgentFactory { spec: self.clone(), network, book })
    }

    /// Reads the network that the spec names, if it names one.
    fn read_network(&self) -> Result<Option<Arc<Network>>, SpecError> {
        let Some((parameter, file)) = self.file(&ParameterKind::Network) else { return Ok(None) };
        match Network::load(&file) {
            Ok(network) => Ok(Some(network)),
            Err(why) => Err(SpecError::Network { parameter, file: shown(&file), why }),
        }
    }

    /// Reads the proof that the spec names, if it names one.
    fn read_proof(&self) -> Result<Option<Arc<AnyBook>>, SpecError> {
        let Some((parameter, file)) = self.file(&ParameterKind::Proof) else { return Ok(None) };
        match AnyBook::load(&file) {
            Ok(book) => Ok(Some(Arc::new(book))),
            Err(why) => Err(SpecError::Proof { parameter, file: shown(&file), why }),
        }
    }

    /// A new agent of this kind; with the embedded network if it names none.
    ///
    /// To build several, or with another default network, use [`AgentSpec::load`].
    pub fn build(&self) -> Result<Box<dyn Agent>, SpecError> {
        Ok(self.load(&Networks::default())?.build())
    }
}

/// The name of a file, for a message.
fn shown(file: &Path) -> String {
    short(&file.to_string_lossy())
}

impl AgentFactory {
    /// The spec of the agent.
    pub fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// Whether the agent plays this colour of this game; if not, what it does play.
    pub fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), UnplayableReason> {
        self.spec.entry().plays(rules, size, colour)?;
        if rules.seasons.count() > 1
            && let Some(network) = self.network.as_ref().filter(|_| self.uses_network())
            && !network.knows_seasons()
        {
            return Err(UnplayableReason::Seasons(network.name().to_owned()));
        }
        if let Some(book) = &self.book {
            book.check_rules(rules, size)?;
        }
        Ok(())
    }

    /// Like [`AgentFactory::plays`], for a game with its season map, to which a proof is also
    /// bound.
    pub fn plays_in(&self, game: &Game, colour: Colour) -> Result<(), Unplayable> {
        let unplayable = |why| Unplayable::here(self.spec.entry().name, colour, why);
        self.plays(game.rules(), game.size(), colour).map_err(unplayable)?;
        if let Some(book) = &self.book {
            book.check_game(game).map_err(|why| unplayable(why.into()))?;
        }
        Ok(())
    }

    /// The same agent with other settings. Reads a file only if the spec names another one than
    /// before.
    pub fn change(&self, spec: AgentSpec, networks: &Networks) -> Result<AgentFactory, SpecError> {
        let network = spec.file(&ParameterKind::Network);
        let proof = spec.file(&ParameterKind::Proof);
        let has_file = self.book.is_some() || network.is_some() || proof.is_some();
        let has_same_files = network == self.spec.file(&ParameterKind::Network)
            && proof == self.spec.file(&ParameterKind::Proof);
        if has_file && has_same_files {
            return Ok(AgentFactory { spec, ..self.clone() });
        }
        spec.load(networks)
    }

    /// The same agent with about this number of evaluations per move. `mcts` gets ten times as
    /// many simulations, which are faster; agents that have neither parameter do not change.
    pub fn with_count(&self, evals: u64) -> AgentFactory {
        let spec = with_evaluations(&self.spec, evals);
        AgentFactory { spec, ..self.clone() }
    }

    /// The same agent with this number, or the nearest that it accepts, for the parameter of this
    /// role. An agent without such a parameter does not change.
    pub fn with_nearest(&self, role: Role, number: f64) -> AgentFactory {
        AgentFactory { spec: self.spec.with_nearest(role, number), ..self.clone() }
    }

    /// The network that its agents use, if they use one.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.uses_network().then(|| self.network.clone().unwrap_or_else(Network::embedded))
    }

    /// The network with which [`BatchedSearch`](crate::BatchedSearch) searches as this agent does,
    /// if it does.
    pub fn batch_network(&self) -> Option<Arc<Network>> {
        let settings = self.spec.settings_as::<NeuralSettings>()?;
        if settings.fits_batches() { self.network() } else { None }
    }

    fn uses_network(&self) -> bool {
        self.spec.entry().uses_network()
    }

    /// A new agent.
    pub fn build(&self) -> Box<dyn Agent> {
        self.spec.settings.build(&Resources {
            network: self.network.clone(),
            book: self.book.clone(),
            substitutes: SUBSTITUTES,
        })
    }
}

/// How many simulations of `mcts` take the time of an evaluation of the network.
const SIMULATIONS: f64 = 10.0;

/// How many random fills take the time of an evaluation of the network.
const FILLS: f64 = 1000.0;

/// The agent with this number of evaluations, or with simulations for as long.
fn with_evaluations(spec: &AgentSpec, evals: u64) -> AgentSpec {
    let evals = evals as f64;
    spec.with_nearest(Role::Effort(Effort::Evaluations), evals)
        .with_nearest(Role::Effort(Effort::Simulations), evals * SIMULATIONS)
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
pub fn default_agent(rules: &Rules, size: Size, colour: Colour) -> AgentSpec {
    let entry = if neural::ENTRY.plays(rules, size, colour).is_ok() {
        &neural::ENTRY
    } else if NoCoinValue::check(rules).is_ok() {
        // Where fills by coins give the value of best play, `coin-exact` plays best, within the
        // noise of its fills.
        &coin_exact::ENTRY
    } else {
        &mcts::ENTRY
    };
    AgentSpec::new(entry)
}

/// The agents that play where another has no move of its own: the default agent, with ten times as
/// many simulations or a thousand times as many fills as evaluations.
const SUBSTITUTES: SubstituteAgents = SubstituteAgents {
    default: |task, evals| {
        let position = task.position;
        let agent = default_agent(position.rules(), position.size(), task.colour);
        match evals {
            Some(evals) => with_evaluations(&agent, evals)
                .with_nearest(Role::Effort(Effort::Fills), evals as f64 * FILLS),
            None => agent,
        }
    },
    build: |spec, network| AgentFactory { spec, network, book: None }.build(),
};

/// The strategy that an agent plays.
pub fn strategy(spec: &AgentSpec) -> Result<Box<dyn Strategy>, SpecError> {
    spec.settings.strategy().ok_or(SpecError::NoStrategy(spec.entry().name))
}

/// The names of all strategies.
pub fn strategy_names() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().filter(|entry| entry.has_strategy()).map(|entry| entry.name)
}

/// The message for a text that should name a strategy and names no agent; `None` if something
/// else is wrong with the text.
pub fn unknown_strategy(error: &Located<SpecError>) -> Option<Located<String>> {
    let names = strategy_names().collect::<Vec<_>>();
    let all = names.join(", ");
    let what = match &error.error {
        SpecError::Missing => format!("a strategy is expected, one of: {all}"),
        SpecError::UnknownAgent(word) => {
            format!("there is no strategy '{word}'{}; available: {all}", hint(word, names))
        }
        _ => return None,
    };
    Some(Located { error: what, location: error.location })
}
