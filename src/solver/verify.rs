//! The answer to a question, and what it took.

use std::{
    fmt,
    time::{Duration, Instant},
};

use super::{
    question::{Question, Watch},
    verifier::Verifier,
};
use crate::board::Position;

/// What has been found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The strategy wins every game.
    Proved,
    /// A shortest game that it loses. Where the choices are black's, black
    /// holds out in it as long as it can.
    Refuted(Box<Position>),
    /// A limit was reached first.
    Unknown,
}

/// The answer and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The positions that were searched; those met again count again.
    pub positions: u64,
    /// The positions that are remembered, up to symmetry.
    pub remembered: usize,
    /// How long it took.
    pub time: Duration,
}

impl Question {
    /// Finds the answer.
    pub fn answer(&self, watch: Watch<'_>) -> Report {
        let begin = Instant::now();
        let mut verifier = Verifier::new(self, begin, watch);
        let lost = verifier.run();
        let game = lost
            .and_then(|lost| lost.map(|(first, stones)| verifier.game(first, stones)).transpose());
        let verdict = match game {
            Ok(Some(game)) => Verdict::Refuted(Box::new(game)),
            Ok(None) => Verdict::Proved,
            Err(_) => Verdict::Unknown,
        };
        let (positions, remembered) = verifier.counts();
        Report { verdict, positions, remembered, time: begin.elapsed() }
    }
}

impl fmt::Display for Report {
    /// The verdict, what it took, and the moves of a refuting game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.verdict {
            Verdict::Proved => "proved",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown => "unknown",
        };
        write!(f, "{name}: {} positions, {} remembered", self.positions, self.remembered)?;
        match &self.verdict {
            Verdict::Refuted(game) => write!(f, "\n{}", moves(game)),
            _ => Ok(()),
        }
    }
}

/// The moves of a game: `white b2 black c2 white a2`.
pub fn moves(game: &Position) -> String {
    let size = game.size();
    let moves = game.moves().map(|(colour, mv)| format!("{colour} {}", mv.name(size)));
    moves.collect::<Vec<_>>().join(" ")
}
