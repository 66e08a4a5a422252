//! The verdicts of earlier searches.

use std::{collections::HashMap, sync::Arc};

use kring_board::{Game, Symmetry};

use super::{SolveQuestion, SolveVerdict, question::symmetries};

/// The verdicts on questions; each question is stored in one orientation.
#[derive(Default)]
pub(super) struct VerdictTable {
    symmetries: Vec<Symmetry>,
    /// The verdicts of earlier searches, decided or not.
    pub verdicts: HashMap<SolveQuestion, SolveVerdict>,
}

impl VerdictTable {
    pub fn new(game: &Arc<Game>) -> VerdictTable {
        VerdictTable { symmetries: symmetries(game), verdicts: HashMap::new() }
    }

    /// How many questions have an answer.
    pub fn decided(&self) -> usize {
        self.verdicts.values().filter(|verdict| verdict.winner.is_some()).count()
    }

    /// The answer to a question or to one of its images.
    pub fn answer(&self, question: &SolveQuestion) -> Option<SolveVerdict> {
        self.symmetries.iter().find_map(|symmetry| {
            let verdict = self.verdicts.get(&question.image(symmetry))?;
            verdict.winner.is_some().then(|| verdict.before(symmetry))
        })
    }

    /// Stores a verdict, unless the table has a better one: an answer, or a longer search.
    pub fn add(&mut self, question: SolveQuestion, verdict: SolveVerdict) {
        let weight = |verdict: &SolveVerdict| (verdict.winner.is_some(), verdict.positions);
        match self.verdicts.get(&question) {
            Some(old) if weight(old) >= weight(&verdict) => {}
            _ => {
                self.verdicts.insert(question, verdict);
            }
        }
    }
}
