//! The checker of certificates: the start and the windows of `docs/ALL-N.md`. `losses.rs` has the
//! rings and paths.

use std::cell::Cell;

use kring_board::stop::Stop;

use super::{
    Boards, Certificate, CertificateError, MOST_COLUMNS, MOST_PAIRS, MOST_PHASES, MOST_REACH,
    MOST_ROWS, MOST_STEPS, Row,
    rows::{LOSER, add, empty, replies},
};

/// Checks that a certificate proves its [statement](Certificate::statement).
pub fn check(certificate: &Certificate) -> Result<(), CertificateError> {
    check_until(certificate, &Stop::default())
}

/// The same, unless it is stopped.
pub fn check_until(certificate: &Certificate, stop: &Stop) -> Result<(), CertificateError> {
    let limits = (2..=MOST_COLUMNS).contains(&certificate.columns)
        && (1..=MOST_PHASES).contains(&certificate.phases.len())
        && certificate.reach <= MOST_REACH
        && match certificate.boards {
            Boards::Cylinder => true,
            Boards::Rhombus { rows } => (1..=MOST_ROWS).contains(&rows),
        };
    let rows = 3usize.pow(certificate.columns.min(MOST_COLUMNS) as u32);
    let outside = |&(a, b): &(Row, Row)| usize::from(a.max(b)) >= rows;
    if !limits || certificate.phases.iter().flatten().any(outside) {
        return Err(CertificateError::Limits);
    }
    if certificate.pairs() > MOST_PAIRS {
        return Err(CertificateError::Pairs);
    }
    let checker = Checker::new(certificate, rows, stop);
    let checked = checker.start().and_then(|()| checker.losses()).and_then(|()| checker.windows());
    // A check that was stopped may have left out any part, or found a fault that is none.
    if stop.is_set() { Err(CertificateError::Stopped) } else { checked }
}

/// A direction: towards smaller or larger heights.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    Up,
    Down,
}

impl Way {
    pub(super) const BOTH: [Way; 2] = [Way::Up, Way::Down];
}

/// The pairs as lists. Heights are counted modulo the period.
pub(super) struct Checker<'a> {
    pub(super) certificate: &'a Certificate,
    /// Whether a pair is allowed: at upper row · rows + lower row of its phase.
    pairs: Vec<Vec<bool>>,
    /// The allowed rows below (`Down`) and above (`Up`) a row at a height.
    beside: [Vec<Vec<Vec<Row>>>; 2],
    /// The replies in each row.
    pub(super) replies: Vec<Vec<Row>>,
    /// The steps so far.
    steps: Cell<u64>,
    stop: &'a Stop,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate, rows: usize, stop: &'a Stop) -> Checker<'a> {
        let none = vec![vec![Vec::new(); rows]; certificate.phases.len()];
        let mut beside = [none.clone(), none];
        let mut table = vec![vec![false; rows * rows]; certificate.phases.len()];
        for (height, pairs) in certificate.phases.iter().enumerate() {
            let lower = (height + 1) % certificate.phases.len();
            for &(a, b) in pairs {
                table[height][usize::from(a) * rows + usize::from(b)] = true;
                beside[Way::Down as usize][height][usize::from(a)].push(b);
                beside[Way::Up as usize][lower][usize::from(b)].push(a);
            }
        }
        let of = |row| replies(row, certificate.columns, certificate.weakening);
        let replies = (0..rows as Row).map(of).collect();
        Checker { certificate, pairs: table, beside, replies, steps: Cell::new(0), stop }
    }

    /// Counts steps. Returns whether they are too many.
    fn is_too_long(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get() + steps as u64);
        self.steps.get() > MOST_STEPS
    }

    /// Counts steps. An error if they are too many, or if the check was stopped.
    pub(super) fn count(&self, steps: usize) -> Result<(), CertificateError> {
        match self.is_too_long(steps) {
            _ if self.stop.is_set() => Err(CertificateError::Stopped),
            true => Err(CertificateError::Steps),
            false => Ok(()),
        }
    }

    /// The allowed rows beside a row.
    pub(super) fn beside(&self, way: Way, height: usize, row: Row) -> &[Row] {
        &self.beside[way as usize][height][usize::from(row)]
    }

    /// The next height.
    pub(super) fn next(&self, way: Way, height: usize) -> usize {
        let period = self.certificate.phases.len();
        (height + if way == Way::Down { 1 } else { period - 1 }) % period
    }

    /// Whether `row` at a height and `other` beside it are allowed.
    fn allowed(&self, way: Way, height: usize, row: Row, other: Row) -> bool {
        let (height, upper, lower) = match way {
            Way::Down => (height, row, other),
            Way::Up => (self.next(way, height), other, row),
        };
        self.pairs[height][usize::from(upper) * self.replies.len() + usize::from(lower)]
    }

    fn start(&self) -> Result<(), CertificateError> {
        let phases = &self.certificate.phases;
        match phases.iter().position(|pairs| !pairs.contains(&(0, 0))) {
            Some(phase) => Err(CertificateError::Start(phase)),
            None => Ok(()),
        }
    }

    /// Every stone of the loser in the middle of allowed rows has a reply that leads to allowed rows.
    fn windows(&self) -> Result<(), CertificateError> {
        let columns = self.certificate.columns;
        for phase in 0..self.certificate.phases.len() {
            for row in 0..self.replies.len() as Row {
                for &above in self.beside(Way::Up, phase, row) {
                    for &below in self.beside(Way::Down, phase, row) {
                        for x in empty(row, columns) {
                            let answered = self.answered(phase, above, add(row, x, LOSER), below);
                            self.count(0)?;
                            if !answered {
                                let loser = self.certificate.boards.winner().other();
                                let rows = self.text(&[above, row, below]);
                                let cell = x + 1;
                                return Err(CertificateError::Window { loser, phase, rows, cell });
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether there is a reply to the loser's last stone in `row`, whatever lies further above and below.
    fn answered(&self, height: usize, above: Row, row: Row, below: Row) -> bool {
        self.is_too_long(self.replies[usize::from(row)].len());
        let up = |row| self.allowed(Way::Up, height, row, above);
        let down = |row| self.allowed(Way::Down, height, row, below);
        // A reply above changes nothing below, so that the rows further above and those further
        // below can be considered separately.
        self.replies[usize::from(row)].iter().any(|&reply| up(reply) && down(reply))
            || down(row) && self.answered_beside(Way::Up, height, row, above, 1)
            || up(row) && self.answered_beside(Way::Down, height, row, below, 1)
    }

    /// Whether there is a reply in the row beside `row`, or further away, whatever lies beyond. After too
    /// many steps there is none.
    /// `distance` is that of the row beside from the loser's stone.
    fn answered_beside(
        &self,
        way: Way,
        height: usize,
        row: Row,
        beside: Row,
        distance: usize,
    ) -> bool {
        let replies = &self.replies[usize::from(beside)];
        let is_over = self.stop.is_set() || self.is_too_long(replies.len());
        if distance > self.certificate.reach || is_over {
            return false;
        }
        let there = self.next(way, height);
        let fits = |&&reply: &&Row| self.allowed(way, height, row, reply);
        let here: Vec<Row> = replies.iter().filter(fits).copied().collect();
        // Replies further away leave this pair as it is.
        let stays = self.allowed(way, height, row, beside);
        self.beside(way, there, beside).iter().all(|&beyond| {
            !self.is_too_long(here.len())
                && here.iter().any(|&reply| self.allowed(way, there, reply, beyond))
                || stays && self.answered_beside(way, there, beside, beyond, distance + 1)
        })
    }
}
