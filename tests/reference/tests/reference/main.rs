//! The fast code of the inner crates against slow, obvious code.

mod all_n;
mod distance;
mod inferior;
mod listings;
mod machine;
mod minimax;
mod playout;
mod solved;
mod torus;
mod triples;
mod two_distance;
mod van_hees;
