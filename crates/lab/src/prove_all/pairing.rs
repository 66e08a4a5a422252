//! Pairings of cells of a rhombus: when black takes one cell of a pair, white takes the other.
//!
//! White wins if every black path through the rows has both cells of a pair. The cells of a pair lie in
//! one row or in two neighbouring rows, and the pairs repeat after some rows. So the positions that white allows
//! are a local set.

use std::collections::{BTreeSet, HashMap, VecDeque};

use anyhow::{Result, bail};
use kring_proof::all_n::{Certificate, CertificateError, Row, Word, check};

use crate::prove_all::{
    class::Class,
    formula::{Formula, Literal},
    limits::Limits,
    rows::digit,
    search::{Outcome, Plan, refuted, solver},
};

/// A cell: its height and its column.
type Cell = (usize, usize);

/// A pair: a cell of a phase, a column, and how many rows below this column's cell lies (0 or 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CellPair {
    phase: usize,
    column: usize,
    other: usize,
    below: usize,
}

/// Searches a pairing with the columns, the rows and the period of a class.
pub fn search(class: &Class, plan: &Plan, limits: &Limits) -> Result<Outcome> {
    let pairs = candidates(class);
    let mut formula = Formula::new(solver(plan, limits, &[])?, pairs.len(), plan.drat.is_some());
    exclude_overlaps(&mut formula, class, &pairs);
    let numbers: HashMap<CellPair, Literal> = pairs.iter().copied().zip(1..).collect();
    while !limits.reached() {
        match formula.solve() {
            None => break,
            Some(false) => return refuted(&mut formula, class, plan),
            Some(true) => {}
        }
        let values = formula.values(pairs.len());
        let chosen: Vec<CellPair> = pairs
            .iter()
            .zip(&values[1..])
            .filter(|(_, chosen)| **chosen)
            .map(|(p, _)| *p)
            .collect();
        let certificate = certificate(class, &chosen);
        match check(&certificate) {
            Ok(()) => return Ok(Outcome::Found(certificate)),
            Err(CertificateError::Path { rows }) => {
                let path = shortest_path(&rows, class.columns);
                formula.clause(inside(&path, class.period, &numbers));
            }
            Err(error) => bail!("a pairing is refused: {error}"),
        }
    }
    Ok(Outcome::Open)
}

/// All pairs.
fn candidates(class: &Class) -> Vec<CellPair> {
    let mut pairs = Vec::new();
    for phase in 0..class.period {
        for column in 0..class.columns {
            let row = (column + 1..class.columns).map(|other| (other, 0));
            let next = (0..class.columns).map(|other| (other, 1));
            let pair = |(other, below)| CellPair { phase, column, other, below };
            pairs.extend(row.chain(next).map(pair));
        }
    }
    pairs
}

/// A cell is in at most one pair, and a column is not paired with itself if there is one phase only.
fn exclude_overlaps(formula: &mut Formula, class: &Class, pairs: &[CellPair]) {
    let mut of: HashMap<Cell, Vec<Literal>> = HashMap::new();
    for (pair, number) in pairs.iter().zip(1..) {
        of.entry((pair.phase, pair.column)).or_default().push(number);
        of.entry(((pair.phase + pair.below) % class.period, pair.other)).or_default().push(number);
    }
    for numbers in of.values() {
        for (i, &a) in numbers.iter().enumerate() {
            for &b in &numbers[..i] {
                formula.clause(vec![-a, -b]);
            }
        }
    }
}

/// The pairs of rows in which each pair of cells is empty or has a stone of either player.
fn certificate(class: &Class, pairs: &[CellPair]) -> Certificate {
    let divided = |pair: &CellPair, upper: Row, lower: Row| {
        let both = (digit(upper, pair.column), digit(lower, pair.other));
        matches!(both, (0, 0) | (1, 2) | (2, 1))
    };
    let at = |phase: usize, below: usize| {
        let phase = phase % class.period;
        pairs.iter().filter(move |pair| pair.phase == phase && pair.below == below)
    };
    let rows = 3u16.pow(class.columns as u32);
    let allowed = |phase: usize| -> Vec<Row> {
        (0..rows).filter(|&row| at(phase, 0).all(|pair| divided(pair, row, row))).collect()
    };
    let mut phases = vec![BTreeSet::new(); class.period];
    for (phase, set) in phases.iter_mut().enumerate() {
        let lower_rows = allowed(phase + 1);
        for upper in allowed(phase) {
            let fits = |&&lower: &&Row| at(phase, 1).all(|pair| divided(pair, upper, lower));
            set.extend(lower_rows.iter().filter(fits).map(|&lower| Word::new(&[upper, lower])));
        }
    }
    let Class { boards, columns, tuple, marks, .. } = *class;
    Certificate { boards, columns, tuple, marks, reach: 1, weakening: false, phases }
}

/// One of the pairs inside a path must be chosen.
fn inside(path: &[Cell], period: usize, numbers: &HashMap<CellPair, Literal>) -> Vec<Literal> {
    let mut clause = Vec::new();
    for &(y, column) in path {
        for &(lower, other) in path.iter().filter(|(lower, _)| *lower >= y) {
            let pair = CellPair { phase: y % period, column, other, below: lower - y };
            clause.extend(numbers.get(&pair));
        }
    }
    clause
}

/// A shortest black path from the first of some rows to the last; the rows have one, and are written as
/// in a certificate.
fn shortest_path(rows: &str, columns: usize) -> Vec<Cell> {
    let rows: Vec<&[u8]> = rows.split(' ').map(str::as_bytes).collect();
    let black = |(y, x): Cell| rows.get(y).and_then(|row| row.get(x)) == Some(&b'b');
    let firsts = (0..columns).map(|x| (0, x)).filter(|&cell| black(cell));
    let mut queue: VecDeque<Cell> = firsts.collect();
    let mut from: HashMap<Cell, Option<Cell>> = queue.iter().map(|&cell| (cell, None)).collect();
    while let Some((y, x)) = queue.pop_front() {
        if y + 1 == rows.len() {
            let path = std::iter::successors(Some((y, x)), |cell| from[cell]);
            return path.collect();
        }
        // Cells outside of the board have huge numbers.
        let up = y.wrapping_sub(1);
        let left = x.wrapping_sub(1);
        for next in [(y, x + 1), (y, left), (y + 1, x), (up, x), (up, x + 1), (y + 1, left)] {
            if black(next) && !from.contains_key(&next) {
                from.insert(next, Some((y, x)));
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}
