//! Which settings play which games.

use kring_agents::AGENTS;

/// Agents with the settings that show most of what they do, and three of them with others. The
/// counts are small: the whole signature takes seconds.
const SETTINGS: [&str; 22] = [
    "random",
    "heuristic",
    "minimax depth=2 memory=1",
    "mcts sims=200",
    "mcts plain=on sims=200",
    "mcts level=3 rave=off bridges=off sims=100",
    "neural evals=10 memory=8",
    "neural evals=8 memory=8 level=3 endgame=12",
    "solver positions=20 evals=4 memory=2",
    "book evals=4",
    "adjacency",
    "seasonal-adjacency rounding=on",
    "random-spot fills=200",
    "random-path fills=100",
    "coin-exact cells=9 fills=200",
    "montecarlo playouts=20",
    "pairing",
    "three-rings",
    "shift",
    "five-rings",
    "bridge-rings",
    "ring-master",
];

/// All settings: those that are named here, and the quick ones of every other agent.
pub fn settings() -> Vec<String> {
    let mut settings: Vec<String> = SETTINGS.map(str::to_owned).to_vec();
    for entry in AGENTS {
        let is_named = SETTINGS.iter().any(|setting| setting.split(' ').next() == Some(entry.name));
        if !is_named {
            settings.push(format!("{} {}", entry.name, entry.quick).trim_end().to_owned());
        }
    }
    settings
}

/// Each rule alone, and several together.
pub const RULES: [&str; 10] = [
    "rhombus",
    "cylinder",
    "torus",
    "rhombus swap=on",
    "rhombus seasons=3",
    "rhombus turns=random",
    "cylinder seasons=2 swap=on",
    "cylinder turns=random swap=on",
    "torus seasons=3",
    "torus seasons=2 turns=random swap=on",
];

/// A board that searches see to its end, an oblong one, and the usual one.
pub const BOARDS: [&str; 3] = ["4x4", "7x6", "11x11"];

/// The seed of every game.
pub const SEED: u64 = 1;

/// The proof by which `book` plays: black wins 4×4 Hex.
pub const PROOF: &[u8] = include_bytes!("../../data/solved/rhombus-4x4-black.proof");
