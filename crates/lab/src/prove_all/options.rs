//! The command line, and the classes that it asks for.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context, Result, ensure};
use clap::{ArgGroup, Args, ValueEnum};
use kring_proof::all_n::{self, Boards};

use crate::prove_all::{
    class::{Class, Symmetry},
    sat::SatSolver,
    supports::{Phases, SupportClass},
};

/// What to search for, and how.
#[derive(Args)]
#[command(
    group = ArgGroup::new("class").args(["symmetries", "supports"]).multiple(true),
    after_help = "\
Without --period and --symmetries, several classes of sets are tried, one after another.\n\
All but --machine needs a program with the SAT solver: --features sat.\n\
Exit codes: 0 if a certificate or a set was found, 3 if no class has a set, 4 if a limit was reached, \
1 for other errors, 2 for a wrong command line."
)]
pub struct Options {
    /// The boards
    #[arg(long, value_name = "BOARD", default_value = "cylinder")]
    pub board: Board,
    /// The number of columns, 2 to 7
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(2..=all_n::MOST_COLUMNS as i64))]
    pub columns: u8,
    /// Rhombi from this number of rows on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=all_n::MOST_ROWS as i64))]
    pub rows: Option<u8>,
    /// Sets of triples of successive rows instead of pairs; for up to five columns
    #[arg(long, conflicts_with = "machine")]
    pub triples: bool,
    /// The number of marks; the winner gives one to each row in which it replies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=all_n::MOST_MARKS as i64))]
    pub marks: u8,
    /// Sets with supports between the rows of a cylinder instead: the largest strength of each kind of support, such as
    /// 2 or 1,1, as long as the formula is not too large. The only symmetry is the half turn, the period is 1 if it
    /// is not named, replies may be anywhere, and no certificate is written
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(i8).range(0..=9), conflicts_with_all = ["triples", "marks", "out", "machine", "compare", "draw", "rows", "reach", "screw", "imbalance", "weakening", "batch", "eager", "sparse", "checkpoint", "verbose"])]
    pub supports: Option<Vec<i8>>,
    /// Where to write the certificate or the machine
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Learn the exact machine of the cylinder instead, which knows who wins every position of every height
    #[arg(long, conflicts_with_all = ["rows", "period", "symmetries", "drat", "checkpoint"])]
    pub machine: bool,
    /// Compare the machine with the solver on N random positions of up to 12 rows, and say on how many both
    /// agree; a machine that is unfinished because of a limit is compared, too
    #[arg(long, value_name = "N", default_value_t = 0, requires = "machine")]
    pub compare: usize,
    /// Write a picture of the certificate's rows, or of the machine's states, as SVG
    #[arg(long, value_name = "FILE")]
    pub draw: Option<PathBuf>,
    /// The number of phases, 1 to 8: the set may depend on the height modulo this number
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=all_n::MOST_PHASES as i64))]
    pub period: Option<u8>,
    /// Only one height, 1 to 12: the set may differ from row to row. If there is none, there is none of any
    /// period either; docs/ALL-N.md says for which symmetries
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["period", "screw", "rows", "machine", "out", "draw"], requires = "class", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub height: Option<u8>,
    /// The set is the same after (x, y) → (x + N, y + 1); N times the period must be a multiple of
    /// the columns
    #[arg(long, value_name = "N", requires = "period")]
    pub screw: Option<usize>,
    /// The symmetries of the set, separated by commas. Without them pairings of cells are tried for rhombi
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub symmetries: Option<Vec<Symmetry>>,
    /// The largest difference between the numbers of black and white stones in a row
    #[arg(long, value_name = "N")]
    pub imbalance: Option<usize>,
    /// The winner may give up stones of the row in which it replies
    #[arg(long)]
    pub weakening: bool,
    /// The largest distance of a reply from the loser's stone, in rows
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u8).range(0..=all_n::MOST_REACH as i64))]
    pub reach: Option<u8>,
    /// The seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: i32,
    /// An option of the solver, CaDiCaL; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = solver_option)]
    pub solver: Vec<(String, i32)>,
    /// The largest numbers of windows and of rings or paths that a round adds to the formula
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub batch: usize,
    /// Add all windows and rings at the beginning, as it is always done for rhombi
    #[arg(long)]
    pub eager: bool,
    /// Give the solver only the unknowns that clauses have, and let it prefer small sets, as it is always done for
    /// triples and marks
    #[arg(long)]
    pub sparse: bool,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<f64>,
    /// Stop at this memory of the process
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Note the clauses in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", visible_alias = "resume")]
    pub checkpoint: Option<PathBuf>,
    /// Write the proof that a class has no set in the DRAT format, and its formula to FILE.cnf
    #[arg(long, value_name = "FILE")]
    pub drat: Option<PathBuf>,
    /// Print a line for each round of the search
    #[arg(long)]
    pub verbose: bool,
}

/// The boards of a certificate.
#[derive(Clone, Copy, ValueEnum)]
pub enum Board {
    /// all cylinders: black wins
    Cylinder,
    /// rhombi with more rows than columns: white wins
    Rhombus,
}

/// Reads a time.
fn seconds(text: &str) -> Result<f64> {
    let seconds = text.parse()?;
    Duration::try_from_secs_f64(seconds)?;
    Ok(seconds)
}

/// Reads `NAME=VALUE`, which the solver must know.
fn solver_option(text: &str) -> Result<(String, i32)> {
    let (name, value) = text.split_once('=').context("expected NAME=VALUE")?;
    let value = value.parse()?;
    SatSolver::new()?.set(name, value)?;
    Ok((name.to_owned(), value))
}

/// What is asked for.
pub enum Task {
    /// A set with supports.
    Supports(SupportClass),
    /// The exact machine.
    Machine,
    /// A set of the first of these classes that has one.
    Classes(Vec<Class>),
}

impl Options {
    /// What is asked for, or an error if the options do not fit together.
    pub fn task(&self) -> Result<Task> {
        let symmetries = self.symmetries.as_deref().unwrap_or_default();
        ensure!(
            symmetries.len() < 2 || !symmetries.contains(&Symmetry::None),
            "'none' and a symmetry contradict each other"
        );
        if let Some(strengths) = &self.supports {
            return Ok(Task::Supports(self.support_class(strengths)?));
        }
        if self.machine {
            ensure!(matches!(self.board, Board::Cylinder), "machines are about cylinders");
            return Ok(Task::Machine);
        }
        Ok(Task::Classes(self.classes()?))
    }

    /// The class of sets with supports of these strengths.
    fn support_class(&self, strengths: &[i8]) -> Result<SupportClass> {
        ensure!(matches!(self.board, Board::Cylinder), "--supports is about cylinders");
        let symmetries = self.symmetries.as_deref().unwrap_or_default();
        let known = |symmetry: &Symmetry| matches!(symmetry, Symmetry::HalfTurn | Symmetry::None);
        ensure!(symmetries.iter().all(known), "with --supports the half turn is the only symmetry");
        let period = Phases::Period(self.period.map_or(1, usize::from));
        Ok(SupportClass {
            columns: usize::from(self.columns),
            strengths: strengths.to_vec(),
            phases: self.height.map_or(period, |height| Phases::Height(usize::from(height))),
            half_turn: symmetries.contains(&Symmetry::HalfTurn),
        })
    }

    /// The classes to try.
    fn classes(&self) -> Result<Vec<Class>> {
        let columns = usize::from(self.columns);
        let mut classes = match self.board {
            Board::Cylinder => Class::of_cylinders(columns),
            Board::Rhombus => Class::of_rhombi(columns),
        };
        if self.period.is_some() || self.symmetries.is_some() {
            classes.truncate(1);
            let class = &mut classes[0];
            class.period = self.period.map_or(class.period, usize::from);
            (class.imbalance, class.reach, class.screw) = (columns, 1, self.screw);
            if let Some(height) = self.height {
                (class.height, class.period) = (Some(usize::from(height)), usize::from(height) + 1);
            }
            if let Some(symmetries) = &self.symmetries {
                class.pairing = false;
                class.symmetries.clone_from(symmetries);
                class.symmetries.retain(|&symmetry| symmetry != Symmetry::None);
            }
        }
        for class in &mut classes {
            if let (Boards::Rhombus { rows }, Some(given)) = (&mut class.boards, self.rows) {
                *rows = usize::from(given);
            }
            if self.triples {
                (class.tuple, class.pairing) = (3, false);
            }
            class.marks = usize::from(self.marks);
            class.weakening |= self.weakening;
            class.imbalance = self.imbalance.unwrap_or(class.imbalance);
            class.reach = self.reach.map_or(class.reach, usize::from);
            let rows = 3usize.pow(u32::from(self.columns)) * class.marks;
            ensure!(
                rows.pow(class.tuple as u32) <= all_n::MOST_WORDS,
                "triples and marks are for fewer columns"
            );
            class.pairing &= class.marks == 1;
            let least = if let Boards::Rhombus { rows } = class.boards { rows } else { usize::MAX };
            ensure!(least >= class.tuple, "triples are about rhombi from 3 rows on or more");
            use Symmetry::{ExchangingHalfTurn, HalfTurn, Reflection, Rotation};
            ensure!(
                class.boards.wraps()
                    || !class.has(Rotation) && !class.has(Reflection) && class.screw.is_none(),
                "rhombi have no rotation, reflection or screw"
            );
            ensure!(!class.pairing || self.checkpoint.is_none(), "pairings have no checkpoint");
            ensure!(
                class.height.is_none() || class.boards.wraps() && !class.has(ExchangingHalfTurn),
                "--height is about cylinders, without the exchanging half turn"
            );
            ensure!(
                !class.has(Reflection) || class.has(Rotation),
                "the reflection needs the rotation"
            );
            ensure!(
                !class.has(HalfTurn) || !class.has(ExchangingHalfTurn),
                "only one half turn can be asked for"
            );
        }
        let closes =
            |class: &Class| class.screw.is_none_or(|n| (n * class.period).is_multiple_of(columns));
        ensure!(classes.iter().all(closes), "the screw does not fit the period");
        classes.dedup();
        ensure!(
            classes.len() == 1 || self.checkpoint.is_none() && self.drat.is_none(),
            "--checkpoint and --drat are about one class: name --period and --symmetries"
        );
        Ok(classes)
    }
}
