//! How hard a puzzle is: how often the levels of `neural`, from a beginner to a search of up to 95
//! evaluations, miss the winning move.

use kring_agents::{AgentFactory, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Cell, Colour, Move, Position};

use super::games::load;

/// The levels that try a puzzle. Level 9, the full search, is not one of them.
const LEVELS: std::ops::RangeInclusive<u64> = 1..=8;

/// The tries of each level. There are several, because low levels draw their moves at random.
const TRIES: u64 = 8;

/// The maximum number of misses, of 64 tries, for each of the grades 1 to 4; more make grade 5.
pub const MOST_MISSES: [usize; 4] = [4, 10, 16, 24];

pub fn levels() -> Result<Vec<AgentFactory>, String> {
    LEVELS.map(|level| load(&format!("neural level={level}"))).collect()
}

/// The grade, from 1.
pub fn grade(
    levels: &[AgentFactory],
    position: &Position,
    colour: Colour,
    solution: Cell,
) -> usize {
    let misses = |factory: &AgentFactory, seed: u64| {
        let rng = &mut chance::generator(seed, Purpose::Agent(colour));
        let choice = factory.build().choose(Task::new(position, colour, rng));
        choice.mv != Move::Cell(solution)
    };
    let tries = levels.iter().flat_map(|factory| (1..=TRIES).map(move |seed| (factory, seed)));
    let missed = tries.filter(|(factory, seed)| misses(factory, *seed)).count();
    1 + MOST_MISSES.iter().filter(|most| missed > **most).count()
}
