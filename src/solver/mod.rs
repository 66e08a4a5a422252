//! Exact answers: what holds whatever the opponent plays.

mod canon;
mod memo;
mod question;
mod refutation;
mod verifier;
mod verify;

pub use question::{Choices, First, Question, VerifyError, Watch};
pub use verify::{Report, Verdict, moves};
