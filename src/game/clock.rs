//! The clocks of both players of a game, and how much of them a move may use.

use std::time::Duration;

use kring_agents::Budget;
use kring_board::Position;

use super::Seat;

/// Initial reserve of every clock for delays of the pipe and the scheduler; at most a quarter of
/// the time left. It grows after overruns.
const RESERVE: Duration = Duration::from_millis(50);

/// Upper bound of the overrun that the reserve accounts for, however late earlier moves were.
const MOST_OVERRUN: Duration = Duration::from_secs(1);

/// Share of the cells that are filled when most games are decided. Thinking later changes little.
const DECISIVE: f64 = 0.38;

/// The clock is planned for at least FEWEST_MOVES more moves, and for at least one per
/// EMPTY_FOR_A_MOVE empty cells.
const FEWEST_MOVES: f64 = 5.0;
const EMPTY_FOR_A_MOVE: f64 = 12.0;

/// A hard decision may take HARD_MOVE_FACTOR times the optimum, but no more than the share
/// MOST_OF_CLOCK of the clock.
const HARD_MOVE_FACTOR: f64 = 3.0;
const MOST_OF_CLOCK: f64 = 0.25;

/// How much time each player of a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for the game, or until the periods begin.
    pub main: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// After the main time, as in byo-yomi; with a main time of zero from the first move on.
    pub periods: Option<Periods>,
    /// By how much a move may exceed the clock before the game is lost. Nobody plans with it.
    pub margin: Duration,
}

/// A time for each so many moves. What a period leaves is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The time of a period.
    pub time: Duration,
    /// The number of moves in a period; at least one.
    pub moves: u32,
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time.
    pub time: Duration,
    /// The number of moves that it is for; zero: the rest of the game.
    pub moves: u32,
}

/// The clocks of both players of a game. A clock without a time control runs only once what is
/// left has been set.
#[derive(Clone, Debug, Default)]
pub struct GameClock {
    controls: [Option<TimeControl>; 2],
    left: [Option<TimeLeft>; 2],
    /// The worst overrun of a move beyond its maximum; it decays with every move.
    overrun: Duration,
}

impl GameClock {
    /// Full clocks with the same time for both.
    pub fn of(control: TimeControl) -> GameClock {
        GameClock::of_both([Some(control); 2])
    }

    /// Full clocks in the order of the seats; none: no limit.
    pub fn of_both(controls: [Option<TimeControl>; 2]) -> GameClock {
        let mut clock = GameClock { controls, ..GameClock::default() };
        clock.restart();
        clock
    }

    /// Gives both players this time; none: no limit. The clocks begin anew.
    pub fn set(&mut self, control: Option<TimeControl>) {
        self.controls = [control; 2];
        self.restart();
    }

    /// Fills both clocks for a new game.
    pub fn restart(&mut self) {
        self.left = self.controls.map(|control| control.map(TimeControl::full));
    }

    /// Sets a clock to what a referee reports.
    pub fn set_left(&mut self, seat: Seat, left: TimeLeft) {
        self.left[seat.index()] = Some(left);
    }

    /// What is left on a clock; none: no limit.
    pub fn left(&self, seat: Seat) -> Option<TimeLeft> {
        self.left[seat.index()]
    }

    /// The time control of a player; none: no limit.
    pub fn control(&self, seat: Seat) -> Option<TimeControl> {
        self.controls[seat.index()]
    }

    /// The time for the next move of a player in this position. Main time is divided equally among
    /// the moves that are likely to matter, so that most of it is spent before the game is decided.
    /// Time that a move does not use goes to the next ones.
    pub fn budget(&self, seat: Seat, position: &Position) -> Option<Budget> {
        let TimeLeft { time, moves } = self.left(seat)?;
        let reserve = RESERVE.min(time / 4) + 2 * self.overrun;
        let left = time.saturating_sub(reserve).as_secs_f64();
        let increment = self.increment(seat).as_secs_f64();
        let (optimum, maximum) = match moves {
            0 => {
                let optimum = (left / moves_to_go(position) + increment).min(left);
                let most = (MOST_OF_CLOCK * left).max(optimum);
                (optimum, (HARD_MOVE_FACTOR * optimum).min(most))
            }
            // The last move may use all that is left; earlier ones up to about twice their share.
            moves => (left / f64::from(moves), left * 2.0 / (f64::from(moves) + 1.0)),
        };
        // The number of seconds may be too large for a Duration.
        let [optimum, maximum] = [optimum, maximum]
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Some(Budget { optimum, maximum })
    }

    fn increment(&self, seat: Seat) -> Duration {
        self.control(seat).map_or(Duration::ZERO, |control| control.increment)
    }

    /// Takes the time of a move in this position from a clock, and adds the increment.
    pub fn spend(&mut self, seat: Seat, time: Duration, position: &Position) {
        if let Some(budget) = self.budget(seat, position) {
            let faded = self.overrun - self.overrun / 16;
            self.overrun = time.saturating_sub(budget.maximum).max(faded).min(MOST_OVERRUN);
        }
        let control = self.control(seat).unwrap_or_default();
        let Some(left) = &mut self.left[seat.index()] else { return };
        left.time = left.time.saturating_sub(time).saturating_add(control.increment);
        left.moves = left.moves.saturating_sub(1);
        // A period begins when the main time is used up or no longer than a period, and again after
        // its moves.
        if let Some(periods) = control.periods
            && left.moves == 0
            && left.time <= periods.time
        {
            *left = periods.full();
        }
    }

    /// Whether a move that has taken this long exceeds a clock and its margin.
    pub fn is_late(&self, seat: Seat, thought: Duration) -> bool {
        let control = self.control(seat).unwrap_or_default();
        self.left(seat).is_some_and(|left| {
            // After the main time there is still the first period.
            let periods = control.periods.filter(|_| left.moves == 0);
            let period = periods.map_or(Duration::ZERO, |periods| periods.time);
            let most = left.time.saturating_add(period).saturating_add(control.margin);
            thought >= most
        })
    }

    /// Sets a clock to zero.
    pub fn run_out(&mut self, seat: Seat) {
        if let Some(left) = &mut self.left[seat.index()] {
            left.time = Duration::ZERO;
        }
    }
}

impl TimeControl {
    /// A full clock.
    fn full(self) -> TimeLeft {
        match self.periods {
            Some(periods) if self.main.is_zero() => periods.full(),
            _ => TimeLeft { time: self.main, moves: 0 },
        }
    }
}

impl Periods {
    fn full(self) -> TimeLeft {
        TimeLeft { time: self.time, moves: self.moves }
    }
}

/// How many more of the mover's own moves are likely to matter.
fn moves_to_go(position: &Position) -> f64 {
    let cells = position.size().cells() as f64;
    let empty = position.empty_count() as f64;
    let until_decided = (DECISIVE * cells - (cells - empty)) / 2.0;
    until_decided.max(empty / EMPTY_FOR_A_MOVE).max(FEWEST_MOVES)
}

#[cfg(test)]
mod tests {
    use kring_board::{Colour, Rules, Size, chance};

    use super::*;

    fn position() -> Position {
        let size = Size::STANDARD;
        Position::new(chance::game(size, Rules::default(), 0))
    }

    #[test]
    fn no_clock_is_too_large_or_too_small() {
        let times = [0.0, 1e-9, 0.01, 1.0, 1e6, 1e19].map(Duration::from_secs_f64);
        for time in times.into_iter().chain([Duration::MAX]) {
            for moves in [0, 1, 2, 25, u32::MAX] {
                let mut clock = GameClock::default();
                clock.set_left(Seat::First, TimeLeft { time, moves });
                let budget = clock.budget(Seat::First, &position()).unwrap();
                assert!(budget.optimum <= budget.maximum && budget.maximum <= time);
                clock.spend(Seat::First, time, &position());
                assert!(clock.budget(Seat::Second, &position()).is_none());
            }
        }
    }

    /// Plays a game, each move taking this part of its budget: what is left of
    /// black's clock when this number of stones lies.
    fn left_after(stones: usize, taken: fn(Budget) -> Duration) -> f64 {
        let mut clock = GameClock::default();
        let mut position = position();
        let all = Duration::from_secs(10);
        clock.set(Some(TimeControl { main: all, ..TimeControl::default() }));
        let mut left = all;
        for (i, cell) in position.empty().iter().enumerate().take(stones) {
            let colour = Colour::ALL[i % 2];
            let seat = Seat::ALL[i % 2];
            let budget = clock.budget(seat, &position).unwrap();
            clock.spend(seat, taken(budget), &position);
            if seat == Seat::First {
                left -= taken(budget);
            }
            position.play_unchecked(colour, cell);
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
        let mut clock = GameClock::default();
        let maximum = |clock: &mut GameClock| {
            clock.set_left(Seat::First, TimeLeft { time: second, moves: 1 });
            clock.budget(Seat::First, &position()).unwrap().maximum
        };
        let first = maximum(&mut clock);
        assert!(first < second);
        // Too late by 60 ms: next time there is room for that, and more.
        let late = first + Duration::from_millis(60);
        clock.spend(Seat::First, late, &position());
        let second_time = maximum(&mut clock);
        assert!(second_time + Duration::from_millis(110) <= first, "{second_time:?} {first:?}");
        // One slow answer is forgotten after many in time.
        for _ in 0..100 {
            let time = maximum(&mut clock);
            clock.spend(Seat::First, time, &position());
        }
        assert!(maximum(&mut clock) + Duration::from_millis(5) > first);
    }

    #[test]
    fn an_increment_is_added_after_each_move() {
        let control = TimeControl {
            main: Duration::from_secs(10),
            increment: Duration::from_secs(2),
            ..TimeControl::default()
        };
        let mut clock = GameClock::of(control);
        clock.spend(Seat::First, Duration::from_secs(5), &position());
        assert_eq!(clock.left(Seat::First).unwrap().time, Duration::from_secs(7));
        // With less main time than a move needs, the increment keeps the game going.
        let mut clock = GameClock::of(control);
        clock.set_left(Seat::First, TimeLeft { time: Duration::from_secs(1), moves: 0 });
        let budget = clock.budget(Seat::First, &position()).unwrap();
        assert!(budget.optimum > Duration::from_millis(500));
        assert!(budget.maximum < Duration::from_secs(1));
    }

    #[test]
    fn periods_follow_the_main_time_and_renew_themselves() {
        let periods = Periods { time: Duration::from_secs(5), moves: 2 };
        let main = Duration::from_secs(20);
        let control = TimeControl { main, periods: Some(periods), ..TimeControl::default() };
        let mut clock = GameClock::of(control);
        let full = TimeLeft { time: periods.time, moves: 2 };
        assert!(!clock.is_late(Seat::First, Duration::from_secs(24)));
        assert!(clock.is_late(Seat::First, Duration::from_secs(25)));
        clock.spend(Seat::First, Duration::from_secs(16), &position());
        assert_eq!(clock.left(Seat::First), Some(full));
        clock.spend(Seat::First, Duration::from_secs(3), &position());
        assert_eq!(clock.left(Seat::First).unwrap().moves, 1);
        assert!(clock.is_late(Seat::First, Duration::from_secs(2)));
        clock.spend(Seat::First, Duration::from_secs(1), &position());
        assert_eq!(clock.left(Seat::First), Some(full));
    }

    #[test]
    fn a_margin_forgives_a_small_overrun() {
        let second = Duration::from_secs(1);
        let margin = Duration::from_millis(100);
        let mut clock =
            GameClock::of(TimeControl { main: second, margin, ..TimeControl::default() });
        assert!(!clock.is_late(Seat::Second, second));
        assert!(clock.is_late(Seat::Second, second + margin));
        clock.run_out(Seat::Second);
        assert!(!clock.is_late(Seat::Second, Duration::ZERO));
    }
}
