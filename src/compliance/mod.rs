//! `kring check-engine`: what a GTP engine for Hex does with the commands that referees and GUIs
//! send. Each check asks a fresh question; an engine that crashes or hangs is started again for
//! the next one.

mod checks;
mod probe;

use std::{fmt, time::Duration};

use kring_protocol::ClientError;

use self::{checks::CHECKS, probe::Probe};

/// How much a check matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Without it no referee can use the engine.
    Must,
    /// Some clients need it.
    Should,
    /// It is good to know.
    May,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected, with what was seen.
    Passed(String),
    /// Not as expected: what was seen instead.
    Failed(String),
}

/// One question to an engine.
struct Check {
    name: &'static str,
    need: Need,
    /// The clients that break without it.
    breaks: &'static str,
    run: fn(&mut Probe) -> Result<String, String>,
}

/// The answer to one question.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// What was checked.
    pub name: &'static str,
    /// How much it matters.
    pub need: Need,
    /// The clients that need it.
    pub breaks: &'static str,
    /// What was seen.
    pub verdict: Verdict,
}

/// The answers of an engine to all questions.
#[derive(Clone, Debug)]
pub struct ComplianceReport {
    /// The command that starts it.
    pub command: String,
    /// One for each check.
    pub results: Vec<CheckResult>,
}

impl ComplianceReport {
    /// Asks the engine all questions. `limit` is the time for an answer; `seen` gets each result.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not answer its first command as a GTP engine.
    pub fn make(
        command: &str,
        limit: Duration,
        mut seen: impl FnMut(&CheckResult),
    ) -> Result<ComplianceReport, ClientError> {
        let mut probe = Probe::start(command, limit)?;
        probe.greet()?;
        let mut results = Vec::new();
        for Check { name, need, breaks, run } in CHECKS {
            let verdict = match run(&mut probe) {
                Ok(text) => Verdict::Passed(text),
                Err(text) => Verdict::Failed(text),
            };
            probe.revive()?;
            let result = CheckResult { name, need: *need, breaks, verdict };
            seen(&result);
            results.push(result);
        }
        Ok(ComplianceReport { command: command.to_owned(), results })
    }

    /// How many checks of this need failed.
    pub fn failures(&self, need: Need) -> usize {
        let failed = |result: &&CheckResult| matches!(result.verdict, Verdict::Failed(_));
        self.results.iter().filter(|result| result.need == need).filter(failed).count()
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Need::Must => "must",
            Need::Should => "should",
            Need::May => "may",
        })
    }
}

/// A line of the report: `ok` or what is wrong, and for whom.
impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, seen) = match &self.verdict {
            Verdict::Passed(seen) => ("ok", seen),
            Verdict::Failed(seen) if self.need == Need::May => ("no", seen),
            Verdict::Failed(seen) => ("FAILED", seen),
        };
        write!(f, "{sign:<7} {:<7} {:<37} {seen}", self.need, self.name)?;
        match self.verdict {
            Verdict::Failed(_) if self.need != Need::May => {
                write!(f, " (needed by {})", self.breaks)
            }
            _ => Ok(()),
        }
    }
}
