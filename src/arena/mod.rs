//! The arena: matches between players, judged by a referee that trusts none
//! of them, with figures that can be trusted in turn.
//!
//! A match goes through stations that know nothing of each other's insides:
//! [`Schedule`] says which games there are, [`play`] plays one of them,
//! [`Match`] spreads them over threads, [`Tally`] counts, [`statistics`]
//! says what the counts mean, and the rest writes it down. Everything random
//! about a game follows from the match's seed and the game's number, so that
//! the order in which games happen to be played changes nothing.

mod agent_player;
mod contest;
mod dealer;
mod game_result;
mod openings;
mod plan;
mod player;
mod progress;
mod referee;
mod report;
mod rows;
mod schedule;
mod seat;
mod sgf;
pub mod statistics;
mod tally;

pub use contest::Match;
pub use game_result::{Clock, GameResult};
pub use openings::{OpeningError, Openings};
pub use plan::{Colours, Plan};
pub use player::{Entrant, Fault, Player, Reason};
pub use progress::Progress;
pub use referee::play;
pub use report::Report;
pub use rows::Rows;
pub use schedule::{Fixture, Schedule};
pub use seat::Seat;
pub use sgf::SgfFolder;
pub use tally::Tally;
