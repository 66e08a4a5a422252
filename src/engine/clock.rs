//! The game clock: the clocks of both players, and how much of them a move may use.

use std::time::Duration;

use kring_agents::Budget;
use kring_board::{Colour, Position};

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

/// The time of each player, as set by `time_settings` and `time_left`.
#[derive(Clone, Debug, Default)]
pub struct SessionClock {
    /// The main time, and the byo-yomi period after it.
    settings: Option<(Duration, TimeLeft)>,
    left: [Option<TimeLeft>; 2],
    /// The worst overrun of a move beyond its maximum; it decays with every move.
    overrun: Duration,
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
        self.settings = (!unlimited).then_some((main, TimeLeft { time: byo_yomi, stones }));
        self.restart();
    }

    /// Ends all limits.
    pub fn stop(&mut self) {
        *self = SessionClock::default();
    }

    /// Resets both clocks for a new game.
    pub fn restart(&mut self) {
        let begin = |(main, byo_yomi)| match main {
            Duration::ZERO => byo_yomi,
            time => TimeLeft { time, stones: 0 },
        };
        self.left = [self.settings.map(begin); 2];
    }

    /// Sets a player's clock to what the referee reports.
    pub fn set_left(&mut self, colour: Colour, time: Duration, stones: u32) {
        self.left[colour.index()] = Some(TimeLeft { time, stones });
    }

    /// What is left on a player's clock; none: no limit.
    pub fn left(&self, colour: Colour) -> Option<Duration> {
        self.left[colour.index()].map(|left| left.time)
    }

    /// The main time of each player at the start of a game; none: no limit.
    pub fn main_time(&self) -> Option<Duration> {
        self.settings.map(|(main, _)| main)
    }

    /// The time for the colour's next move. Main time is divided equally among the moves that are
    /// likely to matter, so that most of it is spent before the game is decided. Time that a move
    /// does not use goes to the next ones.
    pub fn budget(&self, colour: Colour, position: &Position) -> Option<Budget> {
        let TimeLeft { time, stones } = self.left[colour.index()]?;
        let reserve = RESERVE.min(time / 4) + 2 * self.overrun;
        let left = time.saturating_sub(reserve).as_secs_f64();
        let (optimum, maximum) = match stones {
            0 => {
                let optimum = left / moves_to_go(position);
                (optimum, (HARD_MOVE_FACTOR * optimum).min(MOST_OF_CLOCK * left).max(optimum))
            }
            // The last stone may use all that is left; earlier ones up to about twice their share.
            stones => (left / f64::from(stones), left * 2.0 / (f64::from(stones) + 1.0)),
        };
        // The number of seconds may be too large for a Duration.
        let [optimum, maximum] = [optimum, maximum]
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Some(Budget { optimum, maximum })
    }

    /// Subtracts the time of a move in this position from the colour's clock.
    pub fn spend(&mut self, colour: Colour, time: Duration, position: &Position) {
        if let Some(budget) = self.budget(colour, position) {
            let faded = self.overrun - self.overrun / 16;
            self.overrun = time.saturating_sub(budget.maximum).max(faded).min(MOST_OVERRUN);
        }
        let Some(left) = &mut self.left[colour.index()] else { return };
        left.time = left.time.saturating_sub(time);
        left.stones = left.stones.saturating_sub(1);
        // Byo-yomi begins when the main time is used up or no longer than a period, and again after
        // its stones.
        if let Some((_, byo_yomi)) = self.settings
            && byo_yomi.stones > 0
            && left.stones == 0
            && left.time <= byo_yomi.time
        {
            *left = byo_yomi;
        }
    }
}

/// How many more of the mover's own moves are likely to matter.
fn moves_to_go(position: &Position) -> f64 {
    let (cells, empty) = (position.size().cells() as f64, position.empty_count() as f64);
    let until_decided = (DECISIVE * cells - (cells - empty)) / 2.0;
    until_decided.max(empty / EMPTY_FOR_A_MOVE).max(FEWEST_MOVES)
}
