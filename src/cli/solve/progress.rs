//! The progress of a run: at a terminal a bar of the openings, elsewhere a line
//! every few seconds.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use kring::solving::{RunStatus, bound};
use kring_board::{Move, Size};

use super::super::output::note;

/// How many moves are shown.
const SHOWN: usize = 4;

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
        let text = message(status, self.size);
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

/// The starter, the positions and their rate, and the most promising moves with their proof and
/// disproof numbers.
fn message(status: &RunStatus<'_>, size: Size) -> String {
    let RunStatus { first, opening, positions, time, progress, .. } = status;
    let rate = *positions as f64 / time.as_secs_f64().max(1e-9);
    let mut text = format!("{first} first");
    if let Some(opening) = opening {
        text += &format!(", {}", opening.name(size));
    }
    text += &format!(": {positions} positions ({rate:.0}/s)");
    for (mv, proof, disproof) in most_promising(&progress.moves) {
        text += &format!(", {} {}/{}", mv.name(size), bound(proof), bound(disproof));
    }
    text
}

/// The moves with the smallest proof numbers; of equals those with the largest disproof numbers.
fn most_promising(moves: &[(Move, u32, u32)]) -> Vec<(Move, u32, u32)> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|&(_, proof, disproof)| (proof, std::cmp::Reverse(disproof)));
    moves.truncate(SHOWN);
    moves
}

#[cfg(test)]
mod tests {
    use kring_board::{Cell, Colour};
    use kring_solver::INFINITE;

    use super::*;

    #[test]
    fn the_most_promising_moves_come_first() {
        let size = Size::new(9, 3).unwrap();
        let moves = [(3, 9), (INFINITE, 0), (1, 5), (1, 7), (4, INFINITE)];
        let moves = (0..).zip(moves).map(|(at, (p, d))| (Move::Cell(Cell(at)), p, d)).collect();
        let progress = kring_solver::SolverProgress { positions: 500, moves, ..Default::default() };
        let status = RunStatus {
            first: Colour::Black,
            opening: Some(Move::Cell(Cell(9))),
            openings: (0, 1),
            positions: 1500,
            time: Duration::from_secs(3),
            progress: &progress,
        };
        let expected = "black first, a2: 1500 positions (500/s), d1 1/7, c1 1/5, a1 3/9, e1 4/inf";
        assert_eq!(message(&status, size), expected);
    }
}
