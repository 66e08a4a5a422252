//! The solver of a session: who wins, and which moves win.

use std::{collections::BTreeMap, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, ParameterValue, Role, SettingLimits, Stop};
use kring_board::{Cell, Colour, Move, Position, Symmetry, host::Instant};
use kring_literature::coin::{CoinValue, ExactChances, NoCoinValue};
use kring_solver::{Solution, SolverLimits, SolverProgress};

use super::error::SessionError;
use super::evaluation::best;

/// A limit of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SolverParameter {
    /// Megabytes of the table.
    Memory,
    /// Threads that search together.
    Threads,
    /// Seconds of a command; 0: no limit.
    Time,
    /// Positions of a command; 0: no limit.
    Positions,
}

impl SolverParameter {
    /// All of them.
    pub const ALL: [SolverParameter; 4] = [
        SolverParameter::Memory,
        SolverParameter::Threads,
        SolverParameter::Time,
        SolverParameter::Positions,
    ];

    /// The name that people use.
    pub fn name(self) -> &'static str {
        match self.role() {
            Some(role) => role.name(),
            None => "positions",
        }
    }

    /// The role of the agents' parameter with the same limit for clients.
    fn role(self) -> Option<Role> {
        match self {
            SolverParameter::Memory => Some(Role::Memory),
            SolverParameter::Threads => Some(Role::Threads),
            SolverParameter::Time => Some(Role::Time),
            SolverParameter::Positions => None,
        }
    }

    fn kind(self) -> ParameterKind {
        match self {
            SolverParameter::Memory => ParameterKind::Whole(1, 1 << 20),
            SolverParameter::Threads => ParameterKind::Whole(1, 256),
            SolverParameter::Time => ParameterKind::Real(0.0, 1e6),
            SolverParameter::Positions => ParameterKind::Whole(0, 1 << 60),
        }
    }

    fn default(self) -> ParameterValue {
        match self {
            SolverParameter::Memory => ParameterValue::Whole(256),
            SolverParameter::Threads => ParameterValue::Whole(1),
            SolverParameter::Time => ParameterValue::Real(60.0),
            SolverParameter::Positions => ParameterValue::Whole(0),
        }
    }

    /// The amount that a value asks for: a time of 0 means no limit.
    fn amount(self, value: &ParameterValue) -> f64 {
        match value.number() {
            Some(0.0) if self == SolverParameter::Time => f64::INFINITY,
            number => number.unwrap_or(f64::INFINITY),
        }
    }
}

/// Why a limit of the solver cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolverParameterError {
    /// The text is no value of the parameter.
    #[error("expected {0}")]
    Unfit(ParameterKind),
    /// The client may not have as much.
    #[error("this engine permits at most {0}")]
    AboveLimit(f64),
}

/// Why no exact chance under random turns is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoExactChance {
    /// The game has no value of best play by coins.
    #[error(transparent)]
    Game(#[from] NoCoinValue),
    /// The swap counts.
    #[error("the first stone can be swapped: no value of best play is known")]
    Swap,
    /// Too many cells are empty.
    #[error(
        "{0} cells are empty, and exact chances need at most {most}",
        most = CoinValue::MOST_EXACT
    )]
    TooManyEmpty(usize),
    /// No cell is empty.
    #[error("the board is full")]
    Full,
}

/// The best move under random turns, with its exact chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactMove {
    /// The best cell.
    pub cell: Cell,
    /// The chance of the colour that plays it.
    pub chance: f64,
    /// The number of ways to fill the board that were counted.
    pub fills: u64,
}

/// A move, and whether it wins; none if a limit was reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move.
    pub mv: Move,
    /// Whether it wins.
    pub wins: Option<bool>,
}

/// How far the solver is with the moves of a position.
#[derive(Debug)]
pub struct SolvedMovesProgress<'a> {
    /// The moves that were searched.
    pub moves: &'a [SolvedMove],
    /// The number of moves that have to be searched.
    pub all: usize,
    /// The line that is being searched; empty between two moves.
    pub line: &'a [Move],
}

/// The solver of a session: its limits and its transposition table.
pub struct SessionSolver {
    /// The values that the client has set, and as it wrote them.
    given: BTreeMap<SolverParameter, (ParameterValue, String)>,
    /// The largest values that the client may set.
    most: SettingLimits,
    kept: KeptSolver,
}

impl SessionSolver {
    pub(super) fn new() -> SessionSolver {
        SessionSolver {
            given: BTreeMap::new(),
            most: SettingLimits::NONE,
            kept: KeptSolver::default(),
        }
    }

    /// Lowers all values to these.
    pub(super) fn restrict(&mut self, most: SettingLimits) {
        self.most = most;
    }

    /// The table that is kept from one search to the next.
    pub(super) fn kept_mut(&mut self) -> &mut KeptSolver {
        &mut self.kept
    }

    fn most(&self, parameter: SolverParameter) -> f64 {
        parameter.role().map_or(f64::INFINITY, |role| self.most.most(role))
    }

    /// A value as it was written, lowered to the client's limit.
    pub fn text(&self, parameter: SolverParameter) -> String {
        let most = self.most(parameter);
        let (value, text) = self.given.get(&parameter).cloned().unwrap_or_else(|| {
            let default = parameter.default();
            let text = default.to_string();
            (default, text)
        });
        if parameter.amount(&value) > most { most.to_string() } else { text }
    }

    /// A value, lowered to the client's limit.
    fn value(&self, parameter: SolverParameter) -> f64 {
        let given = self.given.get(&parameter).map(|(value, _)| value.clone());
        let value = given.unwrap_or_else(|| parameter.default());
        let most = self.most(parameter);
        if parameter.amount(&value) > most { most } else { value.number().unwrap_or(most) }
    }

    /// The limits of a search.
    pub fn limits(&self, stop: &Stop) -> SolverLimits {
        let seconds = self.value(SolverParameter::Time);
        let positions = self.value(SolverParameter::Positions) as u64;
        SolverLimits {
            threads: self.value(SolverParameter::Threads) as usize,
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            positions: (positions > 0).then_some(positions),
            stop: stop.clone(),
        }
    }

    /// Sets a value within the client's limit.
    pub fn set(
        &mut self,
        parameter: SolverParameter,
        text: &str,
    ) -> Result<(), SolverParameterError> {
        let kind = parameter.kind();
        let Some(value) = kind.read(text) else {
            return Err(SolverParameterError::Unfit(kind));
        };
        let most = self.most(parameter);
        if parameter.amount(&value) > most {
            return Err(SolverParameterError::AboveLimit(most));
        }
        self.given.insert(parameter, (value, text.to_owned()));
        Ok(())
    }

    /// Solves a position.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        colour: Colour,
        stop: &Stop,
        watch: &mut dyn FnMut(&SolverProgress),
    ) -> Result<Solution, SessionError> {
        let limits = self.limits(stop);
        let megabytes = self.value(SolverParameter::Memory) as usize;
        let solver = self.kept.get(position.game(), megabytes)?;
        Ok(solver.solve(position, colour, &limits, watch))
    }

    /// Solves the position after each cell that the colour can play; the result of a legal swap
    /// follows from these. The remaining time and positions are shared equally among the remaining
    /// cells.
    pub(super) fn solve_moves(
        &mut self,
        position: &Position,
        colour: Colour,
        stop: &Stop,
        watch: &mut dyn FnMut(SolvedMovesProgress<'_>),
    ) -> Result<Vec<SolvedMove>, SessionError> {
        if position.winner().is_some() {
            return Err(SessionError::Over);
        }
        let whole = self.limits(stop);
        let megabytes = self.value(SolverParameter::Memory) as usize;
        let solver = self.kept.get(position.game(), megabytes)?;
        // On the empty board, openings that are equal by symmetry are solved once.
        let equal = (!position.has_begun()).then(|| Symmetry::first_equal_cells(position.game()));
        let first = |cell: Cell| equal.as_ref().map_or(cell, |equal| equal[cell.index()]);
        let legal = position.legal_cells(colour);
        let cells: Vec<Cell> = legal.iter().filter(|&cell| first(cell) == cell).collect();
        let all = cells.len();
        let begin = Instant::now();
        let mut positions = 0;
        let mut moves: Vec<SolvedMove> = Vec::new();
        for (i, &cell) in cells.iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(colour, cell);
            let left = all - i;
            let limits = SolverLimits {
                time: whole.time.map(|time| time.saturating_sub(begin.elapsed()) / left as u32),
                positions: whole.positions.map(|most| most.saturating_sub(positions) / left as u64),
                ..whole.clone()
            };
            let mut winner = after.winner();
            if winner.is_none() && !whole.stop.is_set() {
                let mut line = Vec::new();
                let solution = solver.solve(&after, colour.other(), &limits, &mut |progress| {
                    line.clear();
                    line.push(Move::Cell(cell));
                    line.extend(&progress.line);
                    watch(SolvedMovesProgress { moves: &moves, all, line: &line });
                });
                positions += solution.positions;
                winner = solution.winner;
            }
            let wins = winner.map(|winner| winner == colour);
            moves.push(SolvedMove { mv: Move::Cell(cell), wins });
            watch(SolvedMovesProgress { moves: &moves, all, line: &[] });
        }
        let wins = |cell| {
            let at = cells.iter().position(|solved| *solved == first(cell));
            at.and_then(|at| moves[at].wins)
        };
        let mut moves: Vec<SolvedMove> = legal
            .iter()
            .map(|cell| SolvedMove { mv: Move::Cell(cell), wins: wins(cell) })
            .collect();
        if let Some(swap) = position.swap(colour) {
            moves.push(SolvedMove { mv: swap, wins: swap_wins(&moves) });
        }
        Ok(moves)
    }

    /// The best move under random turns; none if a limit was reached first.
    pub(super) fn exact_move(
        &self,
        position: &Position,
        colour: Colour,
        stop: &Stop,
    ) -> Result<Option<ExactMove>, NoExactChance> {
        let begin = Instant::now();
        NoCoinValue::check(position.rules())?;
        let no_swap = position.swap(colour).is_none() && position.has_begun();
        if position.rules().swap && !no_swap {
            return Err(NoExactChance::Swap);
        }
        let empty = position.empty_count();
        if empty > CoinValue::MOST_EXACT {
            return Err(NoExactChance::TooManyEmpty(empty));
        }
        let limits = self.limits(stop);
        let in_time = || limits.time.is_none_or(|time| begin.elapsed() < time);
        let go_on = |_| !limits.stop.is_set() && in_time();
        let Some(exact) = ExactChances::of(position, CoinValue::MOST_EXACT, &go_on) else {
            return Ok(None);
        };
        // A stone there gains half of the cell's pivotal chance.
        let (cell, pivotal) = best(exact.pivotal).ok_or(NoExactChance::Full)?;
        let before = if colour == Colour::Black { exact.black } else { 1.0 - exact.black };
        Ok(Some(ExactMove { cell, chance: before + pivotal / 2.0, fills: 1 << empty }))
    }
}

/// Whether a swap wins. It exchanges the sides, so it wins if every cell loses.
fn swap_wins(cells: &[SolvedMove]) -> Option<bool> {
    if cells.iter().any(|solved| solved.wins == Some(true)) {
        return Some(false);
    }
    cells.iter().all(|solved| solved.wins == Some(false)).then_some(true)
}
