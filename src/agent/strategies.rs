//! Which strategy a text asks for: what the verifier is told.

use super::{AgentSpec, SpecError, ring_players::PLAYERS};
use crate::{grammar::Located, strategy::Strategy, suggest::did_you_mean};

/// An agent that plays by no strategy was asked for its strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{agent} plays by no strategy that can be verified, but: {names}",
    names = strategy_names().collect::<Vec<_>>().join(", "))]
pub struct NoStrategy {
    agent: &'static str,
}

/// The strategy that an agent plays by.
pub fn strategy(spec: &AgentSpec) -> Result<Box<dyn Strategy>, NoStrategy> {
    let agent = spec.entry().name;
    let player = PLAYERS.iter().find(|(entry, _)| entry.name == agent);
    player.map(|(_, make)| make(&spec.settings())).ok_or(NoStrategy { agent })
}

/// The names of all strategies.
pub fn strategy_names() -> impl Iterator<Item = &'static str> {
    PLAYERS.iter().map(|(entry, _)| entry.name)
}

/// What to say of a text that names no agent to somebody who asks for a
/// strategy; nothing if something else is wrong with it.
pub fn unknown_strategy(error: &Located<SpecError>) -> Option<Located<String>> {
    let names = strategy_names().collect::<Vec<_>>();
    let hint = |word: &str| did_you_mean(word, names.iter().copied());
    let all = names.join(", ");
    let what = match &error.error {
        SpecError::Missing => format!("a strategy is expected, one of: {all}"),
        SpecError::Agent(word) => match hint(word) {
            Some(hint) => format!("there is no strategy '{word}' ({hint}), but: {all}"),
            None => format!("there is no strategy '{word}', but: {all}"),
        },
        _ => return None,
    };
    Some(Located { error: what, place: error.place })
}
