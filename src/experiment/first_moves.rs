use rand_chacha::ChaCha8Rng;

use super::{Experiment, ExperimentError, bout};
use crate::{
    agent::{Agent, Limits, Task},
    arena::PlayerSpec,
    board::{Cell, Move, Position},
    chance::{self, Purpose},
    rules::Colour,
};

/// Where an agent would begin a game.
#[derive(Clone, Debug)]
pub struct FirstMoves {
    /// How often it was asked.
    pub asked: u64,
    /// How often it chose each cell.
    pub chosen: Vec<u64>,
    /// What it thought of each cell, from 0 to 1, when it was first asked.
    pub scores: Vec<(Cell, f64)>,
}

impl Experiment {
    /// The empty board on which all are asked.
    pub(super) fn first_position(&self) -> Result<Position, ExperimentError> {
        let (size, rules) = (bout::board(&self.file)?, self.file.variant.clone());
        Ok(Position::new(chance::game(size, rules, self.file.seed)))
    }

    /// Asks each player for black's first move, as often as the file says.
    /// This is fast enough to be done again each time.
    pub fn first_moves(&self) -> Result<Vec<FirstMoves>, ExperimentError> {
        let position = self.first_position()?;
        let times = self.setting.games.unwrap_or(self.file.games);
        let of = |player: &PlayerSpec| match player {
            PlayerSpec::Agent(agent) => {
                let mut moves = FirstMoves::new(&position);
                for number in 1..=times as u64 {
                    let seed = chance::game_seed(self.file.seed, number);
                    let mut rng = chance::generator(seed, Purpose::Agent(Colour::Black));
                    moves.ask(agent.build().as_mut(), &position, &mut rng);
                }
                Ok(moves)
            }
            PlayerSpec::Engine(_) => {
                Err(ExperimentError::Missing("only agents can be asked for first moves"))
            }
        };
        self.players.iter().map(of).collect()
    }
}

impl FirstMoves {
    fn new(position: &Position) -> FirstMoves {
        let cells = position.size().cells();
        FirstMoves { asked: 0, chosen: vec![0; cells], scores: Vec::new() }
    }

    fn ask(&mut self, agent: &mut dyn Agent, position: &Position, rng: &mut ChaCha8Rng) {
        let colour = Colour::Black;
        let choice =
            agent.choose(Task { position, colour, limits: Limits::default(), rng, watch: None });
        self.asked += 1;
        if let Move::Cell(cell) = choice.mv {
            self.chosen[cell.index()] += 1;
        }
        if self.asked == 1 {
            self.scores = choice.scores;
        }
    }

    /// The cells that were chosen, the most frequent first.
    pub fn favourites(&self) -> Vec<(Cell, u64)> {
        let cells = (0u16..).map(Cell).zip(self.chosen.iter().copied());
        let mut chosen: Vec<(Cell, u64)> = cells.filter(|(_, count)| *count > 0).collect();
        chosen.sort_by_key(|(cell, count)| (std::cmp::Reverse(*count), cell.index()));
        chosen
    }
}
