//! Kring: a Hex engine for the rhombus, the cylinder and the torus. Classic Hex, cylinder, torus, seasons, random turns, swap,
//! alone and combined; selectable agents; a GTP dialect over pipes.
//!
//! The crates below have a module here each: [`board`] ← [`proof`], [`eval`] ← [`solver`], [`literature`] ←
//! [`agents`]; [`board`] ← [`picture`]. The modules of this crate are built on them, and imports point one way: `game`,
//! `external`, `review` ← `session` ← `gtp`; `game`, `external`, `signature` ← `arena`; these, `solve` ← `analysis`,
//! `experiment`, `serve`, `play` ← the command line.
//!
//! ```
//! use kring::{agents::{AgentSpec, Task}, board::{Colour, Position, chance::{self, Purpose}}};
//!
//! let game = chance::game("5x5".parse()?, "torus".parse()?, 1);
//! let mut position = Position::new(game);
//! assert_eq!(position.legal_moves(Colour::Black).len(), 25);
//! let mut agent = "mcts sims=100".parse::<AgentSpec>()?.build()?;
//! let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
//! let choice = agent.choose(Task::new(&position, Colour::Black, &mut rng));
//! position.play(Colour::Black, choice.mv)?;
//! assert_eq!(position.winner(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[doc(inline)]
pub use {
    kring_agents as agents, kring_board as board, kring_eval as eval,
    kring_literature as literature, kring_picture as picture, kring_proof as proof,
    kring_solver as solver,
};

pub mod analysis;
pub mod arena;
pub mod check;
pub mod document;
pub mod experiment;
pub mod external;
pub mod game;
pub mod gtp;
#[cfg(feature = "cli")]
pub mod play;
pub mod review;
mod search_pool;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;
pub mod signature;
pub mod solve;
