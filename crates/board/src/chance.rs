//! Random number generators. Every random number of Kring comes from a ChaCha8 stream that a seed
//! and a purpose select, so that a seed gives the same game on every machine and draws for one
//! purpose never affect another.

use std::sync::Arc;

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Colour, Game, Rules, SeasonMap, Seasons, Size};

/// The purpose of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Fair season maps.
    SeasonMap,
    /// The coins of random turns.
    Coin,
    /// The decisions of the agent that plays this colour.
    Agent(Colour),
    /// The openings of a match.
    Openings,
    /// The random fills that estimate a coin value.
    CoinValue,
    /// A question about the position with this hash, which no move follows: its answer depends on
    /// nothing that was asked or played before.
    Question(u64),
    /// The seed of this game of a match.
    Game(u64),
}

/// The generator for a seed and a purpose.
pub fn generator(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(match purpose {
        Purpose::SeasonMap => 1,
        Purpose::Coin => 2,
        Purpose::Agent(colour) => 3 + colour.index() as u64,
        Purpose::Openings => 5,
        Purpose::CoinValue => 6,
        // Ranges of their own: there can be any number of positions and games.
        Purpose::Question(hash) => (1 << 62) | (hash >> 2),
        Purpose::Game(number) => (1 << 63) | number,
    });
    rng
}

/// The seed of one game of a match. It does not depend on which other games are played.
pub fn game_seed(match_seed: u64, number: u64) -> u64 {
    generator(match_seed, Purpose::Game(number)).next_u64()
}

/// A fair season map, drawn uniformly.
pub fn fair_map(size: Size, seasons: &Seasons, rng: &mut impl Rng) -> SeasonMap {
    SeasonMap::fair(size, seasons, |cells| cells.shuffle(rng))
}

/// A game with the fair season map that a seed draws.
pub fn game(size: Size, rules: Rules, seed: u64) -> Arc<Game> {
    let map = fair_map(size, &rules.seasons, &mut generator(seed, Purpose::SeasonMap));
    Game::new(size, rules, map)
}

/// A number from 0 to `count` − 1, each equally likely to within 2⁻²².
#[inline]
pub fn below(rng: &mut impl Rng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Shuffles a slice. By hand, like [`below`]: random fills draw here, so every published figure that
/// rests on them depends on these numbers, and `rand`'s own shuffle draws others.
#[inline]
pub fn shuffle<T>(things: &mut [T], rng: &mut impl Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, below(rng, i + 1));
    }
}
