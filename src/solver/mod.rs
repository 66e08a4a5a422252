//! Exact answers: what holds whatever the opponent plays.

mod canon;
mod memo;
mod refutation;
mod verifier;
mod verify;

pub use verify::{
    Choices, First, Question, Report, Verdict, VerifyError, Watch, moves, unknown_strategy,
};
