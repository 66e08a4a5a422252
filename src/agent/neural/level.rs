//! Nine strengths for human opponents.

/// How strong: from the network's first thoughts, loosely followed, to all
/// that the other settings allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// At most so many evaluations.
    pub evals: Option<u64>,
    /// How freely the move is chosen among those that look good: 0 takes the
    /// best, 1 each as often as it is thought best.
    pub temperature: f64,
}

impl Level {
    /// Full strength.
    pub const FULL: u64 = 9;

    /// The level of a number from 1 to 9.
    pub fn new(number: u64) -> Level {
        let bare = |temperature| Level { evals: Some(1), temperature };
        let searched = |evals| Level { evals: Some(evals), temperature: 0.0 };
        match number {
            1 => bare(8.0),
            2 => bare(4.0),
            3 => bare(2.5),
            4 => bare(1.7),
            5 => bare(1.2),
            6 => bare(0.8),
            7 => bare(0.0),
            8 => searched(50),
            _ => Level { evals: None, temperature: 0.0 },
        }
    }
}
