//! The games of a match: the colours, opening, board and seed of each. All of it follows from the
//! match's seed and the game's number, not from the order in which games are played. Only the
//! openings in use are kept in memory, so a match can have any number of games.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use kring_board::chance::{self, Purpose};
use kring_board::{Cell, Colour, Game, Rules, SeasonMap, Seasons, Turns};
use kring_eval::Network;
use rand_chacha::ChaCha8Rng;

use super::openings::{self, OpeningGenerator, OpeningStones};
use super::openings::{OpeningError, Openings};
use super::plan::{Colours, MatchPlan};
use crate::game::Seat;

/// The set-up of one game of a schedule.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// Its number, counted from one over all matches of a tournament.
    pub number: usize,
    /// Its own seed.
    pub seed: u64,
    /// The player that begins as black.
    pub black: Seat,
    /// The colour that moves first after the opening; `None`: as the rules say.
    /// With random turns the coin decides.
    pub starter: Option<Colour>,
    /// The stones of the opening.
    pub opening: OpeningStones,
    /// The board and its seasons.
    pub game: Arc<Game>,
}

/// The games of a match. Clones share the plan and the openings: a tournament has
/// a clone for each match, and finding openings can take long.
#[derive(Clone)]
pub struct Schedule {
    /// The number of games in the matches before this one. The seeds of the games follow from it;
    /// their boards and openings do not.
    pub(super) before: usize,
    /// The colour that makes the first move, if it is not the one of the rules.
    pub(crate) starter: Option<Colour>,
    starts: Arc<GameStarts>,
}

impl Schedule {
    const GAMES: usize = 100;

    /// The schedule of a plan.
    pub fn new(plan: MatchPlan) -> Result<Schedule, OpeningError> {
        let starts = Arc::new(GameStarts::new(plan)?);
        Ok(Schedule { before: 0, starter: None, starts })
    }

    /// The settings of the match.
    pub fn plan(&self) -> &MatchPlan {
        &self.starts.plan
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.starts.games
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> RangeInclusive<usize> {
        self.before + 1..=self.before + self.games()
    }

    /// The openings by name, unless they are random.
    pub(super) fn listed_openings(&self) -> impl Iterator<Item = String> {
        let size = self.plan().size;
        self.starts.list.iter().flatten().map(move |opening| openings::names(opening, size))
    }

    /// The network that evaluates the openings, if there is one.
    pub(super) fn network(&self) -> Option<String> {
        matches!(self.plan().openings, Openings::Balanced(_))
            .then(|| Network::embedded().identity())
    }

    /// Finds the first openings, so that missing ones are an error before the
    /// first game. `found` gets the number found so far and the number needed.
    pub(super) fn prepare(&self, mut found: impl FnMut(usize, usize)) -> Result<(), OpeningError> {
        let starts = self.games().div_ceil(self.plan().colours.games_a_start());
        let starts = starts.min(self.starts.block());
        (0..starts).try_for_each(|index| {
            self.starts.get(index)?;
            found(index + 1, starts);
            Ok(())
        })
    }

    /// A game by its number, one of [`Schedule::numbers`].
    ///
    /// # Panics
    ///
    /// If the number is below all of them.
    pub fn setup(&self, number: usize) -> Result<GameSetup, OpeningError> {
        let MatchPlan { colours, seed, .. } = *self.plan();
        let index = number - 1 - self.before;
        let (opening, game) = self.starts.get(index / colours.games_a_start())?;
        Ok(GameSetup {
            number,
            seed: chance::game_seed(seed, number as u64),
            black: match colours {
                Colours::Alternate => Seat::ALL[index % 2],
                Colours::Fixed(Colour::Black) => Seat::First,
                Colours::Fixed(Colour::White) => Seat::Second,
            },
            starter: self.starter,
            opening,
            game,
        })
    }
}

/// All starts of a match. Random openings are drawn in blocks, each with its own random numbers.
/// Within a block no opening is repeated before all have been used.
struct GameStarts {
    plan: MatchPlan,
    games: usize,
    /// The board of all games without a season map of their own.
    game: Arc<Game>,
    /// The openings, if they are not random.
    list: Option<Vec<OpeningStones>>,
    /// The two blocks that were used last: while games of one are still played, the next begins.
    blocks: Mutex<VecDeque<OpeningBlock>>,
}

struct OpeningBlock {
    number: usize,
    opening_generator: OpeningGenerator,
    rng: ChaCha8Rng,
    openings: Vec<OpeningStones>,
}

impl GameStarts {
    fn new(plan: MatchPlan) -> Result<GameStarts, OpeningError> {
        let game = chance::game(plan.size, plan.rules.clone(), plan.seed);
        let list = match &plan.openings {
            Openings::Empty => Some(vec![OpeningStones::from([])]),
            Openings::All => Some(openings::all(&game)),
            Openings::File(path) => Some(openings::from_file(path, &game)?),
            Openings::Even(set) => Some(openings::even(*set, &game)?),
            Openings::Balanced(_) if plan.rules.turns == Turns::Random => {
                let what = "balanced openings are for games without random turns";
                return Err(OpeningError(what.to_owned()));
            }
            Openings::Random(_) | Openings::Balanced(_) => None,
        };
        let games = plan.games.unwrap_or(match (&plan.openings, &list) {
            (Openings::All | Openings::File(_), Some(list)) => {
                plan.colours.games_a_start() * list.len()
            }
            _ => Schedule::GAMES,
        });
        let is_empty = list.as_ref().is_some_and(Vec::is_empty);
        let starts = GameStarts { plan, games, game, list, blocks: Mutex::default() };
        if is_empty { Err(starts.nothing()) } else { Ok(starts) }
    }

    /// How many openings a block has. Balanced ones take longer to find.
    fn block(&self) -> usize {
        if matches!(self.plan.openings, Openings::Balanced(_)) { 1 << 10 } else { 1 << 16 }
    }

    /// A start by its number, counted from zero: the opening, and the board with its season map. A
    /// map can favour one colour, so both players play both colours on it.
    fn get(&self, index: usize) -> Result<(OpeningStones, Arc<Game>), OpeningError> {
        let Some(list) = &self.list else {
            return Ok((self.drawn(index)?, self.game(index, &[])?));
        };
        let opening = &list[index % list.len()];
        Ok((Arc::clone(opening), self.game(index, opening)?))
    }

    /// An opening by its index. Its block draws it together with all before it.
    fn drawn(&self, index: usize) -> Result<OpeningStones, OpeningError> {
        let number = index / self.block();
        let index = index % self.block();
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let at = blocks.iter().position(|block| block.number == number).unwrap_or_else(|| {
            blocks.truncate(1);
            blocks.push_front(self.begin(number));
            0
        });
        let block = &mut blocks[at];
        while block.openings.len() <= index {
            let game = self.game(number * self.block() + block.openings.len(), &[])?;
            let opening = block.opening_generator.next_opening(&game, &mut block.rng);
            block.openings.push(opening.ok_or_else(|| self.nothing())?);
        }
        Ok(Arc::clone(&block.openings[index]))
    }

    fn begin(&self, number: usize) -> OpeningBlock {
        /// Far from the numbers of games, whose seeds are made the same way.
        const BLOCKS: u64 = 1 << 62;
        let seed = match number {
            0 => self.plan.seed,
            _ => chance::game_seed(self.plan.seed, BLOCKS | number as u64),
        };
        let opening_generator = match self.plan.openings {
            Openings::Balanced(stones) => OpeningGenerator::balanced(stones, &self.game),
            Openings::Random(stones) => OpeningGenerator::new(stones),
            Openings::Empty | Openings::All | Openings::File(_) | Openings::Even(_) => {
                OpeningGenerator::new(0)
            }
        };
        let rng = chance::generator(seed, Purpose::Openings);
        OpeningBlock { number, opening_generator, rng, openings: Vec::new() }
    }

    /// The board of a start. With seasons it has a map from the seed of its
    /// first game: the first one that allows the opening.
    fn game(&self, index: usize, opening: &[(Colour, Cell)]) -> Result<Arc<Game>, OpeningError> {
        const DRAWS: usize = 100_000;
        let MatchPlan { size, rules: Rules { seasons, .. }, seed, .. } = &self.plan;
        if seasons.count() == 1 {
            return Ok(Arc::clone(&self.game));
        }
        let number = index * self.plan.colours.games_a_start() + 1;
        let seed = chance::game_seed(*seed, number as u64);
        let mut rng = chance::generator(seed, Purpose::SeasonMap);
        let mut maps = (0..DRAWS).map(|_| chance::fair_map(*size, seasons, &mut rng));
        let map = maps.find(|map| in_season(opening, map, seasons)).ok_or_else(|| {
            let opening = openings::names(opening, *size);
            OpeningError(format!("no season map was found that allows the opening {opening}"))
        })?;
        Ok(Game::new(*size, self.plan.rules.clone(), map))
    }

    fn nothing(&self) -> OpeningError {
        let MatchPlan { openings, size, .. } = &self.plan;
        OpeningError(format!(
            "there is no opening '{openings}' on {size} that leaves the game open"
        ))
    }
}

/// Whether each stone is in the season of its turn. On a fair map no season
/// runs out while turns alternate, as they do in openings.
fn in_season(opening: &[(Colour, Cell)], map: &SeasonMap, seasons: &Seasons) -> bool {
    let mut steps = [0; 2];
    opening.iter().all(|&(colour, cell)| {
        let step = &mut steps[colour.index()];
        *step += 1;
        map.cells()[cell.index()] == seasons.cycle(colour).season(*step - 1)
    })
}
