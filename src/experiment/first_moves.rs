//! The first moves of agents: how often each cell was chosen, and a board with the values of the
//! cells.

use kring_agents::{AgentFactory, Choice, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Cell, Colour, Move, Position};

use super::report::{ExperimentReport, Picture, text};
use super::{Experiment, ExperimentError, matches};
use crate::arena::{PlayerSpec, statistics};
use crate::picture::{BoardPicture, Heat};

/// The first moves that an agent chose.
#[derive(Clone, Debug)]
pub struct FirstMoves {
    /// How often it was asked.
    pub asked: u64,
    /// How often it chose each cell.
    pub chosen: Vec<u64>,
    /// The value of each cell, from 0 to 1, when it was first asked.
    pub scores: Vec<(Cell, f64)>,
    /// The meaning of these scores.
    pub scores_are: &'static str,
}

impl Experiment {
    /// The empty board on which the players are asked.
    pub(super) fn first_position(&self) -> Result<Position, ExperimentError> {
        let (size, rules) = (matches::board(&self.file)?, self.file.variant.clone());
        Ok(Position::new(chance::game(size, rules, self.file.seed)))
    }

    /// Asks each player for black's first move, as often as the file says. This
    /// is fast, so the answers are not kept.
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

/// Engines cannot be asked, since they give no values of cells.
pub(super) const NO_AGENT: ExperimentError =
    ExperimentError::Missing("only agents can be asked for first moves");

/// An agent's choice of black's first move. `number` is the number of the
/// question, from which its random numbers follow.
pub(super) fn first_move(
    agent: &AgentFactory,
    position: &Position,
    seed: u64,
    number: u64,
) -> Choice {
    let (colour, seed) = (Colour::Black, chance::game_seed(seed, number));
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    agent.build().choose(Task::new(position, colour, rng))
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

/// How many cells the table names.
const FAVOURITES: usize = 4;

impl ExperimentReport {
    /// The report on first moves.
    pub fn of_first_moves(experiment: &Experiment) -> Result<ExperimentReport, ExperimentError> {
        let (position, found) = (&experiment.first_position()?, experiment.first_moves()?);
        let labels = experiment.file.players.iter().map(|entry| entry.label.as_str());
        let players: Vec<(&str, &FirstMoves)> = labels.zip(&found).collect();
        let headers = text::cells("player|asked|most frequent (95 %)|then");
        let line = |&(label, moves): &(&str, &FirstMoves)| line(position, label, moves);
        let lines: Vec<Vec<String>> = players.iter().map(line).collect();
        let mut rows = vec![text::cells("player|cell|score|chosen|asked")];
        rows.extend(players.iter().flat_map(|(label, moves)| cells(position, label, moves)));
        let pictures = players.iter().map(|(label, moves)| picture(position, label, moves));
        let body = text::table(&headers, &lines);
        Ok(ExperimentReport { body, rows, pictures: pictures.collect() })
    }
}

fn line(position: &Position, label: &str, moves: &FirstMoves) -> Vec<String> {
    let favourites = moves.favourites();
    let mut named = favourites.iter().take(FAVOURITES).map(|&(cell, count)| {
        let name = cell.name(position.size());
        (name, statistics::score(count, moves.asked))
    });
    let first = named.next().map(|(name, share)| format!("{name} {}", text::share(share)));
    let others: Vec<String> =
        named.map(|(name, share)| format!("{name} {:.1} %", 100.0 * share.value)).collect();
    let others = (!others.is_empty()).then(|| others.join(", "));
    vec![label.to_owned(), moves.asked.to_string(), text::or_dash(first), text::or_dash(others)]
}

fn cells(position: &Position, label: &str, moves: &FirstMoves) -> Vec<Vec<String>> {
    let row = |(cell, score): &(Cell, f64)| {
        vec![
            label.to_owned(),
            cell.name(position.size()),
            text::plain(*score),
            moves.chosen[cell.index()].to_string(),
            moves.asked.to_string(),
        ]
    };
    moves.scores.iter().map(row).collect()
}

fn picture(position: &Position, label: &str, moves: &FirstMoves) -> Picture {
    let title = format!("First move of {label}");
    let heat = Heat {
        label: moves.scores_are.to_owned(),
        values: moves.scores.clone(),
        numbers: true,
        ..Heat::default()
    };
    let board =
        BoardPicture { title: title.clone(), heat: Some(heat), ..BoardPicture::new(position) };
    Picture { title, svg: board.svg() }
}
