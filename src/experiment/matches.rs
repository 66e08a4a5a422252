//! From a file to matches on single boards, in the order in which the report
//! looks at them; all of it, or less in a short run.

use super::{ExperimentError, ExperimentFile, Kind, MatchEntry};
use crate::{
    agent::Unplayable,
    arena::{Colours, Entrant, Openings, Pairing, Plan, PlayerSpec, Schedule, Seat},
    rules::{Colour, Size},
};

/// A match on one board.
#[derive(Clone, Debug)]
pub struct Match {
    /// Which entry of the file it belongs to.
    pub entry: usize,
    /// Who plays, as numbers of the experiment's players.
    pub players: [usize; 2],
    /// What is played.
    pub plan: Plan,
    starter: Option<Colour>,
}

/// All who play, and all bouts between them.
pub type Lineup = (Vec<PlayerSpec>, Vec<Match>);

/// The players and bouts of a file.
pub fn lineup(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup, ExperimentError> {
    match file.kind {
        Kind::Matches | Kind::Boards => of_matches(file, scale),
        Kind::RoundRobin => of_players(file, scale),
        Kind::FirstMoves | Kind::Convergence => Ok((players(file, scale, 1)?, Vec::new())),
    }
}

/// The board that the file names for all games.
pub fn board(file: &ExperimentFile) -> Result<Size, ExperimentError> {
    file.size.ok_or(ExperimentError::Missing("size = \"...\" is missing"))
}

fn of_matches(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup, ExperimentError> {
    if file.matches.is_empty() {
        return Err(ExperimentError::Missing("there is no [[match]]"));
    }
    let mut players: Vec<PlayerSpec> = Vec::new();
    let mut matches = Vec::new();
    for (entry, found) in file.matches.iter().enumerate() {
        let mut enter = |player: &PlayerSpec| {
            let player = scale.scaled(player)?;
            let known = players.iter().position(|other| other.identity() == player.identity());
            Ok::<_, ExperimentError>(known.unwrap_or_else(|| {
                players.push(player);
                players.len() - 1
            }))
        };
        let pair = [enter(&found.first)?, enter(&found.second)?];
        for size in sizes(file, found, scale)? {
            let plan = Plan {
                size,
                rules: found.variant.clone().unwrap_or_else(|| file.variant.clone()),
                openings: file.openings.clone(),
                colours: found.colours,
                games: scale.games.or(found.games).or(Some(file.games)),
                seed: file.seed,
            };
            matches.push(Match { entry, players: pair, plan, starter: found.starter });
        }
    }
    Ok((players, matches))
}

/// The boards of a match: row by row, or the only one.
fn sizes(
    file: &ExperimentFile,
    entry: &MatchEntry,
    scale: &RunScale,
) -> Result<Vec<Size>, ExperimentError> {
    if file.kind == Kind::Matches {
        return Ok(vec![entry.size.map_or_else(|| board(file), Ok)?]);
    }
    let [columns, rows] = boards(file, scale);
    if columns.is_empty() || rows.is_empty() {
        return Err(ExperimentError::Missing("columns = [...] and rows = [...] are missing"));
    }
    let all = rows.iter().flat_map(|&n| columns.iter().map(move |&m| Size::new(m, n)));
    Ok(all.collect::<Result<_, _>>()?)
}

/// The widths and the heights of the boards.
pub fn boards(file: &ExperimentFile, scale: &RunScale) -> [Vec<usize>; 2] {
    [(&scale.columns, &file.columns), (&scale.rows, &file.rows)]
        .map(|(other, own)| if other.is_empty() { own.clone() } else { other.clone() })
}

fn of_players(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup, ExperimentError> {
    let players = players(file, scale, 2)?;
    let plan = Plan {
        size: board(file)?,
        rules: file.variant.clone(),
        openings: file.openings.clone(),
        colours: Colours::Alternate,
        games: Some(scale.games.unwrap_or(file.games).next_multiple_of(2)),
        seed: file.seed,
    };
    let pairs = (0..players.len()).flat_map(|i| (i..players.len()).map(move |j| [i, j]));
    let matches = |players: [usize; 2]| Match {
        entry: players[0],
        players,
        plan: plan.clone(),
        starter: None,
    };
    let matches = pairs.map(matches).collect();
    Ok((players, matches))
}

fn players(
    file: &ExperimentFile,
    scale: &RunScale,
    least: usize,
) -> Result<Vec<PlayerSpec>, ExperimentError> {
    if file.players.len() < least {
        return Err(ExperimentError::Missing("there are too few [[player]] entries"));
    }
    file.players.iter().map(|entry| scale.scaled(&entry.player)).collect()
}

impl Match {
    /// The games, if both play them.
    pub(super) fn pairing(&self, players: &[PlayerSpec]) -> Result<Pairing, ExperimentError> {
        self.check(players)?;
        let mut schedule = Schedule::new(self.plan.clone())?;
        if let Some(starter) = self.starter {
            if starter == Colour::White && self.plan.openings != Openings::Empty {
                let what = "games with openings are started by black";
                return Err(ExperimentError::Missing(what));
            }
            schedule = schedule.started_by(starter);
        }
        Ok(Pairing { players: self.players, schedule })
    }

    fn check(&self, players: &[PlayerSpec]) -> Result<(), ExperimentError> {
        let Plan { size, rules, colours, .. } = &self.plan;
        for (player, seat) in self.players.into_iter().zip(Seat::ALL) {
            let player = &players[player];
            for colour in Colour::ALL.into_iter().filter(|c| colours.gives(seat, *c)) {
                player
                    .plays(rules, *size, colour)
                    .map_err(|why| Unplayable::here(player.name(), colour, why).on(*size, rules))?;
            }
        }
        Ok(())
    }
}

/// How large a run is, against what the file says.
#[derive(Clone, Debug)]
pub struct RunScale {
    /// Games of every match, whatever the file says.
    pub games: Option<usize>,
    /// The share of the work that the file gives to its agents.
    pub effort: f64,
    /// Other widths than the file's; none: the same.
    pub columns: Vec<usize>,
    /// Other heights.
    pub rows: Vec<usize>,
}

/// The parameters that say how much an agent works for a move.
const WORK: [&str; 5] = ["sims", "evals", "playouts", "fills", "time"];

impl RunScale {
    /// All that the file says.
    pub fn full() -> RunScale {
        RunScale { games: None, effort: 1.0, columns: Vec::new(), rows: Vec::new() }
    }

    /// The short run of a file.
    pub fn quick(file: &ExperimentFile) -> RunScale {
        let quick = file.quick.clone();
        RunScale {
            games: Some(quick.games),
            effort: quick.effort,
            columns: quick.columns,
            rows: quick.rows,
        }
    }

    /// The player with its share of the work. Only what stands in the file
    /// is changed: limits that an agent has by default stay.
    pub(super) fn scaled(&self, player: &PlayerSpec) -> Result<PlayerSpec, ExperimentError> {
        let PlayerSpec::Agent(agent) = player else { return Ok(player.clone()) };
        let name = agent.to_string();
        let words: Vec<String> = name.split(' ').map(|word| self.scaled_word(word)).collect();
        words.join(" ").parse().map_err(|error| ExperimentError::Player {
            name,
            what: format!("with an effort of {}: {error}", self.effort),
        })
    }

    fn scaled_word(&self, word: &str) -> String {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match value.parse::<f64>() {
            Ok(seconds) if key == "time" => format!("time={}", seconds * self.effort),
            Ok(count) if WORK.contains(&key) => {
                format!("{key}={}", (count * self.effort).round().max(1.0))
            }
            _ => word.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_changes_work_and_nothing_else() {
        let half = RunScale { effort: 0.5, ..RunScale::full() };
        for (full, expected) in [
            ("mcts sims=3300 rave=off", "mcts sims=1650 rave=off"),
            ("mcts time=0.5 threads=2", "mcts time=0.25 threads=2"),
            ("random-path fills=1 both=on", "random-path fills=1 both=on"),
            ("minimax depth=3", "minimax depth=3"),
        ] {
            let scaled = half.scaled(&full.parse().unwrap()).unwrap();
            assert_eq!(scaled.to_string(), expected);
        }
    }
}
