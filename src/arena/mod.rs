//! The arena: matches and tournaments between players. A referee keeps the
//! board and checks every move, so no player has to be trusted.
//!
//! [`MatchPlan`] holds the settings of a match, and [`Schedule`] lists its games. [`play`] plays
//! one game. [`Event`] plays many games on several threads and hands each result to its
//! caller. A [`Run`] resumes an event, plays, writes and counts its games. [`MatchCounts`] and
//! [`Standings`] count them; [`statistics`] and [`Sprt`] turn the counts into scores, ratings and
//! decisions. All random numbers of a game follow from the event's seed and the game's number, so
//! the order in which games are played changes nothing.

mod agent_player;
mod engine_entrant;
mod even_openings;
mod event;
pub(crate) mod event_file;
mod event_id;
mod format_1;
mod game_result;
mod games_table;
mod openings;
mod outputs;
mod pairs;
mod plan;
mod player;
mod player_spec;
mod referee;
mod report;
mod run;
mod schedule;
mod sprt;
mod standings;
pub mod statistics;
mod tally;
mod tournament;

pub use crate::game::Seat;
pub use agent_player::player_until;
pub use engine_entrant::EngineEntrant;
pub use even_openings::EvenSet;
pub use event::{Event, EventError, Pairing};
pub use event_file::EventFileError;
pub use event_id::EventId;
pub use game_result::{GameResult, Outcome, RowWriter, ThinkingTime, columns};
pub use games_table::{GamesTable, GamesTableError, OtherGames, merge, seed_of};
pub use openings::{OpeningError, Openings};
pub use outputs::{Destinations, Outputs};
pub use pairs::{DistinctGames, PairTally};
pub use plan::{Colours, Fingerprint, MatchPlan, MissingGames, Shard};
pub use player::{Entrant, Player, PlayerError, PlayerFault, Reason, RefereeError};
pub use player_spec::PlayerSpec;
pub use referee::play;
pub use report::MatchReport;
pub use run::{Progress, Run, RunError};
pub use schedule::{GameSetup, Schedule};
pub use sprt::{Decision, Sprt, SprtBounds, SprtTrial};
pub use standings::{GamesRead, MatchCounts, Standings};
pub use tally::MatchTally;
pub use tournament::{TournamentFile, TournamentForm, TournamentPlayer};
