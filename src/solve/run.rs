//! A run: it looks questions up or solves them within the limits, and writes the results to the
//! store.

use std::{
    cmp::Reverse,
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::{Duration, Instant},
};

use kring_board::{Colour, Move, Position, Size};
use kring_solver::{ProofNumbers, RootMove, SolvedPosition, Solver, SolverLimits, SolverProgress};

use super::{
    AnsweredOpening, Findings, OpeningClass, SolveQuestion, SolveVerdict, Store, StoreError,
    StoreRecord, findings::from_openings, openings, question::VerdictTable,
};

/// With a store, a search is split into pieces, and its results are saved after each. The first
/// pieces are short, so that little is lost early. Later ones are long, because saving scans the
/// whole transposition table.
const FIRST_PIECE: Duration = Duration::from_millis(250);
const LONGEST_PIECE: Duration = Duration::from_secs(32);

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunStatus<'a> {
    /// The colour of the first move.
    pub first: Colour,
    /// The opening that is being searched.
    pub opening: Option<Move>,
    /// How many openings are solved; without openings, the question counts as one.
    pub openings: SolvedOpenings,
    /// The number of positions this run has searched.
    pub positions: u64,
    /// The time since the start of the run.
    pub time: Duration,
    /// The progress of the current search.
    pub progress: &'a SolverProgress,
}

/// How many openings are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedOpenings {
    /// The solved ones.
    pub solved: usize,
    /// All.
    pub all: usize,
}

impl RunStatus<'_> {
    /// The starter, the positions and their rate, and the most promising moves with their proof
    /// and disproof numbers: the smallest proof numbers, of equals the largest disproof numbers.
    pub fn text(&self, size: Size) -> String {
        const SHOWN: usize = 4;
        let rate = self.positions as f64 / self.time.as_secs_f64().max(1e-9);
        let opening = self.opening.map_or_else(String::new, |mv| format!(", {}", mv.name(size)));
        let first = self.first;
        let positions = self.positions;
        let mut text = format!("{first} first{opening}: {positions} positions ({rate:.0}/s)");
        let mut moves = self.progress.moves.clone();
        moves.sort_by_key(|found| (found.numbers.proof, Reverse(found.numbers.disproof)));
        for RootMove { mv, numbers } in moves.into_iter().take(SHOWN) {
            let proof = ProofNumbers::name(numbers.proof);
            let disproof = ProofNumbers::name(numbers.disproof);
            text += &format!(", {} {proof}/{disproof}", mv.name(size));
        }
        text
    }
}

/// Answers questions about one game.
pub struct SolveRun {
    /// The solver, also for proofs of the answers.
    pub solver: Solver,
    store: Option<Store>,
    verdicts: VerdictTable,
    limits: SolverLimits,
    begin: Instant,
    positions: u64,
    /// Solved positions in the store.
    pub remembered: u64,
    /// Hashes of these positions, so that none is written twice.
    written: HashSet<u64>,
}

impl SolveRun {
    /// A run without a store. The limits are those of the whole run.
    pub fn new(solver: Solver, limits: SolverLimits) -> SolveRun {
        let verdicts = VerdictTable::new(solver.game());
        let begin = Instant::now();
        let positions = 0;
        let remembered = 0;
        let written = HashSet::new();
        SolveRun { solver, store: None, verdicts, limits, begin, positions, remembered, written }
    }

    /// Reads a store and appends to it from now on.
    pub fn remember(&mut self, path: &Path) -> Result<(), StoreError> {
        let game = self.solver.game().clone();
        let store = Store::open(path, &game, |record| match record {
            StoreRecord::Position(solved) => {
                self.solver.learn(&solved);
                self.remembered += 1;
                self.written.insert(hash(&solved));
            }
            StoreRecord::Question(question, verdict) => self.verdicts.add(question, verdict),
        })?;
        self.store = Some(store);
        Ok(())
    }

    /// The questions that have an answer.
    pub fn answered(&self) -> usize {
        self.verdicts.decided()
    }

    /// Answers a question whose game is not over: directly, or by these openings, which are all
    /// openings if `is_whole`.
    pub fn find(
        &mut self,
        question: &SolveQuestion,
        list: Option<Vec<OpeningClass>>,
        is_whole: bool,
        watch: &mut dyn FnMut(RunStatus<'_>),
    ) -> Result<Findings, StoreError> {
        let (position, to_move) = self.position(question);
        let mut answered = Vec::new();
        let verdict = match list {
            None => match self.by_answered_openings(question, to_move) {
                Some(verdict) => verdict,
                None => {
                    let openings = SolvedOpenings { solved: 0, all: 1 };
                    self.answer(question, 1, None, openings, watch)?
                }
            },
            Some(list) => {
                let verdicts = self.answer_all(&list, watch)?;
                let both = list.into_iter().zip(verdicts);
                answered =
                    both.map(|(opening, verdict)| AnsweredOpening::new(opening, verdict)).collect();
                from_openings(&answered, to_move, is_whole)
            }
        };
        let question = question.clone();
        Ok(Findings { question, position, to_move, verdict, openings: answered, is_whole })
    }

    /// The answers to all of these openings. They share the remaining limits, so that no hard
    /// opening uses all of them; the easy ones leave their rest to the others.
    fn answer_all(
        &mut self,
        list: &[OpeningClass],
        watch: &mut dyn FnMut(RunStatus<'_>),
    ) -> Result<Vec<SolveVerdict>, StoreError> {
        let mut verdicts = vec![SolveVerdict::default(); list.len()];
        let mut open: Vec<usize> = (0..list.len()).collect();
        loop {
            let before = self.positions;
            for (i, &number) in open.iter().enumerate() {
                let solved = verdicts.iter().filter(|verdict| verdict.winner.is_some()).count();
                let openings = SolvedOpenings { solved, all: list.len() };
                let part = open.len() - i;
                let OpeningClass { question, mv, .. } = &list[number];
                verdicts[number] = self.answer(question, part, Some(*mv), openings, watch)?;
            }
            open.retain(|&number| verdicts[number].winner.is_none());
            if open.is_empty() || self.positions == before {
                return Ok(verdicts);
            }
        }
    }

    /// The position of a question. Its moves have been checked.
    fn position(&self, question: &SolveQuestion) -> (Position, Colour) {
        let game = self.solver.game();
        question.position(game).unwrap_or_else(|_| (Position::new(game.clone()), question.first))
    }

    /// The answer that follows from the answers to the openings, if these are in the table and
    /// the question itself is not.
    fn by_answered_openings(
        &self,
        question: &SolveQuestion,
        to_move: Colour,
    ) -> Option<SolveVerdict> {
        if self.verdicts.answer(question).is_some() {
            return None;
        }
        let list = openings(self.solver.game(), std::slice::from_ref(question)).ok()?.pop()?;
        let all = list.len();
        let answered = list.into_iter().filter_map(|opening| {
            let verdict = self.verdicts.answer(&opening.question)?;
            Some(AnsweredOpening::new(opening, verdict))
        });
        let answered: Vec<AnsweredOpening> = answered.collect();
        let verdict = from_openings(&answered, to_move, answered.len() == all);
        verdict.winner.is_some().then_some(verdict)
    }

    /// The answer to a question, from the table or by a search within 1/`part` of the remaining
    /// limits. The opening and the numbers of openings are for the status.
    fn answer(
        &mut self,
        question: &SolveQuestion,
        part: usize,
        opening: Option<Move>,
        openings: SolvedOpenings,
        watch: &mut dyn FnMut(RunStatus<'_>),
    ) -> Result<SolveVerdict, StoreError> {
        let (position, to_move) = self.position(question);
        if let winner @ Some(_) = position.winner() {
            return Ok(SolveVerdict { winner, ..SolveVerdict::default() }.with_numbers(to_move));
        }
        if let Some(verdict) = self.verdicts.answer(question) {
            return Ok(verdict.with_numbers(to_move));
        }
        let mut verdict = self.verdicts.verdicts.get(question).cloned().unwrap_or_default();
        let share = self.share(part);
        let mut piece = self.store.as_ref().map_or(Duration::MAX, |_| FIRST_PIECE);
        while let Some(limits) = self.limits_of(piece, share) {
            let begin = Instant::now();
            let run_begin = self.begin;
            let before = self.positions;
            let found = self.solver.solve(&position, to_move, &limits, &mut |progress| {
                let positions = before + progress.positions;
                let time = run_begin.elapsed();
                let first = question.first;
                watch(RunStatus { first, opening, openings, positions, time, progress });
            });
            self.positions += found.positions;
            let searched = found.positions;
            verdict.add(found);
            self.save(question, &verdict)?;
            // A search that ends before its limits cannot go on.
            let is_cut = begin.elapsed() >= piece.min(limits.time.unwrap_or(piece))
                || limits.positions.is_some_and(|most| searched >= most);
            if verdict.winner.is_some() || !is_cut {
                break;
            }
            piece = piece.saturating_mul(2).min(LONGEST_PIECE);
        }
        Ok(verdict)
    }

    /// 1/`part` of the remaining time and positions: when it ends, and the number of positions of
    /// the whole run at its end.
    fn share(&self, part: usize) -> (Option<Instant>, Option<u64>) {
        let left = self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()));
        let positions = self.limits.positions.map(|most| most.saturating_sub(self.positions));
        let until = left.and_then(|left| Instant::now().checked_add(left / part as u32));
        (until, positions.map(|left| self.positions + left.div_ceil(part as u64)))
    }

    /// The limits of the next piece of a search; none if one was reached.
    fn limits_of(
        &self,
        piece: Duration,
        (until, most): (Option<Instant>, Option<u64>),
    ) -> Option<SolverLimits> {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        let time = left.unwrap_or(Duration::MAX).min(piece);
        let positions = most.map(|most| most.saturating_sub(self.positions));
        let is_over = time.is_zero() || positions == Some(0) || self.limits.stop.is_set();
        let time = Some(time).filter(|&time| time < Duration::MAX);
        (!is_over).then(|| SolverLimits { time, positions, ..self.limits.clone() })
    }

    fn save(&mut self, question: &SolveQuestion, verdict: &SolveVerdict) -> Result<(), StoreError> {
        self.verdicts.add(question.clone(), verdict.clone());
        let Some(store) = &mut self.store else { return Ok(()) };
        let mut solved = self.solver.solved();
        solved.retain(|solved| self.written.insert(hash(solved)));
        self.remembered += solved.len() as u64;
        let mut records: Vec<StoreRecord> = solved.into_iter().map(StoreRecord::Position).collect();
        records.push(StoreRecord::Question(question.clone(), verdict.clone()));
        store.append(&records)
    }
}

/// The hash that identifies a position. Of two positions with the same hash only one is written.
fn hash(solved: &SolvedPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    (solved.stones, solved.to_move).hash(&mut hasher);
    hasher.finish()
}
