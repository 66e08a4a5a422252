//! The table of `minimax`, and the limits of a decision.

use std::time::Duration;

use kring_agents::{
    Budget, Limits, Stop,
    minimax::{Bound, MinimaxEntry, MinimaxTable},
    time_manager::TimeManager,
};
use kring_board::Cell;

#[test]
fn entries_are_kept_until_they_are_forgotten() {
    let mut table = MinimaxTable::new(1);
    table.forget();
    let entry = |depth| MinimaxEntry { value: -77, bound: Bound::Upper, depth, best: Cell(1023) };
    table.put(1, entry(3));
    table.put(2, entry(1));
    table.put(3, entry(2));
    assert_eq!(table.get(1), Some(entry(3)));
    assert_eq!(table.get(2), None);
    assert_eq!(table.get(3), Some(entry(2)));
    for _ in 0..200 {
        table.forget();
        assert_eq!(table.get(1), None);
        assert_eq!(table.get(0), None);
    }
}

fn limits(optimum: Duration, maximum: Duration) -> Limits {
    Limits { time: Some(Budget { optimum, maximum }), stop: Stop::default() }
}

#[test]
fn whichever_limit_comes_first_counts() {
    let (never, now) = (Duration::MAX, Duration::ZERO);
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
    let (now, hour) = (Duration::ZERO, Duration::from_secs(3600));
    let manager = TimeManager::new(&limits(now, hour), None);
    assert!(manager.may_continue_unless_settled(1, &|| false));
    assert!(!manager.may_continue_unless_settled(1, &|| true));
    assert!(!manager.may_continue(1));
    let manager = TimeManager::new(&limits(now, now), None);
    assert!(!manager.may_continue_unless_settled(1, &|| false));
}
