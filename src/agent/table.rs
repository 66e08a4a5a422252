use super::{
    Agent, Kind, Parameter, Settings, adjacency, choose_by_value, coin_exact, heuristic, mcts,
    minimax, montecarlo, neural, random, random_path, random_spot, ring_players,
};
use crate::rules::{Colour, Rules, Size};

/// A row of the table of agents.
pub struct Entry {
    /// The name that selects the agent.
    pub name: &'static str,
    /// One line: how it plays.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// The smallest sensible settings: what tests and quick runs use.
    pub quick: &'static str,
    /// Whether it plays this colour of this game; if not, what it does play.
    pub plays: fn(&Rules, Size, Colour) -> Result<(), String>,
    /// Makes an agent with these settings.
    pub build: fn(&Settings) -> Box<dyn Agent>,
}

/// For agents that play every game.
pub(super) fn every_game(_: &Rules, _: Size, _: Colour) -> Result<(), String> {
    Ok(())
}

const MCTS: &[Parameter] = &[
    parameter(
        "sims",
        Kind::Whole(1, 1_000_000_000),
        None,
        "simulations a move; 10000 if there is no other limit",
    ),
    parameter("time", Kind::Real(0.0, 1e6), None, "seconds a move"),
    parameter(
        "threads",
        Kind::Whole(1, 256),
        Some("1"),
        "threads that share one tree; more than one is not repeatable",
    ),
    parameter(
        "exploration",
        Kind::Real(0.0, 100.0),
        None,
        "weight of moves tried little; 1.414 without rave and with plain=on",
    ),
    parameter(
        "plain",
        Kind::OneOf(&["off", "on", "literal"]),
        Some("off"),
        "textbook UCT, without rave, bridges, forced moves, proofs and the tree of the last \
         move; literal: as the pseudo-code of Kunčarová's thesis",
    ),
    parameter("rave", Kind::SWITCH, Some("on"), "moves learn from all games in which they occur"),
    parameter("bridges", Kind::SWITCH, Some("on"), "bridges are answered in the random games"),
    parameter(
        "games",
        Kind::Whole(1, 64),
        None,
        "random games a simulation; 64 at most, 1 with rave=off bridges=off and with plain=on",
    ),
    parameter(
        "weight",
        Kind::Real(0.0, 1e6),
        None,
        "visits that outweigh what other games say of a move",
    ),
    parameter(
        "memory",
        Kind::Whole(1, 65_536),
        Some("256"),
        "megabytes that the tree never exceeds",
    ),
    parameter(
        "seed",
        Kind::Whole(0, u64::MAX),
        None,
        "random numbers of its own, whatever the engine's seed",
    ),
];

const fn parameter(
    name: &'static str,
    kind: Kind,
    default: Option<&'static str>,
    help: &'static str,
) -> Parameter {
    Parameter { name, kind, default, help }
}

/// Every agent: what `set-agent` accepts, `list-agents` shows, the help and
/// the docs list and the conformance suite tests.
pub static AGENTS: &[Entry] = &[
    Entry {
        name: "random",
        summary: "plays any legal move",
        parameters: &[],
        quick: "",
        plays: every_game,
        build: |_| Box::new(random::Random),
    },
    Entry {
        name: "heuristic",
        summary: "plays the move with the best difference of distances",
        parameters: &[choose_by_value::METRIC, choose_by_value::POTENTIAL],
        quick: "",
        plays: every_game,
        build: |settings| Box::new(heuristic::Heuristic::new(settings)),
    },
    Entry {
        name: "minimax",
        summary: "looks several moves ahead, by the same difference",
        parameters: minimax::PARAMETERS,
        quick: "depth=2 memory=1",
        plays: every_game,
        build: |settings| Box::new(minimax::Minimax::new(settings)),
    },
    Entry {
        name: "mcts",
        summary: "Monte Carlo tree search",
        parameters: MCTS,
        quick: "sims=20",
        plays: every_game,
        build: |settings| Box::new(mcts::Mcts::new(settings)),
    },
    neural::ENTRY,
    Entry {
        name: "adjacency",
        summary: "plays for short paths, and many of them",
        parameters: &[adjacency::AGGRESSION, adjacency::ROUNDING],
        quick: "",
        plays: every_game,
        build: |settings| Box::new(adjacency::Adjacency::plain(settings)),
    },
    Entry {
        name: "seasonal-adjacency",
        summary: "the same, with paths in the order of the seasons",
        parameters: &[adjacency::AGGRESSION, adjacency::ROUNDING, adjacency::LINKS],
        quick: "",
        plays: every_game,
        build: |settings| Box::new(adjacency::Adjacency::seasonal(settings)),
    },
    Entry {
        name: "random-spot",
        summary: "plays the move that wins most random fills",
        parameters: &[random_spot::FILLS, random_spot::SHARING],
        quick: "fills=64",
        plays: every_game,
        build: |settings| Box::new(random_spot::RandomSpot::new(settings)),
    },
    Entry {
        name: "random-path",
        summary: "plays the cell on most winning paths of random fills",
        parameters: random_path::PARAMETERS,
        quick: "fills=16",
        plays: every_game,
        build: |settings| Box::new(random_path::RandomPath::new(settings)),
    },
    Entry {
        name: "coin-exact",
        summary: "best play for random turns, where few cells are left",
        parameters: coin_exact::PARAMETERS,
        quick: "cells=9 fills=64",
        plays: every_game,
        build: |settings| Box::new(coin_exact::CoinExact::new(settings)),
    },
    montecarlo::ENTRY,
    ring_players::PAIRING,
    ring_players::THREE_RINGS,
    ring_players::SHIFT,
    ring_players::FIVE_RINGS,
    ring_players::BRIDGE_RINGS,
    ring_players::RING_MASTER,
];
