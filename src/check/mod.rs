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

/// What a check has seen; an error if that was not expected.
type Seen = Result<String, String>;

struct Check {
    name: &'static str,
    need: Need,
    /// The clients that fail without it.
    breaks: &'static str,
    run: fn(&mut Probe) -> Seen,
}

/// The result of a check; `Display` is its line of the report: `ok` or what is wrong, and for
/// whom.
pub struct CheckResult {
    check: &'static Check,
    seen: Seen,
}

/// The results of all checks of an engine.
pub struct ComplianceReport {
    /// The results, one for each check.
    pub results: Vec<CheckResult>,
}

impl ComplianceReport {
    /// Runs all checks. `limit` is the time for an answer; `on_result` gets each result.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not answer its first command as a GTP engine.
    pub fn make(
        command: &str,
        limit: Duration,
        mut on_result: impl FnMut(&CheckResult),
    ) -> Result<ComplianceReport, ClientError> {
        let mut probe = Probe::start(command, limit)?;
        let mut results = Vec::new();
        for check in CHECKS {
            let result = CheckResult { check, seen: (check.run)(&mut probe) };
            probe.revive()?;
            on_result(&result);
            results.push(result);
        }
        Ok(ComplianceReport { results })
    }

    /// How many checks of this need failed.
    pub fn failures(&self, need: Need) -> usize {
        let failed = self.results.iter().filter(|result| result.seen.is_err());
        failed.filter(|result| result.check.need == need).count()
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

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { name, need, breaks, .. } = self.check;
        let (sign, seen, needed_by) = match &self.seen {
            Ok(seen) => ("ok", seen, String::new()),
            Err(seen) if *need == Need::May => ("no", seen, String::new()),
            Err(seen) => ("FAILED", seen, format!(" (needed by {breaks})")),
        };
        write!(f, "{sign:<7} {need:<7} {name:<37} {seen}{needed_by}")
    }
}
