//! The shape of a board: its size, and which of its sides are glued together.

use std::{fmt, str::FromStr};

use nom::{
    character::complete::one_of,
    combinator::{cut, opt},
    sequence::{delimited, preceded},
};

use super::RulesError;
use crate::{
    grammar::{Located, Spanned, blanks, number, whole},
    word::short,
};

/// The size of a board: `columns` × `rows`, each from 1 to [`Size::MAX`].
///
/// ```
/// use kring_board::Size;
/// let size: Size = "11x9".parse()?;
/// assert_eq!((size.columns(), size.rows(), size.cells()), (11, 9, 99));
/// let error = "11y9".parse::<Size>().unwrap_err();
/// assert_eq!(error.to_string(), "'11y9' is not a board size such as 11x11 (at character 3)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The longest side: a row fits a word of 32 bits.
    pub const MAX: u8 = 32;
    /// The usual board, 11×11.
    pub const STANDARD: Size = Size { columns: 11, rows: 11 };
    /// The most cells a board can have.
    pub const MAX_CELLS: usize = Size::MAX as usize * Size::MAX as usize;

    /// A size, or an error if there is no such board.
    pub fn new(columns: usize, rows: usize) -> Result<Size, RulesError> {
        let fits = |n: usize| (1..=usize::from(Size::MAX)).contains(&n);
        if fits(columns) && fits(rows) {
            Ok(Size { columns: columns as u8, rows: rows as u8 })
        } else {
            let max = Size::MAX;
            Err(RulesError(format!("{columns}x{rows}: each side must be from 1 to {max}")))
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

    /// Whether there are as many columns as rows.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Reads a size whose sides are separated by one of these characters.
    pub fn read<'a>(
        text: &'a str,
        separators: &'static str,
    ) -> Result<Size, Spanned<'a, RulesError>> {
        let rows = preceded(one_of(separators), cut(number));
        let sides = delimited(blanks, (number, opt(rows)), blanks);
        let (columns, rows) = whole(sides, text).map_err(|problem| {
            let error = format!("'{}' is not a board size such as 11x11", short(text));
            problem.named(|| RulesError(error))
        })?;
        Size::new(columns, rows.unwrap_or(columns))
            .map_err(|error| Spanned::new(text.trim_start(), error))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = Located<RulesError>;

    /// `11x9`, or `11` for a square.
    fn from_str(text: &str) -> Result<Size, Located<RulesError>> {
        Size::read(text, "xX").map_err(|error| error.located(text))
    }
}

/// Which sides of the board are glued together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Classic Hex: no side is glued.
    #[default]
    Rhombus,
    /// The last column meets the first.
    Cylinder,
    /// The last column meets the first and the last row the first.
    Torus,
}

impl Topology {
    /// Every topology.
    pub const ALL: [Topology; 3] = [Topology::Rhombus, Topology::Cylinder, Topology::Torus];

    /// The last column meets the first.
    pub fn wraps_columns(self) -> bool {
        self != Topology::Rhombus
    }

    /// The last row meets the first.
    pub fn wraps_rows(self) -> bool {
        self == Topology::Torus
    }

    /// Whether exchanging the colours and mirroring the board gives the same game.
    pub fn is_self_dual(self, size: Size) -> bool {
        self != Topology::Cylinder && size.is_square()
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Topology::Rhombus => "rhombus",
            Topology::Cylinder => "cylinder",
            Topology::Torus => "torus",
        })
    }
}

impl FromStr for Topology {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Topology, RulesError> {
        let found = Topology::ALL.into_iter().find(|topology| topology.to_string() == text);
        found.ok_or_else(|| RulesError::value("topology", text, "rhombus, cylinder or torus"))
    }
}
