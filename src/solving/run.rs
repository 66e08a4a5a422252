//! A run: questions are looked up, or searched for within the limits, and what
//! was found out goes to the store.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::{Duration, Instant},
};

use kring_board::{Colour, Move, Position};
use kring_solver::{Solved, Solver, SolverLimits, SolverProgress};

use super::{
    Answered, Findings, Opening, Question, Record, Store, StoreError, Verdict,
    findings::from_openings, known::Known, openings,
};

/// Where there is a store, a search is cut into pieces, and what it has found
/// out is saved after each. The first ones are short, so that little is lost
/// early; the longest are long, since the whole table is looked through.
const FIRST_PIECE: Duration = Duration::from_millis(250);
const LONGEST_PIECE: Duration = Duration::from_secs(32);

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Status<'a> {
    /// Who made, or makes, the first move.
    pub first: Colour,
    /// The opening that is looked at.
    pub opening: Option<Move>,
    /// Openings that are done, and all of them.
    pub openings: (usize, usize),
    /// The positions that this run has looked at.
    pub positions: u64,
    /// How long this run has taken.
    pub time: Duration,
    /// How far the search for this question has come.
    pub progress: &'a SolverProgress,
}

/// Answers questions about one game.
pub struct Run {
    solver: Solver,
    store: Option<Store>,
    known: Known,
    limits: SolverLimits,
    begin: Instant,
    positions: u64,
    /// Solved positions in the store.
    remembered: u64,
    /// Hashes of these positions, so that none is written twice.
    written: HashSet<u64>,
}

impl Run {
    /// A run that remembers nothing. The limits are those of the whole run.
    pub fn new(solver: Solver, limits: SolverLimits) -> Run {
        let known = Known::new(solver.game());
        let (begin, positions) = (Instant::now(), 0);
        let (remembered, written) = (0, HashSet::new());
        Run { solver, store: None, known, limits, begin, positions, remembered, written }
    }

    /// Reads a store, and keeps it up to date from now on.
    pub fn remember(&mut self, path: &Path) -> Result<(), StoreError> {
        let game = self.solver.game().clone();
        let store = Store::open(path, &game, |record| match record {
            Record::Position(solved) => {
                self.solver.learn(&solved);
                self.remembered += 1;
                self.written.insert(hash(&solved));
            }
            Record::Question(question, verdict) => self.known.add(question, verdict),
        })?;
        self.store = Some(store);
        Ok(())
    }

    /// Solved positions in the store.
    pub fn remembered(&self) -> u64 {
        self.remembered
    }

    /// The questions that have an answer.
    pub fn answered(&self) -> usize {
        self.known.decided()
    }

    /// The solver, for proofs of what was answered.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Answers a question whose game is not over: all by itself, or by these
    /// openings, which are all that there are if `is_whole`.
    pub fn find(
        &mut self,
        question: &Question,
        list: Option<Vec<Opening>>,
        is_whole: bool,
        watch: &mut dyn FnMut(Status<'_>),
    ) -> Result<Findings, StoreError> {
        let (position, to_move) = self.position(question);
        let first = question.first;
        let begin = self.begin;
        let mut answered = Vec::new();
        let verdict = match list {
            None => match self.by_known_openings(question, to_move) {
                Some(verdict) => verdict,
                None => self.answer(question, 1, &mut |positions, progress| {
                    let (opening, openings, time) = (None, (0, 1), begin.elapsed());
                    watch(Status { first, opening, openings, positions, time, progress });
                })?,
            },
            Some(list) => {
                let verdicts = self.answer_all(first, &list, watch)?;
                let both = list.into_iter().zip(verdicts);
                answered = both.map(|(opening, verdict)| Answered::new(opening, verdict)).collect();
                from_openings(&answered, to_move, is_whole)
            }
        };
        let question = question.clone();
        Ok(Findings { question, position, to_move, verdict, openings: answered, is_whole })
    }

    /// The answers to all of these openings. They share what is left of the
    /// limits, so that no hard one uses up all of it; what the easy ones leave
    /// goes to the others.
    fn answer_all(
        &mut self,
        first: Colour,
        list: &[Opening],
        watch: &mut dyn FnMut(Status<'_>),
    ) -> Result<Vec<Verdict>, StoreError> {
        let begin = self.begin;
        let mut verdicts = vec![Verdict::default(); list.len()];
        let mut open: Vec<usize> = (0..list.len()).collect();
        loop {
            let before = self.positions;
            for (i, &number) in open.iter().enumerate() {
                let done = verdicts.iter().filter(|verdict| verdict.winner.is_some()).count();
                let (opening, openings) = (Some(list[number].mv), (done, list.len()));
                let question = &list[number].question;
                verdicts[number] =
                    self.answer(question, open.len() - i, &mut |positions, progress| {
                        let time = begin.elapsed();
                        watch(Status { first, opening, openings, positions, time, progress });
                    })?;
            }
            open.retain(|&number| verdicts[number].winner.is_none());
            if open.is_empty() || self.positions == before {
                return Ok(verdicts);
            }
        }
    }

    /// The position of a question whose moves were checked.
    fn position(&self, question: &Question) -> (Position, Colour) {
        let game = self.solver.game();
        question.position(game).unwrap_or_else(|_| (Position::new(game.clone()), question.first))
    }

    /// The answer that follows from those to the openings, if they are known and
    /// the question itself was never asked.
    fn by_known_openings(&self, question: &Question, to_move: Colour) -> Option<Verdict> {
        if self.known.answer(question).is_some() {
            return None;
        }
        let list = openings(self.solver.game(), std::slice::from_ref(question)).ok()?.pop()?;
        let all = list.len();
        let known = list.into_iter().filter_map(|opening| {
            let verdict = self.known.answer(&opening.question)?;
            Some(Answered::new(opening, verdict))
        });
        let known: Vec<Answered> = known.collect();
        let verdict = from_openings(&known, to_move, known.len() == all);
        verdict.winner.is_some().then_some(verdict)
    }

    /// The answer to a question, found before or now, within the given part of
    /// what is left: 2 for a half.
    fn answer(
        &mut self,
        question: &Question,
        part: usize,
        watch: &mut dyn FnMut(u64, &SolverProgress),
    ) -> Result<Verdict, StoreError> {
        let (position, to_move) = self.position(question);
        if let Some(winner) = position.winner() {
            return Ok(Verdict::over(winner, to_move));
        }
        if let Some(verdict) = self.known.answer(question) {
            return Ok(verdict.with_numbers(to_move));
        }
        let mut verdict = self.known.begun(question).cloned().unwrap_or_default();
        let share = self.share(part);
        let mut piece = self.store.as_ref().map_or(Duration::MAX, |_| FIRST_PIECE);
        while let Some(limits) = self.limits_of(piece, &share) {
            let (begin, before) = (Instant::now(), self.positions);
            let found = self.solver.solve(&position, to_move, &limits, &mut |progress| {
                watch(before + progress.positions, progress);
            });
            self.positions += found.positions;
            let searched = found.positions;
            verdict.add(found);
            self.save(question, &verdict)?;
            // A search that ends before its limits has given up.
            let is_cut = begin.elapsed() >= piece.min(limits.time.unwrap_or(piece))
                || limits.positions.is_some_and(|most| searched >= most);
            if verdict.winner.is_some() || !is_cut {
                break;
            }
            piece = piece.saturating_mul(2).min(LONGEST_PIECE);
        }
        Ok(verdict)
    }

    /// A part of what is left of time and positions.
    fn share(&self, part: usize) -> Share {
        let left = self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()));
        let positions = self.limits.positions.map(|most| most.saturating_sub(self.positions));
        Share {
            until: left.and_then(|left| Instant::now().checked_add(left / part as u32)),
            positions: positions.map(|left| self.positions + left.div_ceil(part as u64)),
        }
    }

    /// The limits of the next piece of a search; none if one was reached.
    fn limits_of(&self, piece: Duration, share: &Share) -> Option<SolverLimits> {
        let left = share.until.map(|until| until.saturating_duration_since(Instant::now()));
        let time = left.unwrap_or(Duration::MAX).min(piece);
        let positions = share.positions.map(|most| most.saturating_sub(self.positions));
        let is_over = time.is_zero() || positions == Some(0) || self.limits.stop.is_set();
        let time = Some(time).filter(|&time| time < Duration::MAX);
        (!is_over).then(|| SolverLimits { time, positions, ..self.limits.clone() })
    }

    /// Remembers what a search has found out.
    fn save(&mut self, question: &Question, verdict: &Verdict) -> Result<(), StoreError> {
        self.known.add(question.clone(), verdict.clone());
        let Some(store) = &mut self.store else { return Ok(()) };
        let mut solved = self.solver.take_solved();
        solved.retain(|solved| self.written.insert(hash(solved)));
        self.remembered += solved.len() as u64;
        let mut records: Vec<Record> = solved.into_iter().map(Record::Position).collect();
        records.push(Record::Question(question.clone(), verdict.clone()));
        store.append(&records)
    }
}

/// What a question may use: until when, and up to which number of positions of
/// the whole run.
struct Share {
    until: Option<Instant>,
    positions: Option<u64>,
}

/// What tells one position from another. If two had the same hash, only one
/// would be written.
fn hash(solved: &Solved) -> u64 {
    let mut hasher = DefaultHasher::new();
    (solved.stones, solved.to_move).hash(&mut hasher);
    hasher.finish()
}
