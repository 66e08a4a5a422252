//! `kring-lab puzzles`: positions in which exactly one move wins. They come from games (`games`), the solver
//! confirms that every other move loses (`check`), and the levels of `neural` grade them by how
//! often they miss the winning move (`collect`). The page has a collection in `web/page/puzzles.json`.

mod check;
mod collect;
mod command;
mod games;
#[cfg(test)]
mod tests;

pub use command::Options;

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use kring_board::{Cell, Colour, Game, Move, Position, Rules, SeasonMap, Setup, Size};
use serde::{Deserialize, Serialize};

/// The number of grades.
pub const GRADES: usize = collect::MOST_MISSES.len() + 1;

/// A collection of puzzles, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleFile {
    /// By grade, the easy ones first.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Puzzle {
    /// From 1, which beginners find, to [`GRADES`].
    pub grade: usize,
    /// The rules, e.g. `torus` or `rhombus seasons=2`.
    pub rules: String,
    /// Columns and rows: `5x5`.
    pub size: String,
    /// The rows of the season map, if the game has seasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<String>,
    /// Stones that are set up: `b a1`, `w b2`.
    pub setup: Vec<String>,
    /// The colour that moves and wins.
    pub to_move: String,
    /// The winning move. It is a list, so that other collections can have several answers.
    pub solution: Vec<String>,
}

impl PuzzleFile {
    /// Reads a collection.
    pub fn parse(text: &str) -> Result<PuzzleFile> {
        Ok(serde_json::from_str(text)?)
    }

    /// The collection as text, a line for each puzzle.
    pub fn to_text(&self) -> String {
        // Cannot fail: all keys are strings.
        let line = |puzzle: &Puzzle| serde_json::to_string(puzzle).unwrap_or_default();
        let lines: Vec<String> = self.puzzles.iter().map(line).collect();
        format!("{{\"puzzles\":[\n{}\n]}}\n", lines.join(",\n"))
    }
}

impl Puzzle {
    /// The puzzle of a position with this colour to move.
    fn new(position: &Position, colour: Colour, solution: Cell, grade: usize) -> Puzzle {
        let size = position.size();
        let rules = position.rules();
        let stones = Colour::ALL.into_iter().flat_map(|colour| {
            let letter = if colour == Colour::Black { 'b' } else { 'w' };
            position.stones(colour).iter().map(move |cell| format!("{letter} {}", cell.name(size)))
        });
        let topology = rules.topology.to_string();
        let count = rules.seasons.count();
        let has_seasons = count > 1;
        let map = position.game().map().to_string();
        Puzzle {
            grade,
            rules: if has_seasons { format!("{topology} seasons={count}") } else { topology },
            size: size.to_string(),
            map: map.split(' ').filter(|_| has_seasons).map(str::to_owned).collect(),
            setup: stones.collect(),
            to_move: colour.to_string(),
            solution: vec![solution.name(size)],
        }
    }

    /// The position and the colour to move, or what is wrong with the text.
    pub fn position(&self) -> Result<(Position, Colour)> {
        let size: Size = self.size.parse().with_context(|| self.size.clone())?;
        let rules: Rules = self.rules.parse().with_context(|| self.rules.clone())?;
        let colour: Colour = self.to_move.parse().context("to_move")?;
        let map = if self.map.is_empty() {
            SeasonMap::fair(size, &rules.seasons, |_| ())
        } else {
            SeasonMap::parse(size, &rules.seasons, &self.map.join(" "))?
        };
        let stones = self.setup.iter().map(|text| {
            let wrong = || anyhow!("'{text}' is not a stone, expected b a1 or w a1");
            let (colour, cell) = text.split_once(' ').ok_or_else(wrong)?;
            let cell = Move::from_name(size, cell).and_then(Move::cell).ok_or_else(wrong)?;
            Ok((colour.parse().map_err(|_| wrong())?, cell))
        });
        let stones: Vec<(Colour, Cell)> = stones.collect::<Result<_>>()?;
        let position = set_up(&Game::new(size, rules, map), &stones, colour);
        Ok((position.context("the stones cannot be set up")?, colour))
    }
}

/// The position with these stones and this colour to move; none if the game is over.
fn set_up(game: &Arc<Game>, stones: &[(Colour, Cell)], to_move: Colour) -> Option<Position> {
    let stones: Setup = stones.iter().copied().collect();
    let setup = Setup { turn: Some(to_move), ..stones };
    let position = Position::from_setup(Arc::clone(game), setup).ok()?;
    (position.winner().is_none()).then_some(position)
}
