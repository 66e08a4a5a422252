//! The first moves of agents: how often each cell was chosen, and a board with the values of the
//! cells.

use kring_agents::{AgentFactory, Choice, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Cell, Colour, Move, Position};

use super::report::{ExperimentReport, RunNumbers, text};
use super::{EventFileError, Experiment, PlayerEntry, Result, matches};
use crate::arena::{PlayerSpec, statistics};
use crate::picture::{BoardPicture, Heat, Picture};

struct FirstMoves {
    asked: u64,
    /// How often it chose each cell.
    chosen: Vec<u64>,
    /// The value of each cell, from 0 to 1, when it was first asked, and its meaning.
    scores: Vec<(Cell, f64)>,
    scores_are: &'static str,
}

/// The agent of a player. Engines cannot be asked, since they give no values of cells.
pub(super) fn agent(player: &PlayerSpec) -> Result<&AgentFactory> {
    match player {
        PlayerSpec::Agent(agent) => Ok(agent),
        PlayerSpec::Engine(_) => {
            Err(EventFileError::invalid("only agents can be asked for first moves"))
        }
    }
}

/// An agent's choice of black's first move. `number` is the number of the
/// question, from which its random numbers follow.
pub(super) fn first_move(
    agent: &AgentFactory,
    position: &Position,
    seed: u64,
    number: u64,
) -> Choice {
    let colour = Colour::Black;
    let seed = chance::game_seed(seed, number);
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    agent.build().choose(Task::new(position, colour, rng))
}

impl FirstMoves {
    /// Asks a player for black's first move, as often as the file says. This is fast, so the
    /// answers are not kept.
    fn of(experiment: &Experiment, player: &PlayerSpec, position: &Position) -> Result<FirstMoves> {
        let agent = agent(player)?;
        let file = &experiment.file;
        let asked = experiment.scale.games.unwrap_or(file.games) as u64;
        let chosen = vec![0; position.size().cells()];
        let mut moves = FirstMoves { asked, chosen, scores: Vec::new(), scores_are: "" };
        for number in 1..=asked {
            let choice = first_move(agent, position, file.seed, number);
            if let Move::Cell(cell) = choice.mv {
                moves.chosen[cell.index()] += 1;
            }
            if number == 1 {
                (moves.scores, moves.scores_are) = (choice.scores, choice.scores_are);
            }
        }
        Ok(moves)
    }

    /// The cells that it chose, the most frequent first.
    fn favourites(&self) -> Vec<(Cell, u64)> {
        let cells = (0u16..).map(Cell::unchecked).zip(self.chosen.iter().copied());
        let mut chosen: Vec<(Cell, u64)> = cells.filter(|(_, count)| *count > 0).collect();
        chosen.sort_by_key(|(cell, count)| (std::cmp::Reverse(*count), cell.index()));
        chosen
    }

    /// Its most frequent cell, and the share of each.
    fn add_numbers(&self, position: &Position, label: &str, numbers: &mut RunNumbers) {
        let favourites = self.favourites();
        if let Some((cell, count)) = favourites.first() {
            numbers.add(format!("{label}, first"), cell.name(position.size()));
            let share = statistics::score(*count, self.asked);
            numbers.add_share(&format!("{label}, first share"), Some(share));
        }
        for (cell, count) in favourites {
            let name = format!("{label}, {}", cell.name(position.size()));
            numbers.add_share(&name, Some(statistics::score(count, self.asked)));
        }
    }
}

/// How many cells the table names, the most frequent first.
const FAVOURITES: usize = 4;

impl ExperimentReport {
    /// The report on first moves.
    pub fn of_first_moves(experiment: &Experiment) -> Result<ExperimentReport> {
        let size = matches::board(&experiment.file)?;
        let rules = experiment.file.variant.clone();
        let position = &Position::new(chance::game(size, rules, experiment.file.seed));
        let headers = text::cells("player|asked|most frequent (95 %)|then");
        let mut rows = vec![text::cells("player|cell|score|chosen|asked")];
        let mut lines = Vec::new();
        let mut pictures = Vec::new();
        let mut numbers = RunNumbers::default();
        for (PlayerEntry { label, .. }, player) in
            experiment.file.players.iter().zip(&experiment.players)
        {
            let moves = &FirstMoves::of(experiment, player, position)?;
            lines.push(line(position, label, moves));
            rows.extend(cells(position, label, moves));
            pictures.push(picture(position, label, moves));
            moves.add_numbers(position, label, &mut numbers);
        }
        Ok(ExperimentReport { body: text::table(&headers, &lines), rows, pictures, numbers })
    }
}

fn line(position: &Position, label: &str, moves: &FirstMoves) -> Vec<String> {
    let chosen = moves.favourites();
    let mut named = chosen.iter().take(FAVOURITES).map(|&(cell, count)| {
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
            text::csv_number(*score),
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
    BoardPicture { title, heat: Some(heat), ..BoardPicture::new(position) }.draw()
}
