//! The table of `minimax`, and the limits of a decision.

use std::time::Duration;

use kring_agents::{
    Budget, Limits, Stop,
    minimax::{Bound, MinimaxEntry, MinimaxTable},
    time_manager::TimeManager,
};
use kring_board::{
    Cell,
    chance::{Purpose, generator},
};
use rand::RngExt;

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

/// The table of `minimax` at its largest size: two slots for each index.
struct FullTable(Vec<[Option<(u64, MinimaxEntry)>; 2]>);

impl FullTable {
    fn pair(&mut self, hash: u64) -> &mut [Option<(u64, MinimaxEntry)>; 2] {
        let index = (u128::from(hash) * self.0.len() as u128) >> 64;
        &mut self.0[index as usize]
    }

    fn get(&mut self, hash: u64) -> Option<MinimaxEntry> {
        self.pair(hash).iter().flatten().find(|stored| stored.0 == hash).map(|stored| stored.1)
    }

    fn put(&mut self, hash: u64, entry: MinimaxEntry) {
        let [deepest, latest] = self.pair(hash);
        let keep = deepest.is_some_and(|(other, kept)| other != hash && kept.depth > entry.depth);
        *(if keep { latest } else { deepest }) = Some((hash, entry));
    }
}

#[test]
fn a_table_that_grows_keeps_the_entries_of_a_full_one() {
    let mut rng = generator(1, Purpose::Coin);
    for pairs in [1, 500, 512, 513, 7000, 1 << 14] {
        let (mut table, mut full) = (MinimaxTable::new(32 * pairs), FullTable(Vec::new()));
        for round in 0..3 {
            table.forget();
            full.0 = vec![[None; 2]; pairs];
            let hashes: Vec<u64> = (0..1000 << (2 * round)).map(|_| rng.random()).collect();
            for _ in 0..2 * hashes.len() {
                let hash = hashes[rng.random_range(0..hashes.len())];
                let (value, depth) = (rng.random_range(-99..99), rng.random_range(1..9));
                let entry = MinimaxEntry { value, bound: Bound::Exact, depth, best: Cell(7) };
                table.put(hash, entry);
                full.put(hash, entry);
                let other = hashes[rng.random_range(0..hashes.len())];
                assert_eq!(table.get(other), full.get(other));
            }
        }
    }
}
