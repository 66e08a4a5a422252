//! The registry of all agents.
//!
//! Most tests take the agents from this list. Some lists elsewhere are longer by hand: `THREADED` in
//! `tests/suite/conformance.rs` for agents with threads, `LONG` in `limits.rs` for those that can
//! think for long, `BOARDS` in `web/page/js/rules.js` for those that play only some boards, and for
//! browsers `SETTINGS` in `tests/web/commands.mjs` and `SEARCHES` in `searches.mjs`. The signature
//! has every agent, with other settings than `quick` if `src/signature/plan.rs` names them.

use crate::{
    adjacency, baselines, book, coin_exact, entry::AgentEntry, mcts, minimax, montecarlo, neural,
    random_path, random_spot, ring_players, solver,
};

/// Every agent: accepted by `set-agent`, shown by `list-agents`, listed in the help and the docs,
/// and tested by the conformance suite.
pub static AGENTS: &[AgentEntry] = &[
    baselines::RANDOM,
    baselines::HEURISTIC,
    minimax::ENTRY,
    mcts::ENTRY,
    neural::ENTRY,
    solver::ENTRY,
    book::ENTRY,
    adjacency::ENTRY,
    adjacency::SEASONAL_ENTRY,
    random_spot::ENTRY,
    random_path::ENTRY,
    coin_exact::ENTRY,
    montecarlo::ENTRY,
    ring_players::PAIRING,
    ring_players::THREE_RINGS,
    ring_players::SHIFT,
    ring_players::FIVE_RINGS,
    ring_players::BRIDGE_RINGS,
    ring_players::RING_MASTER,
];
