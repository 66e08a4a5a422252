use std::time::Duration;

use crate::{board::Position, rules::Colour};

/// What is kept back of every budget, for the pipe and the scheduler.
const RESERVE: Duration = Duration::from_millis(30);

/// The time that each player has, as `time_settings` and `time_left` say.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    byo_yomi: Duration,
    stones: u32,
}

/// Time for a number of moves; no number: for the rest of the game.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

impl Clock {
    /// Time for the whole game, then `byo_yomi` for every `stones` moves. As
    /// GTP has it, a byo-yomi time without stones means no limit at all.
    pub fn set(&mut self, main: Duration, byo_yomi: Duration, stones: u32) {
        let unlimited = byo_yomi > Duration::ZERO && stones == 0;
        self.settings = (!unlimited).then_some(Settings { main, byo_yomi, stones });
        self.restart();
    }

    /// A new game: both players have all their time again.
    pub fn restart(&mut self) {
        let begin = |s: Settings| {
            if s.main > Duration::ZERO {
                Left { time: s.main, stones: 0 }
            } else {
                Left { time: s.byo_yomi, stones: s.stones }
            }
        };
        self.left = [self.settings.map(begin); 2];
    }

    /// The referee's word on a player's time.
    pub fn set_left(&mut self, colour: Colour, time: Duration, stones: u32) {
        self.left[colour.index()] = Some(Left { time, stones });
    }

    /// The time for the colour's next move: its share of what is left, with
    /// a quarter of the empty cells, but at least 8 moves, still to come.
    pub fn budget(&self, colour: Colour, position: &Position) -> Option<Duration> {
        let Left { time, stones } = self.left[colour.index()]?;
        let moves = match stones {
            0 => (position.empty_count() as u32 / 4).max(8),
            stones => stones,
        };
        Some((time / moves).min(time.saturating_sub(RESERVE)))
    }

    /// Takes the time of a move off the colour's clock.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        let settings = self.settings;
        let Some(left) = &mut self.left[colour.index()] else { return };
        let over = time > left.time;
        left.time = left.time.saturating_sub(time);
        if left.stones > 0 {
            left.stones -= 1;
        }
        // Byo-yomi begins when the main time is over, and again after its stones.
        if let Some(Settings { byo_yomi, stones, .. }) = settings
            && stones > 0
            && left.stones == 0
            && (over || left.time.is_zero() || left.time <= byo_yomi)
        {
            *left = Left { time: byo_yomi, stones };
        }
    }
}
