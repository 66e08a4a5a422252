//! Learning: words are told apart by suffixes of up to some rows. If longer suffixes change nothing, the machine is verified.

use std::time::Instant;

use anyhow::{Context, Result};
use kring_proof::{
    all_n::Row,
    machine::{Machine, Product, Verdict},
};

use super::{
    classes::Classes,
    closure::Closure,
    signature::{Signature, Suffixes},
};
use crate::prove_all::limits::Limits;

/// A machine that was learned: verified, or unfinished because a limit was reached.
pub struct Learned {
    pub machine: Machine,
    /// The word by which each state was found.
    pub words: Vec<Vec<Row>>,
    /// The most rows of the suffixes that tell the states apart.
    pub suffix_rows: usize,
    /// The number of states of the product if the machine was verified. `None`: it is unfinished.
    pub product: Option<usize>,
}

/// Learns the machine of a cylinder and verifies it, or stops at a limit with the last machine that was closed: `None`
/// if there is none.
pub fn learn(columns: usize, limits: &Limits) -> Result<Option<Learned>> {
    let begin = Instant::now();
    // The suffixes are half turns of words of a class and a row; the words of these classes have less than `rows` rows.
    let mut classes = Classes::of_empty_word();
    let mut rows = 1;
    let mut states = 0;
    let mut learned = None;
    loop {
        let suffixes = Suffixes::new(columns, classes.extended(columns));
        let Some(closure) = Closure::find(&suffixes, columns, limits) else { break };
        eprintln!(
            "  {} suffixes of up to {rows} rows: {} states, {:.1} s",
            suffixes.classes.len(),
            closure.classes.len(),
            begin.elapsed().as_secs_f64()
        );
        let machine = machine(columns, &closure);
        let found = closure.shorter(rows);
        let mut product = None;
        let suffix_rows = rows;
        if found == classes {
            if machine.states() == states {
                let found = Product::explore(&machine, 1, usize::MAX).context("no limit")?;
                product = found.violations.is_empty().then(|| found.states());
            }
            states = machine.states();
            rows += 1;
        }
        classes = closure.shorter(rows);
        let is_verified = product.is_some();
        learned = Some(Learned { machine, words: closure.classes.words, suffix_rows, product });
        if is_verified {
            break;
        }
    }
    Ok(learned)
}

/// The machine of some classes.
fn machine(columns: usize, closure: &Closure) -> Machine {
    let next = closure.next.iter().map(|next| next.iter().map(|&class| class as usize).collect());
    // The first suffix is the empty one.
    let verdict = |signature: &Signature| match [0, 1].map(|to_move| signature[to_move][0] & 1) {
        [1, _] => Verdict::Black,
        [_, 1] => Verdict::Mover,
        _ => Verdict::White,
    };
    Machine {
        columns,
        next: next.collect(),
        verdicts: closure.signatures.iter().map(verdict).collect(),
    }
}
