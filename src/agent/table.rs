use super::{
    Entry, adjacency, coin_exact, heuristic, mcts, minimax, montecarlo, neural, random,
    random_path, random_spot, ring_players,
};

/// Every agent: what `set-agent` accepts, `list-agents` shows, the help and
/// the docs list and the conformance suite tests.
pub static AGENTS: &[Entry] = &[
    random::ENTRY,
    heuristic::ENTRY,
    minimax::ENTRY,
    mcts::ENTRY,
    neural::ENTRY,
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
