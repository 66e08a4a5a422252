//! The time manager: the clocks of both players, and how much of them a move may use.

use std::time::Duration;

use kring_agents::Budget;
use kring_board::{Colour, Position};

/// Initial reserve of every clock for delays of the pipe and the scheduler; at most a quarter of
/// the time left.
const RESERVE: Duration = Duration::from_millis(50);

/// Upper bound of the overrun that the reserve accounts for, however late earlier moves were.
const MOST_OVERRUN: Duration = Duration::from_secs(1);

/// Share of the cells that are filled when most games are decided. Thinking later changes little.
const DECISIVE: f64 = 0.38;

/// The clock is planned for at least FEWEST_MOVES more moves, and for one more per
/// EMPTY_FOR_A_MOVE empty cells.
const FEWEST_MOVES: f64 = 5.0;
const EMPTY_FOR_A_MOVE: f64 = 12.0;

/// A hard decision may take HARD times the optimum, but no more than the share MOST of the clock.
const HARD: f64 = 3.0;
const MOST: f64 = 0.25;

/// The time of each player, as set by `time_settings` and `time_left`.
#[derive(Clone, Debug, Default)]
pub struct SessionClock {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
    /// The worst overrun of a move beyond its maximum; it decays with every move.
    overrun: Duration,
}

#[derive(Clone, Copy, Debug)]
struct TimeSettings {
    main: Duration,
    byo_yomi: Duration,
    stones: u32,
}

/// Time left for this number of moves; 0 moves: for the rest of the game.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    time: Duration,
    stones: u32,
}

impl SessionClock {
    /// Time for the whole game, then `byo_yomi` for every `stones` moves. As in GTP, a byo-yomi
    /// time with 0 stones means no limit.
    pub fn set(&mut self, main: Duration, byo_yomi: Duration, stones: u32) {
        let unlimited = byo_yomi > Duration::ZERO && stones == 0;
        self.settings = (!unlimited).then_some(TimeSettings { main, byo_yomi, stones });
        self.restart();
    }

    /// Resets both clocks for a new game.
    pub fn restart(&mut self) {
        let begin = |s: TimeSettings| {
            if s.main > Duration::ZERO {
                TimeLeft { time: s.main, stones: 0 }
            } else {
                TimeLeft { time: s.byo_yomi, stones: s.stones }
            }
        };
        self.left = [self.settings.map(begin); 2];
    }

    /// Sets a player's clock to what the referee reports.
    pub fn set_left(&mut self, colour: Colour, time: Duration, stones: u32) {
        self.left[colour.index()] = Some(TimeLeft { time, stones });
    }

    /// The time for the colour's next move. Main time is divided equally among the moves that are
    /// likely to matter, so that most of it is spent before the game is decided. Time that a move
    /// does not use goes to the next ones.
    pub fn budget(&self, colour: Colour, position: &Position) -> Option<Budget> {
        let TimeLeft { time, stones } = self.left[colour.index()]?;
        let left = time.saturating_sub(self.reserve(time)).as_secs_f64();
        let (optimum, maximum) = match stones {
            0 => {
                let optimum = left / moves_to_go(position);
                (optimum, (HARD * optimum).min(MOST * left).max(optimum))
            }
            // The last stone may use all that is left; earlier ones up to about twice their
            // share.
            stones => (left / f64::from(stones), left * 2.0 / (f64::from(stones) + 1.0)),
        };
        // The number of seconds may be too large for a Duration.
        let [optimum, maximum] = [optimum, maximum]
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Some(Budget { optimum, maximum })
    }

    /// The reserve of a clock; it grows after overruns.
    fn reserve(&self, time: Duration) -> Duration {
        RESERVE.min(time / 4) + 2 * self.overrun
    }

    /// Subtracts the time of a move in this position from the colour's clock.
    pub fn spend(&mut self, colour: Colour, time: Duration, position: &Position) {
        if let Some(budget) = self.budget(colour, position) {
            let faded = self.overrun - self.overrun / 16;
            self.overrun = time.saturating_sub(budget.maximum).max(faded).min(MOST_OVERRUN);
        }
        let settings = self.settings;
        let Some(left) = &mut self.left[colour.index()] else { return };
        let over = time > left.time;
        left.time = left.time.saturating_sub(time);
        if left.stones > 0 {
            left.stones -= 1;
        }
        // Byo-yomi begins when the main time is used up, and again after its stones.
        if let Some(TimeSettings { byo_yomi, stones, .. }) = settings
            && stones > 0
            && left.stones == 0
            && (over || left.time.is_zero() || left.time <= byo_yomi)
        {
            *left = TimeLeft { time: byo_yomi, stones };
        }
    }
}

/// How many more of the mover's own moves are likely to matter.
fn moves_to_go(position: &Position) -> f64 {
    let (cells, empty) = (position.size().cells() as f64, position.empty_count() as f64);
    let until_decided = (DECISIVE * cells - (cells - empty)) / 2.0;
    until_decided.max(empty / EMPTY_FOR_A_MOVE).max(FEWEST_MOVES)
}

#[cfg(test)]
mod tests {
    use kring_board::{Size, chance};

    use super::*;

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
    /// the clock when so many stones lie.
    fn left_after(stones: usize, taken: fn(Budget) -> Duration) -> f64 {
        let (mut clock, mut position) = (SessionClock::default(), position());
        let all = Duration::from_secs(10);
        clock.set(all, Duration::ZERO, 0);
        for (i, cell) in position.empty().iter().enumerate().take(stones) {
            let colour = Colour::ALL[i % 2];
            let budget = clock.budget(colour, &position).unwrap();
            clock.spend(colour, taken(budget), &position);
            position.place(colour, cell);
        }
        let TimeLeft { time, .. } = clock.left[Colour::Black.index()].unwrap();
        time.as_secs_f64() / all.as_secs_f64()
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
}
