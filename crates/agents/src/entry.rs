//! The entries of the agent registry: name, parameters, supported games, and constructor of an
//! agent.

use kring_board::{Colour, Rules, Size, Turns};
use kring_literature::strategy::{Boards, OtherGame};
use kring_proof::ProofError;

use crate::{
    parameter::{Parameter, ParameterKind},
    settings::AnySettings,
};

/// An entry of the agent registry.
pub struct AgentEntry {
    /// The name that selects the agent.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
    /// The smallest sensible settings, for tests and quick runs.
    pub quick: &'static str,
    /// The games that the agent plays.
    pub games: SupportedGames,
    /// Its default settings, which also make the agent.
    pub(crate) settings: fn() -> Box<dyn AnySettings>,
}

impl AgentEntry {
    /// The parameters that a spec can set, with their defaults.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.settings)().parameters()
    }

    /// Whether the agent is nothing without a file: it plays by a proof.
    pub fn needs_file(&self) -> bool {
        self.has_kind(&ParameterKind::Proof)
    }

    pub(crate) fn uses_network(&self) -> bool {
        self.has_kind(&ParameterKind::Network)
    }

    fn has_kind(&self, kind: &ParameterKind) -> bool {
        self.parameters().iter().any(|parameter| parameter.kind == *kind)
    }

    /// Whether the agent plays a strategy that can be verified.
    pub(crate) fn has_strategy(&self) -> bool {
        (self.settings)().strategy().is_some()
    }

    /// Whether the agent plays this colour of this game; if not, what it does play.
    pub fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), UnplayableReason> {
        match self.games {
            SupportedGames::Alternating if rules.turns == Turns::Random => {
                Err(UnplayableReason::RandomTurns)
            }
            SupportedGames::BlackOn(boards) => Ok(boards.check(rules, size, colour)?),
            _ => Ok(()),
        }
    }
}

/// Which games an agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportedGames {
    /// Every game.
    All,
    /// Games without random turns.
    Alternating,
    /// Black's side on some boards.
    BlackOn(Boards),
}

/// Why a player does not play a colour of a game: what it does play.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum UnplayableReason {
    /// It knows no coin.
    #[error(
        "it plays without random turns; coin-exact, mcts, random-path, random-spot, adjacency and \
         seasonal-adjacency play those"
    )]
    RandomTurns,
    /// Its strategy or proof is about other games.
    #[error(transparent)]
    OtherGame(#[from] OtherGame),
    /// Its network, of this name, was not trained with seasons.
    #[error("its network {0} knows no seasons; networks of the format kring-net-2 do")]
    Seasons(String),
    /// What an external engine has said, or why it said nothing.
    #[error("{0}")]
    Engine(String),
}

impl From<ProofError> for UnplayableReason {
    fn from(why: ProofError) -> UnplayableReason {
        OtherGame::Proof(why).into()
    }
}

/// The error that a player does not play a colour of a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} does not play {colour} in {game}: {why}")]
pub struct Unplayable {
    name: String,
    colour: Colour,
    game: String,
    /// What the player does play.
    pub why: UnplayableReason,
}

impl Unplayable {
    /// For the game at hand; `why` says what the player does play.
    pub fn here(name: impl Into<String>, colour: Colour, why: UnplayableReason) -> Unplayable {
        Unplayable { name: name.into(), colour, game: "this game".to_owned(), why }
    }

    /// For one of several games, which the message then names.
    pub fn on(self, size: Size, rules: &Rules) -> Unplayable {
        Unplayable { game: format!("{size} {rules}"), ..self }
    }
}
