//! `kring check-engine`: what a GTP engine for Hex does with the commands that referees and GUIs
//! send. The checks are independent: an engine that crashes or hangs is started again for the next
//! one.

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
    /// An extra, which is not counted as a failure.
    May,
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The engine did what was expected; the text says what was seen.
    Passed(String),
    /// It did not; the text says what was seen instead.
    Failed(String),
}

/// A check of an engine.
struct Check {
    name: &'static str,
    need: Need,
    /// The clients that fail without it.
    breaks: &'static str,
    run: fn(&mut Probe) -> Result<String, String>,
}

/// The result of a check.
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

/// The results of all checks of an engine.
#[derive(Clone, Debug)]
pub struct ComplianceReport {
    /// The command that starts the engine.
    pub command: String,
    /// The results, one for each check.
    pub results: Vec<CheckResult>,
}

impl ComplianceReport {
    /// Runs all checks. `limit` is the time for an answer; `seen` gets each result.
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
