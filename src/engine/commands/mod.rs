//! What each command does, by group.

pub mod administration;
pub mod agents;
pub mod analysis;
pub mod coin;
pub mod dialog;
pub mod play;
pub mod set_up;
pub mod swap_map;
pub mod time;
pub mod verify;
