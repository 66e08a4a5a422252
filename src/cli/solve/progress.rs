//! The progress of a run: at a terminal a bar of the openings, elsewhere a line
//! every few seconds.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use kring::solving::RunStatus;
use kring_board::Size;

use super::super::output::note;

/// The progress of a run.
pub struct SolveProgress {
    size: Size,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl SolveProgress {
    pub fn new(size: Size) -> SolveProgress {
        let bar = || {
            let style = ProgressStyle::with_template("{bar:10} {pos}/{len}  {wide_msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(1).with_style(style)
        };
        let bar = io::stderr().is_terminal().then(bar);
        // Without a terminal the first line comes after a full pause.
        let shown = bar.is_none().then(Instant::now);
        SolveProgress { size, shown, bar }
    }

    /// Shows the progress. Most calls do nothing.
    pub fn show(&mut self, status: &RunStatus<'_>) {
        let pause = Duration::from_millis(if self.bar.is_some() { 100 } else { 5000 });
        if self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        let text = status.text(self.size);
        let (done, all) = status.openings;
        match &self.bar {
            Some(bar) => {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
                bar.set_message(text);
            }
            None if all > 1 => note!("{done}/{all} openings, {text}"),
            None => note!("{text}"),
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
