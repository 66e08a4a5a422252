//! Learning: the machine of the present tree is verified; where it is wrong, a state is split.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use kring_proof::{
    all_n::Row,
    machine::{Machine, Product, Verdict},
};

use super::{Oracle, oracle::images, tree::Tree};
use crate::{
    limits::Limits,
    rows::{digit, power},
};

/// The exploration of a machine ends after this number of violations, and one more for each of its states.
const VIOLATIONS: usize = 30;

/// A machine that was learned: verified, or unfinished because a limit was reached.
pub struct Learned {
    pub machine: Machine,
    /// The word by which each state was found.
    pub words: Vec<Vec<Row>>,
    /// The number of states of the product if the machine was verified. `None`: it is unfinished.
    pub product: Option<usize>,
}

struct Learner<'a> {
    oracle: &'a mut Oracle,
    /// The number of rows.
    letters: usize,
    tree: Tree,
    /// The node to which the words of a state and a row are sifted so far.
    next: Vec<Vec<usize>>,
    verdicts: Vec<Verdict>,
}

/// Learns the machine of a cylinder and verifies it, or stops at a limit with the machine of that moment.
pub fn learn(oracle: &mut Oracle, columns: usize, limits: &Limits) -> Result<Learned> {
    let begin = Instant::now();
    let mut learner = Learner {
        oracle,
        letters: 3usize.pow(columns as u32),
        tree: Tree::new(),
        next: Vec::new(),
        verdicts: Vec::new(),
    };
    learner.tree.sift(learner.oracle, 0, &[])?;
    // At most one state for each verdict so far: these few questions need no limit.
    learner.complete(&Limits::new(None, None))?;
    let mut machine = learner.machine(columns)?;
    let mut verified = None;
    for round in 1.. {
        let product = Product::explore(&machine, VIOLATIONS + machine.states(), usize::MAX);
        let product = product.context("the product has no limit")?;
        eprintln!(
            "  round {round}: {} states, {} questions, {} states of the product, {:.1} s",
            machine.states(),
            learner.oracle.questions(),
            product.states(),
            begin.elapsed().as_secs_f64()
        );
        if product.violations.is_empty() {
            verified = Some(product.states());
            break;
        }
        learner.repair(&mut machine, &product.violations, limits)?;
        if limits.reached() {
            break;
        }
    }
    let mut words = learner.tree.words;
    // A limit can be reached after a state was found and before its next states are known.
    words.truncate(machine.states());
    Ok(Learned { machine, words, product: verified })
}

impl Learner<'_> {
    /// Sifts the words of all states and rows as far as they get. Returns false at a limit.
    fn complete(&mut self, limits: &Limits) -> Result<bool> {
        let mut state = 0;
        while state < self.tree.words.len() {
            if self.next.len() <= state {
                self.next.push(vec![0; self.letters]);
            }
            for row in 0..self.letters {
                let node = self.next[state][row];
                if self.tree.state(node).is_none() {
                    let word = [&self.tree.words[state][..], &[row as Row]].concat();
                    self.next[state][row] = self.tree.sift(self.oracle, node, &word)?;
                }
            }
            if limits.reached() {
                return Ok(false);
            }
            state += 1;
        }
        Ok(true)
    }

    /// The machine.
    fn machine(&mut self, columns: usize) -> Result<Machine> {
        let state = |&node: &usize| self.tree.state(node).expect("all words are sifted");
        let next = self.next.iter().map(|nodes| nodes.iter().map(state).collect()).collect();
        for word in &self.tree.words[self.verdicts.len()..] {
            self.verdicts.push(self.oracle.verdict(word)?);
        }
        Ok(Machine { columns, next, verdicts: self.verdicts.clone() })
    }

    /// Splits states until the machine is right about some words and all moves in them.
    fn repair(&mut self, machine: &mut Machine, words: &[Vec<Row>], limits: &Limits) -> Result<()> {
        let states = machine.states();
        for word in words {
            for suspect in with_moves(word, machine.columns) {
                let truth = self.oracle.verdict(&suspect)?;
                for image in images(&suspect, machine.columns) {
                    if !self.correct(machine, &image, truth, limits)? {
                        return Ok(());
                    }
                }
            }
        }
        ensure!(machine.states() > states, "the solver contradicts itself about {:?}", words[0]);
        Ok(())
    }

    /// Splits states until the machine gives a word its true verdict. Returns false at a limit.
    fn correct(
        &mut self,
        machine: &mut Machine,
        word: &[Row],
        truth: Verdict,
        limits: &Limits,
    ) -> Result<bool> {
        while machine.verdict(word) != truth {
            self.split(machine, word)?;
            if !self.complete(limits)? {
                return Ok(false);
            }
            *machine = self.machine(machine.columns)?;
        }
        Ok(true)
    }

    /// Splits the state at which the machine goes wrong on a word.
    fn split(&mut self, machine: &Machine, word: &[Row]) -> Result<()> {
        // What the oracle says if the first rows are replaced by the word of their state.
        let mut said = |at: usize| -> Result<Verdict> {
            let state = machine.state(&word[..at]);
            self.oracle.verdict(&[&self.tree.words[state], &word[at..]].concat())
        };
        let truth = said(0)?;
        // The answer is true at `low`, and another one at `high`.
        let (mut low, mut high) = (0, word.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            match said(middle)? == truth {
                true => low = middle,
                false => high = middle,
            }
        }
        let (suffix, old) = (word[high..].to_vec(), machine.state(&word[..high]));
        let before = machine.state(&word[..low]);
        let new = [&self.tree.words[before][..], &[word[low]]].concat();
        self.tree.split(self.oracle, old, new, suffix)
    }
}

/// A word, and the words after each move of either player.
fn with_moves(word: &[Row], columns: usize) -> Vec<Vec<Row>> {
    let mut words = vec![word.to_vec()];
    for (y, &row) in word.iter().enumerate() {
        for x in (0..columns).filter(|&x| digit(row, x) == 0) {
            for stone in [1, 2] {
                let mut played = word.to_vec();
                played[y] += stone * power(x);
                words.push(played);
            }
        }
    }
    words
}
