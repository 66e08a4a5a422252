//! The matches of an experiment: those that the file asks for, in the order of the report.

use kring_board::{Colour, Size};

use super::{EventFileError, ExperimentFile, ExperimentKind, MatchEntry, Result, RunScale};
use crate::arena::{Colours, Entrant, MatchPlan, Openings, Pairing, PlayerSpec, Schedule};

/// A match on one board.
#[derive(Clone, Debug)]
pub struct ExperimentMatch {
    /// The entry of the file that it belongs to.
    pub entry: usize,
    /// The players, as indices into the experiment's players.
    pub players: [usize; 2],
    /// The settings.
    pub plan: MatchPlan,
    starter: Option<Colour>,
}

/// All players, and all matches between them.
pub type Lineup = (Vec<PlayerSpec>, Vec<ExperimentMatch>);

pub fn lineup(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup> {
    match file.kind {
        ExperimentKind::Matches | ExperimentKind::Boards => of_matches(file, scale),
        ExperimentKind::RoundRobin => of_players(file, scale),
        ExperimentKind::FirstMoves | ExperimentKind::Convergence => {
            Ok((players(file, scale, 1)?, Vec::new()))
        }
    }
}

pub fn board(file: &ExperimentFile) -> Result<Size> {
    file.size.ok_or_else(|| EventFileError::invalid("size = \"...\" is missing"))
}

fn of_matches(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup> {
    if file.matches.is_empty() {
        return Err(EventFileError::invalid("there is no [[match]]"));
    }
    let mut players: Vec<PlayerSpec> = Vec::new();
    let mut matches = Vec::new();
    for (entry, found) in file.matches.iter().enumerate() {
        let mut enter = |player: &PlayerSpec| {
            let player = scale.scaled(player)?;
            let existing = players.iter().position(|other| other.identity() == player.identity());
            Ok::<_, EventFileError>(existing.unwrap_or_else(|| {
                players.push(player);
                players.len() - 1
            }))
        };
        let pair = [enter(&found.first)?, enter(&found.second)?];
        for size in sizes(file, found, scale)? {
            let plan = MatchPlan {
                size,
                rules: found.variant.clone().unwrap_or_else(|| file.variant.clone()),
                openings: file.openings.clone(),
                colours: found.colours,
                games: scale.games.or(found.games).or(Some(file.games)),
                seed: file.seed,
            };
            matches.push(ExperimentMatch { entry, players: pair, plan, starter: found.starter });
        }
    }
    Ok((players, matches))
}

/// The boards of a match: one, or all sizes row by row.
fn sizes(file: &ExperimentFile, entry: &MatchEntry, scale: &RunScale) -> Result<Vec<Size>> {
    if file.kind == ExperimentKind::Matches {
        return Ok(vec![entry.size.map_or_else(|| board(file), Ok)?]);
    }
    let [columns, rows] = boards(file, scale);
    if columns.is_empty() || rows.is_empty() {
        return Err(EventFileError::invalid("columns = [...] and rows = [...] are missing"));
    }
    let all = rows.iter().flat_map(|&n| columns.iter().map(move |&m| Size::new(m, n)));
    all.collect::<Result<_, _>>().map_err(EventFileError::invalid)
}

/// The widths and the heights of the boards.
pub fn boards(file: &ExperimentFile, scale: &RunScale) -> [Vec<usize>; 2] {
    [(&scale.columns, &file.columns), (&scale.rows, &file.rows)]
        .map(|(other, own)| if other.is_empty() { own.clone() } else { other.clone() })
}

fn of_players(file: &ExperimentFile, scale: &RunScale) -> Result<Lineup> {
    let players = players(file, scale, 2)?;
    let plan = MatchPlan {
        size: board(file)?,
        rules: file.variant.clone(),
        openings: file.openings.clone(),
        colours: Colours::Alternate,
        games: Some(scale.games.unwrap_or(file.games).next_multiple_of(2)),
        seed: file.seed,
    };
    let pairs = (0..players.len()).flat_map(|i| (i..players.len()).map(move |j| [i, j]));
    let game = |players: [usize; 2]| ExperimentMatch {
        entry: players[0],
        players,
        plan: plan.clone(),
        starter: None,
    };
    let matches = pairs.map(game).collect();
    Ok((players, matches))
}

fn players(file: &ExperimentFile, scale: &RunScale, least: usize) -> Result<Vec<PlayerSpec>> {
    if file.players.len() < least {
        return Err(EventFileError::invalid("there are too few [[player]] entries"));
    }
    file.players.iter().map(|entry| scale.scaled(&entry.player)).collect()
}

impl ExperimentMatch {
    /// The games, if both players play them.
    pub(super) fn pairing(&self, players: &[PlayerSpec]) -> Result<Pairing> {
        let MatchPlan { size, rules, .. } = &self.plan;
        let pair = self.players.map(|player| &players[player] as &dyn Entrant);
        let plays = self.plan.check_players(pair);
        plays.map_err(|unplayable| EventFileError::invalid(unplayable.on(*size, rules)))?;
        let mut schedule = Schedule::new(self.plan.clone())?;
        if self.starter == Some(Colour::White) && self.plan.openings != Openings::Empty {
            return Err(EventFileError::invalid("games with openings are started by black"));
        }
        schedule.starter = self.starter;
        Ok(Pairing { players: self.players, schedule })
    }
}
