//! Why a session does not do what it is asked.

use std::io;
use std::path::PathBuf;

use kring_agents::{SpecError, SwapMapError, Unplayable};
use kring_board::grammar::Located;
use kring_board::record::RecordError;
use kring_board::{IllegalMove, Move, Size};
use kring_literature::verifier::VerifyError;
use kring_solver::SolveError;

use super::named_engine::NamedEngineError;
use super::sandbox::SizeError;
use crate::game::Misfit;
use crate::review::ReviewError;

/// Why a session does not do what it is asked. It is as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// An agent cannot be made, or the client may not have it.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An agent does not play the game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// A GTP engine that plays has failed.
    #[error(transparent)]
    Engine(#[from] NamedEngineError),
    /// A move is against the rules.
    #[error("{mv} {reason}")]
    Illegal {
        /// The name of the move.
        mv: String,
        /// Why.
        reason: IllegalMove,
    },
    /// The board is too large for the client.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The moves are not a game under other rules.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file has no game.
    #[error("{}: {error}", path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
        /// Why, and where in the file.
        error: Located<RecordError>,
    },
    /// A link has no game.
    #[error(transparent)]
    Link(#[from] Located<RecordError>),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The solver does not solve such games.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Nobody is to move.
    #[error("the game is over: nobody is to move")]
    Over,
    /// An agent cannot review the game.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// An agent cannot judge the first moves.
    #[error(transparent)]
    SwapMap(#[from] SwapMapError),
    /// A strategy cannot be verified.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A fault of the program; the agents were made anew.
    #[error("internal error: please report what was sent")]
    Panicked,
}

impl SessionError {
    /// A move that the rules forbid.
    pub fn illegal(size: Size, mv: Move, reason: IllegalMove) -> SessionError {
        SessionError::Illegal { mv: mv.name(size), reason }
    }
}
