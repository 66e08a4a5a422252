//! The one place where generators are made: every random number of Kring
//! comes from a ChaCha8 stream that a seed and a purpose name, so that the
//! same seed gives the same game on every machine, and drawing for one
//! purpose never disturbs another.

use std::sync::Arc;

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Colour, Game, Rules, SeasonMap, Seasons, Size};

/// What random numbers are drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Fair season maps.
    SeasonMap,
    /// The coin of random turns.
    Coin,
    /// The decisions of the agent that plays this colour.
    Agent(Colour),
    /// The openings of a match.
    Openings,
    /// The fills behind a position's coin value.
    CoinValue,
    /// The seed of this game of a match.
    Game(u64),
}

/// The generator of a seed for a purpose.
pub fn generator(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(match purpose {
        Purpose::SeasonMap => 1,
        Purpose::Coin => 2,
        Purpose::Agent(colour) => 3 + colour.index() as u64,
        Purpose::Openings => 5,
        Purpose::CoinValue => 6,
        // Far from the others: there can be any number of games.
        Purpose::Game(number) => (1 << 63) | number,
    });
    rng
}

/// The seed of one game of a match: the same whichever other games are played.
pub fn game_seed(match_seed: u64, number: u64) -> u64 {
    generator(match_seed, Purpose::Game(number)).next_u64()
}

/// A fair season map, drawn from all of them with equal chances.
pub fn fair_map(size: Size, seasons: &Seasons, rng: &mut impl Rng) -> SeasonMap {
    SeasonMap::fair(size, seasons, |cells| cells.shuffle(rng))
}

/// A game with the fair season map of a seed.
pub fn game(size: Size, rules: Rules, seed: u64) -> Arc<Game> {
    let map = fair_map(size, &rules.seasons, &mut generator(seed, Purpose::SeasonMap));
    Game::new(size, rules, map)
}

/// A number from 0 to `count` − 1, each equally likely to within 2⁻²².
#[inline]
pub fn below(rng: &mut impl Rng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Puts things into a random order.
#[inline]
pub fn shuffle<T>(things: &mut [T], rng: &mut impl Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, below(rng, i + 1));
    }
}
