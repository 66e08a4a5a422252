//! Questions whose answers were found before.

use std::{collections::HashMap, sync::Arc};

use kring_board::{Game, Symmetry};

use super::{Question, Verdict, question::symmetries};

/// The verdicts on questions, in one orientation each.
#[derive(Default)]
pub(super) struct Known {
    symmetries: Vec<Symmetry>,
    verdicts: HashMap<Question, Verdict>,
}

impl Known {
    pub fn new(game: &Arc<Game>) -> Known {
        Known { symmetries: symmetries(game), verdicts: HashMap::new() }
    }

    /// How many questions have an answer.
    pub fn decided(&self) -> usize {
        self.verdicts.values().filter(|verdict| verdict.winner.is_some()).count()
    }

    /// The answer to a question, or to its image.
    pub fn answer(&self, question: &Question) -> Option<Verdict> {
        self.symmetries.iter().find_map(|symmetry| {
            let verdict = self.verdicts.get(&question.image(symmetry))?;
            verdict.winner.is_some().then(|| verdict.before(symmetry))
        })
    }

    /// What earlier searches for an answer took.
    pub fn begun(&self, question: &Question) -> Option<&Verdict> {
        self.verdicts.get(question)
    }

    /// Remembers a verdict, unless more is known: an answer, or a longer search.
    pub fn add(&mut self, question: Question, verdict: Verdict) {
        let weight = |verdict: &Verdict| (verdict.winner.is_some(), verdict.positions);
        match self.verdicts.get(&question) {
            Some(old) if weight(old) >= weight(&verdict) => {}
            _ => {
                self.verdicts.insert(question, verdict);
            }
        }
    }

    pub fn into_verdicts(self) -> impl Iterator<Item = (Question, Verdict)> {
        self.verdicts.into_iter()
    }
}
