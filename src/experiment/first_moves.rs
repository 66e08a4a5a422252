use super::{Experiment, ExperimentError, matches};
use crate::{
    agent::{AgentFactory, Choice, Limits, Task},
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
    /// What these scores are.
    pub scores_are: &'static str,
}

impl Experiment {
    /// The empty board on which all are asked.
    pub(super) fn first_position(&self) -> Result<Position, ExperimentError> {
        let (size, rules) = (matches::board(&self.file)?, self.file.variant.clone());
        Ok(Position::new(chance::game(size, rules, self.file.seed)))
    }

    /// Asks each player for black's first move, as often as the file says.
    /// This is fast enough to be done again each time.
    pub fn first_moves(&self) -> Result<Vec<FirstMoves>, ExperimentError> {
        let position = self.first_position()?;
        let times = self.scale.games.unwrap_or(self.file.games);
        let of = |player: &PlayerSpec| match player {
            PlayerSpec::Agent(agent) => {
                let mut moves = FirstMoves::new(&position);
                for number in 1..=times as u64 {
                    moves.add(first_move(agent, &position, self.file.seed, number));
                }
                Ok(moves)
            }
            PlayerSpec::Engine(_) => Err(NO_AGENT),
        };
        self.players.iter().map(of).collect()
    }
}

/// Who is asked must be an agent.
pub(super) const NO_AGENT: ExperimentError =
    ExperimentError::Missing("only agents can be asked for first moves");

/// What an agent says of black's first move when it is asked for the so-manieth
/// time.
pub(super) fn first_move(
    agent: &AgentFactory,
    position: &Position,
    seed: u64,
    number: u64,
) -> Choice {
    let (colour, seed) = (Colour::Black, chance::game_seed(seed, number));
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    agent.build().choose(Task { position, colour, limits: Limits::default(), rng, watch: None })
}

impl FirstMoves {
    fn new(position: &Position) -> FirstMoves {
        let cells = position.size().cells();
        FirstMoves { asked: 0, chosen: vec![0; cells], scores: Vec::new(), scores_are: "" }
    }

    fn add(&mut self, choice: Choice) {
        self.asked += 1;
        if let Move::Cell(cell) = choice.mv {
            self.chosen[cell.index()] += 1;
        }
        if self.asked == 1 {
            self.scores = choice.scores;
            self.scores_are = choice.scores_are;
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
