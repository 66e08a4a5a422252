//! Collects puzzles of all grades and kinds. The grade says how often the levels of `neural`, from a
//! beginner to a search of up to 95 evaluations, miss the winning move.

use anyhow::Result;
use kring_agents::{AgentFactory, Task};
use kring_board::chance::{self, Purpose, game_seed};
use kring_board::{Cell, Colour, Move, Position, Rules, Size};

use super::check::Judge;
use super::games::{KINDS, load, play, policy};
use super::{GRADES, Puzzle, PuzzleFile, set_up};

/// How many puzzles to collect, and from what.
#[derive(Clone, Debug)]
pub struct PuzzleSettings {
    /// The maximum number of puzzles, a fifth of it for each grade.
    pub count: usize,
    /// The maximum number of games that are played to find them.
    pub games: u64,
    /// The share of random moves in the games, from 0 to 1; the others are the network's.
    pub random: f64,
    /// The seed of the games.
    pub seed: u64,
}

/// The maximum number of puzzles from one game, because neighbouring positions look alike.
const MOST_OF_GAME: usize = 2;

/// Positions count once 1/OPENING of the cells is filled: earlier ones take the solver too long.
const OPENING: usize = 4;

/// Collects puzzles. `report` is called after each game with its number and the number of puzzles
/// of each grade.
pub fn collect(
    settings: &PuzzleSettings,
    mut report: impl FnMut(u64, [usize; GRADES]),
) -> Result<PuzzleFile> {
    let network = load("neural")?;
    let levels = levels()?;
    let mut collection = Collection { settings, network, levels, found: Vec::new() };
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
    /// The players that try the puzzles.
    levels: Vec<AgentFactory>,
    /// The puzzles found, each with the index of its kind in [`KINDS`].
    found: Vec<(usize, Puzzle)>,
}

impl Collection<'_> {
    fn counts(&self) -> [usize; GRADES] {
        let mut counts = [0; GRADES];
        for (_, puzzle) in &self.found {
            counts[puzzle.grade - 1] += 1;
        }
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

    /// Plays a game and adds the puzzles in it.
    fn take_from_game(&mut self, number: u64) -> Result<()> {
        let kind = (number % KINDS.len() as u64) as usize;
        if !(1..=GRADES).any(|grade| self.wants(kind, grade)) {
            return Ok(());
        }
        let (rules, columns, rows) = KINDS[kind];
        let size = Size::new(columns, rows)?;
        let rules: Rules = rules.parse()?;
        let seed = game_seed(self.settings.seed, number);
        let game = chance::game(size, rules, seed);
        let moves = play(&game, &self.network, self.settings.random, seed);
        let mut judge = Judge::new(&game, 1)?;
        let most = self.found.len() + MOST_OF_GAME;
        for ply in size.cells() / OPENING..moves.len() {
            if self.found.len() == most {
                break;
            }
            let position = set_up(&game, &moves[..ply], moves[ply].0);
            let puzzle = position.and_then(|it| self.puzzle(kind, &it, moves[ply].0, &mut judge));
            self.found.extend(puzzle.map(|puzzle| (kind, puzzle)));
        }
        Ok(())
    }

    /// The puzzle in a position, if there is one and it is wanted.
    fn puzzle(
        &mut self,
        kind: usize,
        position: &Position,
        colour: Colour,
        judge: &mut Judge,
    ) -> Option<Puzzle> {
        // Too easy: a move that wins at once, or that stops the opponent from winning at once.
        if Colour::ALL.into_iter().any(|colour| !position.winning_cells(colour).is_empty()) {
            return None;
        }
        let cells = policy(&self.network, position, colour);
        let solution = judge.winning_cell(position, colour)?;
        if cells.len() < 4 || !judge.others_lose(position, colour, &cells, solution) {
            return None;
        }
        let grade = grade(&self.levels, position, colour, solution);
        let puzzle = Puzzle::new(position, colour, solution, grade);
        let is_new = self.found.iter().all(|(_, other)| other.setup != puzzle.setup);
        (is_new && self.wants(kind, grade)).then_some(puzzle)
    }
}

/// The levels that try a puzzle. Level 9, the full search, is not one of them.
const LEVELS: std::ops::RangeInclusive<u64> = 1..=8;

/// The tries of each level. There are several, because low levels draw their moves at random.
const TRIES: u64 = 8;

/// The maximum number of misses, of 64 tries, for each of the grades 1 to 4; more make grade 5.
pub const MOST_MISSES: [usize; 4] = [4, 10, 16, 24];

fn levels() -> Result<Vec<AgentFactory>> {
    LEVELS.map(|level| load(&format!("neural level={level}"))).collect()
}

/// The grade, from 1.
fn grade(levels: &[AgentFactory], position: &Position, colour: Colour, solution: Cell) -> usize {
    let misses = |factory: &AgentFactory, seed: u64| {
        let rng = &mut chance::generator(seed, Purpose::Agent(colour));
        let choice = factory.build().choose(Task::new(position, colour, rng));
        choice.mv != Move::Cell(solution)
    };
    let tries = levels.iter().flat_map(|factory| (1..=TRIES).map(move |seed| (factory, seed)));
    let missed = tries.filter(|(factory, seed)| misses(factory, *seed)).count();
    1 + MOST_MISSES.iter().filter(|most| missed > **most).count()
}
