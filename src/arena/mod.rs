//! The arena: matches and tournaments between players, judged by a referee
//! that trusts none of them, with figures that can be trusted in turn.
//!
//! An event goes through stations that know nothing of each other's insides:
//! [`Schedule`] says which games there are, [`play`] plays one of them,
//! [`Event`] spreads them over threads, [`Outputs`] writes each down as soon
//! as it is over and knows which are missing, [`Tally`] and [`Standings`]
//! count, [`statistics`], [`Sprt`] and [`bradley_terry`] say what the counts
//! mean. Everything random about a game follows from the event's seed and the
//! game's number, so that the order in which games happen to be played
//! changes nothing.

mod agent_player;
pub mod bradley_terry;
mod distinct;
mod engine;
mod event;
mod fingerprint;
mod game_result;
mod ledger;
mod ledger_error;
mod merge;
mod missing;
mod opening_generator;
mod openings;
mod outcome;
mod outputs;
mod pairs;
mod plan;
mod player;
mod player_spec;
#[cfg(feature = "cli")]
mod progress;
mod referee;
mod report;
mod row;
mod schedule;
mod seat;
pub(crate) mod serde_text;
mod sgf;
mod shard;
mod sprt;
mod starts;
pub mod statistics;
mod tally;
mod tournament;

pub use distinct::Distinct;
pub use engine::{EngineError, EngineSpec, EngineTimeouts};
pub use event::{Event, Pairing};
pub use fingerprint::Fingerprint;
pub use game_result::{Clock, GameResult};
pub use ledger::{Ledger, seed_of};
pub use ledger_error::LedgerError;
pub use merge::{Merged, merge};
pub use missing::Missing;
pub use openings::{OpeningError, Openings};
pub use outcome::Outcome;
pub use outputs::{Destinations, Outputs};
pub use pairs::Pairs;
pub use plan::{Colours, Plan};
pub use player::{Entrant, Fault, Player, Reason};
pub use player_spec::{PlayerError, PlayerSpec};
#[cfg(feature = "cli")]
pub use progress::Progress;
pub use referee::play;
pub use report::Report;
pub use row::EventId;
pub use schedule::{Fixture, Schedule};
pub use seat::Seat;
pub use sgf::SgfFolder;
pub use shard::Shard;
pub use sprt::{Decision, Sprt, Trial};
pub use tally::Tally;
pub use tournament::{Form, Standings, TournamentError, TournamentFile, TournamentPlayer};
