//! The class of sets that is searched: period, symmetries and limits.

use std::fmt;

use clap::ValueEnum;
use kring_proof::all_n::{Boards, MOST_PHASES};

/// A symmetry that the set must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Symmetry {
    /// no symmetry
    None,
    /// (x, y) → (x + 1, y)
    Rotation,
    /// (x, y) → (−x − y, y); needs the rotation
    Reflection,
    /// (x, y) → (−x, 1 − y), in a rhombus (−1 − x, 1 − y), which maps the rows of phase j to those of phase 1 − j; with
    /// supports (−x, P − 1 − y)
    HalfTurn,
    /// (x, y) → (−x, −y), which maps the rows of phase j to those of phase −j
    ExchangingHalfTurn,
}

/// A class of local inductive sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The boards that the set is about.
    pub boards: Boards,
    /// The sets are those of pairings of cells, see `pairing.rs`.
    pub pairing: bool,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows of a tuple: 2 for pairs, 3 for triples.
    pub tuple: usize,
    /// The number of marks. The winner gives one to each row in which it replies.
    pub marks: usize,
    /// The number of phases.
    pub period: usize,
    /// The set is about boards of this number of rows alone. They lie one above the other, with a row of the
    /// winner's stones, the last phase, between them.
    pub height: Option<usize>,
    /// The set is the same after (x, y) → (x + screw, y + 1).
    pub screw: Option<usize>,
    /// The symmetries of the set.
    pub symmetries: Vec<Symmetry>,
    /// The largest difference between the numbers of black and white stones in a row.
    pub imbalance: usize,
    /// Whether the winner may give up stones of the row in which it replies.
    pub weakening: bool,
    /// The largest distance of a reply from the loser's stone, in rows.
    pub reach: usize,
}

impl Class {
    /// The classes to try for cylinders of some columns, in this order.
    pub fn of_cylinders(columns: usize) -> Vec<Class> {
        use Symmetry::{HalfTurn, Reflection, Rotation};
        let even = |imbalance, reach| Class {
            boards: Boards::Cylinder,
            pairing: false,
            columns,
            tuple: 2,
            marks: 1,
            period: 1,
            height: None,
            screw: None,
            symmetries: vec![Rotation],
            imbalance,
            weakening: false,
            reach,
        };
        let symmetries = vec![Rotation, Reflection, HalfTurn];
        let odd = |period, imbalance| Class {
            period,
            symmetries: symmetries.clone(),
            ..even(imbalance, 1)
        };
        // Where the set has no symmetry, black's answers may depend on the column.
        let free = |imbalance| Class { symmetries: Vec::new(), ..even(imbalance, 1) };
        match columns % 2 {
            0 => vec![even(0, 0), even(1, 1), even(columns, 1)],
            _ => vec![odd(2, 1), free(1), free(columns)],
        }
    }

    /// The classes to try for rhombi of some columns, in this order.
    pub fn of_rhombi(columns: usize) -> Vec<Class> {
        let pairing = |period| Class {
            boards: Boards::Rhombus { rows: 2 * columns },
            pairing: true,
            columns,
            tuple: 2,
            marks: 1,
            period,
            height: None,
            screw: None,
            symmetries: Vec::new(),
            imbalance: columns,
            weakening: false,
            reach: 1,
        };
        (1..=MOST_PHASES).map(pairing).collect()
    }

    /// The phases that differ from each other.
    pub fn phases(&self) -> usize {
        if self.screw.is_some() { 1 } else { self.period }
    }

    /// Whether the rows of a phase are the winner's stones between two boards.
    pub fn is_border(&self, phase: usize) -> bool {
        self.height == Some(phase % self.period)
    }

    /// Whether the set has a symmetry.
    pub fn has(&self, symmetry: Symmetry) -> bool {
        self.symmetries.contains(&symmetry)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.symmetries.iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        if let Boards::Rhombus { rows } = self.boards {
            write!(f, "rhombus from {rows} rows on, ")?;
        }
        let triples = if self.tuple == 3 { "triples, " } else { "" };
        write!(f, "columns {}, {triples}", self.columns)?;
        if self.marks > 1 {
            write!(f, "marks {}, ", self.marks)?;
        }
        match self.height {
            Some(height) => write!(f, "height {height}, ")?,
            None => write!(f, "period {}, ", self.period)?,
        }
        if self.pairing {
            return write!(f, "pairing of cells");
        }
        if let Some(screw) = self.screw {
            write!(f, "screw {screw}, ")?;
        }
        write!(
            f,
            "symmetries {}, ",
            if names.is_empty() { "none".into() } else { names.join("+") }
        )?;
        let weakening = if self.weakening { "yes" } else { "no" };
        write!(f, "imbalance {}, reach {}, weakening {weakening}", self.imbalance, self.reach)
    }
}
