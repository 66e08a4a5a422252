//! Tournaments: many players, boards and rules, declared in one file. The file
//! is turned into one [`super::Event`].

mod players;

pub use players::TournamentPlayer;

use std::{num::NonZeroUsize, path::Path, sync::Arc, time::Duration};

use kring_agents::Unplayable;
use kring_board::{Colour, Rules, Size, files};
use serde::Deserialize;

use super::event::{Event, Pairing};
use super::event_file::{
    EventFileError, default_seed, maybe_seconds, maybe_text, seconds, text, texts,
};
use super::openings::Openings;
use super::plan::{Colours, MatchPlan};
use super::player::Entrant;
use super::schedule::Schedule;
use super::sprt::Sprt;
use crate::external::EngineTimeouts;
use crate::game::Seat;

/// The most matches: pairs of players, times boards, times rules. Each has counts of its
/// own, about a kilobyte.
const MOST_MATCHES: u128 = 100_000;

const MOST_GAMES: u128 = 1_000_000_000_000;

/// Which players play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentForm {
    /// Every player plays every other.
    #[default]
    RoundRobin,
    /// The challengers play all others, but not each other.
    Gauntlet,
}

/// A tournament as its file declares it; see `docs/ARENA.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TournamentFile {
    /// Which players play each other.
    #[serde(rename = "type", default)]
    pub form: TournamentForm,
    /// The boards.
    #[serde(default = "default_sizes", deserialize_with = "texts")]
    pub sizes: Vec<Size>,
    /// The rules.
    #[serde(default = "default_rules", deserialize_with = "texts")]
    pub variants: Vec<Rules>,
    /// The openings.
    #[serde(default, deserialize_with = "text")]
    pub openings: Openings,
    /// The colour of the first player of a pair.
    #[serde(default, deserialize_with = "text")]
    pub colours: Colours,
    /// Games of each pair for each board and rules; the default is that of a match.
    pub games: Option<usize>,
    /// Stops the games of a pair on a board as soon as this test has decided
    /// whether the first player is stronger.
    #[serde(default, deserialize_with = "maybe_text")]
    pub sprt: Option<Sprt>,
    /// The seed of all random numbers.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// How long an engine may take for a move, in seconds.
    #[serde(default = "minute", deserialize_with = "seconds")]
    pub move_time: Duration,
    /// How long an engine may take to start, in seconds.
    #[serde(default = "minute", deserialize_with = "seconds")]
    pub start_time: Duration,
    /// How long an engine may take for all moves of a game, in seconds.
    #[serde(default, deserialize_with = "maybe_seconds")]
    pub game_clock: Option<Duration>,
    /// Concurrent games.
    pub workers: Option<NonZeroUsize>,
    /// Whether a pair is left out if one of the two does not play the game.
    #[serde(default)]
    pub skip_unplayable: bool,
    /// The players. A list of values stands for several players.
    #[serde(default)]
    player: Vec<toml::Table>,
}

impl TournamentFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<TournamentFile, EventFileError> {
        TournamentFile::parse(&files::read_text(path).map_err(EventFileError::Tournament)?)
    }

    /// Reads a text.
    pub fn parse(text: &str) -> Result<TournamentFile, EventFileError> {
        let file: TournamentFile = toml::from_str(text)?;
        match file.games {
            Some(0) => Err(EventFileError::invalid("games = 0: there is nothing to play")),
            _ => Ok(file),
        }
    }

    /// All players, one for each combination of listed parameters.
    pub fn players(&self) -> Result<Vec<TournamentPlayer>, EventFileError> {
        let TournamentFile { move_time: mv, start_time: start, game_clock: game, .. } = *self;
        players::expand(&self.player, EngineTimeouts { mv, start, game })
            .map_err(EventFileError::Invalid)
    }

    /// All games of the tournament: each pair on each board under each set of rules. If they are
    /// only shown, no engines are started to ask whether they play them, unless
    /// `skip-unplayable` needs the answer.
    pub fn event(
        &self,
        players: &[TournamentPlayer],
        is_only_shown: bool,
    ) -> Result<Event, EventFileError> {
        self.check_size(players).map_err(EventFileError::Invalid)?;
        let asks_players = !is_only_shown || self.skip_unplayable;
        let mut pairings = Vec::new();
        for &size in &self.sizes {
            for rules in &self.variants {
                // Each player is asked once, since engines are started for it.
                let ask = |player: &TournamentPlayer| {
                    Colour::ALL.map(|colour| player.spec.plays(rules, size, colour))
                };
                let answers: Vec<_> = players.iter().filter(|_| asks_players).map(ask).collect();
                let schedule = Schedule::new(self.plan(size, rules))?;
                for pair in self.pairs(players) {
                    let plays = |seat: Seat, colour: Colour| {
                        let answers = answers.get(pair[seat.index()]);
                        answers.map_or(Ok(()), |answers| answers[colour.index()].clone())
                    };
                    if let Err((seat, colour, why)) = schedule.plan().check_seats(plays) {
                        let name = players[pair[seat.index()]].name.clone();
                        if self.skip_unplayable {
                            log::info!("left out: {name}: {why}");
                            continue;
                        }
                        let why = Unplayable::here(name, colour, why).on(size, rules);
                        let advice = "skip-unplayable = true leaves such pairs out";
                        return Err(EventFileError::invalid(format!("{why}; {advice}")));
                    }
                    pairings.push(Pairing { players: pair, schedule: schedule.clone() });
                }
            }
        }
        if pairings.is_empty() {
            return Err(EventFileError::invalid("no pair can play any of these games"));
        }
        let entrants = players.iter().map(|player| {
            let entrant: Arc<dyn Entrant> = Arc::new(player.spec.clone());
            (player.name.clone(), entrant)
        });
        Ok(Event::new(entrants, pairings))
    }

    /// Every pair has the same openings and season maps, since they follow from the seed alone.
    fn plan(&self, size: Size, rules: &Rules) -> MatchPlan {
        MatchPlan {
            size,
            rules: rules.clone(),
            openings: self.openings.clone(),
            colours: self.colours,
            games: self.games,
            seed: self.seed,
        }
    }

    fn pairs(&self, players: &[TournamentPlayer]) -> impl Iterator<Item = [usize; 2]> {
        let form = self.form;
        let is_named = players.iter().any(|player| player.challenger);
        let challenges = move |i: usize| if is_named { players[i].challenger } else { i == 0 };
        let all = (0..players.len()).flat_map(|i| (i + 1..players.len()).map(move |j| [i, j]));
        all.filter_map(move |[i, j]| match (form, challenges(i), challenges(j)) {
            (TournamentForm::RoundRobin, ..) => Some([i, j]),
            // The challenger is the first of its pair.
            (TournamentForm::Gauntlet, true, false) => Some([i, j]),
            (TournamentForm::Gauntlet, false, true) => Some([j, i]),
            (TournamentForm::Gauntlet, ..) => None,
        })
    }

    /// An error if there are no games or too many. The matches are counted before any is made.
    fn check_size(&self, players: &[TournamentPlayer]) -> Result<(), String> {
        let pairs = self.pairs(players).count() as u128;
        if pairs == 0 {
            return Err("a tournament needs at least two players".to_owned());
        }
        let matches = pairs * self.sizes.len() as u128 * self.variants.len() as u128;
        let games = matches * self.games.unwrap_or(1) as u128;
        let advice = "use fewer players, sizes or variants, type = \"gauntlet\", or several files";
        let counts = [(MOST_MATCHES, "matches", matches), (MOST_GAMES, "games", games)];
        match counts.into_iter().find(|(most, _, count)| count > most) {
            Some((most, what, count)) => Err(players::too_large(most, what, count, advice)),
            None => Ok(()),
        }
    }
}

fn default_sizes() -> Vec<Size> {
    vec![Size::STANDARD]
}

fn default_rules() -> Vec<Rules> {
    vec![Rules::default()]
}

fn minute() -> Duration {
    Duration::from_secs(60)
}
