//! The checker of certificates: the start, the windows and the rings of `docs/ALL-N.md`.

use std::collections::{HashMap, VecDeque};

use super::{
    Certificate, CertificateError, Crossing, MOST_COLUMNS, MOST_PHASES, MOST_REACH, Row,
    rows::{WHITE, add, empty, replies, text},
};

/// Checks that a certificate proves its [statement](Certificate::statement).
pub fn check(certificate: &Certificate) -> Result<(), CertificateError> {
    let limits = (2..=MOST_COLUMNS).contains(&certificate.columns)
        && (1..=MOST_PHASES).contains(&certificate.phases.len())
        && certificate.reach <= MOST_REACH;
    let rows = 3usize.pow(certificate.columns.min(MOST_COLUMNS) as u32);
    let outside = |&(a, b): &(Row, Row)| usize::from(a.max(b)) >= rows;
    if !limits || certificate.phases.iter().flatten().any(outside) {
        return Err(CertificateError::Limits);
    }
    let checker = Checker::new(certificate, rows);
    checker.start()?;
    checker.windows()?;
    checker.rings()
}

/// A direction: towards smaller or larger heights.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Up,
    Down,
}

/// The pairs as lists. Heights are counted modulo the period.
struct Checker<'a> {
    certificate: &'a Certificate,
    /// Whether a pair is allowed: at upper row · rows + lower row of its phase.
    pairs: Vec<Vec<bool>>,
    /// The allowed rows below (`Down`) and above (`Up`) a row at a height.
    beside: [Vec<Vec<Vec<Row>>>; 2],
    /// The replies in each row.
    replies: Vec<Vec<Row>>,
}

impl Checker<'_> {
    fn new(certificate: &Certificate, rows: usize) -> Checker<'_> {
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
        Checker { certificate, pairs: table, beside, replies }
    }

    /// The allowed rows beside a row.
    fn beside(&self, way: Way, height: usize, row: Row) -> &[Row] {
        &self.beside[way as usize][height][usize::from(row)]
    }

    /// The next height.
    fn next(&self, way: Way, height: usize) -> usize {
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

    /// Every white stone in the middle of allowed rows has a reply that leads to allowed rows.
    fn windows(&self) -> Result<(), CertificateError> {
        let columns = self.certificate.columns;
        for phase in 0..self.certificate.phases.len() {
            for row in 0..self.replies.len() as Row {
                for &above in self.beside(Way::Up, phase, row) {
                    for &below in self.beside(Way::Down, phase, row) {
                        for x in empty(row, columns) {
                            if !self.answered(phase, above, add(row, x, WHITE), below) {
                                let rows =
                                    [above, row, below].map(|row| text(row, columns)).join(" ");
                                return Err(CertificateError::Window { phase, rows, cell: x + 1 });
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether there is a reply to white's last stone in `row`, whatever lies further above and below.
    fn answered(&self, height: usize, above: Row, row: Row, below: Row) -> bool {
        let up = |row| self.allowed(Way::Up, height, row, above);
        let down = |row| self.allowed(Way::Down, height, row, below);
        // A reply above changes nothing below, so that the rows further above and those further
        // below can be considered separately.
        self.replies[usize::from(row)].iter().any(|&reply| up(reply) && down(reply))
            || down(row) && self.answered_beside(Way::Up, height, row, above, 1)
            || up(row) && self.answered_beside(Way::Down, height, row, below, 1)
    }

    /// Whether there is a reply in the row beside `row`, or further away, whatever lies beyond.
    /// `distance` is that of the row beside from white's stone.
    fn answered_beside(
        &self,
        way: Way,
        height: usize,
        row: Row,
        beside: Row,
        distance: usize,
    ) -> bool {
        if distance > self.certificate.reach {
            return false;
        }
        let there = self.next(way, height);
        let fits = |&&reply: &&Row| self.allowed(way, height, row, reply);
        let here: Vec<Row> =
            self.replies[usize::from(beside)].iter().filter(fits).copied().collect();
        // Replies further away leave this pair as it is.
        let stays = self.allowed(way, height, row, beside);
        self.beside(way, there, beside).iter().all(|&beyond| {
            here.iter().any(|&reply| self.allowed(way, there, reply, beyond))
                || stays && self.answered_beside(way, there, beside, beyond, distance + 1)
        })
    }

    /// No sequence of allowed rows has a white ring.
    fn rings(&self) -> Result<(), CertificateError> {
        let columns = self.certificate.columns;
        let mut from = HashMap::new();
        let mut queue = VecDeque::new();
        let mut reach = |state: (usize, Row, Crossing), before: Option<(usize, Row, Crossing)>| {
            if from.contains_key(&state) {
                return Ok(None);
            }
            let ring = state.2.has_ring();
            from.insert(state.clone(), before);
            if !ring {
                return Ok(Some(state));
            }
            let mut word = vec![text(state.1, columns)];
            let mut last = state;
            while let Some(Some(before)) = from.get(&last).cloned() {
                word.insert(0, text(before.1, columns));
                last = before;
            }
            Err(CertificateError::Ring { phase: last.0, rows: word.join(" ") })
        };
        for phase in 0..self.certificate.phases.len() {
            for row in 0..self.replies.len() as Row {
                let occurs = [Way::Up, Way::Down]
                    .iter()
                    .any(|&way| !self.beside(way, phase, row).is_empty());
                if occurs {
                    queue.extend(reach((phase, row, Crossing::first(row, columns)), None)?);
                }
            }
        }
        while let Some(state) = queue.pop_front() {
            let (height, row, crossing) = &state;
            for &below in self.beside(Way::Down, *height, *row) {
                let next = (self.next(Way::Down, *height), below, crossing.then(below));
                queue.extend(reach(next, Some(state.clone()))?);
            }
        }
        Ok(())
    }
}
