use std::fmt;

use super::{RulesError, Seasons, Size};

/// Which cell belongs to which season (counted from zero), row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeasonMap {
    columns: usize,
    seasons: Box<[u8]>,
}

impl SeasonMap {
    /// A fair map: each season gets exactly as many cells as moves fall on
    /// it, so that under alternating turns nobody ever runs out of a season.
    /// Where they lie is for the caller to draw: `shuffle` changes the order
    /// of the cells' seasons, and nothing else about them.
    pub(crate) fn fair(
        size: Size,
        seasons: &Seasons,
        shuffle: impl FnOnce(&mut [u8]),
    ) -> SeasonMap {
        let quotas = seasons.quotas(size.cells());
        let mut cells: Box<[u8]> =
            (0u8..).zip(quotas).flat_map(|(season, n)| std::iter::repeat_n(season, n)).collect();
        if seasons.count() > 1 {
            shuffle(&mut cells);
        }
        SeasonMap { columns: size.columns(), seasons: cells }
    }

    /// A map from its text: one word of digits for each row.
    pub fn from_rows<'a>(
        size: Size,
        seasons: &Seasons,
        rows: impl IntoIterator<Item = &'a str>,
    ) -> Result<SeasonMap, RulesError> {
        let mut cells = Vec::with_capacity(size.cells());
        let mut count = 0;
        for row in rows {
            count += 1;
            if count > size.rows() || row.len() != size.columns() {
                return Err(RulesError::MapShape { size });
            }
            for digit in row.chars() {
                match digit.to_digit(10) {
                    Some(d) if (1..=seasons.count() as u32).contains(&d) => cells.push(d as u8 - 1),
                    _ => return Err(RulesError::MapDigit { digit, count: seasons.count() }),
                }
            }
        }
        if count != size.rows() {
            return Err(RulesError::MapShape { size });
        }
        Ok(SeasonMap { columns: size.columns(), seasons: cells.into() })
    }

    /// The season of each cell, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.seasons
    }
}

impl fmt::Display for SeasonMap {
    /// Rows of digits, separated by spaces: what [`SeasonMap::from_rows`] reads.
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
