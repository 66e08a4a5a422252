//! The seasons: their number, the order in which each player goes through them, and the season of
//! each cell.

use std::{fmt, str::FromStr, sync::Arc};

use nom::{
    character::complete::{anychar, char},
    combinator::{cut, map_opt, peek, verify},
    multi::{count, separated_list1},
    sequence::{delimited, preceded, terminated},
};

use super::{RulesError, Size};
use crate::{
    Colour,
    grammar::{Located, Spanned, blanks, expect, number, whole, word},
    word::short,
};

/// A player's cycle through the seasons. Seasons are counted from zero here and from one in every
/// text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cycle(Box<[u8]>);

impl Cycle {
    /// The longest cycle that is accepted.
    pub const MAX_LENGTH: usize = 64;

    /// The cycle 1, 2, …, k, started `shift` seasons later.
    fn shifted(count: u8, shift: u8) -> Cycle {
        Cycle((0..count).map(|t| (t + shift) % count).collect())
    }

    /// The season of the player's move number `step`, counted from zero.
    #[inline]
    pub fn season(&self, step: usize) -> u8 {
        self.0[step % self.0.len()]
    }

    /// The number of moves after which the cycle repeats.
    #[inline]
    pub fn period(&self) -> usize {
        self.0.len()
    }

    /// Reads a cycle from a text or a part of one.
    pub(super) fn read(text: &str) -> Result<Cycle, Spanned<'_, RulesError>> {
        let bad = || {
            let text = short(text);
            let max = Seasons::MAX;
            RulesError(format!(
                "'{text}' is not a cycle of seasons such as 1,2,3 (seasons from 1 to {max})"
            ))
        };
        let season = verify(number, |season| (1..=Seasons::MAX).contains(season));
        let list = separated_list1(char(','), cut(delimited(blanks, season, blanks)));
        let seasons: Vec<u8> = whole(list, text).map_err(|problem| problem.named(bad))?;
        if seasons.len() > Cycle::MAX_LENGTH {
            return Err(Spanned::new(text, bad()));
        }
        Ok(Cycle(seasons.into_iter().map(|season| season - 1).collect()))
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seasons: Vec<String> = self.0.iter().map(|season| (season + 1).to_string()).collect();
        f.write_str(&seasons.join(","))
    }
}

impl FromStr for Cycle {
    type Err = Located<RulesError>;

    /// `1,2,3`
    fn from_str(text: &str) -> Result<Cycle, Located<RulesError>> {
        Cycle::read(text).map_err(|error| error.located(text))
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

    /// `count` seasons with the default cycles. Black's is 1, 2, …, k. White's is shifted by
    /// (k+1)/2 for odd k, the one shift with which both players wait equally long for an answer
    /// in a season, and by k/2 for even k, where no shift is fair. For three seasons these are
    /// the cycles of Trevorah's experiments, 1,2,3 and 3,1,2.
    pub fn new(count: u8) -> Result<Seasons, RulesError> {
        if !(1..=Seasons::MAX).contains(&count) {
            return Err(RulesError::value("seasons", &count.to_string(), "a number from 1 to 9"));
        }
        let shift = count.div_ceil(2);
        Ok(Seasons { count, cycles: [Cycle::shifted(count, 0), Cycle::shifted(count, shift)] })
    }

    /// The same seasons with another cycle for one player. The cycle must name every season, so
    /// that its player always has a move.
    pub fn with_cycle(mut self, colour: Colour, cycle: Cycle) -> Result<Seasons, RulesError> {
        let complete = (0..self.count).all(|season| cycle.0.contains(&season));
        if !complete || cycle.0.iter().any(|&season| season >= self.count) {
            return Err(RulesError(format!(
                "cycle {cycle}: it must name every season from 1 to {} and no other",
                self.count
            )));
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
}

impl Default for Seasons {
    fn default() -> Seasons {
        let all_year = Cycle::shifted(1, 0);
        Seasons { count: 1, cycles: [all_year.clone(), all_year] }
    }
}

/// The season of each cell (counted from zero), row by row. A clone shares the memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeasonMap {
    columns: usize,
    seasons: Arc<[u8]>,
}

impl SeasonMap {
    /// A fair map: each season has exactly as many cells as moves, so that under alternating
    /// turns no season runs out early. `shuffle` permutes the seasons of the cells and must not
    /// change them otherwise.
    pub fn fair(size: Size, seasons: &Seasons, shuffle: impl FnOnce(&mut [u8])) -> SeasonMap {
        let season = |ply: usize| seasons.cycle(Colour::ALL[ply % 2]).season(ply / 2);
        let mut cells = Vec::new();
        for number in 0..seasons.count {
            cells.extend((0..size.cells()).map(season).filter(|&season| season == number));
        }
        if seasons.count() > 1 {
            shuffle(&mut cells);
        }
        SeasonMap { columns: size.columns(), seasons: cells.into() }
    }

    /// Reads a map: one word of digits per row.
    pub fn parse(
        size: Size,
        seasons: &Seasons,
        text: &str,
    ) -> Result<SeasonMap, Located<RulesError>> {
        SeasonMap::read(size, seasons, text).map_err(|error| error.located(text))
    }

    /// Reads a map from a part of a text.
    pub fn read<'a>(
        size: Size,
        seasons: &Seasons,
        text: &'a str,
    ) -> Result<SeasonMap, Spanned<'a, RulesError>> {
        let columns = size.columns();
        let rows = size.rows();
        let most = seasons.count();
        let season = map_opt(anychar, |digit| {
            let number = digit.to_digit(10)? as usize;
            (1..=most).contains(&number).then(|| number as u8 - 1)
        });
        let season = expect(season, |text: &str| {
            let digit: String = text.chars().take(1).collect();
            RulesError(format!("'{digit}' in the map: seasons are digits from 1 to {most}"))
        });
        let has_columns = peek(verify(word, |row: &str| row.len() == columns));
        let row = preceded((blanks, has_columns), count(season, columns));
        let map = terminated(count(row, rows), blanks);
        let cells = whole(map, text).map_err(|problem| {
            let error = format!("the map needs {rows} rows of {columns} digits");
            problem.named(|| RulesError(error))
        })?;
        Ok(SeasonMap { columns, seasons: cells.concat().into() })
    }

    /// The season of each cell, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.seasons
    }

    /// The map after a permutation of the cells: `to` is the new index of a cell.
    pub fn permuted(&self, to: impl Fn(usize) -> usize) -> SeasonMap {
        let mut seasons = self.seasons.to_vec();
        self.seasons.iter().enumerate().for_each(|(cell, season)| seasons[to(cell)] = *season);
        SeasonMap { columns: self.columns, seasons: seasons.into() }
    }
}

impl fmt::Display for SeasonMap {
    /// Rows of digits separated by spaces, as [`SeasonMap::parse`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.seasons.chunks(self.columns).enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            row.iter().try_for_each(|season| write!(f, "{}", season + 1))?;
        }
        Ok(())
    }
}
