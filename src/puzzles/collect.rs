//! Collects puzzles of all grades and kinds.

use std::sync::Arc;

use kring_agents::{AgentFactory, AgentSpec, Networks};
use kring_board::chance::{self, game_seed};
use kring_board::{Cell, Colour, Game, Rules, Size};

use super::check::Judge;
use super::games::{KINDS, SampleGame, policy};
use super::grade::Grader;
use super::{GRADES, Puzzle, PuzzleFile, set_up};

/// How many puzzles to collect, and from what.
#[derive(Clone, Debug)]
pub struct PuzzleSettings {
    /// The most puzzles; a fifth for each grade.
    pub count: usize,
    /// The most games that are played to find them.
    pub games: u64,
    /// The share of random moves in the games, from 0 to 1; the others are the network's.
    pub random: f64,
    /// The seed of the games.
    pub seed: u64,
}

/// The most puzzles of one game: neighbouring positions look alike.
const MOST_OF_GAME: usize = 2;

/// Puzzles begin when one of this many cells is filled: before that the solver takes long.
const OPENING: usize = 4;

/// Collects puzzles. `report` is called after each game: the number of the game, and of the puzzles
/// of each grade.
pub fn collect(
    settings: &PuzzleSettings,
    mut report: impl FnMut(u64, [usize; GRADES]),
) -> Result<PuzzleFile, String> {
    let mut collection = Collection::new(settings)?;
    for number in 0..settings.games {
        if collection.is_full() {
            break;
        }
        collection.take_from_game(number)?;
        report(number + 1, collection.counts());
    }
    let mut puzzles: Vec<Puzzle> = collection.found.into_iter().map(|(_, puzzle)| puzzle).collect();
    puzzles.sort_by_key(|puzzle| puzzle.grade);
    Ok(PuzzleFile { puzzles })
}

struct Collection<'a> {
    settings: &'a PuzzleSettings,
    network: AgentFactory,
    grader: Grader,
    /// With their kinds.
    found: Vec<(usize, Puzzle)>,
}

impl Collection<'_> {
    fn new(settings: &PuzzleSettings) -> Result<Collection<'_>, String> {
        let spec: AgentSpec = "neural".parse().map_err(|error| format!("{error}"))?;
        let network = spec.load(&Networks::default()).map_err(|error| error.to_string())?;
        let grader = Grader::new()?;
        Ok(Collection { settings, network, grader, found: Vec::new() })
    }

    fn counts(&self) -> [usize; GRADES] {
        let mut counts = [0; GRADES];
        self.found.iter().for_each(|(_, puzzle)| counts[puzzle.grade - 1] += 1);
        counts
    }

    fn is_full(&self) -> bool {
        (1..=GRADES).all(|grade| self.room(grade) == 0)
    }

    /// How many puzzles of this grade are still wanted.
    fn room(&self, grade: usize) -> usize {
        let share = self.settings.count.div_ceil(GRADES);
        share.saturating_sub(self.counts()[grade - 1])
    }

    /// Whether a puzzle of this kind and grade is wanted: no kind has more than a quarter of a
    /// grade.
    fn wants(&self, kind: usize, grade: usize) -> bool {
        let share = self.settings.count.div_ceil(GRADES);
        let alike = self.found.iter().filter(|(of, puzzle)| *of == kind && puzzle.grade == grade);
        self.room(grade) > 0 && alike.count() < share.div_ceil(4)
    }

    /// Plays a game and takes what it offers.
    fn take_from_game(&mut self, number: u64) -> Result<(), String> {
        let kind = (number % KINDS.len() as u64) as usize;
        if !(1..=GRADES).any(|grade| self.wants(kind, grade)) {
            return Ok(());
        }
        let (rules, columns, rows) = KINDS[kind];
        let size = Size::new(columns, rows).map_err(|error| error.to_string())?;
        let rules: Rules = rules.parse().map_err(|error| format!("{error}"))?;
        let seed = game_seed(self.settings.seed, number);
        let sample = SampleGame::play(
            chance::game(size, rules, seed),
            &self.network,
            self.settings.random,
            seed,
        );
        let mut judge = Judge::quick(&sample.game)?;
        let mut taken = 0;
        for ply in size.cells() / OPENING..sample.moves.len() {
            if taken == MOST_OF_GAME {
                break;
            }
            let colour = sample.moves[ply].0;
            let game = &sample.game;
            if let Some(puzzle) = self.puzzle(kind, game, &sample.moves[..ply], colour, &mut judge)
            {
                self.found.push((kind, puzzle));
                taken += 1;
            }
        }
        Ok(())
    }

    /// The puzzle of a position, if it is one that is wanted.
    fn puzzle(
        &mut self,
        kind: usize,
        game: &Arc<Game>,
        stones: &[(Colour, Cell)],
        colour: Colour,
        judge: &mut Judge,
    ) -> Option<Puzzle> {
        let position = set_up(game, stones, colour)?;
        // A move that wins at once, or stops one that does, is no question.
        if Colour::ALL.into_iter().any(|colour| !position.winning_cells(colour).is_empty()) {
            return None;
        }
        let cells = policy(&self.network, &position, colour);
        let solution = judge.winning_cell(&position, colour)?;
        if cells.len() < 4 || !judge.others_lose(&position, colour, &cells, solution) {
            return None;
        }
        let grade = self.grader.grade(&position, colour, solution);
        let puzzle = Puzzle::new(&position, colour, solution, grade);
        let is_new = self.found.iter().all(|(_, other)| other.setup != puzzle.setup);
        (is_new && self.wants(kind, grade)).then_some(puzzle)
    }
}
