//! The arena: matches and tournaments between players, judged by a referee
//! that trusts none of them, with figures that can be trusted in turn.
//!
//! An event goes through stations that know nothing of each other's insides:
//! [`Plan`] says what a match is about and [`Schedule`] which games it has,
//! [`play`] plays one of them, [`Event`] spreads them over threads and tells
//! its caller of each as soon as it is over, [`Outputs`] writes them down and
//! knows which are missing, [`Tally`] and [`Standings`] count, [`statistics`],
//! [`Sprt`] and [`bradley_terry`] say what the counts
//! mean. Everything random about a game follows from the event's seed and the
//! game's number, so that the order in which games happen to be played
//! changes nothing.

mod engine;
mod event;
mod game_result;
mod ledger;
mod openings;
mod outputs;
mod plan;
mod player;
mod referee;
mod report;
mod schedule;
pub(crate) mod serde_text;
mod sprt;
pub mod statistics;
mod tally;
mod tournament;

pub use engine::{EngineError, EngineSpec, EngineTimeouts};
pub use event::{Event, Pairing};
pub use game_result::{Clock, EventId, GameResult, Outcome};
pub use ledger::{Ledger, LedgerError, Merged, merge, seed_of};
pub use openings::{OpeningError, Openings};
pub use outputs::{Destinations, Outputs, SgfFolder};
pub use plan::{Colours, Fingerprint, Missing, Plan, Shard};
pub use player::{Entrant, Fault, Player, PlayerError, PlayerSpec, Reason, Seat};
pub use referee::play;
pub use report::{Report, Standings};
pub use schedule::{Fixture, Schedule};
pub use sprt::{Decision, Sprt, Trial};
pub use tally::{Distinct, Pairs, Tally};
pub use tournament::{Form, TournamentError, TournamentFile, TournamentPlayer};
