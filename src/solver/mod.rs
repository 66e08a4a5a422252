//! Exact answers: what holds whatever the opponent plays.

mod canon;
mod line;
mod memo;
mod verifier;
mod verify;

pub use verify::{
    Choices, First, Question, Report, Unfit, Verdict, Watch, moves, unknown_strategy,
};
