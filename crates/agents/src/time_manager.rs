//! The time manager. The game's clock, an agent's own time and counts, and an interruption meet
//! here: the limit that is reached first ends a decision. Every agent that can take long checks a
//! [`TimeManager`] in its loops.

use std::time::Duration;

use kring_board::{host::Instant, stop::Stop};

/// The limits of a decision. The one that is reached first counts.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for this decision, from the game's clock.
    pub time: Option<Budget>,
    /// Ends the decision at once, with the best move so far.
    pub stop: Stop,
}

/// Longer than any analysis runs.
const A_YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Wall-clock time for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time that a decision should take.
    pub optimum: Duration,
    /// The time that it may take where more thinking is likely to change it.
    pub maximum: Duration,
}

impl From<Duration> for Budget {
    fn from(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }
}

/// The limits of one decision since its beginning.
#[derive(Clone, Debug)]
pub struct TimeManager {
    begin: Instant,
    optimum: Option<Instant>,
    maximum: Option<Instant>,
    /// The maximum number of simulations, evaluations, fills or plies.
    pub count: u64,
    /// An analysis with a watcher: an early answer is of no use.
    is_endless: bool,
    stop: Stop,
}

impl TimeManager {
    /// For a decision that begins now, by an agent with this time of its own.
    pub fn new(limits: &Limits, own_time: Option<Duration>) -> TimeManager {
        let begin = Instant::now();
        let budgets = [own_time.map(Budget::from), limits.time];
        // A time beyond the range of `Instant` is no limit.
        let end = |time: fn(&Budget) -> Duration| {
            budgets.iter().flatten().filter_map(|budget| begin.checked_add(time(budget))).min()
        };
        let optimum = end(|budget| budget.optimum);
        let maximum = end(|budget| budget.maximum);
        let count = u64::MAX;
        let is_endless = false;
        TimeManager { begin, optimum, maximum, count, is_endless, stop: limits.stop.clone() }
    }

    /// For an endless search. Without its clock it would check its stop signal less often.
    pub fn endless(limits: &Limits) -> TimeManager {
        TimeManager { is_endless: true, ..TimeManager::new(limits, Some(A_YEAR)) }
    }

    /// The same with the agent's own count; `default` without a count and without a clock.
    pub fn with_count(self, own: Option<u64>, default: u64) -> TimeManager {
        let unset = if self.is_timed() { u64::MAX } else { default };
        TimeManager { count: own.unwrap_or(unset), ..self }
    }

    /// Whether a clock runs: the decision is then not repeatable.
    pub fn is_timed(&self) -> bool {
        self.optimum.is_some()
    }

    /// Whether an early answer saves time: a clock runs, and no analysis is watched.
    pub fn saves_time(&self) -> bool {
        self.is_timed() && !self.is_endless
    }

    /// Whether to continue after this count.
    pub fn may_continue(&self, done: u64) -> bool {
        done < self.count && !self.is_up()
    }

    /// The same for a search that may take the maximum if more thinking may change its answer.
    pub fn may_continue_unless_settled(&self, done: u64, is_settled: &dyn Fn() -> bool) -> bool {
        if done >= self.count || self.stop.is_set() || passed(self.maximum) {
            return false;
        }
        !passed(self.optimum) || !is_settled()
    }

    /// Whether time is up, or the decision was interrupted.
    pub fn is_up(&self) -> bool {
        self.stop.is_set() || passed(self.optimum)
    }

    /// Whether a task will finish in time, if this share of it (from 0 to 1) has taken all the
    /// time since the beginning.
    pub fn finishes(&self, share: f64) -> bool {
        let Some(end) = self.optimum.filter(|_| !self.is_up()) else { return !self.is_up() };
        let gone = self.begin.elapsed();
        let all = end.saturating_duration_since(self.begin);
        // The first moments are not representative.
        gone < all / 16 || gone.as_secs_f64() <= share * all.as_secs_f64()
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The limits that are left now, without the count.
    pub fn rest(&self) -> Limits {
        let now = Instant::now();
        let left = |end: Instant| end.saturating_duration_since(now);
        let time = self.optimum.map(|end| Budget {
            optimum: left(end),
            maximum: self.maximum.map_or(Duration::MAX, left),
        });
        Limits { time, stop: self.stop.clone() }
    }

    /// The time until the optimum, and after it until the maximum.
    pub fn left(&self) -> Option<Duration> {
        let end = if passed(self.optimum) { self.maximum } else { self.optimum };
        Some(end?.saturating_duration_since(Instant::now()))
    }
}

fn passed(end: Option<Instant>) -> bool {
    end.is_some_and(|end| Instant::now() >= end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(optimum: Duration, maximum: Duration) -> Limits {
        Limits { time: Some(Budget { optimum, maximum }), stop: Stop::default() }
    }

    #[test]
    fn whichever_limit_comes_first_counts() {
        let never = Duration::MAX;
        let now = Duration::ZERO;
        let hour = Duration::from_secs(3600);
        for (time, own, up) in [
            (hour, None, false),
            (hour, Some(now), true),
            (now, None, true),
            (now, Some(hour), true),
            (never, Some(never), false),
        ] {
            let manager = TimeManager::new(&limits(time, time), own).with_count(Some(5), 9);
            assert_eq!(manager.is_up(), up, "{time:?} {own:?}");
            assert_eq!([0, 4, 5].map(|done| manager.may_continue(done)), [!up, !up, false]);
        }
        let free = TimeManager::new(&Limits::default(), None);
        assert_eq!(free.clone().with_count(None, 9).count, 9);
        assert_eq!(free.with_count(Some(7), 9).count, 7);
        let timed = TimeManager::new(&limits(hour, hour), None);
        assert_eq!(timed.with_count(None, 9).count, u64::MAX);
    }

    #[test]
    fn an_unsettled_search_may_take_the_maximum() {
        let now = Duration::ZERO;
        let hour = Duration::from_secs(3600);
        let manager = TimeManager::new(&limits(now, hour), None);
        assert!(manager.may_continue_unless_settled(1, &|| false));
        assert!(!manager.may_continue_unless_settled(1, &|| true));
        assert!(!manager.may_continue(1));
        let manager = TimeManager::new(&limits(now, now), None);
        assert!(!manager.may_continue_unless_settled(1, &|| false));
    }
}
