use std::time::Duration;

use crate::stop::Stop;

/// When an agent has to stop thinking; whichever limit comes first counts.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for this decision, as the game's clock says.
    pub time: Option<Budget>,
    /// Somebody wants the best answer so far, now.
    pub stop: Stop,
}

/// Wall-clock time for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What a decision should take.
    pub optimum: Duration,
    /// What it may take where more thinking is likely to change it.
    pub maximum: Duration,
}

impl From<Duration> for Budget {
    fn from(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }
}
