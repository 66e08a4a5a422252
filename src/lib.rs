//! Kring: a Hex engine for every board that closes on itself and the one
//! that does not. Classic Hex, cylinder, torus, seasons, random turns, swap,
//! alone and combined; selectable agents; a GTP dialect over pipes.
//!
//! Imports point one way: `rules` ← `board` ← `proof`, `eval` ← `solver`, `strategy` ← `agent`, `verifier` ←
//! `review` ← `engine`, `arena`, `solving` ← `experiment`. `solver` finds out who wins, `solving` does it for
//! whole boards, and `proof` checks it.
//! `agent` plays the strategies and `verifier` verifies them; neither knows the other. `picture` draws what others know. `grammar` has what all
//! parsers of texts share. What plays, up to `agent`, is the crate [`kring_core`]; its modules are here too.
//!
//! ```
//! use kring::{
//!     agent::{AgentSpec, Task},
//!     board::Position,
//!     chance::{self, Purpose},
//!     rules::Colour,
//! };
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

pub use kring_core::{
    agent, board, chance, eval, files, grammar, proof, rules, solver, stop, strategy, suggest,
};

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod arena;
pub mod engine;
pub mod experiment;
pub mod picture;
pub mod record;
pub mod review;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solving;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod verifier;
