//! How far a match is: a bar for people at a terminal, and a line every few
//! seconds for logs. Both go to standard error.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{Seat, Tally};

/// Shows how far a match is.
pub struct Progress {
    total: usize,
    start: Instant,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    const BAR: &str = "{wide_bar} {pos}/{len}  {msg}  {eta} left";

    /// Nothing has been played yet.
    pub fn new(total: usize) -> Progress {
        let style = ProgressStyle::with_template(Progress::BAR);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = || ProgressBar::new(total as u64).with_style(style);
        let bar = io::stderr().is_terminal().then(bar);
        Progress { total, start: Instant::now(), shown: Instant::now(), bar }
    }

    /// Another game has been counted. Most calls do nothing: games can be
    /// shorter than the time that it takes to show them.
    pub fn update(&mut self, tally: &Tally) {
        let pause = Duration::from_millis(if self.bar.is_some() { 100 } else { 5000 });
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let Some(bar) = &self.bar else {
            let left = HumanDuration(self.left(tally.games));
            eprintln!("{}/{} games, {}, {left} left", tally.games, self.total, standing(tally));
            return;
        };
        bar.set_position(tally.games);
        bar.set_message(standing(tally));
    }

    /// The time that the remaining games should take.
    fn left(&self, played: u64) -> Duration {
        let remaining = (self.total as u64).saturating_sub(played);
        self.start.elapsed().mul_f64(remaining as f64 / played.max(1) as f64)
    }

    /// All games have been played; the bar goes away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn standing(tally: &Tally) -> String {
    let [first, second] = Seat::ALL.map(|seat| tally.wins(seat));
    format!("{first} : {second} ({:.1} %)", 100.0 * tally.score().value)
}
