//! The clocks of a session: how much of them a move may use.

use std::time::Duration;

use kring::{
    agents::Budget,
    board::{Colour, Position, Size, chance},
    engine::clock::SessionClock,
};

fn position() -> Position {
    let size = Size::new(11, 11).unwrap();
    Position::new(chance::game(size, "hex".parse().unwrap(), 0))
}

#[test]
fn no_clock_is_too_large_or_too_small() {
    let times = [0.0, 1e-9, 0.01, 1.0, 1e6, 1e19].map(Duration::from_secs_f64);
    for time in times.into_iter().chain([Duration::MAX]) {
        for stones in [0, 1, 2, 25, u32::MAX] {
            let mut clock = SessionClock::default();
            clock.set_left(Colour::Black, time, stones);
            let budget = clock.budget(Colour::Black, &position()).unwrap();
            assert!(budget.optimum <= budget.maximum && budget.maximum <= time);
            clock.spend(Colour::Black, time, &position());
            assert!(clock.budget(Colour::White, &position()).is_none());
        }
    }
}

/// Plays a game, each move taking this part of its budget: what is left of
/// black's clock when this number of stones lies.
fn left_after(stones: usize, taken: fn(Budget) -> Duration) -> f64 {
    let (mut clock, mut position) = (SessionClock::default(), position());
    let all = Duration::from_secs(10);
    clock.set(all, Duration::ZERO, 0);
    let mut left = all;
    for (i, cell) in position.empty().iter().enumerate().take(stones) {
        let colour = Colour::ALL[i % 2];
        let budget = clock.budget(colour, &position).unwrap();
        clock.spend(colour, taken(budget), &position);
        if colour == Colour::Black {
            left -= taken(budget);
        }
        position.place(colour, cell);
    }
    left.as_secs_f64() / all.as_secs_f64()
}

#[test]
fn most_time_is_spent_before_the_game_is_decided_and_never_all() {
    let half_settled = left_after(56, |budget| budget.optimum * 6 / 10);
    assert!((0.1..0.35).contains(&half_settled), "{half_settled}");
    assert!(left_after(118, |budget| budget.optimum) > 0.0);
    assert!(left_after(118, |budget| budget.maximum) > 0.0);
}

#[test]
fn the_reserve_grows_with_what_was_measured() {
    let second = Duration::from_secs(1);
    let mut clock = SessionClock::default();
    let maximum = |clock: &mut SessionClock| {
        clock.set_left(Colour::Black, second, 1);
        clock.budget(Colour::Black, &position()).unwrap().maximum
    };
    let first = maximum(&mut clock);
    assert!(first < second);
    // Too late by 60 ms: next time there is room for that, and more.
    let late = first + Duration::from_millis(60);
    clock.spend(Colour::Black, late, &position());
    let second_time = maximum(&mut clock);
    assert!(second_time + Duration::from_millis(110) <= first, "{second_time:?} {first:?}");
    // One slow answer is forgotten after many in time.
    for _ in 0..100 {
        let time = maximum(&mut clock);
        clock.spend(Colour::Black, time, &position());
    }
    assert!(maximum(&mut clock) + Duration::from_millis(5) > first);
}
