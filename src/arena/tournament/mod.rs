//! Tournaments: many players, boards and rules, declared in one file. All of
//! it becomes one [`super::Event`]; here is only what leads there and what is
//! said about it afterwards.

mod file;
mod pairs;
mod players;
mod report;

pub use file::{Form, TournamentError, TournamentFile};
pub use players::TournamentPlayer;
pub use report::Standings;
