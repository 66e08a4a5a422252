use std::{fmt, str::FromStr};

use super::{RulesError, text::short};

/// The size of a board: `columns` × `rows`, each from 1 to [`Size::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The longest side: a row is one word of 32 bits.
    pub const MAX: u8 = 32;
    /// The most cells a board can have.
    pub const MAX_CELLS: usize = Size::MAX as usize * Size::MAX as usize;

    /// A size, or why there is no such board.
    pub fn new(columns: usize, rows: usize) -> Result<Size, RulesError> {
        let fits = |n: usize| (1..=usize::from(Size::MAX)).contains(&n);
        if fits(columns) && fits(rows) {
            Ok(Size { columns: columns as u8, rows: rows as u8 })
        } else {
            Err(RulesError::Size { columns, rows })
        }
    }

    /// The number of columns, m.
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The number of rows, n.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// As many columns as rows.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = RulesError;

    /// `11x9`, or `11` for a square.
    fn from_str(text: &str) -> Result<Size, RulesError> {
        let lower = text.trim().to_ascii_lowercase();
        let (columns, rows) = lower.split_once('x').unwrap_or((&lower, &lower));
        match (columns.parse(), rows.parse()) {
            (Ok(columns), Ok(rows)) => Size::new(columns, rows),
            _ => Err(RulesError::SizeText(short(text))),
        }
    }
}
