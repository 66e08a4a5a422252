//! The seasons: how many there are and in which order each player goes
//! through them. Which cell belongs to which season is a [`SeasonMap`].
//!
//! [`SeasonMap`]: super::SeasonMap

use std::{fmt, str::FromStr};

use super::{Colour, RulesError, text::short};

/// A player's cycle through the seasons, which are counted from zero here and
/// from one in every text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cycle(Box<[u8]>);

impl Cycle {
    /// The longest cycle that is accepted.
    pub const MAX_LENGTH: usize = 64;

    /// 1, 2, …, k, begun `shift` seasons later.
    fn shifted(count: u8, shift: u8) -> Cycle {
        Cycle((0..count).map(|t| (t + shift) % count).collect())
    }

    /// The season of the player's move number `step`, counted from zero.
    #[inline]
    pub fn season(&self, step: usize) -> u8 {
        self.0[step % self.0.len()]
    }

    /// The number of moves after which the cycle begins again.
    #[inline]
    pub fn period(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, season) in self.0.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "," }, season + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Cycle {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Cycle, RulesError> {
        let bad = || RulesError::CycleText(short(text));
        let season = |word: &str| match word.trim().parse::<u8>() {
            Ok(season @ 1..=Seasons::MAX) => Ok(season - 1),
            _ => Err(bad()),
        };
        let seasons = text.split(',').map(season).collect::<Result<Box<[u8]>, _>>()?;
        if seasons.len() > Cycle::MAX_LENGTH {
            return Err(bad());
        }
        Ok(Cycle(seasons))
    }
}

/// The number of seasons and the two cycles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seasons {
    count: u8,
    cycles: [Cycle; 2],
}

impl Seasons {
    /// The most seasons: a map is written with one digit for each cell.
    pub const MAX: u8 = 9;

    /// `count` seasons with the default cycles: black takes 1, 2, …, k and
    /// white the same shifted by (k+1)/2 for odd k, the one shift by which
    /// both wait equally long for an answer in a season, or by k/2 for even
    /// k, where no shift is fair.
    pub fn new(count: u8) -> Result<Seasons, RulesError> {
        if !(1..=Seasons::MAX).contains(&count) {
            return Err(RulesError::Value {
                key: "seasons",
                value: count.to_string(),
                expected: "a number from 1 to 9",
            });
        }
        let shift = count.div_ceil(2);
        Ok(Seasons { count, cycles: [Cycle::shifted(count, 0), Cycle::shifted(count, shift)] })
    }

    /// The same seasons with another cycle for one player. The cycle must
    /// name every season, or its player could be left without a move.
    pub fn with_cycle(mut self, colour: Colour, cycle: Cycle) -> Result<Seasons, RulesError> {
        let complete = (0..self.count).all(|season| cycle.0.contains(&season));
        if !complete || cycle.0.iter().any(|&season| season >= self.count) {
            return Err(RulesError::CycleSeasons { cycle: cycle.to_string(), count: self.count });
        }
        self.cycles[colour.index()] = cycle;
        Ok(self)
    }

    /// The number of seasons, k; 1 means no restriction.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// A player's cycle.
    #[inline]
    pub fn cycle(&self, colour: Colour) -> &Cycle {
        &self.cycles[colour.index()]
    }

    /// How many moves fall on each season until `cells` cells are full, when
    /// black begins and the colours alternate.
    pub fn quotas(&self, cells: usize) -> Vec<usize> {
        let mut quotas = vec![0; self.count()];
        for ply in 0..cells {
            let colour = Colour::ALL[ply % 2];
            quotas[usize::from(self.cycle(colour).season(ply / 2))] += 1;
        }
        quotas
    }
}

impl Default for Seasons {
    fn default() -> Seasons {
        let all_year = Cycle::shifted(1, 0);
        Seasons { count: 1, cycles: [all_year.clone(), all_year] }
    }
}
