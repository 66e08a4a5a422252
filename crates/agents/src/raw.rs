//! The network's evaluation of a position, without a search.

use kring_board::{Cell, Colour, Position};
use kring_eval::Kernel;

use super::neural::{NeuralSettings, Views, evaluator, priors};
use crate::factory::AgentFactory;

/// The raw output of the network for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct RawEvaluation {
    /// The mover's chance to win, from 0 to 1.
    pub win: f64,
    /// The policy: the probability of each legal cell to be played. They add up to 1.
    pub policy: Vec<(Cell, f64)>,
}

impl AgentFactory {
    /// The evaluation of a symmetric image of the board, numbered from zero, by the agent's
    /// network; `None` if it has no network for this game. The game may be over.
    pub fn raw_evaluation(
        &self,
        position: &Position,
        colour: Colour,
        view: usize,
    ) -> Option<RawEvaluation> {
        self.plays(position.rules(), position.size(), colour).ok()?;
        let settings = self.spec().settings_as::<NeuralSettings>();
        let kernel = settings.map_or_else(Kernel::best, NeuralSettings::kernel);
        let mut evaluator = evaluator(&self.network()?, position, kernel);
        let evaluation =
            Views::one(position, view).evaluate(&mut evaluator, position, colour, || true);
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let shares = priors(&evaluation.policy, &cells).into_iter().map(f64::from);
        Some(RawEvaluation {
            win: f64::from(evaluation.win_probability()),
            policy: cells.iter().copied().zip(shares).collect(),
        })
    }
}
