//! Which games a match has: who is black, from which opening, on which board,
//! with which seed. All of it follows from the match's seed and the game's
//! number; nothing depends on who plays a game when.

use std::{ops::RangeInclusive, sync::Arc};

use super::{
    Colours, Fingerprint, OpeningError, Openings, Plan, Seat,
    dealer::Dealer,
    openings::{self, Opening},
};
use crate::{
    board::{Cell, Game},
    chance::{self, Purpose},
    rules::{Colour, Rules, SeasonMap, Seasons},
};

/// One game of a schedule.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its number, counted from one over all matches of a tournament.
    pub number: usize,
    /// Its own seed.
    pub seed: u64,
    /// Who begins as black.
    pub black: Seat,
    /// The colour that is to move after the opening, unless a coin says it;
    /// none: as the rules have it.
    pub starter: Option<Colour>,
    /// The stones that lie already.
    pub opening: Opening,
    /// The board and its seasons.
    pub game: Arc<Game>,
}

/// Where a pair of games begins. The season map belongs to it: with each map
/// one colour is better off, so both players get both sides of it.
#[derive(Debug)]
struct Start {
    opening: Opening,
    map: Option<SeasonMap>,
}

/// The games of a match.
#[derive(Debug)]
pub struct Schedule {
    plan: Plan,
    games: usize,
    /// The number of games in the matches before this one.
    before: usize,
    starter: Option<Colour>,
    starts: Vec<Start>,
    /// The board of all games that need no map of their own.
    game: Arc<Game>,
}

impl Schedule {
    const GAMES: usize = 100;

    /// The schedule of a plan.
    pub fn new(plan: Plan) -> Result<Schedule, OpeningError> {
        let game = chance::game(plan.size, plan.rules.clone(), plan.seed);
        let list = match &plan.openings {
            Openings::Empty => Some(vec![Opening::from([])]),
            Openings::All => Some(openings::all(&game)),
            Openings::File(path) => Some(openings::from_file(path, &game)?),
            Openings::Random(_) | Openings::Balanced(_) => None,
        };
        let each = plan.colours.games_a_start();
        let games = plan.games.unwrap_or(match (&plan.openings, &list) {
            (Openings::All | Openings::File(_), Some(list)) => each * list.len(),
            _ => Schedule::GAMES,
        });
        let mut schedule =
            Schedule { plan, games, before: 0, starter: None, starts: Vec::new(), game };
        let count = games.div_ceil(each);
        schedule.starts = match list {
            Some(list) => schedule.listed(&list, count)?,
            None => schedule.dealt(count)?,
        };
        if schedule.starts.is_empty() {
            return Err(schedule.nothing());
        }
        Ok(schedule)
    }

    /// The same games, numbered after those of the matches before: their
    /// seeds follow from these numbers, their boards and openings do not.
    pub fn after(mut self, before: usize) -> Schedule {
        self.before = before;
        self
    }

    /// The same games, but this colour makes the first move.
    pub fn started_by(mut self, starter: Colour) -> Schedule {
        self.starter = Some(starter);
        self
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> RangeInclusive<usize> {
        self.before + 1..=self.before + self.games
    }

    /// What all games follow from, for a fingerprint.
    pub(super) fn digest(&self, fingerprint: &mut Fingerprint) {
        let Plan { size, rules, colours, seed, .. } = &self.plan;
        fingerprint.text(&format!("{size} {rules} {colours:?} {seed} {:?}", self.numbers()));
        if let Some(starter) = self.starter {
            fingerprint.text(&starter.to_string());
        }
        for Start { opening, map } in &self.starts {
            fingerprint.text(&openings::names(opening, *size));
            fingerprint.text(&map.as_ref().map(SeasonMap::to_string).unwrap_or_default());
        }
    }

    /// What the match is about.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// A game by its number, one of [`Schedule::numbers`].
    pub fn fixture(&self, number: usize) -> Fixture {
        let index = number - 1 - self.before;
        let start = &self.starts[index / self.plan.colours.games_a_start()];
        Fixture {
            number,
            seed: chance::game_seed(self.plan.seed, number as u64),
            black: match self.plan.colours {
                Colours::Alternate => Seat::ALL[index % 2],
                Colours::Fixed(Colour::Black) => Seat::First,
                Colours::Fixed(Colour::White) => Seat::Second,
            },
            starter: self.starter,
            opening: Arc::clone(&start.opening),
            game: start.map.as_ref().map_or_else(|| Arc::clone(&self.game), |map| self.on(map)),
        }
    }

    /// A game on a map of its own.
    fn on(&self, map: &SeasonMap) -> Arc<Game> {
        Game::new(self.plan.size, self.plan.rules.clone(), map.clone())
    }

    /// The openings of a list, again and again.
    fn listed(&self, list: &[Opening], count: usize) -> Result<Vec<Start>, OpeningError> {
        let start = |(index, opening): (usize, &Opening)| {
            Ok(Start { opening: Arc::clone(opening), map: self.map(index, opening)? })
        };
        list.iter().cycle().take(count).enumerate().map(start).collect()
    }

    /// Openings that are drawn, each for the map on which it is played.
    fn dealt(&self, count: usize) -> Result<Vec<Start>, OpeningError> {
        let mut dealer = match self.plan.openings {
            Openings::Random(stones) => Dealer::new(stones),
            Openings::Balanced(stones) if self.plan.rules.are_plain() => {
                Dealer::balanced(stones, &self.game)
            }
            Openings::Balanced(_) => return Err(OpeningError::Unjudged),
            _ => return Ok(Vec::new()),
        };
        let mut rng = chance::generator(self.plan.seed, Purpose::Openings);
        let start = |index| {
            let map = self.map(index, &[])?;
            let game = map.as_ref().map_or_else(|| Arc::clone(&self.game), |map| self.on(map));
            let opening = dealer.deal(&game, &mut rng).ok_or_else(|| self.nothing())?;
            Ok(Start { opening, map })
        };
        (0..count).map(start).collect()
    }

    /// The season map of a start, if there are seasons: the first from the
    /// seed of its first game on which the opening can be played.
    fn map(
        &self,
        index: usize,
        opening: &[(Colour, Cell)],
    ) -> Result<Option<SeasonMap>, OpeningError> {
        const DRAWS: usize = 100_000;
        let Plan { size, rules: Rules { seasons, .. }, seed, .. } = &self.plan;
        if seasons.count() == 1 {
            return Ok(None);
        }
        let number = index * self.plan.colours.games_a_start() + 1;
        let seed = chance::game_seed(*seed, number as u64);
        let mut rng = chance::generator(seed, Purpose::SeasonMap);
        let mut maps = (0..DRAWS).map(|_| SeasonMap::fair(*size, seasons, &mut rng));
        let map = maps.find(|map| in_season(opening, map, seasons));
        map.map(Some).ok_or_else(|| OpeningError::Season(openings::names(opening, *size)))
    }

    fn nothing(&self) -> OpeningError {
        OpeningError::Nothing { openings: self.plan.openings.clone(), size: self.plan.size }
    }
}

/// Whether each stone lies in the season that is due. On a fair map no season
/// runs out while turns alternate, as they do in openings.
fn in_season(opening: &[(Colour, Cell)], map: &SeasonMap, seasons: &Seasons) -> bool {
    let mut steps = [0; 2];
    opening.iter().all(|&(colour, cell)| {
        let step = &mut steps[colour.index()];
        *step += 1;
        map.cells()[cell.index()] == seasons.cycle(colour).season(*step - 1)
    })
}
