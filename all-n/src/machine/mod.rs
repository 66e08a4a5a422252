//! Exact machines: `learn.rs` guesses a machine from answers of the solver. Whether it is right is verified
//! without the solver, by `kring_proof::machine`.

mod compare;
mod learn;
mod oracle;
mod picture;
mod tree;

pub use self::{
    compare::compare,
    learn::{Learned, learn},
    oracle::Oracle,
    picture::states,
};
