//! The SAT solver, CaDiCaL. It needs a C++ compiler, so it is a feature of this package, `sat`. Without it all other code
//! is compiled and checked as it is, but no [`SatSolver`] can be made.

#[cfg(feature = "sat")]
pub use with_cadical::SatSolver;
#[cfg(not(feature = "sat"))]
pub use without::SatSolver;

#[cfg(feature = "sat")]
mod with_cadical {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use anyhow::{Context, Result, ensure};
    use cadical_sys::{CaDiCal, Status, Terminator};

    use crate::prove_all::limits::{Limits, used_memory};

    /// Between two readings of the memory, in questions of the solver.
    const EVERY: u32 = 1000;
    /// Between two lines while the solver works.
    const LINE: Duration = Duration::from_secs(60);

    /// An incremental solver: clauses can be added between two calls.
    pub struct SatSolver(CaDiCal);

    impl SatSolver {
        /// A solver without clauses.
        pub fn new() -> Result<SatSolver> {
            Ok(SatSolver(CaDiCal::new()))
        }

        /// Sets an option.
        pub fn set(&mut self, name: &str, value: i32) -> Result<()> {
            ensure!(self.0.set(name, value), "the solver has no option {name}");
            Ok(())
        }

        /// Ends each call at these limits, which it looks at while it works.
        pub fn stop_at(&mut self, limits: Limits) {
            self.0.connect_terminator(Watch { limits, questions: 0, last_line: Instant::now() });
        }

        /// Writes a proof of everything from now on to this file, in the DRAT format.
        pub fn trace_proof(&mut self, path: &Path) -> Result<()> {
            let text = path.to_str().context("the name of the proof is not UTF-8")?;
            ensure!(self.0.trace_proof2(text), "cannot write {}", path.display());
            Ok(())
        }

        /// Completes the proof.
        pub fn close_proof(&mut self) {
            self.0.close_proof_trace(false);
        }

        /// Adds a literal to the next clause, or ends the clause with 0.
        pub fn add(&mut self, literal: i32) {
            self.0.add(literal);
        }

        /// Whether the clauses can be satisfied; `None` if a limit was reached.
        pub fn solve(&mut self) -> Option<bool> {
            match self.0.solve() {
                Status::SATISFIABLE => Some(true),
                Status::UNSATISFIABLE => Some(false),
                Status::UNKNOWN => None,
            }
        }

        /// Whether a variable is true in the model that was found.
        pub fn is_true(&mut self, variable: i32) -> bool {
            self.0.val(variable) > 0
        }

        /// The number of conflicts so far.
        pub fn conflicts(&self) -> i64 {
            self.0.get_statistic_value("conflicts")
        }
    }

    /// What the solver asks while it works.
    struct Watch {
        limits: Limits,
        questions: u32,
        last_line: Instant,
    }

    impl Terminator for Watch {
        fn terminated(&mut self) -> bool {
            self.questions += 1;
            if self.questions < EVERY {
                return false;
            }
            self.questions = 0;
            if self.last_line.elapsed() >= LINE {
                self.last_line = Instant::now();
                eprintln!("  the solver works; {} MiB", used_memory());
            }
            self.limits.reached()
        }
    }
}

#[cfg(not(feature = "sat"))]
mod without {
    use std::{convert::Infallible, path::Path};

    use anyhow::{Result, bail};

    use crate::prove_all::limits::Limits;

    /// The solver that this program does not have.
    pub struct SatSolver(Infallible);

    impl SatSolver {
        pub fn new() -> Result<SatSolver> {
            bail!(
                "this program was built without the SAT solver; \
                 cargo run --release -p kring-lab --features sat -- prove-all ... has it, \
                 and needs a C++ compiler"
            )
        }

        pub fn set(&mut self, _: &str, _: i32) -> Result<()> {
            match self.0 {}
        }

        pub fn stop_at(&mut self, _: Limits) {
            match self.0 {}
        }

        pub fn trace_proof(&mut self, _: &Path) -> Result<()> {
            match self.0 {}
        }

        pub fn close_proof(&mut self) {
            match self.0 {}
        }

        pub fn add(&mut self, _: i32) {
            match self.0 {}
        }

        pub fn solve(&mut self) -> Option<bool> {
            match self.0 {}
        }

        pub fn is_true(&mut self, _: i32) -> bool {
            match self.0 {}
        }

        pub fn conflicts(&self) -> i64 {
            match self.0 {}
        }
    }
}
