//! How fast heat maps of random fills converge.

use super::{
    Experiment, ExperimentError, Mean,
    first_moves::{NO_AGENT, first_move},
};
use crate::{
    agent::{AgentFactory, AgentSpec, Networks},
    arena::PlayerSpec,
    board::{Cell, Position},
    chance,
    eval::Exact,
    rules::{Size, Topology, Turns},
};

/// The most cells of a board whose exact values are counted out.
const MOST_CELLS: usize = 25;

/// What the heat maps of a player with some number of fills are worth.
#[derive(Clone, Debug)]
pub struct Convergence {
    /// The board.
    pub board: Size,
    /// The number of the player.
    pub player: usize,
    /// Its random fills.
    pub fills: u64,
    /// The correlation of two maps of different seeds.
    pub seeds: Mean,
    /// The correlation of a map with the exact values, where they are known.
    pub exact: Mean,
    /// Maps that were compared with the exact values, and those whose best cell
    /// is a best one.
    pub compared: u64,
    /// See above.
    pub best: u64,
}

impl Experiment {
    /// Draws pairs of heat maps of each player with each number of fills on
    /// each board.
    pub fn convergence(&self) -> Result<Vec<Convergence>, ExperimentError> {
        let (file, scale) = (&self.file, &self.scale);
        if file.boards.is_empty() || file.fills.is_empty() {
            return Err(ExperimentError::Missing("boards = [...] and fills = [...] are missing"));
        }
        let pairs = scale.games.unwrap_or(file.games) as u64;
        let mut found = Vec::new();
        for &board in &file.boards {
            let position = Position::new(chance::game(board, file.variant.clone(), file.seed));
            let exact = exact(&position);
            for (player, spec) in self.players.iter().enumerate() {
                let PlayerSpec::Agent(agent) = spec else { return Err(NO_AGENT) };
                for &fills in &file.fills {
                    let fills = (fills as f64 * scale.effort).round().max(1.0) as u64;
                    let agent = with_fills(agent, fills)?;
                    let mut row = Convergence::new(board, player, fills);
                    for pair in 0..pairs {
                        let map = |number| first_move(&agent, &position, file.seed, number).scores;
                        row.add([2 * pair + 1, 2 * pair + 2].map(map), exact.as_deref());
                    }
                    found.push(row);
                }
            }
        }
        Ok(found)
    }
}

fn with_fills(agent: &AgentFactory, fills: u64) -> Result<AgentFactory, ExperimentError> {
    let name = format!("{agent} fills={fills}");
    let spec = name.parse::<AgentSpec>();
    spec.and_then(|spec| agent.change(spec, &Networks::default()))
        .map_err(|error| ExperimentError::Player { what: format!("{error}"), name })
}

/// How much each cell is worth under random turns, if that can be counted out.
fn exact(position: &Position) -> Option<Vec<(Cell, f64)>> {
    let rules = position.rules();
    let known = rules.turns == Turns::Random
        && rules.seasons.count() == 1
        && rules.topology != Topology::Torus;
    let exact = known.then(|| Exact::of(position, MOST_CELLS)).flatten()?;
    Some(exact.pivotal)
}

impl Convergence {
    fn new(board: Size, player: usize, fills: u64) -> Convergence {
        let (seeds, exact) = (Mean::default(), Mean::default());
        Convergence { board, player, fills, seeds, exact, compared: 0, best: 0 }
    }

    fn add(&mut self, maps: [Vec<(Cell, f64)>; 2], exact: Option<&[(Cell, f64)]>) {
        self.seeds.add(correlation(&maps[0], &maps[1]));
        let Some(exact) = exact else { return };
        let most = exact.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
        for map in &maps {
            self.exact.add(correlation(map, exact));
            let top = map.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(cell, _)| *cell);
            let is_best = |(cell, value): &(Cell, f64)| Some(*cell) == top && *value > most - 1e-9;
            self.compared += 1;
            self.best += u64::from(exact.iter().any(is_best));
        }
    }
}

/// Pearson's correlation of two maps of the same cells; 0 if one is flat.
fn correlation(a: &[(Cell, f64)], b: &[(Cell, f64)]) -> f64 {
    let mean = |map: &[(Cell, f64)]| map.iter().map(|(_, v)| v).sum::<f64>() / map.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut both, mut squares) = (0.0, [0.0; 2]);
    for ((_, a), (_, b)) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        squares = [squares[0] + a * a, squares[1] + b * b];
    }
    let spread = (squares[0] * squares[1]).sqrt();
    if spread > 0.0 { both / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(values: [f64; 4]) -> Vec<(Cell, f64)> {
        (0..).map(Cell).zip(values).collect()
    }

    #[test]
    fn correlations_are_those_of_the_books() {
        let rising = map([1.0, 2.0, 3.0, 4.0]);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(correlation(&rising, &map([2.0, 4.0, 6.0, 8.0])), 1.0));
        assert!(close(correlation(&rising, &map([4.0, 3.0, 2.0, 1.0])), -1.0));
        assert!(close(correlation(&rising, &map([1.0, 3.0, 2.0, 4.0])), 0.8));
        assert_eq!(correlation(&rising, &map([1.0; 4])), 0.0);
    }
}
