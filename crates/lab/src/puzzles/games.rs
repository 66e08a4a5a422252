//! The games that puzzles are taken from: moves of the network's policy with some random ones, so
//! that both sides make mistakes and leave something to find.

use std::sync::Arc;

use anyhow::Result;
use kring_agents::{AgentFactory, AgentSpec, Networks};
use kring_board::chance::{self, Purpose};
use kring_board::{Cell, Colour, Game, Position};
use rand::RngExt;

/// The kinds of games: rules, columns and rows. Wrapped boards have even and odd widths.
pub const KINDS: [(&str, usize, usize); 19] = [
    ("rhombus", 5, 5),
    ("cylinder", 5, 5),
    ("torus", 5, 5),
    ("rhombus", 6, 6),
    ("cylinder", 6, 6),
    ("torus", 6, 6),
    ("rhombus seasons=2", 5, 5),
    ("rhombus", 7, 7),
    ("cylinder", 7, 5),
    ("torus", 7, 7),
    ("torus seasons=2", 5, 5),
    ("rhombus", 8, 8),
    ("cylinder", 8, 6),
    ("torus", 8, 6),
    ("cylinder seasons=2", 6, 5),
    ("rhombus", 6, 8),
    ("cylinder", 7, 7),
    ("torus", 7, 6),
    ("rhombus seasons=3", 6, 5),
];

pub fn load(agent: &str) -> Result<AgentFactory> {
    let spec: AgentSpec = agent.parse()?;
    Ok(spec.load(&Networks::default())?)
}

/// All legal cells in the order of the network's policy, the best first.
pub fn policy(network: &AgentFactory, position: &Position, colour: Colour) -> Vec<Cell> {
    let evaluation = network.raw_evaluation(position, colour, 0);
    let mut policy = evaluation.map_or_else(Default::default, |evaluation| evaluation.policy);
    policy.sort_by(|a, b| b.1.total_cmp(&a.1));
    policy.into_iter().map(|(cell, _)| cell).collect()
}

/// Plays a game until one side has won. The first two moves are random, and so is this share of
/// the others.
pub fn play(
    game: &Arc<Game>,
    network: &AgentFactory,
    random: f64,
    seed: u64,
) -> Vec<(Colour, Cell)> {
    let rng = &mut chance::generator(seed, Purpose::Openings);
    let mut position = Position::new(Arc::clone(game));
    let mut moves = Vec::new();
    let mut colour = Colour::Black;
    while position.winner().is_none() {
        let legal: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let is_random = moves.len() < 2 || rng.random_bool(random);
        let cells = if is_random { legal } else { policy(network, &position, colour) };
        let at = if is_random { chance::below(rng, cells.len()) } else { 0 };
        let Some(&cell) = cells.get(at) else { break };
        position.play_unchecked(colour, cell);
        moves.push((colour, cell));
        colour = colour.other();
    }
    moves
}
