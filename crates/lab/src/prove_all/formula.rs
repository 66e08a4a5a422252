//! The formula: clauses over the unknowns and over auxiliary variables, and the solver that has them.

use std::{
    collections::{HashMap, HashSet},
    fs,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::prove_all::sat::SatSolver;

/// A literal: a variable from 1, negative if it is negated, 0 for *false*.
pub type Literal = i32;

/// A growing formula in an incremental solver.
pub struct Formula {
    solver: SatSolver,
    /// The solver's variable of each variable, 0 for one that no clause has.
    names: Vec<i32>,
    /// The number of the solver's variables.
    named: i32,
    /// All clauses, each followed by 0, if they have to be written later.
    kept: Option<Vec<Literal>>,
    clauses: usize,
    known: HashSet<u64>,
    conjunctions: HashMap<(Literal, Literal), Literal>,
    disjunctions: HashMap<Vec<Literal>, Literal>,
}

impl Formula {
    /// An empty formula over the given number of variables. `keep` says that it will be written.
    pub fn new(solver: SatSolver, variables: usize, keep: bool) -> Formula {
        let named = variables as i32;
        let names = (0..=named).collect();
        let kept = keep.then(Vec::new);
        let known = HashSet::new();
        let conjunctions = HashMap::new();
        let disjunctions = HashMap::new();
        Formula { solver, names, named, kept, clauses: 0, known, conjunctions, disjunctions }
    }

    /// The same, but the solver gets a variable only when a clause has it: for many variables of which few
    /// matter.
    pub fn sparse(solver: SatSolver, variables: usize, keep: bool) -> Formula {
        let dense = Formula::new(solver, 0, keep);
        Formula { names: vec![0; variables + 1], ..dense }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.named += 1;
        self.names.push(self.named);
        self.names.len() as i32 - 1
    }

    /// The solver's literal.
    fn name(&mut self, literal: Literal) -> Literal {
        let name = &mut self.names[literal.unsigned_abs() as usize];
        if *name == 0 {
            self.named += 1;
            *name = self.named;
        }
        *name * literal.signum()
    }

    /// Adds a clause and returns whether it is new. Literals that are *false* are left out.
    pub fn clause(&mut self, mut literals: Vec<Literal>) -> bool {
        literals.retain(|&literal| literal != 0);
        literals.sort_unstable();
        literals.dedup();
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&literals);
        if !self.known.insert(hash) {
            return false;
        }
        for literal in &mut literals {
            *literal = self.name(*literal);
        }
        literals.push(0);
        for &literal in &literals {
            self.solver.add(literal);
        }
        if let Some(kept) = &mut self.kept {
            kept.extend(literals);
        }
        self.clauses += 1;
        true
    }

    /// A literal that implies all of some literals.
    pub fn all(&mut self, literals: &[Literal]) -> Literal {
        if literals.contains(&0) {
            return 0;
        }
        let [first, others @ ..] = literals else { unreachable!("something is implied") };
        others.iter().fold(*first, |all, &other| self.both(all, other))
    }

    fn both(&mut self, a: Literal, b: Literal) -> Literal {
        if a == 0 || b == 0 || a == b {
            return if a == b { a } else { 0 };
        }
        let key = (a.min(b), a.max(b));
        if let Some(&both) = self.conjunctions.get(&key) {
            return both;
        }
        let both = self.variable();
        self.conjunctions.insert(key, both);
        self.clause(vec![-both, a]);
        self.clause(vec![-both, b]);
        both
    }

    /// A literal that is true exactly if one of some literals is.
    pub fn any(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.retain(|&literal| literal != 0);
        literals.sort_unstable();
        literals.dedup();
        if let [] | [_] = literals[..] {
            return literals.first().copied().unwrap_or(0);
        }
        if let Some(&any) = self.disjunctions.get(&literals) {
            return any;
        }
        let any = self.variable();
        for &literal in &literals {
            self.clause(vec![-literal, any]);
        }
        self.clause(literals.iter().copied().chain([-any]).collect());
        self.disjunctions.insert(literals, any);
        any
    }

    /// Calls the solver. `None` if it was stopped.
    pub fn solve(&mut self) -> Option<bool> {
        self.solver.solve()
    }

    /// The values of the first variables in the model; index 0 is *false*.
    pub fn values(&mut self, count: usize) -> Vec<bool> {
        let mut values = vec![false];
        let names = &self.names[1..=count];
        values.extend(names.iter().map(|&name| name != 0 && self.solver.is_true(name)));
        values
    }

    /// The numbers of clauses and of variables.
    pub fn size(&self) -> (usize, usize) {
        (self.clauses, self.named as usize)
    }

    /// The number of conflicts of the solver so far.
    pub fn conflicts(&self) -> i64 {
        self.solver.conflicts()
    }

    /// Completes the proof that the solver writes.
    pub fn close_proof(&mut self) {
        self.solver.close_proof();
    }

    /// Writes the formula in the DIMACS format.
    pub fn write(&self, path: &Path, comment: &str) -> io::Result<()> {
        let mut out = BufWriter::new(fs::File::create(path)?);
        writeln!(out, "c {comment}")?;
        writeln!(out, "p cnf {} {}", self.named, self.clauses)?;
        for &literal in self.kept.iter().flatten() {
            write!(out, "{literal}{}", if literal == 0 { "\n" } else { " " })?;
        }
        out.flush()
    }
}
